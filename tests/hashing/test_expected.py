"""Rule H11: expected digests that name their algorithm, and bare digests, whose length limits the possible algorithms.

test_hash.py has the tests of B2. The digests are the published ones of "abc" (test_vectors.py), in the forms that
coreutils, OpenSSL, BSD's commands, browsers and package managers write.
"""

import base64

import pytest

from hashing import services
from hashing.algorithms import ALGORITHMS
from hashing.expected import Digest, read_expected
from hashing.views import FILE_TYPE
from tests.measure import cpu_seconds
from tests.tables import each_row

DIGESTS = {name: algorithm.new(b"abc").digest() for name, algorithm in ALGORITHMS.items()}
HEX = {name: digest.hex() for name, digest in DIGESTS.items()}
BASE64 = {name: base64.b64encode(digest).decode() for name, digest in DIGESTS.items()}
MD5, SHA1, SHA256, SHA512 = (HEX[name] for name in ("md5", "sha1", "sha256", "sha512"))


def sri(*names):
    return " ".join(f"{name}-{BASE64[name]}" for name in names)


#: Subresource Integrity for "abc" and for other content.
SRI256 = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
OTHER256 = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="  # of an empty input

NAMED = [
    (SRI256, "sha256"),
    ("SHA256-" + SRI256[7:], "sha256"),
    (SRI256.rstrip("="), "sha256"),
    (f"SHA256:{BASE64['sha256']} ?ct=", "sha256"),
    (SRI256 + "?ct=application/javascript", "sha256"),  # SRI: options are parsed, but none is defined yet
    (SRI256.replace("+", "-").replace("/", "_"), "sha256"),
    (f"\n {SRI256}\t\n", "sha256"),
    (f"{OTHER256} {SRI256}", "sha256"),
    (f"{SRI256}\n    {OTHER256}", "sha256"),
    (f"{SRI256}   {OTHER256}", "sha256"),
    (f"{SRI256.rstrip('=')} nonsense", "sha256"),  # the digest is whole, so nothing continues it
    *[(f"{name}-{BASE64[name]}", name) for name in ALGORITHMS],
    *[(f"{name}:{HEX[name]}", name) for name in ALGORITHMS],
    *[(f"{name.upper()} (a file) = {HEX[name].upper()}", name) for name in ALGORITHMS],
    (f"SHA256:{SHA256.upper()}", "sha256"),
    (f" sha-256 : {SHA256}\n", "sha256"),
    (f"SHA256:{BASE64['sha256'].rstrip('=')}", "sha256"),  # ssh-keygen -l
    (f"SHA256:{BASE64['sha256'].replace('+', ' ')}", "sha256"),  # as a query string delivers it
    (f"SHA2-256(stdin)= {SHA256}", "sha256"),  # openssl dgst, 3.x
    (f"SHA256(a (1).txt)= {SHA256}", "sha256"),  # openssl dgst, 1.1
    (f"SHA512/256 (a) = {HEX['sha512-256']}", "sha512-256"),
    (f"RMD160 (a) = {HEX['ripemd160']}", "ripemd160"),
    (f"BLAKE2b (a) = {HEX['blake2b512']}", "blake2b512"),  # b2sum --tag
    (f"BLAKE2b-256 (a) = {HEX['blake2b256']}", "blake2b256"),  # b2sum --tag --length=256
    (f"XXH128 (a) = {HEX['xxh3-128']}", "xxh3-128"),
    (f"MD5 () = {MD5}", "md5"),
    (f"MD5 (x) = (y) = {MD5}", "md5"),
    (f"SHA256 (a) = {BASE64['sha256']}", "sha256"),  # cksum --base64
    (f"sha1:{bytes.fromhex(SHA1).hex(':')}", "sha1"),
    (f"{SRI256} sha1024-AAAA", "sha256"),  # SRI: unknown algorithms are ignored
    (f"sha1024-AAAA {SRI256}\tnonsense", "sha256"),
]


