"""/hash/: rules H1-H9 and B1-B3. test_vectors.py tests the digests themselves."""

import base64
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
# SHA-256 of the SHA-256 of "hello": the example in the Bitcoin wiki's Protocol documentation.
HELLO_TWICE = "9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50"

# The tables of H8 and H9: name, length in hexadecimal, level, category, speed rank.
TABLE = [
    ("md5", 32, "Low", "legacy", 3),
    ("sha1", 40, "Low", "legacy", 3),
    ("sha256", 64, "High", "secure", 4),
    ("sha512", 128, "Very High", "secure", 4),
    ("sha3-256", 64, "High", "secure", 5),
    ("sha3-512", 128, "Very High", "secure", 5),
    ("blake2b256", 64, "High", "secure", 2),
    ("blake2b512", 128, "Very High", "secure", 2),
    ("whirlpool", 128, "High", "secure", 5),
    ("ripemd160", 40, "Medium", "legacy", 3),
    ("crc32", 8, "None", "checksum", 1),
    ("adler32", 8, "None", "checksum", 1),
    ("fnv1a32", 8, "None", "checksum", 1),
    ("fnv1a64", 16, "None", "checksum", 1),
    ("sha224", 56, "High", "secure", 4),
    ("sha384", 96, "Very High", "secure", 4),
    ("sha512-256", 64, "High", "secure", 4),
    ("sha3-224", 56, "High", "secure", 5),
    ("sha3-384", 96, "Very High", "secure", 5),
    ("blake2s256", 64, "High", "secure", 2),
    ("blake3", 64, "High", "secure", 2),
    ("xxh32", 8, "None", "checksum", 1),
    ("xxh64", 16, "None", "checksum", 1),
    ("xxh3-64", 16, "None", "checksum", 1),
    ("xxh3-128", 32, "None", "checksum", 1),
]
NAMES = [row[0] for row in TABLE]

MISSING = ("Input parameter is required", "Provide the text to hash in the input parameter")
BAD_FORMAT = ("Invalid format specified", "Supported formats: hex, base64, binary. Unknown format: octal")
BAD_ENCODING = (
    "Invalid encoding specified",
    "Supported encodings: utf-8, hex, base64. Unknown encoding: latin-1",
)


def bad_algorithm(hint):
    return "Invalid algorithm specified", f"Supported algorithms: {', '.join(NAMES)}. Unknown algorithm: {hint}"


def wrong_type(name, wanted):
    return "Invalid parameter type", f"{name} must be {wanted}"


def bad_iterations(value):
    return "Iterations must be between 1 and 10000", f"Requested iterations: {value}"


def test_answer_has_the_keys_of_the_table_in_their_order():
    """G5, H2, H4."""
    result = services.hash_text(input="abc", clock=example_clock)
    assert list(result.items()) == [
        ("input", "abc"),
        ("hash", ABC_SHA256),
        ("algorithm", "sha256"),
        ("salt", ""),
        ("iterations", 1),
        ("format", "hex"),
        ("uppercase", False),
        ("length", 64),
        ("timestamp", "2026-11-21 12:00:00"),
    ]


def test_answer_with_all_that_may_be_asked_has_every_key_in_its_place(api):
    """H6, B1, B2: hashes and algorithms replace hash and algorithm, hmac follows iterations, and matches is last."""
    _, body = api.ask("/hash/", input="abc", algorithm="md5,sha1", key="k", expected="0" * 32)
    assert list(body) == [
        *("input", "hashes", "algorithms", "salt", "iterations", "hmac", "format", "uppercase", "timestamp", "matches")
    ]


@each_row(
    ("parameters", "hashed"),
    rows("hash_input_is_not_changed.json"),
)
def test_input_is_not_changed(api, parameters, hashed):
    """H2, H6, G2."""
    status, body = api.ask("/hash/", **parameters)
    assert (status, body["input"]) == (200, hashed)
    assert body["hash"] == services.hash_text(input=hashed)["hash"]


