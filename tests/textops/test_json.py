"""/text/: JSON laid out anew, and JSON Web Tokens (X10)."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from textops.encodings import base64url_encode
from textops.json_text import MAX_DEPTH, json_format, json_minify
from textops.tokens import jwt_decode
from utilitysvc.kit import ServiceError
from utilitysvc.kit.codecs import CodecError

unhurried = settings(deadline=None)


# RFC 7519, section 3.1 and section 6.1, and the token of jwt.io.
RFC_7519 = (
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNv"
    "bS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)
CLAIMS = {"iss": "joe", "exp": 1300819380, "http://example.com/is_root": True}
UNSECURED = RFC_7519.replace(RFC_7519.split(".")[0], "eyJhbGciOiJub25lIn0").rpartition(".")[0] + "."
JWT_IO = (
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ."
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
)


PARTS = "A token has 3 parts with dots between"


def token(header, payload, signature=""):
    return ".".join(map(base64url_encode, (header, payload, signature)))


def refusal(read, text):
    with pytest.raises(CodecError) as exc_info:
        read(text)
    return str(exc_info.value)


@each_row(("small", "large"), rows("json_json_is_laid_out.tsv"))
def test_x10_json_is_laid_out(small, large):
    assert (json_format(small), json_format(large)) == (large, large)
    assert (json_minify(small), json_minify(large)) == (small, small)
    spaced = " \t\r\n".join(["", *small, ""]) if not set(small) & set('"0t') else f" {small} "
    assert json_minify(spaced) == small


@each_row(("text", "said"), rows("json_what_is_no_json_is_refused.tsv"))
def test_x10_what_is_no_json_is_refused(text, said):
    """X10, G17: at its place."""
    assert refusal(json_format, text) == refusal(json_minify, text) == said


def test_x10_depth():
    """X10: 512 levels, and no 513th."""
    text = "[" * MAX_DEPTH + "1" + "]" * MAX_DEPTH
    assert (MAX_DEPTH, json_minify(text)) == (512, text)
    assert json_format(text).splitlines()[MAX_DEPTH] == "  " * MAX_DEPTH + "1"
    assert refusal(json_minify, f"[{text}]") == "Nested more than 512 deep at position 512"
    assert refusal(json_format, '{"a":' * 512 + "[1]") == "Nested more than 512 deep at position 2560"


@pytest.mark.parametrize("innermost", ["[]", "{}", "[ ]"])
def test_x10_empty_containers_are_levels(innermost):
    """X10: 512 levels with the innermost one, and no 513th."""
    assert json_minify("[" * 511 + innermost + "]" * 511).count("[") >= 511
    assert refusal(json_format, "[" * 512 + innermost + "]" * 512) == "Nested more than 512 deep at position 512"


@pytest.mark.slow
@unhurried
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_x10_layout_is_that_of_the_standard_library(value):
    """X10: where names are given once, and numerals are Python's."""
    text = json.dumps(value, ensure_ascii=False)
    assert json_format(text) == json.dumps(value, ensure_ascii=False, indent=2)
    assert json_minify(text) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@unhurried
@given(
    st.lists(st.sampled_from(["{", "}", "[", "]", ",", ":", '"a"', "1", "-", "0.5", " ", "null", "\\"])).map("".join)
)
def test_x10_json_is_what_the_standard_library_takes(text):
    try:
        value = json.loads(text)
    except ValueError:
        assert refusal(json_format, text)
    else:
        assert json.loads(json_format(text)) == json.loads(json_minify(text)) == value


def test_x10_largest_result():
    assert json_format("[é]".replace("é", '"é"'), largest=10) == '[\n  "é"\n]'
    with pytest.raises(ServiceError, match="Result too large"):
        json_format('["é"]', largest=9)


@each_row(
    ("text", "header", "payload"),
    rows("json_tokens.json"),
)  # fmt: skip
def test_x10_tokens(text, header, payload):
    """X10: one formatted object."""
    assert jwt_decode(text) == json.dumps({"header": header, "payload": payload}, ensure_ascii=False, indent=2)


def test_x10_tokens_keep_numerals_and_names():
    text = token("{}", '{"b":1.50,"a":1e3,"b":[ ]}')
    assert '{\n    "b": 1.50,\n    "a": 1e3,\n    "b": []\n  }' in jwt_decode(text)


@each_row(
    ("text", "said"),
    rows("json_what_is_no_token_is_refused.tsv"),
)  # fmt: skip
def test_x10_what_is_no_token_is_refused(text, said):
    """X10, G17: with the part, and the place in what was sent."""
    assert refusal(jwt_decode, text) == said