@each_row(("expected", "algorithm"), NAMED)
def test_h11_digest_names_its_algorithm(api, expected, algorithm):
    """For any ``format``, since the form of the expected digest tells how it is written."""
    for format in ("hex", "base64", "binary"):
        _, body = api.ask("/hash/", input="abc", expected=expected, format=format)
        assert (body["algorithm"], body["format"], body["matches"]) == (algorithm, format, True)
        assert list(body)[-1] == "matches"
    _, body = api.ask("/hash/", input="abd", expected=expected)
    assert (body["algorithm"], body["matches"]) == (algorithm, False)


@each_row(
    "line", ["{}  name", "{} *name", "{}  C:\\a b", "\\{}  a\\nb", "{}   name", "{}  a: b (c) = d", "{}  -", " {}  é\n"]
)
@each_row("format", ["hex", "base64"])
def test_h11_line_of_sha256sum(api, line, format):
    """The line names no algorithm, so all algorithms of its length are tried. It is hexadecimal for any ``format``."""
    for name in ("sha256", "blake3", "md5", "sha1", "sha512"):
        for digest in (HEX[name], HEX[name].upper()):
            _, body = api.ask("/hash/", input="abc", expected=line.format(digest), format=format)
            assert (body["algorithm"], body["matches"]) == (name, True)
    _, body = api.ask("/hash/", input="abc", expected=line.format(SHA1), algorithm="sha1,md5")
    assert (list(body["hashes"]), body["matches"]) == (["sha1", "md5"], True)


@each_row(
    "expected",
    [f"{SHA256} name", f"{SHA256}  ", f"{SHA256} *", f"{SHA256[:-1]}g  name", f"{SHA256}  a\n{SHA256}  b", "  name"],
)
def test_h11_other_text_is_a_bare_digest(api, expected):
    _, body = api.ask("/hash/", input="abc", expected=expected)
    assert (body["algorithm"], body["matches"]) == ("sha256", expected.strip() == SHA256)


@pytest.mark.parametrize("format", ["hex", "base64", "binary"])
def test_h11_bare_digest_is_compared_with_every_algorithm_of_its_length(api, format):
    for name in ALGORITHMS:
        wanted = services.hash_text(input="abc", algorithm=name, format=format)["hash"]
        _, body = api.ask("/hash/", input="abc", format=format, expected=wanted)
        assert (body["algorithm"], body["hash"], body["matches"]) == (name, wanted, True)
        assert list(body)[-1] == "matches"


@each_row(
    ("format", "expected", "name"),
    [
        ("hex", DIGESTS["sha1"].hex(":").upper(), "sha1"),  # openssl x509 -fingerprint
        ("hex", DIGESTS["md5"].hex(" ", 4), "md5"),  # gpg --print-md
        ("hex", f"{MD5[:16]}\n{MD5[16:]}", "md5"),
        ("base64", BASE64["sha256"].rstrip("="), "sha256"),
        ("base64", BASE64["sha256"].replace("+", "-").replace("/", "_"), "sha256"),
        ("base64", f"{BASE64['sha512'][:64]}\n{BASE64['sha512'][64:]}", "sha512"),
        ("binary", " ".join(f"{byte:08b}" for byte in DIGESTS["md5"]), "md5"),
    ],
)
def test_g18_bare_digest_is_read_as_every_text_of_its_encoding(api, format, expected, name):
    for given in ({}, {"algorithm": name}):
        _, body = api.ask("/hash/", input="abc", format=format, expected=expected, **given)
        assert (body["algorithm"], body["matches"]) == (name, True)
    assert api.ask("/hash/", input="abd", format=format, expected=expected).body["matches"] is False


def test_h11_text_with_two_checksums_that_are_equal(api):
    """The CRC-32 and the FNV-1a of this text are the same. The first of the two is shown."""
    _, body = api.ask("/hash/", input="jghvvio", expected="7903883e")
    assert (body["algorithm"], body["hash"], body["matches"]) == ("crc32", "7903883e", True)
    _, body = api.ask("/hash/", input="jghvvio", algorithm="fnv1a32", expected="7903883e")
    assert (body["hash"], body["matches"]) == ("7903883e", True)


