"""The estimated CPU time of a request to /hash/ is close to the measured time."""

import pytest

from hashing import services
from hashing.algorithms import ALGORITHMS
from hashing.views import HASH
from tests.measure import cpu_seconds, takes_about
from tests.tables import each_row

NAMES = list(ALGORITHMS)
KEYED = [name for name, entry in ALGORITHMS.items() if entry.category != "checksum"]
MEGABYTE = 1 << 20


@pytest.mark.slow
@each_row(
    "parameters",
    [
        *[{"input": "a", "algorithm": name, "iterations": 1000} for name in NAMES],
        *[{"input": "a", "algorithm": name, "iterations": 1000, "key": "k"} for name in KEYED],
        {"input": "x" * MEGABYTE, "algorithm": NAMES},
        {"input": "ы" * (MEGABYTE // 2), "algorithm": KEYED, "key": "k"},
        {"input": "6162" * (MEGABYTE // 4), "encoding": "hex"},
        {"input": "abcd" * (MEGABYTE // 4), "encoding": "base64"},
        {"input": "a", "key": "ab" * (MEGABYTE // 2), "key_encoding": "hex"},
        {"input": "a", "iterations": 1000, "expected": "0" * 64},
        {"input": "a", "iterations": 1000, "expected": "sha3-256:" + "0" * 64},
        {"input": "a", "expected": "md5-a " * 20_000},
    ],
)
def test_estimate_is_close_to_the_measured_time(parameters):
    """Including the further algorithms that H11 compares."""
    values = HASH.read(parameters)
    HASH.compute({**values, "iterations": 1})  # loads what the first call loads
    assert takes_about(lambda: HASH.compute(values), HASH.estimate(values))


@pytest.mark.parametrize("parameters", [{"input": "hello"}, {"input": "hello", "expected": "0" * 64}])
def test_small_request_is_cheap_and_its_estimate_cheaper(parameters):
    values = HASH.read(parameters)
    assert HASH.estimate(values) < 0.0002
    assert cpu_seconds(lambda: [HASH.estimate(values) for _ in range(1000)]) < 0.1


def test_a_megabyte_of_expected_is_not_read_for_the_estimate():
    values = HASH.read({"input": "a", "expected": "md5-a " * (MEGABYTE // 6)})
    assert HASH.estimate(values) > 0.1
    assert cpu_seconds(lambda: [HASH.estimate(values) for _ in range(100)]) < 1


# Milliseconds for 10,000 rounds, and for a mebibyte of input, as they were measured on one quiet server.
MEASURED = {
    "md5": (5, 1.5),
    "sha1": (4.4, 0.59),
    "sha256": (3.4, 0.62),
    "sha512": (4.8, 1.3),
    "sha3-256": (6.3, 2.1),
    "sha3-512": (6.3, 4.3),
    "blake2b256": (4.2, 1.3),
    "blake2b512": (2.9, 1.2),
    "whirlpool": (26, 5.6),
    "ripemd160": (5.2, 3.5),
    "crc32": (1, 0.28),
    "adler32": (1, 0.33),
    "fnv1a32": (2.9, 2.2),
    "fnv1a64": (2.8, 2.1),
    "sha224": (3.4, 0.61),
    "sha384": (4.9, 1.2),
    "sha512-256": (4.9, 1.3),
    "sha3-224": (8.4, 2.6),
    "sha3-384": (9, 3.6),
    "blake2s256": (3.5, 2.3),
    "blake3": (6.3, 0.23),
    "xxh32": (0.62, 0.37),
    "xxh64": (0.53, 0.14),
    "xxh3-64": (0.52, 0.071),
    "xxh3-128": (0.48, 0.09),
}


@each_row("name", NAMES)
def test_figures_of_each_algorithm(name):
    """Within a factor of 2.2. The shortest times differ most between servers."""
    rounds, mebibyte = MEASURED[name]
    figures = ALGORITHMS[name].figures
    assert 1 / 2.2 < 10 * figures.round / rounds < 2.2
    assert 1 / 2.2 < figures.mebibyte / mebibyte < 2.2


def test_every_algorithm_has_a_figure():
    for name in NAMES:
        estimate = HASH.estimate(HASH.read({"input": "a", "algorithm": name, "iterations": 10_000}))
        assert estimate > 0.0005, name
    assert services.ALGORITHM_NAMES.default in NAMES


@each_row("name", KEYED)
def test_a_round_of_hmac_is_estimated_at_two_to_three_rounds(name):
    """Each round hashes two messages, the inner and the outer one, and copies a hash object for each."""
    plain, keyed = (
        HASH.estimate(HASH.read({"input": "a", "algorithm": name, "iterations": 10_000, **key}))
        for key in ({}, {"key": "k"})
    )
    assert 2 < keyed / plain < 3


@each_row(
    ("added", "milliseconds"),
    [
        ({"input": "x" * MEGABYTE}, 1.6),
        ({"input": "ы" * MEGABYTE}, 2.8),  # three bytes each
        ({"salt": "x" * MEGABYTE}, 0.6),
        ({"key": "x" * MEGABYTE}, 1.6),
        ({"key": "ab" * (MEGABYTE // 2), "key_encoding": "hex"}, 84),
        ({"expected": "0" * MEGABYTE}, 524),
        ({"iterations": 10_000}, 4),
        ({"iterations": 10_000, "expected": "0" * 32}, 4 + 5),  # md5 and xxh3-128 too
        ({"iterations": 10_000, "expected": "0" * 32, "key": "k"}, 2.5 * (4 + 4)),  # md5 alone takes a key
    ],
)
def test_each_parameter_that_takes_time_is_estimated(added, milliseconds):
    """By the figures of SHA-256, the default."""
    estimates = [HASH.estimate(HASH.read(request)) for request in ({"input": "a"}, {"input": "a", **added})]
    assert 1000 * (estimates[1] - estimates[0]) == pytest.approx(milliseconds, rel=0.06)


def test_every_algorithm_that_a_usual_expected_names_is_counted():
    names = ["sha256", "sha384", "sha512", "sha3-512"]
    digests = services.hash_text(input="a", algorithm=names, format="base64")["hashes"]
    requests = [{"algorithm": names}, {"expected": " ".join(f"{name}-{digest}" for name, digest in digests.items())}]
    named, found = (HASH.estimate(HASH.read({"input": "a", "iterations": 10_000, **request})) for request in requests)
    assert named == pytest.approx(found, rel=0.02)


def test_default_algorithm_is_counted_once_with_those_of_the_same_length():
    requests = [{"algorithm": "sha256,sha3-256,blake2b256,sha512-256,blake2s256,blake3"}, {"expected": "0" * 64}]
    named, found = (HASH.estimate(HASH.read({"input": "a", "iterations": 10_000, **request})) for request in requests)
    assert named == pytest.approx(found, rel=0.02)
