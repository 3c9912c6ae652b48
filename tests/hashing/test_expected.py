"""Rules H11 and B2: the one digest in a text, whatever tool wrote it, and the algorithms that it may belong to."""

import base64

import pytest

from hashing import services
from hashing.algorithms import ALGORITHMS
from hashing.expected import read_expected
from hashing.views import HashView
from tests.measure import takes_longer
from tests.tables import each_row, rows

HEX = {name: services.hash_text(input="abc", algorithm=name)["hash"] for name in ALGORITHMS}
BASE64 = {name: base64.b64encode(bytes.fromhex(digest)).decode() for name, digest in HEX.items()}
INVALID = "Invalid expected specified"
FORMATS = ("hex", "base64", "binary")
SRI256 = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
OTHER256 = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="  # of an empty input


@each_row("tool, expected, algorithm", rows("expected_forms.json"))
@each_row("format", FORMATS)
def test_h11_digest_in_the_output_of_a_tool(api, tool, expected, algorithm, format):
    for given in ({}, {"algorithm": algorithm}):
        _, body = api.ask("/hash/", input="abc", expected=expected, format=format, **given)
        assert (body["algorithm"], body["format"], list(body.items())[-1]) == (algorithm, format, ("matches", True))
    assert api.ask("/hash/", input="abd", expected=expected, format=format).body["matches"] is False


@each_row("expected, details", rows("expected_refused.json"))
def test_h11_text_with_no_digest_or_several_is_refused(api, expected, details):
    assert api.ask("/hash/", input="abc", expected=expected) == (400, {"error": INVALID, "details": details})


def test_h11_white_space_is_no_part_of_a_digest():
    """With it this byte would have as many characters as four bytes."""
    with pytest.raises(services.ServiceError, match=INVALID):
        read_expected("\u00a0Zg==\u2028\u3000", "base64")


@each_row("name", ALGORITHMS)
@each_row("form", ["{name}-{base64}", "{name}:{hex}", "{upper} (a file) = {hex}", "{upper} = {base64}", "{name}={hex}"])
def test_h11_each_algorithm_is_known_by_its_name(form, name):
    expected = form.format(name=name, upper=name.upper(), hex=HEX[name], base64=BASE64[name])
    for format in FORMATS:
        result = services.hash_text(input="abc", expected=expected, format=format)
        assert (result["algorithm"], result["matches"]) == (name, True)


@each_row("expected", rows("expected_sri.json"))
def test_h11_subresource_integrity(api, expected):
    _, body = api.ask("/hash/", input="abc", expected=expected)
    assert (body["algorithm"], body["matches"]) == ("sha256", True)


def test_h11_several_integrities_are_several_algorithms():
    """Any of them may match."""
    both = f"sha512-{BASE64['sha512']} sha384-{BASE64['sha384']}"
    result = services.hash_text(input="abc", expected=both)
    assert (result["algorithms"], result["matches"]) == (["sha512", "sha384"], True)
    assert services.hash_text(input="abc", expected=both.replace("sha512-3a", "sha512-AA"))["matches"] is True
    assert services.hash_text(input="abd", expected=both)["matches"] is False


@each_row("format", FORMATS)
@each_row("name", ALGORITHMS)
def test_h11_bare_digest_is_compared_with_every_algorithm_of_its_length(name, format):
    wanted = services.hash_text(input="abc", algorithm=name, format=format)["hash"]
    for expected in (wanted, wanted.upper() if format == "hex" else f" {wanted}\n"):
        result = services.hash_text(input="abc", format=format, expected=expected)
        assert (result["algorithm"], result["hash"], result["matches"]) == (name, wanted, True)


@each_row("parameters, expected, algorithm", rows("expected_met.json"))
def test_h11_expected_of_several_meanings(api, parameters, expected, algorithm):
    _, body = api.ask("/hash/", expected=expected, **parameters)
    assert (body["algorithm"], body["matches"]) == (algorithm, True)


