"""The table of operations. A new operation is a row here; the closed list, chains, description and console follow."""

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any, NamedTuple, get_type_hints

from textops import (
    analysis,
    casing,
    ciphers,
    encodings,
    json_text,
    lines,
    manipulation,
    normalization,
    searching,
    slugs,
    spacing,
    tokens,
)
from utilitysvc.kit.rules import Choices

__all__ = ["MAX_WEIGHT", "OPERATIONS", "OPERATION_NAMES", "Outcome", "TextOperation"]

MAX_WEIGHT = 16

Outcome = analysis.Analysis | int | str

# An argument of the function that no request gives: how many bytes its result may have.
_LARGEST = "largest"


class TextOperation(NamedTuple):
    """One row. What the function's signature says is read from there.

    ``weight``: what it costs at worst for each byte that it reads, in parts of the dearest, which has MAX_WEIGHT
    (measured: ``python -m benchmarks.growth``). ``example``: its parameters but for the operation. ``reads``: the
    parameters that it takes beside the text. ``bounded``: it wants to know how large its result may be, since a few
    bytes could make gigabytes. ``final``: it can only end a chain, since it returns a number or statistics.
    """

    name: str
    group: str
    function: Callable[..., Outcome]
    weight: int
    effect: str
    example: Mapping[str, Any]
    reads: tuple[str, ...]
    bounded: bool
    final: bool


def _row(
    group: str, function: Callable[..., Outcome], weight: int, effect: str, text: str, **more: object
) -> TextOperation:
    """One operation, named as its function is. ``text`` and what follows are its example."""
    keywords = [
        name for name, parameter in signature(function).parameters.items() if parameter.kind is Parameter.KEYWORD_ONLY
    ]
    return TextOperation(
        name=function.__name__,
        group=group,
        function=function,
        weight=weight,
        effect=effect,
        example={"text": text, **more},
        reads=tuple(name for name in keywords if name != _LARGEST),
        bounded=_LARGEST in keywords,
        final=get_type_hints(function)["return"] is not str,
    )


_TOKEN = "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9."  # noqa: S105  # an example without a signature, which opens nothing

