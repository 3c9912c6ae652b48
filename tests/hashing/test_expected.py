"""Rules H11 and B2: the one digest in a text, whatever tool wrote it, and the algorithms that it may belong to.

The digests are the published ones of "abc" (test_vectors.py).
"""

import base64

import pytest

from hashing import services
from hashing.algorithms import ALGORITHMS
from hashing.expected import read_expected
from hashing.views import FILE_TYPE
from tests.measure import cpu_seconds
from tests.tables import each_row, rows

DIGESTS = {name: algorithm.implementation.new(b"abc").digest() for name, algorithm in ALGORITHMS.items()}
HEX = {name: digest.hex() for name, digest in DIGESTS.items()}
BASE64 = {name: base64.b64encode(digest).decode() for name, digest in DIGESTS.items()}
MD5, SHA1, SHA256 = (HEX[name] for name in ("md5", "sha1", "sha256"))
INVALID = "Invalid expected specified"
FORMATS = ("hex", "base64", "binary")


def sri(*names):
    return " ".join(f"{name}-{BASE64[name]}" for name in names)


SRI256 = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
OTHER256 = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="  # of an empty input


@each_row("tool, expected, algorithm", rows("expected_forms.json"))
@each_row("format", FORMATS)
def test_h11_digest_in_the_output_of_a_tool(api, tool, expected, algorithm, format):
    for given in ({}, {"algorithm": algorithm}):
        _, body = api.ask("/hash/", input="abc", expected=expected, format=format, **given)
        assert (body["algorithm"], body["format"], body["matches"]) == (algorithm, format, True)
        assert list(body)[-1] == "matches"
    assert api.ask("/hash/", input="abd", expected=expected, format=format).body["matches"] is False


@each_row("expected, details", rows("expected_refused.json"))
def test_h11_text_with_no_digest_or_several_is_refused(api, expected, details):
    assert api.ask("/hash/", input="abc", expected=expected) == (400, {"error": INVALID, "details": details})


@each_row("name", ALGORITHMS)
@each_row("form", ["{name}-{base64}", "{name}:{hex}", "{upper} (a file) = {hex}", "{upper} = {base64}", "{name}={hex}"])
def test_h11_each_algorithm_is_known_by_its_name(api, form, name):
    expected = form.format(name=name, upper=name.upper(), hex=HEX[name], base64=BASE64[name])
    for format in FORMATS:
        _, body = api.ask("/hash/", input="abc", expected=expected, format=format)
        assert (body["algorithm"], body["matches"]) == (name, True)


@each_row(
    "expected",
    [
        SRI256,
        "SHA256-" + SRI256[7:],
        SRI256.rstrip("="),
        SRI256 + "?ct=application/javascript",  # SRI: options are parsed, but none is defined yet
        SRI256.replace("+", "-").replace("/", "_"),
        f"\n {SRI256}\t\n",
        f"{OTHER256} {SRI256}",
        f"{SRI256}\n    {OTHER256}",
        f"{SRI256.rstrip('=')} nonsense",  # the digest is whole, so nothing continues it
        f"sha1024-AAAA {SRI256}\tnonsense",  # SRI: unknown algorithms are ignored
        f'<script integrity="{SRI256}">',
    ],
)
def test_h11_subresource_integrity(api, expected):
    _, body = api.ask("/hash/", input="abc", expected=expected)
    assert (body["algorithm"], body["matches"]) == ("sha256", True)


def test_h11_several_integrities_are_several_algorithms(api):
    """Any of them may match."""
    both = sri("sha512", "sha384")
    _, body = api.ask("/hash/", input="abc", expected=both)
    assert (body["algorithms"], body["matches"]) == (["sha512", "sha384"], True)
    _, body = api.ask("/hash/", input="abc", expected=both.replace("sha512-3a", "sha512-AA"))
    assert body["matches"] is True
    assert api.ask("/hash/", input="abd", expected=both).body["matches"] is False


@each_row("format", FORMATS)
@each_row("name", ALGORITHMS)
def test_h11_bare_digest_is_compared_with_every_algorithm_of_its_length(api, name, format):
    wanted = services.hash_text(input="abc", algorithm=name, format=format)["hash"]
    for expected in (wanted, wanted.upper() if format == "hex" else f" {wanted}\n"):
        _, body = api.ask("/hash/", input="abc", format=format, expected=expected)
        assert (body["algorithm"], body["hash"], body["matches"]) == (name, wanted, True)