@each_row("expected", ["0" * 32, "0" * 40, "0" * 64, "0" * 8, "g" * 32, "0" * 63, "0" * 30, ""])
def test_h11_bare_digest_that_matches_nothing_shows_the_default(api, expected):
    """There is no hint, because all algorithms of this length were tried."""
    _, body = api.ask("/hash/", input="abc", expected=expected)
    assert (body["algorithm"], body["hash"], body["matches"]) == ("sha256", SHA256, False)
    assert list(body)[-1] == "matches"


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
        ({}, f"sha384-{BASE64['sha224']}", "sha224, sha3-224"),
        ({}, f"{sri('md5')} {sri('sha1')}".replace("kAFQ", "AAAA").replace("qZk+", "AAAA"), "ripemd160, xxh3-128"),
        ({"algorithm": "md5", "format": "base64"}, BASE64["sha1"], "sha1, ripemd160"),
        ({"algorithm": "md5", "format": "binary"}, "01" * 80, "sha1, ripemd160"),
        ({"algorithm": "md5", "key": "k"}, "0" * 32, None),
        ({"algorithm": "md5", "key": "k"}, "0" * 8, None),
        ({"algorithm": "sha1", "key": "k"}, "0" * 32, "md5"),
        ({"algorithm": "md5"}, MD5, None),
        ({"algorithm": "md5"}, SHA1 + SHA1[:1], None),
        ({"algorithm": "md5"}, "g" * 40, None),
        ({"algorithm": "md5"}, "0" * 39 + "g", None),
        ({"algorithm": "md5"}, BASE64["sha1"], None),
        ({"algorithm": "md5", "format": "base64"}, BASE64["sha1"].rstrip("="), "sha1, ripemd160"),  # G18
        ({"algorithm": "md5", "format": "base64"}, "A" * 66, None),
        ({"algorithm": "md5", "format": "base64"}, "A" * 65, None),
        ({"algorithm": "md5", "format": "binary"}, "01" * 79, None),
        ({"algorithm": "md5"}, "", None),
    ],
)
def test_h11_hint_names_the_algorithms_of_the_length(api, given, expected, others):
    """The hint is the last key."""
    _, body = api.ask("/hash/", input="abc", expected=expected, **given)
    assert body["matches"] is (expected == MD5 and "key" not in given)
    hint = others and f"expected has the length of a digest of {others}"
    assert (list(body)[-1], body.get("hint")) == ("hint" if others else "matches", hint)


def test_h11_several_integrities_are_several_algorithms(api):
    """Any of them may match."""
    both = sri("sha512", "sha384")
    _, body = api.ask("/hash/", input="abc", expected=both)
    assert (body["algorithms"], body["matches"]) == (["sha512", "sha384"], True)
    _, body = api.ask("/hash/", input="abc", expected=both.replace("sha512-3a", "sha512-AA"))
    assert body["matches"] is True
    _, body = api.ask("/hash/", input="abd", expected=both)
    assert body["matches"] is False


@pytest.mark.parametrize(
    ("given", "expected", "named", "asked"),
    [
        ("md5", SRI256, "sha256", "md5"),
        ("md5", f"SHA1:{SHA1}", "sha1", "md5"),
        (["md5", "sha1"], f"SHA2-256 (x) = {SHA256}", "sha256", "md5, sha1"),
        ("sha256", sri("sha256", "sha384"), "sha256, sha384", "sha256"),
        ("sha512-256", f"sha512:{SHA512}", "sha512", "sha512-256"),
    ],
)
def test_h11_algorithm_and_expected_that_differ_are_refused(api, given, expected, named, asked):
    status, body = api.ask("/hash/", input="abc", algorithm=given, expected=expected)
    details = (
        f"expected is a digest of {named}, but algorithm asks for {asked}: "
        f"leave out algorithm, or ask for {named.replace(' ', '')}"
    )
    assert (status, body) == (400, {"error": "Invalid expected specified", "details": details})
    for repaired in ({}, {"algorithm": named.replace(" ", "")}):  # the request that the error suggests is accepted
        assert api.ask("/hash/", input="abc", expected=expected, **repaired).body["matches"] is True


@each_row("algorithm", ["sha256", "SHA-256", ["sha256"], "md5,sha256", "", None, []])
def test_h11_algorithm_may_repeat_the_one_named_by_expected(api, algorithm):
    """G1: null and empty values count as not given."""
    _, body = api.ask("/hash/", input="abc", algorithm=algorithm, expected=SRI256)
    assert body["matches"] is True
    assert "sha256" in body.get("hashes", [body.get("algorithm")])


