"""/text/: encodings (X7) and ciphers (X8), with the position and the reason of each error (X1)."""

import string
from html.entities import html5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from textops.ciphers import caesar_cipher, rot13
from textops.encodings import base64_decode, base64_encode, html_decode, html_encode
from textops.escapes import url_decode, url_encode
from utilitysvc.kit.codecs import CodecError

unhurried = settings(deadline=None)  # test_speed.py measures how fast it is

# RFC 4648, section 10.
RFC_4648 = [
    ("", ""),
    ("f", "Zg=="),
    ("fo", "Zm8="),
    ("foo", "Zm9v"),
    ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
]


UNRESERVED = string.ascii_letters + string.digits + "-._~"  # RFC 3986, section 2.3


PERCENT_SIGN = "; a percent sign itself is written %25"

HTML_ENCODED = [
    ("", ""),
    ("&<>\"'", "&amp;&lt;&gt;&quot;&#x27;"),
    ("&amp;", "&amp;amp;"),
    ('<a href="x">é😀\x00\n</a>', "&lt;a href=&quot;x&quot;&gt;é😀\x00\n&lt;/a&gt;"),
    ("`=/;", "`=/;"),
]


WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"


def refusal(decode, text):
    with pytest.raises(CodecError) as exc_info:
        decode(text)
    return str(exc_info.value)


@each_row(("text", "encoded"), RFC_4648)
def test_base64_vectors(text, encoded):
    """X7."""
    assert base64_encode(text) == encoded
    assert base64_decode(encoded) == text


@each_row(("encoded", "text"), rows("encodings_base64_that_is_taken.tsv"))
def test_base64_that_is_taken(encoded, text):
    """X7."""
    assert base64_decode(encoded) == text


@each_row(("encoded", "details"), rows("encodings_base64_that_is_refused.tsv"))
def test_base64_that_is_refused(encoded, details):
    """X7, X1: what is wrong, and at which code point of the text."""
    assert refusal(base64_decode, encoded) == details


@pytest.mark.parametrize(
    ("text", "encoded"), [("é", "w6k="), ("😀", "8J+YgA=="), ("\x00", "AA=="), ("???>>>", "Pz8/Pj4+")]
)
def test_base64_is_of_utf8_in_the_standard_alphabet(text, encoded):
    """X7."""
    assert base64_encode(text) == encoded


@each_row(("text", "encoded"), rows("encodings_percent_encoding.tsv"))
def test_percent_encoding(text, encoded):
    """X7."""
    assert url_encode(text) == encoded
    assert url_decode(encoded) == text


@each_row(("encoded", "text"), rows("encodings_percent_encoding_that_is_taken.tsv"))
def test_percent_encoding_that_is_taken(encoded, text):
    """X7: plus signs and whatever is not escaped stay."""
    assert url_decode(encoded) == text


@each_row(("encoded", "details"), rows("encodings_percent_encoding_that_is_refused.tsv"))
def test_percent_encoding_that_is_refused(encoded, details):
    """X7, X1: the first error, at its code point."""
    assert refusal(url_decode, encoded) == details + PERCENT_SIGN * details.startswith("'%'")


@pytest.mark.parametrize(("text", "encoded"), HTML_ENCODED)
def test_html_encoding(text, encoded):
    """X7."""
    assert html_encode(text) == encoded
    assert html_decode(encoded) == text


@each_row(("encoded", "text"), rows("encodings_html_decoding.tsv"))
def test_html_decoding(encoded, text):
    """X7."""
    assert html_decode(encoded) == text


def test_every_entity_of_html5():
    """X7: by the table of the HTML standard that the standard library carries."""
    assert len(html5) == 2231
    assert {name: html_decode(f"&{name}") for name in html5} == html5
    assert {name: html_decode(f"x&{name}=") for name in html5} == {name: f"x{value}=" for name, value in html5.items()}


def test_c1_controls_are_read_as_windows_1252():
    """X7: the table of 13.2.5.80."""
    assert "".join(html_decode(f"&#{number};") for number in range(0x80, 0xA0)) == WINDOWS_1252


@unhurried
@given(st.text())
def test_decoding_undoes_encoding(text):
    """X7."""
    assert base64_decode(base64_encode(text)) == text
    assert url_decode(url_encode(text)) == text
    assert html_decode(html_encode(text)) == text