@each_row("given, expected, others", rows("expected_hint.json"))
def test_h11_hint_names_the_algorithms_of_the_length(api, given, expected, others):
    """The hint is the last key. Without an algorithm the default is shown."""
    _, body = api.ask("/hash/", input="abc", expected=expected, **given)
    hint = others and f"expected has the length of a digest of {others}"
    assert (body["matches"], list(body)[-1], body.get("hint")) == (False, "hint" if others else "matches", hint)
    assert given or "hash" not in body or others or body["algorithm"] == "sha256"


@each_row("given, expected, named, asked", rows("expected_contradicted.json"))
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
        for expected in (f"{name}-{digest}", f"md5-AAAA+{name}-{digest}++sha1-AAAA"):
            body = api.get("/hash/", f"input={number}&expected={expected}").json()
            assert (body.get("algorithm", name), body["matches"]) == (name, True)


@each_row("name", ["sha384", "sha3-384"])
def test_h11_space_in_a_query_is_read_as_a_plus_in_a_bare_digest(api, name):
    """B2, X7: also at both ends: the Base64 of 48 bytes has no padding after it."""
    digests = [services.hash_text(input=str(number), algorithm=name, format="base64")["hash"] for number in range(300)]
    ends = [(number, digest) for number, digest in enumerate(digests) if digest[0] == "+" or digest[-1] == "+"]
    assert len(ends) > 3
    for number, digest in ends:
        for given in ("", f"&algorithm={name}"):
            body = api.get("/hash/", f"input={number}&format=base64&expected={digest}{given}").json()
            assert (body["algorithm"], body["matches"]) == (name, True)


def test_h11_checksums_are_left_out_with_a_key():
    given = {"input": "abc", "key": "k"}
    mac = services.hash_text(**given, algorithm="md5")["hash"]
    for expected, algorithm in ((mac, "md5"), (HEX["crc32"], "sha256"), (HEX["xxh3-128"], "sha256")):
        result = services.hash_text(**given, expected=expected)
        assert (result["algorithm"], result["matches"]) == (algorithm, expected == mac)
    with pytest.raises(services.ServiceError, match="HMAC needs a cryptographic algorithm"):
        services.hash_text(**given, expected=f"crc32:{HEX['crc32']}")


@each_row("name", ["md5", "xxh3-128", "crc32", "whirlpool"])
def test_h11_salt_and_rounds_apply_to_every_compared_algorithm(name):
    given = {"input": "bc", "salt": "a", "iterations": 3}
    digest = services.hash_text(algorithm=name, **given)["hash"]
    result = services.hash_text(expected=digest.upper(), **given)
    assert (result["algorithm"], result["matches"]) == (name, True)


@each_row(
    ("expected", "algorithm", "matches"),
    [(SRI256, "sha256", True), (OTHER256, "sha256", False), (f"{HEX['blake3']} *a", "blake3", True)],
)
def test_h11_expected_digest_of_a_file(api, expected, algorithm, matches):
    """H10: the file is read only once. Another algorithm beside it is refused."""
    query = {"expected": expected}
    body = api.send("POST", "/hash/", query=query, body=b"abc", content_type=HashView.file_type).json()
    assert (body["bytes"], body["algorithm"], body["matches"]) == (3, algorithm, matches)
    assert services.hash_stream(chunks=iter([b"a", b"bc"]), expected=expected)["matches"] is matches
    query = {"algorithm": "md5", "expected": SRI256}
    response = api.send("POST", "/hash/", query=query, body=b"abc", content_type=HashView.file_type)
    assert (response.status_code, response.json()["error"]) == (400, INVALID)


@each_row("text", rows("expected_long.json"))
@each_row("end", ["", "000000000"])
def test_h11_long_values_are_read_fast(text, end):
    """G21: in time linear in their length."""

    def compare():
        with pytest.raises(services.ServiceError, match=INVALID):
            read_expected(text * (40_000 // len(text)) + end, "hex")

    assert not takes_longer(compare, 1)
