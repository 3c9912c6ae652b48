"""Bytes and characters written as text (G18): the one reader of Base64, Base32, hexadecimal and binary digits."""

import base64
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row
from utilitysvc.kit import codecs
from utilitysvc.kit.codecs import CodecError

unhurried = settings(deadline=None)

# RFC 4648, section 10: the text, in Base64, Base32 and Base16.
RFC_4648 = [
    ("", "", "", ""),
    ("f", "Zg==", "MY======", "66"),
    ("fo", "Zm8=", "MZXQ====", "666F"),
    ("foo", "Zm9v", "MZXW6===", "666F6F"),
    ("foob", "Zm9vYg==", "MZXW6YQ=", "666F6F62"),
    ("fooba", "Zm9vYmE=", "MZXW6YTB", "666F6F6261"),
    ("foobar", "Zm9vYmFy", "MZXW6YTBOI======", "666F6F626172"),
]

BASE64_TAKEN = [
    # Without padding, wholly.
    ("Zg", b"f"),
    ("Zm9vYg", b"foob"),
    # Both alphabets, and a space for the "+" of a query string.
    ("Pz8_Pj4-", b"???>>>"),
    ("Pz8_Pj4+", b"???>>>"),
    ("8J YgA==", b"\xf0\x9f\x98\x80"),
    ("/w==", b"\xff"),
    # Line breaks and tabs, anywhere; any white space at the ends.
    ("\n\tZ\rg\n=\t=\n", b"f"),
    ("\u00a0Zg==\u2028\u3000", b"f"),
    ("\n", b""),
    ("   ", b""),
    # A space at an end with one meaning: four characters are whole, five are none; padding ends; "5" has bits left.
    (" Zm9v ", b"foo"),
    ("Zg== ", b"f"),
    ("Zg==\n  \n", b"f"),
    (" Zg==", b"f"),
    ("Zg ", b"f"),
    ("Pj5 ", b">>~"),
    (" j5+", b"\xfa>~"),
    ("Pj5 \n", b">>~"),
]

TWO_MEANINGS = "A space that may be '+' or white space at position"
CUT = "The last group of characters is cut short"
BASE64_REFUSED = [
    ("!", "'!' is not in the Base64 alphabet at position 0"),
    ("Zm\n9v.Zg", "'.' is not in the Base64 alphabet at position 5"),
    ("  Zm9vé ", "'é' is not in the Base64 alphabet at position 6"),
    ("Zg\x0b==", "'\\x0b' is not in the Base64 alphabet at position 2"),
    ("Zｇ==", "'ｇ' is not in the Base64 alphabet at position 1"),
    ("Z", f"{CUT} at position 0"),
    ("\n\nZm9v\nY\n", f"{CUT} at position 7"),
    ("Z===", f"{CUT} at position 0"),
    ("YWJj=", "Padding of length 1 in place of 0 at position 4"),  # Python 3.11 and 3.12 take it
    ("=", "Padding of length 1 in place of 0 at position 0"),
    ("Zg=", "Padding of length 1 in place of 2 at position 2"),
    ("Zg===", "Padding of length 3 in place of 2 at position 2"),
    ("Zg==Zg==", "Padding before the end at position 2"),
    ("=Zg=", "Padding before the end at position 0"),
    # RFC 4648, section 3.5: the bits of the last character that stand for nothing.
    ("YR==", "Unused bits of the last character are not zero at position 1"),
    ("Zm9", "Unused bits of the last character are not zero at position 2"),
    # X8: a space that has two meanings, and an error that may come of one.
    ("Pj4 ", f"{TWO_MEANINGS} 3; write 'Pj4+' or 'Pj4'"),
    ("Pj4\n \n", f"{TWO_MEANINGS} 4; write 'Pj4+' or 'Pj4'"),
    (" Zg", f"{TWO_MEANINGS} 0; write '+Zg' or 'Zg'"),
    ("Zm9v    ", f"{TWO_MEANINGS} 7; write 'Zm9v++++' or 'Zm9v'"),
    ("    Zm9v", f"{TWO_MEANINGS} 0; write '++++Zm9v' or 'Zm9v'"),
    (" " + "Zm9v" * 5 + "Zg", f"{TWO_MEANINGS} 0; write '+Zm9vZm9…' or 'Zm9vZm9v…'"),
    ("SGVs bG8=", "Padding of length 1 in place of 0 at position 8; the space at position 4 was read as '+'"),
    ("Y WJj", f"{CUT} at position 4; the space at position 1 was read as '+'"),
    ("YWJjZ ", f"{CUT} at position 4; the space at position 5 was taken for white space"),
]  # fmt: skip

BASE32_TAKEN = [
    ("mzxw6ytb", b"fooba"),
    ("MZxw6YTBOI", b"foobar"),
    (" MZXW 6YTB\r\n\tOI======\n", b"foobar"),
    ("77776===", b"\xff\xff\xff"),
]
BASE32_REFUSED = [
    ("MZXW0", "'0' is not in the Base32 alphabet at position 4"),
    ("\nM Z 1\u00a0", "'1' is not in the Base32 alphabet at position 5"),
    ("M", f"{CUT} at position 0"),
    (" MZX", f"{CUT} at position 3"),
    ("MZXW6Y", f"{CUT} at position 5"),
    ("MZ======", "Unused bits of the last character are not zero at position 1"),
    ("MY=", "Padding of length 1 in place of 6 at position 2"),
    ("MZXW6YTB=", "Padding of length 1 in place of 0 at position 8"),
    ("MY======MY======", "Padding before the end at position 2"),
]

