"""Characters written as escapes (X7, X10, G18)."""

import json
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each_row
from textops import escapes
from utilitysvc.kit.codecs import CodecError

unhurried = settings(deadline=None)

UNICODE_ESCAPED = [
    ("", ""),
    (" ~az'\"/", " ~az'\"/"),
    ("\\", r"\u005c"),
    ("\\n\\\\\n", r"\u005cn\u005c\u005c\u000a"),
    ("é\x00\x7f\r\t\b\f", r"\u00e9\u0000\u007f\u000d\u0009\u0008\u000c"),
    ("😀\uffff", r"\ud83d\ude00\uffff"),
]
UNICODE_TAKEN = [
    (r"\u00E9\u00e9é", "ééé"),
    (r"\uD83D\uDE00\u{1F600}\u{1f600}", "😀😀😀"),
    (r"\u{0}\u{00000041}\u{10FFFF}", "\x00A\U0010ffff"),
    (r"\u005cu0041\u0022", r"\u0041" + '"'),
    ('"\n{}u', '"\n{}u'),
    (r"\u{22}\u{5C}", '"\\'),
    (r"\u00410", "A0"),
]
UNICODE_REFUSED = [
    ("é\\", r"A backslash that does not begin \uXXXX at position 1; a backslash itself is written \u005c"),
    (r"a\n", r"A backslash that does not begin \uXXXX at position 1; a backslash itself is written \u005c"),
    (r"\u12", r"A backslash that does not begin \uXXXX at position 0; a backslash itself is written \u005c"),
    (r"\u{}", r"A backslash that does not begin \uXXXX at position 0; a backslash itself is written \u005c"),
    (r"\u004１", r"A backslash that does not begin \uXXXX at position 0; a backslash itself is written \u005c"),
    (r"x\u{110000}", r"\u{110000} is not a character at position 1"),
    (r"\u{D800}", r"\u{D800} is not a character at position 0"),
    (r"\u{41}\uD83D", r"\uD83D is half a surrogate pair, not a character at position 6"),
    (r"\ud83d\ude00\ude00", r"\ude00 is half a surrogate pair, not a character at position 12"),
    (r"\udabc\udE00\udBcd\ude00\ud83d", r"\ud83d is half a surrogate pair, not a character at position 24"),
    (r"\ud83d\u0041", r"\ud83d is half a surrogate pair, not a character at position 0"),
    (r"\u005cuD83D \uDE00", r"\uDE00 is half a surrogate pair, not a character at position 12"),
    (r"\ud83d\udbff\udc00", r"\ud83d is half a surrogate pair, not a character at position 0"),
]

JSON_ESCAPED = [
    ("", ""),
    ('"\\/', r"\"\\/"),
    ("\b\f\n\r\t", r"\b\f\n\r\t"),
    ("\x00\x1f\x7fé\u2028😀", "\\u0000\\u001f\x7fé\u2028😀"),
]
JSON_TAKEN = [
    (r"\/\"\\", '/"\\'),
    (r"\u00e9\u00E9\ud83d\ude00", "éé😀"),
    ("é\x7f\u2028", "é\x7f\u2028"),
    (r"\\u0041", r"\u0041"),
    ("a\nb\r\n\t", "a\nb\r\n\t"),
    ("é\x00\\n", "é\x00\n"),
]
QUOTED = r"; leave out those around the string, and write \" inside"
JSON_REFUSED = [
    ('"a"', "A quotation mark without a backslash at position 0" + QUOTED),
    ('\\""', "A quotation mark without a backslash at position 2" + QUOTED),
    ("\\", "A backslash that does not begin a JSON escape at position 0"),
    (r"\\\x41", "A backslash that does not begin a JSON escape at position 2"),
    (r"\u12G4", "A backslash that does not begin a JSON escape at position 0"),
    (r"\U00e9", "A backslash that does not begin a JSON escape at position 0"),
    (r"\\ud83d \ud83d", r"\ud83d is half a surrogate pair, not a character at position 8"),
    (r"\ud83d\\ude00", r"\ud83d is half a surrogate pair, not a character at position 0"),
    (r"\ud83d\udbff\udc00", r"\ud83d is half a surrogate pair, not a character at position 0"),
]


def refusal(decode, *arguments):
    with pytest.raises(CodecError) as exc_info:
        decode(*arguments)
    return str(exc_info.value)


@each_row(("text", "escaped"), UNICODE_ESCAPED)
def test_unicode_escapes(text, escaped):
    """X10: all but U+0020 to U+007E, and the backslash."""
    assert escapes.unicode_escape(text) == escaped
    assert escapes.unicode_unescape(escaped) == text


@pytest.mark.parametrize(("text", "escaped"), JSON_ESCAPED)
def test_json_escapes(text, escaped):
    """X10, RFC 8259, section 7."""
    assert escapes.json_escape(text) == escaped
    assert escapes.json_unescape(escaped) == text


@each_row(
    ("unescape", "escaped", "text"),
    [(escapes.unicode_unescape, *row) for row in UNICODE_TAKEN] + [(escapes.json_unescape, *row) for row in JSON_TAKEN],
)
def test_escapes_that_are_taken(unescape, escaped, text):
    assert unescape(escaped) == text


@each_row(
    ("unescape", "text", "said"),
    [(escapes.unicode_unescape, *row) for row in UNICODE_REFUSED]
    + [(escapes.json_unescape, *row) for row in JSON_REFUSED],
)
def test_escapes_that_are_refused(unescape, text, said):
    """G17."""
    assert refusal(unescape, text) == said


@unhurried
@given(st.text(), st.text(alphabet='\\"u0041dDn\n{}'))
def test_escapes_undo_and_agree_with_json(text, scraps):
    for given_text in (text, scraps, text + scraps):
        assert escapes.unicode_unescape(escapes.unicode_escape(given_text)) == given_text
        assert escapes.json_unescape(escapes.json_escape(given_text)) == given_text
        assert set(escapes.unicode_escape(given_text)) <= set(string.printable[:95])
        try:
            expected = json.loads(f'"{given_text}"', strict=False)  # control characters as they are have one meaning
            expected.encode()
        except ValueError:
            refusal(escapes.json_unescape, given_text)
        else:
            assert escapes.json_unescape(given_text) == expected


@unhurried
@given(st.binary())
def test_percent_decoding_reads_all_bytes(data):
    """X7: also those that quoted-printable, whose decoder it borrows, has its own thoughts about."""
    escaped = "".join(chr(byte) if byte < 128 and byte != 0x25 else f"%{byte:02x}" for byte in data)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        assert refusal(escapes.url_decode, escaped).startswith("Bytes that are not UTF-8 (")
    else:
        assert escapes.url_decode(escaped) == text


@each_row("text", ["=", "=\n", "a=\r\n", "=41", " \n", "\t \r\n", "__", "=3D%3D", "a" * 200, "%3D%0A"])
def test_percent_decoding_leaves_quoted_printable_alone(text):
    assert escapes.url_decode(text) == text.replace("%3D", "=").replace("%0A", "\n")
