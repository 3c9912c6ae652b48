"""/hash/: rules H1-H9 and B1-B3. test_vectors.py tests the digests themselves."""

import base64
import hashlib
import hmac
from functools import partial

import pytest

from hashing import services
from hashing.algorithms import ALGORITHMS
from hashing.pure_python import BlockHash
from tests.measure import takes_longer
from tests.tables import each_row, rows
from utilitysvc.kit import ServiceError
from utilitysvc.kit.clock import example_clock

ABC_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-4, one-block example
ABC_MD5 = "900150983cd24fb0d6963f7d28e17f72"  # RFC 1321, A.5
TABLE = [
    {"name": name, "hex_length": int(length), "level": level, "category": category, "speed_rank": int(rank)}
    for name, length, level, category, rank in rows("algorithms.tsv")
]
NAMES = [row["name"] for row in TABLE]


def test_answer_has_the_keys_of_the_table_in_their_order():
    """G5, H2, H4."""
    result = services.hash_text(input="abc", clock=example_clock)
    assert [[*item] for item in result.items()] == rows("hash_answer.json")


def test_answer_with_all_that_may_be_asked_has_every_key_in_its_place(api):
    """H6, B1, B2: hashes and algorithms replace hash and algorithm, hmac follows iterations, and matches is last."""
    _, body = api.ask("/hash/", input="abc", algorithm="md5,sha1", key="k", expected="0" * 32)
    keys = "input hashes algorithms salt iterations hmac format uppercase timestamp matches"
    assert list(body) == keys.split()


@each_row("parameters, hashed", rows("hash_input_is_not_changed.json"))
def test_input_is_not_changed(api, parameters, hashed):
    """H2, H6, G2."""
    _, body = api.ask("/hash/", **parameters)
    assert (body["input"], body["hash"]) == (hashed, hashlib.sha256(hashed.encode()).hexdigest())


@each_row("parameters, digest", rows("hash_salt_and_rounds.json"))
def test_salt_comes_before_the_input_and_rounds_digest_raw_bytes(api, parameters, digest):
    """H1, B3."""
    assert api.ask("/hash/", **parameters).body["hash"] == digest


@each_row("algorithm", NAMES)
def test_formats_write_the_same_digest(api, algorithm):
    """H4."""
    parameters = {"input": "Grüße", "algorithm": algorithm}
    written = {format: api.ask("/hash/", **parameters, format=format).body for format in ("hex", "base64", "binary")}
    digest = bytes.fromhex(written["hex"]["hash"])
    assert written["base64"]["hash"] == base64.b64encode(digest).decode()
    assert written["binary"]["hash"] == "".join(f"{octet:08b}" for octet in digest)
    assert all((body["length"], body["format"]) == (len(body["hash"]), name) for name, body in written.items())


@each_row("format, digest, uppercase", rows("hash_uppercase.json"))
def test_uppercase_tells_whether_the_digest_is_uppercase(api, format, digest, uppercase):
    """H5, H6. The check value of CRC-32, cbf43926, in each format, alone and beside another."""
    parameters = {"input": "123456789", "format": format, "uppercase": True}
    _, body = api.ask("/hash/", algorithm="crc32", **parameters)
    assert (body["hash"], body["uppercase"]) == (digest, uppercase)
    _, body = api.ask("/hash/", algorithm="crc32,sha1", **parameters)
    assert (body["hashes"]["crc32"], body["uppercase"]) == (digest, uppercase)


@each_row("parameters", rows("hash_several.json"))
def test_several_algorithms(api, parameters):
    """H6."""
    _, body = api.ask("/hash/", input="abc", **parameters)
    assert list(body["hashes"].items()) == [("sha256", ABC_SHA256), ("md5", ABC_MD5)]
    assert body["algorithms"] == ["sha256", "md5"]


@each_row("parameters, algorithm", rows("hash_one_distinct_algorithm_is_answered_like_one.json"))
def test_one_distinct_algorithm_is_answered_like_one(api, parameters, algorithm):
    """H6: an empty list counts as not given. G2, H9: FIPS 180-4 writes SHA-512/256 with a slash."""
    assert api.ask("/hash/", input="abc", **parameters).body["algorithm"] == algorithm


def test_all_algorithms_at_once_have_the_same_digests_as_alone(api):
    """H6, H7."""
    _, body = api.ask("/hash/", input="abc", algorithm=NAMES)
    alone = {name: services.hash_text(input="abc", algorithm=name)["hash"] for name in NAMES}
    assert list(body["hashes"].items()) == list(alone.items())
    assert [len(digest) for digest in alone.values()] == [row["hex_length"] for row in TABLE]


@each_row("parameters, error, details", rows("hash_refused.json"))
def test_refused(api, parameters, error, details):
    """The errors of the specification; H2, H6, H7, B3, G3."""
    response = api.post("/hash/", parameters)
    assert (response.status_code, response.json()) == (400, {"error": error, "details": details})