@pytest.mark.parametrize(
    ("parameters", "digest"),
    [
        ({"input": "bc", "salt": "a"}, ABC_SHA256),
        ({"input": "", "salt": "abc"}, ABC_SHA256),
        ({"input": "abc", "salt": ""}, ABC_SHA256),
        ({"input": "hello", "iterations": 2}, HELLO_TWICE),
        ({"input": "ello", "salt": "h", "iterations": "+2"}, HELLO_TWICE),
    ],
)
def test_salt_comes_before_the_input_and_rounds_digest_raw_bytes(api, parameters, digest):
    """H1."""
    assert api.ask("/hash/", **parameters).body["hash"] == digest


@each_row("algorithm", NAMES)
def test_formats_write_the_same_digest(api, algorithm):
    """H4."""
    parameters = {"input": "Grüße", "algorithm": algorithm}
    written = {format: api.ask("/hash/", **parameters, format=format).body for format in ("hex", "base64", "binary")}
    digest = bytes.fromhex(written["hex"]["hash"])
    assert base64.b64decode(written["base64"]["hash"], validate=True) == digest
    assert int(written["binary"]["hash"], 2) == int.from_bytes(digest, "big")
    assert len(written["binary"]["hash"]) == 8 * len(digest)
    assert all(body["length"] == len(body["hash"]) for body in written.values())
    assert all(body["format"] == format for format, body in written.items())


@pytest.mark.parametrize(
    ("format", "digest", "uppercase"),
    [
        ("hex", "CBF43926", True),
        (" HEX ", "CBF43926", True),
        ("base64", "y/Q5Jg==", False),
        ("binary", "11001011111101000011100100100110", False),
    ],
)
def test_uppercase_tells_whether_the_digest_is_uppercase(api, format, digest, uppercase):
    """H5. The check value of CRC-32, cbf43926, in each format."""
    _, body = api.ask("/hash/", input="123456789", algorithm="crc32", format=format, uppercase=True)
    assert (body["hash"], body["uppercase"], body["format"]) == (digest, uppercase, format.strip().lower())


def test_uppercase_of_several(api):
    """H5, H6."""
    _, body = api.ask("/hash/", input="123456789", algorithm="crc32,sha1", uppercase=True)
    assert (body["hashes"]["crc32"], body["uppercase"]) == ("CBF43926", True)


@each_row(
    "parameters",
    [
        {"algorithm": "sha256,md5"},
        {"algorithm": ["sha256", "md5"]},
        {"algorithms": "sha256,md5"},
        {"algorithms": ["SHA256", " md5 "]},
        {"algorithm": " SHA256 ,, Md5,sha256,"},
        {"algorithm": "", "algorithms": "sha256,md5"},
        {"algorithm": [], "algorithms": ["sha256", "md5"]},
        {"algorithm": None, "algorithms": "sha256,md5"},
        {"algorithm": " , ", "algorithms": "sha256,md5"},
        {"algorithm": "sha256,md5", "algorithms": "sha1"},
    ],
)
def test_several_algorithms(api, parameters):
    """H6."""
    _, body = api.ask("/hash/", input="abc", **parameters)
    assert list(body["hashes"].items()) == [("sha256", ABC_SHA256), ("md5", ABC_MD5)]
    assert body["algorithms"] == ["sha256", "md5"]


@each_row(
    ("parameters", "algorithm"),
    rows("hash_one_distinct_algorithm_is_answered_like_one.json"),
)
def test_one_distinct_algorithm_is_answered_like_one(api, parameters, algorithm):
    """H6: an empty list counts as not given."""
    _, body = api.ask("/hash/", input="abc", **parameters)
    assert body["algorithm"] == algorithm
    assert "hashes" not in body


def test_all_algorithms_at_once_have_the_same_digests_as_alone(api):
    """H6, H7."""
    _, body = api.ask("/hash/", input="abc", algorithm=NAMES)
    alone = {name: api.ask("/hash/", input="abc", algorithm=name).body["hash"] for name in NAMES}
    assert body["hashes"] == alone
    assert list(body["hashes"]) == NAMES
    assert {name: len(digest) for name, digest in alone.items()} == {row[0]: row[1] for row in TABLE}


