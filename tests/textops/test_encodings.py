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

BASE64_TAKEN = [
    # Without padding, wholly.
    ("Zg", "f"),
    ("Zm8", "fo"),
    ("Zm9vYg", "foob"),
    # Both alphabets, and a space for the "+" of a query string.
    ("8J+YgA==", "😀"),
    ("8J-YgA==", "😀"),
    ("8J YgA==", "😀"),
    ("8J YgA", "😀"),
    ("Pz8/Pj4+", "???>>>"),
    ("Pz8_Pj4-", "???>>>"),
    ("Pz8_Pj4+", "???>>>"),
    # Line breaks and tabs, anywhere.
    ("Zm9v\r\nYmFy\r\n", "foobar"),
    ("\n\tZ\rg\n=\t=\n", "f"),
    ("Zm9v\n" * 50, "foo" * 50),
    # What the bytes stand for is up to the text.
    ("AA==", "\x00"),
    ("77u/", "\ufeff"),
    ("ZcyB", "e\u0301"),
    ("9I+/vw==", "\U0010ffff"),
    ("DQo=", "\r\n"),
    ("", ""),
    ("\n", ""),
    # White space at the ends (X8).
    (" \u00a0Zg==\u2028", "f"),
]

BASE64_REFUSED = [
    ("!", "'!' is not in the Base64 alphabet at position 0"),
    ("Zm9v!", "'!' is not in the Base64 alphabet at position 4"),
    ("Zm\n9v.Zg", "'.' is not in the Base64 alphabet at position 5"),
    ("Zm9vé", "'é' is not in the Base64 alphabet at position 4"),
    ("😀😀Zm9v", "'😀' is not in the Base64 alphabet at position 0"),
    ("Zg\x00==", "'\\x00' is not in the Base64 alphabet at position 2"),
    ("Zg\x0b==", "'\\x0b' is not in the Base64 alphabet at position 2"),
    ("Zｇ==", "'ｇ' is not in the Base64 alphabet at position 1"),
    ("Zg%3D%3D", "'%' is not in the Base64 alphabet at position 2"),
    ("Z", "The last group of characters is cut short at position 0"),
    ("Zm9vY", "The last group of characters is cut short at position 4"),
    ("Zm9v\nY\n", "The last group of characters is cut short at position 5"),
    ("Z===", "The last group of characters is cut short at position 0"),
    ("=", "Padding of length 1 in place of 0 at position 0"),
    ("====", "Padding of length 4 in place of 0 at position 0"),
    ("Zg=", "Padding of length 1 in place of 2 at position 2"),
    ("Zg\n=\n", "Padding of length 1 in place of 2 at position 3"),
    ("Zg===", "Padding of length 3 in place of 2 at position 2"),
    ("Zm8==", "Padding of length 2 in place of 1 at position 3"),
    ("Zm9v=", "Padding of length 1 in place of 0 at position 4"),
    ("Zm9v==", "Padding of length 2 in place of 0 at position 4"),
    ("Zg==Zg==", "Padding before the end at position 2"),
    ("=Zg=", "Padding before the end at position 0"),
    ("Z=g=", "Padding before the end at position 1"),
    ("Zg==\nZg", "Padding before the end at position 2"),
    # RFC 4648, section 3.5: the bits of the last character that stand for nothing.
    ("Zh==", "Unused bits of the last character are not zero at position 1"),
    ("Zm9", "Unused bits of the last character are not zero at position 2"),
    ("Zm9vYm\n", "Unused bits of the last character are not zero at position 5"),
    # Bytes that are no UTF-8: the character in which the first of them begins.
    ("/w==", "Bytes that are not UTF-8 (FF) at position 0"),
    ("//8=", "Bytes that are not UTF-8 (FF) at position 0"),
    ("Zv8=", "Bytes that are not UTF-8 (FF) at position 1"),
    ("Zm//", "Bytes that are not UTF-8 (FF) at position 2"),
    ("Zm9v/w==", "Bytes that are not UTF-8 (FF) at position 4"),
    ("Zm9v\r\n\t/w==", "Bytes that are not UTF-8 (FF) at position 7"),
    ("w6k=w6k", "Padding before the end at position 3"),
    ("w6nD", "Bytes that are not UTF-8 (C3) at position 2"),
    ("w0E=", "Bytes that are not UTF-8 (C3) at position 0"),
    ("7aCA", "Bytes that are not UTF-8 (ED) at position 0"),  # a surrogate
    ("wIA=", "Bytes that are not UTF-8 (C0) at position 0"),  # an overlong NUL
    ("9JCAgA==", "Bytes that are not UTF-8 (F4) at position 0"),  # beyond U+10FFFF
]