def test_only_the_first_error_is_reported(api):
    """G4: all parameters are wrong. If they are corrected one after the other, each time the next error appears."""
    table = rows("hash_first_error.json")
    parameters = {name: bad for name, bad, *_ in reversed(table)}
    for name, _, good, error, details in table:
        assert api.post("/hash/", parameters).json() == {"error": error, "details": details}
        parameters[name] = good
    assert api.post("/hash/", parameters).status_code == 200


@each_row("algorithm", [row["name"] for row in TABLE if row["category"] == "checksum"] + ["md5,sha1,crc32"])
@each_row("key", ["k", ""])
def test_checksum_with_a_key_is_refused(api, algorithm, key):
    """B1: an empty key is a key too."""
    status, body = api.ask("/hash/", input="abc", algorithm=algorithm, key=key)
    assert (status, body["error"]) == (400, "HMAC needs a cryptographic algorithm")


@each_row("parameters, expected, matches", rows("hash_compare.json"))
def test_compare(api, parameters, expected, matches):
    """B2, G18: hexadecimal and Base64 are read as in all functions. White space at both ends is ignored."""
    assert api.ask("/hash/", input="abc", expected=expected, **parameters).body["matches"] is matches


@each_row("encoding, written, octets", rows("hash_decoded.tsv"))
def test_input_and_key_are_decoded(api, encoding, written, octets):
    """B1, B3: the input is echoed as it was sent."""
    data = bytes.fromhex(octets)
    _, body = api.ask("/hash/", input=written, encoding=encoding)
    assert (body["hash"], body["input"]) == (hashlib.sha256(data).hexdigest(), written)
    _, body = api.ask("/hash/", input="abc", key=written, key_encoding=encoding)
    assert (body["hash"], body["hmac"]) == (hmac.new(data, b"abc", "sha256").hexdigest(), True)


@each_row("encoding, written, details", rows("hash_undecodable.tsv"))
def test_input_and_key_that_do_not_decode_are_refused(api, encoding, written, details):
    """B1, B3, G18: the details have the position in the value as it was sent. G4: the key is checked first."""
    refused = {"error": "Invalid input encoding", "details": details}
    assert api.ask("/hash/", input=written, encoding=encoding) == (400, refused)
    refused["error"] = "Invalid key encoding"
    assert api.ask("/hash/", input="6", encoding="hex", key=written, key_encoding=encoding) == (400, refused)


@pytest.mark.parametrize(("name", "encoding"), [("input", "encoding"), ("key", "key_encoding")])
def test_g19_space_with_two_meanings(api, name, encoding):
    """G19, B3: the error has a reading for each meaning, which is accepted when it is sent."""
    asked = {"input": "YQ==", "encoding": "base64", encoding: "base64", name: "Pj4 "}
    status, body = api.ask("/hash/", **asked)
    writings = [reading["write"] for reading in body["readings"]]
    assert (status, body["error"], writings) == (400, f"Invalid {name} encoding", ["Pj4+", "Pj4"])
    assert len({api.ask("/hash/", **asked | {name: writing}).body["hash"] for writing in writings}) == 2


@pytest.mark.slow
@each_row("algorithm", NAMES)
def test_ten_thousand_rounds_are_fast(algorithm):
    """H1: milliseconds with a library. Algorithms that this host lacks are computed in Python, which takes seconds."""
    limit = 30 if isinstance(ALGORITHMS[algorithm].implementation.new(), BlockHash) else 1  # most take about 0.01
    rounds = partial(services.hash_text, input="abc", algorithm=algorithm, iterations=10_000)
    assert not takes_longer(rounds, limit)


@each_row("algorithm", NAMES)
def test_each_further_round_digests_the_digest_before_it(algorithm):
    """H1: several rounds have the same result as one round after the other."""
    digest = services.hash_text(input="abc", algorithm=algorithm)["hash"]
    for rounds in range(2, 5):
        digest = services.hash_text(input=digest, encoding="hex", algorithm=algorithm)["hash"]
        assert services.hash_text(input="abc", algorithm=algorithm, iterations=rounds)["hash"] == digest


def test_algorithms_are_listed(api):
    """H8, H9."""
    listed = api.get("/hash/algorithms/").json()["algorithms"]
    assert [list(entry.items()) for entry in listed] == [list(row.items()) for row in TABLE]


@each_row("path, query, lines", rows("hash_plain_text.json"))
def test_plain_text(api, path, query, lines):
    """G6."""
    assert api.get(path, f"{query}&output=text").content.decode().splitlines() == lines


def test_h7_no_algorithm_at_all_is_refused_in_python():
    """F5: in a request an empty list counts as not given (H6)."""
    with pytest.raises(ServiceError, match="Supported algorithms: md5"):
        services.hash_text(input="a", algorithm=[])