REFUSED = [
    ({}, MISSING),
    ({"input": None}, MISSING),
    ({"text": None}, MISSING),
    ({"algorithm": "nonsense"}, MISSING),
    ({"input": True}, wrong_type("input", "a string")),
    ({"input": ["abc"]}, wrong_type("input", "a string")),
    ({"text": {"a": 1}}, wrong_type("text", "a string")),
    ({"input": "", "algorithm": "md4"}, bad_algorithm("md4. Did you mean md5?")),
    ({"input": "", "algorithm": "SHA-2"}, bad_algorithm("SHA-2. Did you mean sha256 or sha512?")),
    ({"input": "", "algorithm": "bcrypt"}, bad_algorithm("bcrypt. Did you mean /hash/password/?")),
    ({"input": "", "algorithm": "256-sha3"}, bad_algorithm("256-sha3. Did you mean sha3-256?")),
    ({"input": "", "algorithm": "md5,md4"}, bad_algorithm("md4. Did you mean md5?")),
    ({"input": "", "algorithm": "sha1 md5"}, bad_algorithm("sha1 md5. Did you mean sha1?")),
    ({"input": "", "algorithm": ["adler32,rot13"]}, bad_algorithm("adler32,rot13. Did you mean adler32?")),
    ({"input": "", "algorithm": 5}, bad_algorithm("5")),
    ({"input": "", "algorithms": "md4"}, bad_algorithm("md4. Did you mean md5?")),
    ({"input": "", "algorithm": ["md5", None]}, wrong_type("algorithm", "a string")),
    ({"input": "", "algorithm": ["nonsense", True]}, wrong_type("algorithm", "a string")),
    ({"input": "", "algorithm": [["md5"]]}, wrong_type("algorithm", "a string")),
    ({"input": "", "algorithms": {"md5": 1}}, wrong_type("algorithms", "a string")),
    ({"input": "", "salt": False}, wrong_type("salt", "a string")),
    ({"input": "", "iterations": 0}, bad_iterations(0)),
    ({"input": "", "iterations": 10001}, bad_iterations(10001)),
    ({"input": "", "iterations": "-1"}, bad_iterations(-1)),
    ({"input": "", "iterations": "x"}, wrong_type("iterations", "an integer")),
    ({"input": "", "format": "octal"}, BAD_FORMAT),
    ({"input": "", "format": ["hex"]}, wrong_type("format", "a string")),
    ({"input": "", "uppercase": "maybe"}, wrong_type("uppercase", "a boolean")),
    ({"input": "", "key": []}, wrong_type("key", "a string")),
    ({"input": "", "expected": True}, wrong_type("expected", "a string")),
    ({"input": "", "encoding": "latin-1"}, BAD_ENCODING),
]


@each_row(("parameters", "expected"), REFUSED)
def test_refused(api, parameters, expected):
    """The errors of the specification; H2, H6, H7, B3, G3. Values that a query cannot have are sent only by POST."""
    error, details = expected
    expected = (400, {"error": error, "details": details})
    if any(isinstance(value, bool | list | dict) for value in parameters.values()):
        response = api.post("/hash/", parameters)
        assert (response.status_code, response.json()) == expected
    else:
        assert api.ask("/hash/", **parameters) == expected


def test_only_the_first_error_is_reported(api):
    """G4: all parameters are wrong. If they are corrected one after the other, each time the next error appears."""
    wrong = {
        "input": (True, "abc", wrong_type("input", "a string")),
        "algorithm": ("nonsense", "md5", bad_algorithm("nonsense")),
        "salt": (True, "", wrong_type("salt", "a string")),
        "iterations": (0, 1, bad_iterations(0)),
        "format": ("octal", "hex", BAD_FORMAT),
        "uppercase": ("maybe", True, wrong_type("uppercase", "a boolean")),
        "key": (True, "k", wrong_type("key", "a string")),
        "key_encoding": ("latin-1", "utf-8", BAD_ENCODING),
        "expected": (True, ABC_MD5, wrong_type("expected", "a string")),
        "encoding": ("latin-1", "utf-8", BAD_ENCODING),
    }
    parameters = {name: bad for name, (bad, _, _) in reversed(wrong.items())}
    for name, (_, good, (error, details)) in wrong.items():
        assert api.post("/hash/", parameters).json() == {"error": error, "details": details}
        parameters[name] = good
    assert api.post("/hash/", parameters).status_code == 200


