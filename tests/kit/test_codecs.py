"""Bytes and characters written as text (G18): the one reader of Base64, Base32, hexadecimal and binary digits."""

import base64
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row, rows
from utilitysvc.kit import codecs
from utilitysvc.kit.codecs import CodecError

unhurried = settings(deadline=None)

TWO_MEANINGS = "A space that may be '+' or white space at position"
DECODERS = {
    "base64": codecs.decode_base64,
    "base32": codecs.decode_base32,
    "hexadecimal": codecs.decode_hexadecimal,
    "binary": codecs.decode_binary,
}


def refusal(decode, *arguments):
    with pytest.raises(CodecError) as exc_info:
        decode(*arguments)
    return str(exc_info.value)


@each_row(("text", "in_base64", "in_base32", "in_base16"), rows("codecs_rfc_4648.tsv"))
def test_vectors_of_rfc_4648(text, in_base64, in_base32, in_base16):
    data = text.encode()
    assert codecs.encode_base64(data) == in_base64
    assert codecs.encode_base64url(data) == in_base64.rstrip("=")
    assert codecs.encode_base32(data) == in_base32
    assert codecs.decode_base64(in_base64) == codecs.decode_base64(in_base64.rstrip("=")) == data
    assert codecs.decode_base32(in_base32) == codecs.decode_base32(in_base32.rstrip("=").lower()) == data
    assert codecs.decode_hexadecimal(in_base16) == data
    assert codecs.decode_binary(codecs.encode_binary(data)) == data


@each_row(("name", "text", "data"), rows("codecs_taken.json"))
def test_what_has_one_meaning_is_taken(name, text, data):
    """G18, X7, X8, B3."""
    assert DECODERS[name](text) == data.encode("latin-1")


@each_row(("name", "text", "said"), rows("codecs_refused.json"))
def test_what_has_not_is_refused_with_its_place(name, text, said):
    """G17, G18, X8: counted from 0 in what was given."""
    assert refusal(DECODERS[name], text) == said


@each_row(("name", "text", "said"), rows("codecs_no_utf8.json"))
def test_bytes_that_are_not_utf8(name, text, said):
    """X7, G17."""
    assert refusal(codecs.decode_text, text, DECODERS[name]) == said


def test_separators_of_binary():
    assert codecs.encode_binary(b"\x01\xff", " ") == "00000001 11111111"
    assert codecs.encode_binary(b"\x01\xff") == "0000000111111111"
    assert codecs.encode_binary(b"", " ") == ""


@unhurried
@given(st.binary(), st.sampled_from(["", "\n", "\t", "\r\n"]))
def test_every_byte_comes_back(data, line_break):
    """G18: in any dress, and through a query string."""
    in_base64 = codecs.encode_base64(data)
    assert in_base64 == base64.b64encode(data).decode()
    assert codecs.decode_base64(line_break.join(in_base64)) == data
    assert codecs.decode_base64(codecs.encode_base64url(data)) == data
    assert codecs.decode_base32(line_break.join(codecs.encode_base32(data))) == data
    assert codecs.decode_hexadecimal(f":{line_break} ".join(f"{byte:02X}" for byte in data)) == data
    assert codecs.decode_binary(codecs.encode_binary(data, line_break)) == data


@unhurried
@given(st.text(alphabet="Pj45g+/ \n=", max_size=12))
def test_base64_with_spaces_has_the_meanings_that_its_spellings_have(text):
    """X8: every way to read a space at an end is tried; one that is Base64 is taken, and of two neither."""

    def value(spelling):
        if "=" in spelling and len(spelling) % 4:  # Python takes some of these, which ones depends on its version
            return None
        try:
            return base64.b64decode(spelling + "=" * (-len(spelling) % 4 if "=" not in spelling else 0), validate=True)
        except ValueError:
            return None

    def spellings(blank):
        """What the blanks at one end may be."""
        return {"+" * count for count in range(blank.count(" ") + 1)}

    core = text.strip()
    start = len(text) - len(text.lstrip())
    inner = core.replace("\n", "").replace(" ", "+")
    before, after = spellings(text[:start]), spellings(text[start + len(core) :]) if core else {""}
    possible = {first + inner + last for first in before for last in after}
    meant = {
        spelling
        for spelling in possible
        if (data := value(spelling)) is not None and base64.b64encode(data).decode().rstrip("=") == spelling.rstrip("=")
    }
    if len(meant) == 1:
        assert codecs.decode_base64(text) == value(meant.pop())
    else:
        said = refusal(codecs.decode_base64, text)
        assert said.startswith(TWO_MEANINGS) == (len(meant) > 1)


@pytest.mark.slow
@unhurried
@given(st.text(), st.sampled_from([*DECODERS.values()]))
def test_fault_stands_within_the_text(text, decode):
    """G17: or nothing is wrong."""
    try:
        codecs.decode_text(text, decode)
    except CodecError as exc:
        assert 0 <= exc.position <= len(text)  # noqa: PT017 - whether there is an error depends on the text


def test_modules_need_no_framework():
    """A library of bytes and texts, before Django is set up."""
    code = "import sys, utilitysvc.kit.codecs; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
