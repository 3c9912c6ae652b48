"""/text/: encodings and escapes (X7, X10, G18), ciphers (X8) and readings (G19), on drawn texts."""

import json
import string
from html.entities import html5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row
from textops.ciphers import caesar_cipher, rot13
from textops.encodings import base64_decode, base64_encode, html_decode, html_encode
from textops.escapes import json_escape, json_unescape, unicode_escape, unicode_unescape, url_decode, url_encode
from utilitysvc.kit.codecs import CodecError

unhurried = settings(deadline=None)  # test_speed.py measures how fast it is


def refusal(decode, text):
    with pytest.raises(CodecError) as refused:
        decode(text)
    return str(refused.value)


def test_every_entity_of_html5():
    """X7: by the table of the HTML standard that the standard library carries."""
    assert len(html5) == 2231
    assert {name: html_decode(f"&{name}") for name in html5} == html5
    assert {name: html_decode(f"x&{name}=") for name in html5} == {name: f"x{value}=" for name, value in html5.items()}


@unhurried
@given(st.text(), st.sampled_from(["\r\n", "\n", "\t"]))
def test_decoding_undoes_encoding(text, line_break):
    """X7: Base64 also URL-safe, unpadded, wrapped, and through a query string."""
    encoded = base64_encode(text)
    assert base64_decode(encoded) == text
    assert url_decode(url_encode(text)) == text
    assert html_decode(html_encode(text)) == text
    assert base64_decode(encoded.replace("+", "-").replace("/", "_").rstrip("=")) == text
    if not encoded.endswith("+"):  # test_codecs.py of the kit tells what a space at an end means
        assert base64_decode(encoded.replace("+", " ")) == text
    assert base64_decode(line_break.join(encoded)) == text


@unhurried
@given(st.text(alphabet="%4Ga1C3A9é"))
def test_url_decode_takes_what_has_only_whole_escapes(text):
    """X7: as a decoder of bytes sees it."""
    first, *parts = text.encode().split(b"%")
    try:
        assert all(len(part[:2]) == 2 and set(part[:2]) <= set(string.hexdigits.encode()) for part in parts)
        expected = (first + b"".join(bytes.fromhex(part[:2].decode()) + part[2:] for part in parts)).decode()
    except (AssertionError, ValueError):
        refusal(url_decode, text)
    else:
        assert url_decode(text) == expected


@unhurried
@given(st.binary())
def test_percent_decoding_reads_all_bytes(data):
    """X7: also those that quoted-printable, whose decoder it borrows, has its own thoughts about."""
    escaped = "".join(chr(byte) if byte < 128 and byte != 0x25 else f"%{byte:02x}" for byte in data)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        assert refusal(url_decode, escaped).startswith("Bytes that are not UTF-8 (")
    else:
        assert url_decode(escaped) == text


@unhurried
@given(st.text(), st.text(alphabet='\\"u0041dDn\n{}'))
def test_escapes_undo_and_agree_with_json(text, scraps):
    for given_text in (text, scraps, text + scraps):
        assert unicode_unescape(unicode_escape(given_text)) == given_text
        assert json_unescape(json_escape(given_text)) == given_text
        assert set(unicode_escape(given_text)) <= set(string.printable[:95])
        try:
            expected = json.loads(f'"{given_text}"', strict=False)  # control characters as they are have one meaning
            expected.encode()
        except ValueError:
            refusal(json_unescape, given_text)
        else:
            assert json_unescape(given_text) == expected


@unhurried
@given(st.text(), st.integers())
def test_shifts_undo_and_add_up(text, shift):
    """X8."""
    assert rot13(rot13(text)) == text
    assert caesar_cipher(caesar_cipher(text, shift=shift), shift=-shift) == text
    assert caesar_cipher(caesar_cipher(text, shift=shift), shift=1) == caesar_cipher(text, shift=shift + 1)
    assert caesar_cipher(text, shift=shift) == caesar_cipher(text, shift=shift % 26)


@each_row("text", ["Pj4 ", "PDw "])
def test_g19_a_space_of_two_meanings(api, text):
    """G19, X8: each meaning is written out, and taken; one within a chain or line is not the text that was sent."""
    asked = {"text": text, "operation": "base64_decode"}
    status, body = api.ask("/text/", **asked)
    assert (status, body["error"]) == (400, "Decoding failed")
    decoded = {api.ask("/text/", **asked | {"text": reading["write"]}).body["result"] for reading in body["readings"]}
    assert len(decoded) == 2
    chained = api.ask("/text/", text=f"{text}x", operation="base64_encode,base64_decode,base64_decode").body
    assert "readings" not in chained
    assert "readings" not in api.ask("/text/", text=text[::-1], operation="reverse,base64_decode").body
    assert "readings" in api.ask("/text/", text=text, operation="base64_decode,uppercase").body
    assert "readings" not in api.ask("/text/", each_line=True, **asked).body


def test_g19_a_meaning_that_is_no_text_is_not_offered(api):
    """G19: Zm9v++++ has bytes that are not UTF-8."""
    assert "readings" not in api.ask("/text/", text="Zm9v    ", operation="base64_decode").body
    assert len(api.ask("/hash/", input="Zm9v    ", encoding="base64").body["readings"]) == 2