@each_row("algorithm", [row[0] for row in TABLE if row[3] == "checksum"] + ["md5,sha1,crc32"])
@each_row("key", ["k", ""])
def test_checksum_with_a_key_is_refused(api, algorithm, key):
    """B1: an empty key is a key too."""
    status, body = api.ask("/hash/", input="abc", algorithm=algorithm, key=key)
    assert (status, body["error"]) == (400, "HMAC needs a cryptographic algorithm")


@each_row(
    ("parameters", "expected", "matches"),
    rows("hash_compare.json"),
)
def test_compare(api, parameters, expected, matches):
    """B2, G18: hexadecimal and Base64 are read as in all functions. White space at both ends is ignored."""
    _, body = api.ask("/hash/", input="abc", expected=expected, **parameters)
    assert body["matches"] is matches
    assert [name for name in body if name != "hint"][-1] == "matches"


@pytest.mark.parametrize("number", [6, 15])
def test_compare_reads_a_space_at_an_end_as_a_plus(api, number):
    """B2, X7: the digests of these inputs begin or end with a plus in Base64."""
    digest = api.ask("/hash/", input=number, algorithm="sha384", format="base64").body["hash"]
    assert "+" in (digest[0], digest[-1])
    assert api.get("/hash/", f"input={number}&algorithm=sha384&format=base64&expected={digest}").json()["matches"]


@each_row(
    ("encoding", "written"),
    [
        ("utf-8", "ab\u00ff"),
        ("UTF-8 ", "ab\u00ff"),
        ("hex", "6162c3bf"),
        ("HEX", "6162C3BF"),
        ("base64", "YWLDvw=="),
        ("base64", "YWLDvw"),
        ("hex", " 61:62 c3\nBF:"),
    ],
)
def test_input_is_decoded_and_echoed_as_it_was_sent(api, encoding, written):
    """B3."""
    _, body = api.ask("/hash/", input=written, encoding=encoding)
    assert (body["hash"], body["input"]) == (services.hash_text(input="ab\u00ff")["hash"], written)


@pytest.mark.parametrize("written", ["+/+/", "-_-_", " / /"])
def test_base64_takes_both_alphabets_and_a_space_as_a_plus(api, written):
    """B3: these texts mean the bytes FB FF BF."""
    _, body = api.ask("/hash/", input=written, encoding="base64")
    assert body["hash"] == services.hash_text(input="fbffbf", encoding="hex")["hash"]


def test_salt_comes_before_the_decoded_bytes(api):
    """H1, B3."""
    _, body = api.ask("/hash/", input="6263", salt="a", encoding="hex")
    assert body["hash"] == ABC_SHA256


UNDECODABLE = [
    ("hex", "6", "A hexadecimal digit is missing at position 1; a byte has 2"),
    ("hex", "61 6:2", "A hexadecimal digit is missing at position 4; a byte has 2"),
    ("hex", "0x61", "'x' is not a hexadecimal digit at position 1"),
    ("hex", "６１", "'６' is not a hexadecimal digit at position 0"),
    ("base64", "A", "The last group of characters is cut short at position 0"),
    ("base64", "YWJj*", "'*' is not in the Base64 alphabet at position 4"),
    ("base64", "YWJj=", "Padding of length 1 in place of 0 at position 4"),
    ("base64", "YR==", "Unused bits of the last character are not zero at position 1"),
    ("base64", "YQ==YQ==", "Padding before the end at position 2"),
]


@each_row(("encoding", "written", "details"), UNDECODABLE)
def test_input_that_does_not_decode_is_refused(api, encoding, written, details):
    """B3, G18: the details have the position in the value as it was sent."""
    assert api.ask("/hash/", input=written, encoding=encoding) == (
        400,
        {"error": "Invalid input encoding", "details": details},
    )


@each_row(("encoding", "written", "details"), UNDECODABLE)
def test_key_that_does_not_decode_is_refused(api, encoding, written, details):
    """B1, G4: the key is checked before the input."""
    assert api.ask("/hash/", input="6", encoding="hex", key=written, key_encoding=encoding) == (
        400,
        {"error": "Invalid key encoding", "details": details},
    )