HEXADECIMAL_TAKEN = [
    ("", b""),
    ("00fF7a", b"\x00\xff\x7a"),
    (" 48 65\n6c\u20286c:6F ", b"Hello"),
    ("aa:bb:\n  cc", b"\xaa\xbb\xcc"),
]
HEXADECIMAL_REFUSED = [
    ("a", "A hexadecimal digit is missing at position 1; a byte has 2"),
    ("00 1", "A hexadecimal digit is missing at position 4; a byte has 2"),
    ("4 8", "A hexadecimal digit is missing at position 1; a byte has 2"),
    ("00:4:8", "A hexadecimal digit is missing at position 4; a byte has 2"),
    ("0x48", "'x' is not a hexadecimal digit at position 1"),
    ("48g", "'g' is not a hexadecimal digit at position 2"),
    ("4g", "'g' is not a hexadecimal digit at position 1"),
    ("٤٨", "'٤' is not a hexadecimal digit at position 0"),
    ("４８", "'４' is not a hexadecimal digit at position 0"),
    ("-1", "'-' is not a hexadecimal digit at position 0"),
    ("4_8a", "'_' is not a hexadecimal digit at position 1"),
]

BINARY_TAKEN = [
    ("", b""),
    ("01001000 01101001", b"Hi"),
    ("0100100001101001\n", b"Hi"),
    ("\t00000000\u300011111111", b"\x00\xff"),
]
BINARY_REFUSED = [
    ("0100100", "A binary digit is missing at position 7; a byte has 8"),
    ("01001000 0110", "A binary digit is missing at position 13; a byte has 8"),
    ("0100 1000", "A binary digit is missing at position 4; a byte has 8"),
    ("010010002", "'2' is not a binary digit at position 8"),
    ("01001000:01101001", "':' is not a binary digit at position 8"),
    ("0b01001000", "'b' is not a binary digit at position 1"),
]

FF = "Bytes that are not UTF-8 (FF)"
TEXTS_REFUSED = [
    # Bytes that are no UTF-8: the symbol in which the first of them begins.
    (codecs.decode_base64, "/w==", "Bytes that are not UTF-8 (FF) at position 0"),
    (codecs.decode_base64, "Zv8=", "Bytes that are not UTF-8 (FF) at position 1"),
    (codecs.decode_base64, "\nZm9v\r\n\t/w==", "Bytes that are not UTF-8 (FF) at position 8"),
    (codecs.decode_base64, "/w== ", f"{FF} at position 0; the space at position 4 was taken for white space"),
    (codecs.decode_base64, "Zv/ Zm9v", f"{FF} at position 1; the space at position 3 was read as '+'"),
    (codecs.decode_base64, "w6nD", "Bytes that are not UTF-8 (C3) at position 2"),
    (codecs.decode_base64, "7aCA", "Bytes that are not UTF-8 (ED) at position 0"),  # a surrogate
    (codecs.decode_base32, "M X 7 Q", "Bytes that are not UTF-8 (FF) at position 2"),
    (codecs.decode_hexadecimal, "61:e2:82", "Bytes that are not UTF-8 (E2 82) at position 3"),
    (codecs.decode_hexadecimal, " 61 c3 28", "Bytes that are not UTF-8 (C3) at position 4"),
    (codecs.decode_binary, "01100001 11111111", "Bytes that are not UTF-8 (FF) at position 9"),
]  # fmt: skip

DECODERS = [codecs.decode_base64, codecs.decode_base32, codecs.decode_hexadecimal, codecs.decode_binary]


def refusal(decode, *arguments):
    with pytest.raises(CodecError) as exc_info:
        decode(*arguments)
    return str(exc_info.value)


@each_row(("text", "in_base64", "in_base32", "in_base16"), RFC_4648)
def test_vectors_of_rfc_4648(text, in_base64, in_base32, in_base16):
    data = text.encode()
    assert codecs.encode_base64(data) == in_base64
    assert codecs.encode_base64url(data) == in_base64.rstrip("=")
    assert codecs.encode_base32(data) == in_base32
    assert codecs.decode_base64(in_base64) == codecs.decode_base64(in_base64.rstrip("=")) == data
    assert codecs.decode_base32(in_base32) == codecs.decode_base32(in_base32.rstrip("=").lower()) == data
    assert codecs.decode_hexadecimal(in_base16) == data
    assert codecs.decode_binary(codecs.encode_binary(data)) == data


@each_row(
    ("decode", "text", "data"),
    [
        (decode, *row)
        for decode, rows in zip(
            DECODERS, (BASE64_TAKEN, BASE32_TAKEN, HEXADECIMAL_TAKEN, BINARY_TAKEN), strict=True
        )
        for row in rows
    ],
)  # fmt: skip
def test_what_has_one_meaning_is_taken(decode, text, data):
    """G18, X7, X8, B3."""
    assert decode(text) == data


@each_row(
    ("decode", "text", "said"),
    [
        (decode, *row)
        for decode, rows in zip(
            DECODERS, (BASE64_REFUSED, BASE32_REFUSED, HEXADECIMAL_REFUSED, BINARY_REFUSED), strict=True
        )
        for row in rows
    ],
)  # fmt: skip
def test_what_has_not_is_refused_with_its_place(decode, text, said):
    """G17, G18, X8: counted from 0 in what was given."""
    assert refusal(decode, text) == said


@each_row(("decode", "text", "said"), TEXTS_REFUSED)
def test_bytes_that_are_not_utf8(decode, text, said):
    """X7, G17."""
    assert refusal(codecs.decode_text, text, decode) == said


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
@given(st.text(), st.sampled_from(DECODERS))
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