UNRESERVED = string.ascii_letters + string.digits + "-._~"  # RFC 3986, section 2.3
PERCENT_ENCODED = [
    ("", ""),
    (UNRESERVED, UNRESERVED),
    (" ", "%20"),
    ("a b+c", "a%20b%2Bc"),
    (":/?#[]@!$&'()*+,;=", "%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D"),  # the reserved: section 2.2
    ("À", "%C3%80"),  # section 2.5
    ("ア", "%E3%82%A2"),  # section 2.5
    ("😀e\u0301", "%F0%9F%98%80e%CC%81"),
    ("%41", "%2541"),
    ('\x00\x7f\r\n"<>\\^`{|}', "%00%7F%0D%0A%22%3C%3E%5C%5E%60%7B%7C%7D"),
]

PERCENT_TAKEN = [
    ("%c3%a9%C3%a9", "éé"),
    ("a+b", "a+b"),
    ("%2B%20", "+ "),
    ("%2541", "%41"),
    ("é%C3%A9é", "ééé"),
    ("%41%42c", "ABc"),
    ("a b/?#", "a b/?#"),
    ("%00", "\x00"),
    ("%F4%8F%BF%BF", "\U0010ffff"),
    ("😀", "😀"),
]

PERCENT_SIGN = "; a percent sign itself is written %25"
PERCENT_REFUSED = [
    ("%", "'%' without two hexadecimal digits at position 0"),
    ("100%", "'%' without two hexadecimal digits at position 3"),
    ("a%4", "'%' without two hexadecimal digits at position 1"),
    ("a%4g", "'%' without two hexadecimal digits at position 1"),
    ("%%41", "'%' without two hexadecimal digits at position 0"),
    ("%41%", "'%' without two hexadecimal digits at position 3"),
    ("% 41", "'%' without two hexadecimal digits at position 0"),
    ("%+1", "'%' without two hexadecimal digits at position 0"),
    ("%４１", "'%' without two hexadecimal digits at position 0"),
    ("%٤١", "'%' without two hexadecimal digits at position 0"),
    ("%u00e9", "'%' without two hexadecimal digits at position 0"),
    ("é😀%zz", "'%' without two hexadecimal digits at position 2"),
    ("%C3%A9%", "'%' without two hexadecimal digits at position 6"),
    ("%FF", "Bytes that are not UTF-8 (FF) at position 0"),
    ("a%41%FF", "Bytes that are not UTF-8 (FF) at position 4"),
    ("é%C3", "Bytes that are not UTF-8 (C3) at position 1"),
    ("%C3é", "Bytes that are not UTF-8 (C3) at position 0"),
    ("%C3a%A9", "Bytes that are not UTF-8 (C3) at position 0"),
    ("%C3%A9%E2%82", "Bytes that are not UTF-8 (E2 82) at position 6"),
    ("%E2%82%41", "Bytes that are not UTF-8 (E2 82) at position 0"),
    ("%ED%A0%80", "Bytes that are not UTF-8 (ED) at position 0"),
    ("%C0%80", "Bytes that are not UTF-8 (C0) at position 0"),
    ("%F4%90%80%80", "Bytes that are not UTF-8 (F4) at position 0"),
    ("%FF%", "'%' without two hexadecimal digits at position 3"),
    ("%zz%FF", "'%' without two hexadecimal digits at position 0"),
]

HTML_ENCODED = [
    ("", ""),
    ("&<>\"'", "&amp;&lt;&gt;&quot;&#x27;"),
    ("&amp;", "&amp;amp;"),
    ('<a href="x">é😀\x00\n</a>', "&lt;a href=&quot;x&quot;&gt;é😀\x00\n&lt;/a&gt;"),
    ("`=/;", "`=/;"),
]