@pytest.mark.parametrize(
    ("encoding", "key"), [("utf-8", "ab\u00ff"), ("HEX", "61 62 C3 BF"), ("base64", "YWLDvw"), (None, "ab\u00ff")]
)
def test_key_is_decoded(api, encoding, key):
    """B1."""
    mac = hmac.new("ab\u00ff".encode(), b"abc", "sha256").hexdigest()
    _, body = api.ask("/hash/", input="abc", key=key, key_encoding=encoding)
    assert (body["hash"], body["hmac"]) == (mac, True)


def test_key_encoding_without_a_key_has_no_effect(api):
    """B1."""
    _, body = api.ask("/hash/", input="abc", key_encoding="hex")
    assert body["hash"] == ABC_SHA256
    assert "hmac" not in body


@pytest.mark.slow
@each_row("algorithm", NAMES)
def test_ten_thousand_rounds_are_fast(algorithm):
    """H1: milliseconds with a library. Algorithms that this host lacks are computed in Python, which takes seconds."""
    limit = 30 if isinstance(ALGORITHMS[algorithm].implementation.new(), BlockHash) else 1  # most take about 0.01
    rounds = partial(services.hash_text, input="abc", algorithm=algorithm, iterations=10_000)
    assert not takes_longer(rounds, limit)


def test_algorithms_are_listed(api):
    """H8, H9."""
    keys = ("name", "hex_length", "level", "category", "speed_rank")
    response = api.get("/hash/algorithms/")
    assert response.status_code == 200
    assert [list(entry.items()) for entry in response.json()["algorithms"]] == [
        list(zip(keys, row, strict=True)) for row in TABLE
    ]


@pytest.mark.parametrize(
    ("path", "query", "text"),
    [
        ("/hash/", "input=abc&algorithm=md5", f"{ABC_MD5}\n"),
        ("/hash/", "input=abc&algorithm=md5,sha256", f"md5 {ABC_MD5}\nsha256 {ABC_SHA256}\n"),
        ("/hash/algorithms/", "", "\n".join(NAMES) + "\n"),
    ],
)
def test_plain_text(api, path, query, text):
    """G6."""
    assert api.get(path, f"{query}&output=text").content.decode() == text


@pytest.mark.parametrize("name", ["SHA-512/256", "sha512/256", "SHA512-256", "sha512_256"])
def test_name_with_a_slash(api, name):
    """G2, H9: FIPS 180-4 writes the name with a slash."""
    assert api.ask("/hash/", input="abc", algorithm=name).body["algorithm"] == "sha512-256"


@pytest.mark.parametrize(("name", "encoding"), [("input", "encoding"), ("key", "key_encoding")])
def test_g19_space_with_two_meanings(api, name, encoding):
    """G19, B3: the error has a reading for each meaning, which is accepted when it is sent."""
    asked = {"input": "YQ==", "encoding": "base64", encoding: "base64", name: "Pj4 "}
    status, body = api.ask("/hash/", **asked)
    assert (status, body["error"]) == (400, f"Invalid {name} encoding")
    assert [reading["write"] for reading in body["readings"]] == ["Pj4+", "Pj4"]
    assert (
        len({api.ask("/hash/", **asked | {name: reading["write"]}).body["hash"] for reading in body["readings"]}) == 2
    )


@each_row("algorithm", NAMES)
def test_each_further_round_digests_the_digest_before_it(algorithm):
    """H1: several rounds have the same result as one round after the other."""
    digest = services.hash_text(input="abc", algorithm=algorithm)["hash"]
    for rounds in range(2, 6):
        digest = services.hash_text(input=digest, encoding="hex", algorithm=algorithm)["hash"]
        assert services.hash_text(input="abc", algorithm=algorithm, iterations=rounds)["hash"] == digest


def test_h7_no_algorithm_at_all_is_refused_in_python():
    """F5: in a request an empty list counts as not given (H6)."""
    with pytest.raises(ServiceError, match="Supported algorithms: md5"):
        services.hash_text(input="a", algorithm=[])