@unhurried
@given(st.text(), st.sampled_from(["\r\n", "\n", "\t"]))
def test_base64_in_any_dress_is_the_same(text, line_break):
    """X7: URL-safe, unpadded, wrapped, and through a query string."""
    encoded = base64_encode(text)
    assert base64_decode(encoded.replace("+", "-").replace("/", "_").rstrip("=")) == text
    if not encoded.endswith("+"):  # test_kit_codecs.py tells what a space at an end means
        assert base64_decode(encoded.replace("+", " ")) == text
    assert base64_decode(line_break.join(encoded)) == text


@unhurried
@given(st.text(min_size=1), st.sampled_from([base64_decode, url_decode]))
def test_fault_stands_at_a_position_of_the_text(text, decode):
    """X1: what comes before it is no error of that kind."""
    with pytest.raises(CodecError) as exc_info:
        decode(text + "%")
    position = exc_info.value.position
    assert 0 <= position <= len(text)
    if "is not in the Base64 alphabet" in exc_info.value.reason:
        assert set(text[:position]) <= set(string.ascii_letters + string.digits + "+/-_= \r\n\t") | {
            c for c in text[:position] if c.isspace()
        }


@unhurried
@given(st.text(alphabet="%4Ga1C3A9é"))
def test_url_decode_takes_what_has_only_whole_escapes(text):
    """X7: as a decoder of bytes sees it."""
    data = text.encode()
    whole = all(len(part[:2]) == 2 and set(part[:2]) <= set(b"0123456789abcdefABCDEF") for part in data.split(b"%")[1:])
    first, *parts = data.split(b"%")
    try:
        expected = (first + b"".join(bytes.fromhex(part[:2].decode()) + part[2:] for part in parts)).decode()
    except ValueError:
        expected = None
    if whole and expected is not None:
        assert url_decode(text) == expected
    else:
        assert refusal(url_decode, text)


@pytest.mark.parametrize(
    ("text", "rotated"),
    [
        ("Hello, World!", "Uryyb, Jbeyq!"),
        (string.ascii_letters, "nopqrstuvwxyzabcdefghijklmNOPQRSTUVWXYZABCDEFGHIJKLM"),
        ("é ß ｆ ⓐ 1 😀\x00", "é ß ｆ ⓐ 1 😀\x00"),
        ("e\u0301", "r\u0301"),
        ("", ""),
    ],
)
def test_rot13(text, rotated):
    assert rot13(text) == rotated
    assert rot13(rotated) == text


@each_row(
    ("shift", "result"),
    rows("encodings_caesar_cipher.json"),
)  # fmt: skip
def test_caesar_cipher(shift, result):
    """X8: only A-Z and a-z move."""
    assert caesar_cipher("ABC xyz é!", shift=shift) == result


def test_caesar_cipher_shifts_by_three():
    """X8."""
    assert caesar_cipher("abc") == "def"


@unhurried
@given(st.text(), st.integers())
def test_shifts_undo_and_add_up(text, shift):
    """X8."""
    assert rot13(rot13(text)) == text
    assert caesar_cipher(caesar_cipher(text, shift=shift), shift=-shift) == text
    assert caesar_cipher(caesar_cipher(text, shift=shift), shift=1) == caesar_cipher(text, shift=shift + 1)
    assert caesar_cipher(text, shift=shift) == caesar_cipher(text, shift=shift % 26)


@pytest.mark.parametrize("text", ["Pj4 ", "PDw "])
def test_g19_a_space_of_two_meanings(api, text):
    """G19, X8: each meaning is written out, and taken; one within a chain or line is not the text that was sent."""
    asked = {"text": text, "operation": "base64_decode"}
    status, body = api.ask("/text/", **asked)
    assert (status, body["error"]) == (400, "Decoding failed")
    decoded = {api.ask("/text/", **asked | {"text": reading["write"]}).body["result"] for reading in body["readings"]}
    assert len(decoded) == 2
    chained = api.ask("/text/", text=f"{text}x", operation="base64_encode,base64_decode,base64_decode").body
    assert "readings" not in chained
    assert "readings" in api.ask("/text/", text=text, operation="base64_decode,uppercase").body
    assert "readings" not in api.ask("/text/", each_line=True, **asked).body


def test_g19_a_meaning_that_is_no_text_is_not_offered(api):
    """G19: Zm9v++++ has bytes that are not UTF-8."""
    assert "readings" not in api.ask("/text/", text="Zm9v    ", operation="base64_decode").body
    assert len(api.ask("/hash/", input="Zm9v    ", encoding="base64").body["readings"]) == 2