# fmt: off
_ROWS = (
    _row("Analysis", analysis.analyze, 6, "Full statistics", "Hello, World!"),
    _row("Analysis", analysis.length, 1, "Character count, in code points", "noël"),
    _row("Analysis", analysis.word_count, 1, "Word count", "to be or not to be"),
    _row("Analysis", analysis.line_count, 1, "Line count", "one\ntwo\n"),
    _row("Case", casing.uppercase, 1, "Convert to UPPERCASE", "straße"),
    _row("Case", casing.lowercase, 1, "Convert to lowercase", "ΟΔΟΣ"),
    _row("Case", casing.titlecase, 8, "Convert to Title Case", "it's a well-known fact"),
    _row("Case", casing.camelcase, 10, "First word lowercase, the rest capitalized, no separators", "XMLHttpRequest"),
    _row("Case", casing.pascalcase, 10, "All words capitalized, no separators", "user_id2"),
    _row("Case", casing.snakecase, 10, "Lowercase words joined by underscore", "XMLHttpRequest"),
    _row("Case", casing.kebabcase, 10, "Lowercase words joined by hyphen", "fooBar baz"),
    _row("Manipulation", manipulation.reverse, 6, "Reverse the whole text", "noe\u0308l 👍🏽"),
    _row("Manipulation", manipulation.reverse_words, 1, "Reverse the order of words", "one two three"),
    _row("Manipulation", spacing.remove_spaces, 1, "Remove all spaces", "a b c"),
    _row("Manipulation", manipulation.remove_duplicates, 2,
         "Remove duplicate characters (first occurrence kept)", "hello"),
    _row("Manipulation", manipulation.remove_duplicate_words, 2,
         "Remove duplicate words (first occurrence kept)", "to be or not to be"),
    _row("Encoding", encodings.base64_encode, 1, "Encode to Base64", "naïve café"),
    _row("Encoding", encodings.base64_decode, 1, "Decode from Base64", "SGVsbG8="),
    _row("Encoding", encodings.url_encode, 1, "Percent-encode (space becomes %20)", "a b&c"),
    _row("Encoding", encodings.url_decode, 1, "Decode percent-encoding", "caf%C3%A9"),
    _row("Encoding", encodings.html_encode, 1, "Convert special characters to HTML entities", "<a href='x'>"),
    _row("Encoding", encodings.html_decode, 8, "Convert HTML entities back to characters", "&lt;&eacute;&#128512;"),
    _row("Cipher", ciphers.rot13, 1, "Rotate each letter by 13", "Hello"),
    _row("Cipher", ciphers.caesar_cipher, 1, "Shift each letter by shift", "Attack at dawn", shift=5),
    _row("Case", casing.constantcase, 10, "Uppercase words joined by underscore", "XMLHttpRequest"),
    _row("Case", casing.dotcase, 10, "Lowercase words joined by dot", "XMLHttpRequest"),
    _row("Case", casing.traincase, 10, "Capitalized words joined by hyphen", "XMLHttpRequest"),
    _row("Case", casing.sentencecase, 10, "First word capitalized, the rest lowercase, spaced", "XMLHttpRequest"),
    _row("Case", casing.swapcase, 1, "Swap upper and lower case", "Hello"),
    _row("Case", slugs.slugify, 11, "Transliterate to ASCII, as in an address", "Crème brûlée: l'été à 東京"),
    _row("White space", spacing.trim, 1, "Remove white space at both ends", " \thello\n"),
    _row("White space", spacing.collapse_whitespace, 1, "Make each run of white space one space", " a \n\t b "),
    _row("White space", spacing.remove_whitespace, 1, "Remove all white space", " a \n\t b "),
    _row("Lines", lines.sort_lines, 4, "Sort the lines by code points", "b\nA\na"),
    _row("Lines", lines.reverse_lines, 1, "Reverse the order of lines", "one\ntwo\nthree"),
    _row("Lines", lines.remove_duplicate_lines, 1, "Remove duplicate lines (first occurrence kept)", "a\nb\na"),
    _row("Lines", lines.remove_empty_lines, 2, "Remove lines that hold nothing but white space", "a\n\n \nb"),
    _row("Unicode", normalization.nfc, 8, "Compose canonically (NFC)", "e\u0301"),
    _row("Unicode", normalization.nfd, 8, "Decompose canonically (NFD)", "é"),
    _row("Unicode", normalization.nfkc, 10, "Compose by compatibility (NFKC)", "ﬁ²"),
    _row("Unicode", normalization.nfkd, 8, "Decompose by compatibility (NFKD)", "ﬁ²"),
    _row("Unicode", normalization.remove_accents, 10, "Remove accents and other marks", "Crème brûlée"),
    _row("Unicode", encodings.unicode_escape, 2, "Escape all but printable ASCII as \\uXXXX", "é😀"),
    _row("Unicode", encodings.unicode_unescape, 6, "Replace \\uXXXX by its character", "\\u00e9\\ud83d\\ude00"),
    _row("Encoding", encodings.hex_encode, 1, "Encode to hexadecimal digits", "é"),
    _row("Encoding", encodings.hex_decode, 2, "Decode from hexadecimal digits", "48 65:6c6C 6f"),
    _row("Encoding", encodings.base64url_encode, 1, "Encode to URL-safe Base64 without padding", "a?>"),
    _row("Encoding", encodings.base32_encode, 4, "Encode to Base32", "Hello"),
    _row("Encoding", encodings.base32_decode, 1, "Decode from Base32", "jbswy3dp"),
    _row("Encoding", encodings.binary_encode, 2, "Encode to binary digits", "Hi"),
    _row("Encoding", encodings.binary_decode, 1, "Decode from binary digits", "01001000 01101001"),
    _row("Encoding", encodings.json_escape, 1, "Escape as inside a JSON string", 'say "é"\n'),
    _row("Encoding", encodings.json_unescape, 1, "Undo the escapes of a JSON string", "\\u00e9\\n"),
    _row("JSON", json_text.json_format, 16, "Indent JSON by two spaces", '{"b":1.50,"a":[]}'),
    _row("JSON", json_text.json_minify, 14, "Remove white space from JSON", '{"b": 1.50, "a": [ ]}'),
    _row("JSON", tokens.jwt_decode, 10, "Show what a JSON Web Token says; its signature is not checked", _TOKEN),
    _row("Cipher", ciphers.rot47, 1, "Rotate each printable ASCII character by 47", "Hello!"),
    _row("Search", searching.replace, 2, "Replace each find by replacement", "a-b-c", find="-", replacement="+"),
    _row("Search", searching.count_matches, 1, "Count how many times find occurs", "banana", find="an"),
)
# fmt: on

OPERATIONS = {row.name: row for row in _ROWS}
OPERATION_NAMES = Choices("operation", tuple(OPERATIONS))