@each_row(
    ("format", "expected", "name"),
    [
        ("base64", BASE64["crc32"].rstrip("="), "crc32"),
        ("base64", BASE64["fnv1a64"].rstrip("="), "fnv1a64"),
        ("binary", " ".join(f"{byte:08b}" for byte in DIGESTS["md5"]), "md5"),
    ],
)
def test_h11_format_decides_what_has_several_meanings(api, format, expected, name):
    """Short Base64 without padding may be a word, and bits are hexadecimal digits too."""
    _, body = api.ask("/hash/", input="abc", format=format, expected=expected)
    assert (body["algorithm"], body["matches"]) == (name, True)


def test_h11_text_with_two_checksums_that_are_equal(api):
    """The CRC-32 and the FNV-1a of this text are the same. The first of the two is shown."""
    _, body = api.ask("/hash/", input="jghvvio", expected="7903883e")
    assert (body["algorithm"], body["hash"], body["matches"]) == ("crc32", "7903883e", True)
    _, body = api.ask("/hash/", input="jghvvio", algorithm="fnv1a32", expected="7903883e")
    assert (body["hash"], body["matches"]) == ("7903883e", True)


@each_row(
    ("given", "expected", "others"),
    [
        ({"algorithm": "sha256"}, "0" * 32, "md5, xxh3-128"),
        ({"algorithm": "md5"}, "F" * 32, "xxh3-128"),
        ({"algorithm": "md5,sha1"}, "0" * 40, "ripemd160"),
        ({"algorithm": "md5"}, f"{SHA1}  name", "sha1, ripemd160"),
        ({"algorithm": "md5"}, f"md5:{SHA1}", "sha1, ripemd160"),
        ({"algorithm": "md5,sha1"}, f"md5:{SHA1}", "ripemd160"),  # computed, but not the one that it claims to be
        ({}, f"md5:{SHA1}", "sha1, ripemd160"),
        ({}, f"{sri('md5')} {sri('sha1')}".replace("kAFQ", "AAAA").replace("qZk+", "AAAA"), "ripemd160, xxh3-128"),
        ({"algorithm": "md5", "format": "base64"}, BASE64["sha1"], "sha1, ripemd160"),
        ({"algorithm": "md5", "format": "binary"}, "01" * 80, "sha1, ripemd160"),
        ({"algorithm": "md5"}, BASE64["sha1"].rstrip("="), "sha1, ripemd160"),
        ({"algorithm": "sha1", "key": "k"}, "0" * 32, "md5"),
        ({"algorithm": "md5", "key": "k"}, "0" * 32, None),
        ({"algorithm": "md5", "key": "k"}, "0" * 8, None),
        ({}, "0" * 64, None),  # all algorithms of this length were tried
        ({}, "0" * 8, None),
    ],
)
def test_h11_hint_names_the_algorithms_of_the_length(api, given, expected, others):
    """The hint is the last key. Without an algorithm the default is shown."""
    _, body = api.ask("/hash/", input="abc", expected=expected, **given)
    assert body["matches"] is False
    hint = others and f"expected has the length of a digest of {others}"
    assert (list(body)[-1], body.get("hint")) == ("hint" if others else "matches", hint)
    assert given or "hash" not in body or others or body["algorithm"] == "sha256"


@each_row(
    ("given", "expected", "named", "asked"),
    [
        ("md5", SRI256, "sha256", "md5"),
        ("md5", f"SHA1:{SHA1}", "sha1", "md5"),
        (["md5", "sha1"], f"SHA2-256 (x) = {SHA256}", "sha256", "md5, sha1"),
        ("sha256", sri("sha256", "sha384"), "sha256, sha384", "sha256"),
        ("sha512-256", f"sha512:{HEX['sha512']}", "sha512", "sha512-256"),
        ("sha256", sri("md5"), "md5", "sha256"),  # the default counts as given if it is sent
    ],
)
def test_h11_algorithm_and_expected_that_differ_are_refused(api, given, expected, named, asked):
    status, body = api.ask("/hash/", input="abc", algorithm=given, expected=expected)
    details = (
        f"expected is a digest of {named}, but algorithm asks for {asked}: "
        f"leave out algorithm, or ask for {named.replace(' ', '')}"
    )
    assert (status, body) == (400, {"error": INVALID, "details": details})
    for repaired in ({}, {"algorithm": named.replace(" ", "")}):  # the request that the error suggests is accepted
        assert api.ask("/hash/", input="abc", expected=expected, **repaired).body["matches"] is True


@each_row("algorithm", ["sha256", "SHA-256", ["sha256"], "md5,sha256", "", None, []])
def test_h11_algorithm_may_repeat_the_one_named_by_expected(api, algorithm):
    """G1: null and empty values count as not given."""
    _, body = api.ask("/hash/", input="abc", algorithm=algorithm, expected=SRI256)
    assert body["matches"] is True
    assert "sha256" in body.get("hashes", [body.get("algorithm")])