def test_h11_default_algorithm_counts_as_given_if_it_is_sent(api):
    """G4."""
    assert api.ask("/hash/", input="abc", expected=sri("md5"), algorithm="sha256").status == 400
    assert services.hash_text(input="abc", expected=sri("md5"))["algorithm"] == "md5"
    with pytest.raises(services.ServiceError, match="Invalid expected specified"):
        services.hash_text(input="abc", expected=sri("md5"), algorithm="sha256")


@pytest.mark.parametrize("name", ["sha384", "md5", "sha256"])
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
    "expected",
    [
        f"md4:{MD5}",
        f"sha257-{SHA256}",
        f"NOHASH (x) = {SHA256}",
        f"SHA256 (x) {SHA256}",
        f"SHA256 x) = {SHA256}",
        f"{'s' * 1000}:{SHA256}",
        f"sha256={SHA256}",
        "sha256-",
        "sha256:",
        "SHA256 (x) =",
        f"sha256:{SHA256[:-1]}",
        f"sha256-{BASE64['sha256']}A",
        "sha256-ключ",
        "sha256-\0",
        "\U0010ffff",
        "(",
        ")=",
        ":",
    ],
)
def test_h11_text_in_none_of_the_forms_does_not_match(api, expected):
    status, body = api.ask("/hash/", input="abc", expected=expected)
    assert (status, body["algorithm"], body["matches"]) == (200, "sha256", False)


FILES = [
    (SRI256, "sha256", True),
    (OTHER256, "sha256", False),
    (MD5, "md5", True),
    (f"{HEX['blake3']} *a", "blake3", True),
    ("0" * 32, "sha256", False),
]


@pytest.mark.parametrize(("expected", "algorithm", "matches"), FILES)
def test_h11_expected_digest_of_a_file(api, expected, algorithm, matches):
    """H10: the file is read only once."""
    response = api.send("POST", "/hash/", query={"expected": expected}, body=b"abc", content_type=FILE_TYPE)
    body = response.json()
    assert (body["bytes"], body["algorithm"], body["matches"]) == (3, algorithm, matches)
    chunks = iter([b"a", b"bc"])
    assert services.hash_stream(chunks=chunks, expected=expected)["matches"] is matches


def test_h11_file_with_another_algorithm_than_expected(api):
    query = {"algorithm": "md5", "expected": SRI256}
    response = api.send("POST", "/hash/", query=query, body=b"abc", content_type=FILE_TYPE)
    assert (response.status_code, response.json()["error"]) == (400, "Invalid expected specified")


LONG = 250_000


@pytest.mark.parametrize(
    "expected", ["sha256-" + "A" * LONG, "md5-a " * (LONG // 6), " " * LONG, "sha256-" + " " * LONG, "(" * LONG]
)
def test_h11_long_values_are_read_fast(expected):
    """G21."""

    def compare():
        assert services.hash_text(input="abc", expected=expected)["matches"] is False

    assert cpu_seconds(compare, repeats=1) < 2.5


def test_h11_as_plain_text(api):
    """G6: the digest that matches."""
    assert api.get("/hash/", f"input=abc&expected={MD5}&output=text").content.decode() == f"{MD5}\n"


@pytest.mark.parametrize("query", ["algorithm=md5&algorithm=", "algorithm=&algorithm=md5", "algorithm=md5&algorithms="])
def test_g1_empty_values_of_a_repeated_parameter_are_skipped(api, query):
    """G1: algorithm=md5&algorithm= is md5."""
    assert api.get("/hash/", f"input=abc&{query}").json().get("algorithm") == "md5"


def test_h11_base64_that_looks_hexadecimal():
    """H11: 22 characters are an MD5 in Base64, and 32 one in hexadecimal."""
    assert read_expected("md5-" + "0" * 22, "hex") == [Digest("0" * 22 + "==", "base64", "md5")]
    assert read_expected("md5-" + "0" * 32, "hex") == [Digest("0" * 32, "hex", "md5")]