# The HTML standard, 13.2.5.72 to 13.2.5.80.
HTML_DECODED = [
    ("&amp;&lt;&gt;&quot;&#x27;&apos;", "&<>\"''"),
    ("&AMP;&LT;&GT;&QUOT;", '&<>"'),
    ("&nbsp;&eacute;&Eacute;&hellip;&euro;", "\u00a0éÉ…€"),
    ("&NotEqualTilde;&acE;&fjlig;", "\u2242\u0338\u223e\u0333fj"),
    ("&CounterClockwiseContourIntegral;", "∳"),
    ("&there4;&frac12;&sup1;", "∴½¹"),
    # Names that stand without a semicolon, also before other letters: the longest that fits.
    ("&amp&lt &notit;", "&< ¬it;"),
    ("&notin;&notin &notinva;", "∉¬in ∉"),
    ("&ampamp;&copyright", "&amp;©right"),
    ("&ltx&gty", "<x>y"),
    ("I'm &notit; I tell you", "I'm ¬it; I tell you"),
    ("&amp;amp;", "&amp;"),
    # Nothing that is one.
    ("&", "&"),
    ("&&amp;&", "&&&"),
    ("&;&#;&#x;&#xg;&#X;", "&;&#;&#x;&#xg;&#X;"),
    ("&unknown;&Hello;&a;&hellip", "&unknown;&Hello;&a;&hellip"),
    ("& amp;&am p;&é;&ａmp;", "& amp;&am p;&é;&ａmp;"),
    ("a &b c &d;", "a &b c &d;"),
    # Numbers.
    ("&#65;&#x41;&#X41;&#0065;&#x0041", "AAAAA"),
    ("&#65&#66", "AB"),
    ("&#128512;&#x1F600;&#x1f600;", "😀😀😀"),
    ("&#6５;", "\x06５;"),
    ("&#0;&#x0;&#00;", "\ufffd" * 3),
    ("&#xD800;&#xDFFF;&#55296;", "\ufffd" * 3),
    ("&#xD7FF;&#xE000;&#x10FFFF;", "\ud7ff\ue000\U0010ffff"),
    ("&#x110000;&#1114112;&#9999999;&#xFFFFFFFF;", "\ufffd" * 4),
    ("&#1114111;&#1114111", "\U0010ffff" * 2),
    ("&#128;&#x80;&#x9F;&#150;", "€€Ÿ–"),
    ("&#x81;&#x8D;&#x8F;&#x90;&#x9D;&#xA0;", "\x81\x8d\x8f\x90\x9d\xa0"),
    ("&#1;&#x7F;&#13;&#xFFFE;&#x1FFFF;", "\x01\x7f\r\ufffe\U0001ffff"),
    # Longer than Python converts.
    (f"&#{'9' * 5000};", "\ufffd"),
    (f"&#x{'F' * 5000};", "\ufffd"),
    (f"&#{'0' * 5000}65;&#x{'0' * 5000}41", "AA"),
    (f"&#{'0' * 5000}", "\ufffd"),
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


@each_row(("encoded", "text"), BASE64_TAKEN)
def test_base64_that_is_taken(encoded, text):
    """X7."""
    assert base64_decode(encoded) == text


@each_row(("encoded", "details"), BASE64_REFUSED)
def test_base64_that_is_refused(encoded, details):
    """X7, X1: what is wrong, and at which code point of the text."""
    assert refusal(base64_decode, encoded) == details


@pytest.mark.parametrize(
    ("text", "encoded"), [("é", "w6k="), ("😀", "8J+YgA=="), ("\x00", "AA=="), ("???>>>", "Pz8/Pj4+")]
)
def test_base64_is_of_utf8_in_the_standard_alphabet(text, encoded):
    """X7."""
    assert base64_encode(text) == encoded


@each_row(("text", "encoded"), PERCENT_ENCODED)
def test_percent_encoding(text, encoded):
    """X7."""
    assert url_encode(text) == encoded
    assert url_decode(encoded) == text


@each_row(("encoded", "text"), PERCENT_TAKEN)
def test_percent_encoding_that_is_taken(encoded, text):
    """X7: plus signs and whatever is not escaped stay."""
    assert url_decode(encoded) == text


@each_row(("encoded", "details"), PERCENT_REFUSED)
def test_percent_encoding_that_is_refused(encoded, details):
    """X7, X1: the first error, at its code point."""
    assert refusal(url_decode, encoded) == details + PERCENT_SIGN * details.startswith("'%'")


@pytest.mark.parametrize(("text", "encoded"), HTML_ENCODED)
def test_html_encoding(text, encoded):
    """X7."""
    assert html_encode(text) == encoded
    assert html_decode(encoded) == text


@each_row(("encoded", "text"), HTML_DECODED)
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