@each_row("name", ["sha384", "md5", "sha256"])
def test_h11_space_in_a_query_is_read_as_a_plus(api, name):
    """A plus in the middle, two in a row, and one at the end: the Base64 of 48 bytes has no padding after it."""
    for number in range(30):
        digest = services.hash_text(input=str(number), algorithm=name, format="base64")["hash"]
        answer = api.get("/hash/", f"input={number}&expected={name}-{digest}").json()
        assert (answer["algorithm"], answer["matches"]) == (name, True), number
        answer = api.get("/hash/", f"input={number}&expected=md5-AAAA+{name}-{digest}++sha1-AAAA").json()
        assert answer["matches"] is True, number


@each_row("name", ["sha384", "sha3-384"])
def test_h11_space_in_a_query_is_read_as_a_plus_in_a_bare_digest(api, name):
    """Also at both ends: the Base64 of 48 bytes has no padding after it."""
    digests = [
        (number, services.hash_text(input=str(number), algorithm=name, format="base64")["hash"])
        for number in range(300)
    ]
    ends = [(number, digest) for number, digest in digests if digest[0] == "+" or digest[-1] == "+"]
    assert len(ends) > 3
    for number, digest in ends:
        answer = api.get("/hash/", f"input={number}&format=base64&expected={digest}").json()
        assert (answer["algorithm"], answer["matches"]) == (name, True), number


def test_h11_checksums_are_left_out_with_a_key(api):
    mac = api.ask("/hash/", input="abc", key="k", algorithm="md5").body["hash"]
    _, body = api.ask("/hash/", input="abc", key="k", expected=mac)
    assert (body["algorithm"], body["matches"]) == ("md5", True)
    for checksum in ("crc32", "xxh3-128"):
        _, body = api.ask("/hash/", input="abc", key="k", expected=HEX[checksum])
        assert (body["algorithm"], body["matches"]) == ("sha256", False)
    status, body = api.ask("/hash/", input="abc", key="k", expected=f"crc32:{HEX['crc32']}")
    assert (status, body["error"]) == (400, "HMAC needs a cryptographic algorithm")


def test_h11_salt_and_rounds_apply_to_every_compared_algorithm(api):
    given = {"input": "bc", "salt": "a", "iterations": 3}
    for name in ("md5", "xxh3-128", "crc32", "whirlpool"):
        digest = api.ask("/hash/", algorithm=name, **given).body["hash"]
        _, body = api.ask("/hash/", expected=digest.upper(), **given)
        assert (body["algorithm"], body["matches"]) == (name, True)


@each_row(
    ("expected", "algorithm", "matches"),
    [(SRI256, "sha256", True), (OTHER256, "sha256", False), (f"{HEX['blake3']} *a", "blake3", True)],
)
def test_h11_expected_digest_of_a_file(api, expected, algorithm, matches):
    """H10: the file is read only once."""
    response = api.send("POST", "/hash/", query={"expected": expected}, body=b"abc", content_type=FILE_TYPE)
    body = response.json()
    assert (body["bytes"], body["algorithm"], body["matches"]) == (3, algorithm, matches)
    assert services.hash_stream(chunks=iter([b"a", b"bc"]), expected=expected)["matches"] is matches


def test_h11_file_with_another_algorithm_than_expected(api):
    query = {"algorithm": "md5", "expected": SRI256}
    response = api.send("POST", "/hash/", query=query, body=b"abc", content_type=FILE_TYPE)
    assert (response.status_code, response.json()["error"]) == (400, INVALID)


@each_row(
    "text",
    [
        *(
            "md5-a ",
            " ",
            "\n",
            "sha256: ",
            "(",
            ") = ",
            ": ",
            "ab ",
            "ab:",
            "ab cd.e ",
            "x hash of ",
            "Path",
            "abcdefa  ",
        ),
        *("MD5 hash of x ", "deadbe x ", "a: 00 00 00 0g", "s-h-a-", "A", "-", "sha256-\n"),
    ],
)
@each_row("end", ["", "000000000"])
def test_h11_long_values_are_read_fast(text, end):
    """G21: in time linear in their length."""

    def compare():
        with pytest.raises(services.ServiceError, match=INVALID):
            read_expected(text * (40_000 // len(text)) + end, "hex")

    assert cpu_seconds(compare, repeats=1) < 1


@pytest.mark.parametrize("query", ["algorithm=md5&algorithm=", "algorithm=&algorithm=md5", "algorithm=md5&algorithms="])
def test_g1_empty_values_of_a_repeated_parameter_are_skipped(api, query):
    """G1: algorithm=md5&algorithm= is md5."""
    assert api.get("/hash/", f"input=abc&{query}").json().get("algorithm") == "md5"
