"""The table of operations. To add one, add a row: the closed list, chains, description and console read this table."""

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any, NamedTuple, get_type_hints

from textops import (
    analysis,
    casing,
    ciphers,
    differences,
    encodings,
    escapes,
    invisible,
    json_query,
    json_text,
    lines,
    manipulation,
    normalization,
    searching,
    slugs,
    spacing,
    tokens,
    unicode_report,
    url_parts,
    yaml_reading,
    yaml_writing,
)
from utilitysvc.kit.rules import Choices

FORMAT_WEIGHT = 16

Outcome = analysis.Analysis | int | str

# Arguments of the functions that limit them, which no request sets: how many bytes the result may have, and the time
# that is left.
_LIMITS = ("largest", "budget")


class TextOperation(NamedTuple):
    """One row of the table.

    ``weight``: the highest cost for each byte that it reads, relative to json_format, which has FORMAT_WEIGHT, as
    it was measured on a megabyte. ``example``: the parameters of an example, without the operation. ``reads``:
    the parameters that it takes in addition to the text. ``limits``: which of ``largest`` and ``budget`` it takes,
    because a few bytes could make a large result or take long. ``final``: whether it can only be the last of a chain,
    because its result is no text for another operation.
    """

    name: str
    group: str
    function: Callable[..., Outcome]
    weight: float
    effect: str
    example: Mapping[str, Any]
    reads: tuple[str, ...]
    limits: tuple[str, ...]
    final: bool


def _row(
    group: str, function: Callable[..., Outcome], weight: float, effect: str, text: str, /, **more: object
) -> TextOperation:
    """Return the row of an operation, which is named after its function. ``text`` and ``more`` are its example."""
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
        reads=tuple(name for name in keywords if name not in _LIMITS),
        limits=tuple(name for name in keywords if name in _LIMITS),
        final=get_type_hints(function)["return"] is not str or function is unicode_report.unicode_report,
    )


_TOKEN = "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9."  # noqa: S105  # an example without a signature, which grants no access

_BOOKS = '{"books": [{"title": "Emma", "price": 8.95}, {"title": "Ulysses", "price": 12.99}]}'

# fmt: off
_ROWS = (
    _row("Analysis", analysis.analyze, 6, "Full statistics", "Hello, World!"),
    _row("Analysis", analysis.length, 0.05, "Character count, in code points", "noël"),
    _row("Analysis", analysis.word_count, 1, "Word count", "to be or not to be"),
    _row("Analysis", analysis.line_count, 0.25, "Line count", "one\ntwo\n"),
    _row("Case", casing.uppercase, 0.25, "Convert to UPPERCASE", "straße"),
    _row("Case", casing.lowercase, 0.25, "Convert to lowercase", "ΟΔΟΣ"),
    _row("Case", casing.titlecase, 8, "Convert to Title Case", "it's a well-known fact"),
    _row("Case", casing.camelcase, 10, "First word lowercase, the rest capitalized, no separators", "XMLHttpRequest"),
    _row("Case", casing.pascalcase, 10, "All words capitalized, no separators", "user_id2"),
    _row("Case", casing.snakecase, 10, "Lowercase words joined by underscore", "XMLHttpRequest"),
    _row("Case", casing.kebabcase, 10, "Lowercase words joined by hyphen", "fooBar baz"),
    _row("Manipulation", manipulation.reverse, 6, "Reverse the whole text", "noe\u0308l 👍🏽"),
    _row("Manipulation", manipulation.reverse_words, 1, "Reverse the order of words", "one two three"),
    _row("Manipulation", spacing.remove_spaces, 0.5, "Remove all spaces", "a b c"),
    _row("Manipulation", manipulation.remove_duplicates, 2,
         "Remove duplicate characters (first occurrence kept)", "hello"),
    _row("Manipulation", manipulation.remove_duplicate_words, 2,
         "Remove duplicate words (first occurrence kept)", "to be or not to be"),
    _row("Encoding", encodings.base64_encode, 0.25, "Encode to Base64", "naïve café"),
    _row("Encoding", encodings.base64_decode, 1, "Decode from Base64", "SGVsbG8="),
    _row("Encoding", escapes.url_encode, 1, "Percent-encode (space becomes %20)", "a b&c"),
    _row("Encoding", escapes.url_decode, 0.5, "Decode percent-encoding", "caf%C3%A9"),
    _row("Encoding", encodings.html_encode, 1, "Convert special characters to HTML entities", "<a href='x'>"),
    _row("Encoding", encodings.html_decode, 8, "Convert HTML entities back to characters", "&lt;&eacute;&#128512;"),
    _row("Cipher", ciphers.rot13, 0.25, "Rotate each letter by 13", "Hello"),
    _row("Cipher", ciphers.caesar_cipher, 0.25, "Shift each letter by shift", "Attack at dawn", shift=5),
    _row("Case", casing.constantcase, 10, "Uppercase words joined by underscore", "XMLHttpRequest"),
    _row("Case", casing.dotcase, 10, "Lowercase words joined by dot", "XMLHttpRequest"),
    _row("Case", casing.traincase, 10, "Capitalized words joined by hyphen", "XMLHttpRequest"),
    _row("Case", casing.sentencecase, 10, "First word capitalized, the rest lowercase, spaced", "XMLHttpRequest"),
    _row("Case", casing.swapcase, 0.5, "Swap upper and lower case", "Hello"),
    _row("Case", slugs.slugify, 11, "Transliterate to ASCII, as in an address", "Crème brûlée: l'été à 東京"),
    _row("White space", spacing.trim, 0.5, "Remove white space at both ends", " \thello\n"),
    _row("White space", spacing.collapse_whitespace, 1, "Make each run of white space one space", " a \n\t b "),
    _row("White space", spacing.remove_whitespace, 0.5, "Remove all white space", " a \n\t b "),
    _row("Lines", lines.sort_lines, 4, "Sort the lines by code points", "b\nA\na"),
    _row("Lines", lines.reverse_lines, 1, "Reverse the order of lines", "one\ntwo\nthree"),
    _row("Lines", lines.remove_duplicate_lines, 1, "Remove duplicate lines (first occurrence kept)", "a\nb\na"),
    _row("Lines", lines.remove_empty_lines, 2, "Remove lines that hold nothing but white space", "a\n\n \nb"),
    _row("Unicode", normalization.nfc, 8, "Compose canonically (NFC)", "e\u0301"),
    _row("Unicode", normalization.nfd, 8, "Decompose canonically (NFD)", "é"),
    _row("Unicode", normalization.nfkc, 10, "Compose by compatibility (NFKC)", "ﬁ²"),
    _row("Unicode", normalization.nfkd, 8, "Decompose by compatibility (NFKD)", "ﬁ²"),
    _row("Unicode", normalization.remove_accents, 10, "Remove accents and other marks", "Crème brûlée"),
    _row("Unicode", escapes.unicode_escape, 2, "Escape all but printable ASCII as \\uXXXX", "é😀"),
    _row("Unicode", escapes.unicode_unescape, 6, "Replace \\uXXXX by its character", "\\u00e9\\ud83d\\ude00"),
    _row("Encoding", encodings.hex_encode, 0.25, "Encode to hexadecimal digits", "é"),
    _row("Encoding", encodings.hex_decode, 2, "Decode from hexadecimal digits", "48 65:6c6C 6f"),
    _row("Encoding", encodings.base64url_encode, 0.25, "Encode to URL-safe Base64 without padding", "a?>"),
    _row("Encoding", encodings.base32_encode, 6, "Encode to Base32", "Hello"),
    _row("Encoding", encodings.base32_decode, 0.5, "Decode from Base32", "jbswy3dp"),
    _row("Encoding", encodings.binary_encode, 2, "Encode to binary digits", "Hi"),
    _row("Encoding", encodings.binary_decode, 1, "Decode from binary digits", "01001000 01101001"),
    _row("Encoding", escapes.json_escape, 0.5, "Escape as inside a JSON string", 'say "é"\n'),
    _row("Encoding", escapes.json_unescape, 1, "Undo the escapes of a JSON string", "\\u00e9\\n"),
    _row("JSON", json_text.json_format, 16, "Indent JSON by two spaces", '{"b":1.50,"a":[]}'),
    _row("JSON", json_text.json_minify, 14, "Remove white space from JSON", '{"b": 1.50, "a": [ ]}'),
    _row("JSON", tokens.jwt_decode, 10, "Show what a JSON Web Token says; its signature is not checked", _TOKEN),
    _row("Cipher", ciphers.rot47, 0.25, "Rotate each printable ASCII character by 47", "Hello!"),
    _row("Search", searching.replace, 1, "Replace each find by replacement", "a-b-c", find="-", replacement="+"),
    _row("Search", searching.count_matches, 0.25, "Count how many times find occurs", "banana", find="an"),
    _row("Search", searching.extract, 28, "List each occurrence of find, or of a group of it, on a line",
         "10.5 kg, 3 kg", find=r"([0-9.]+) kg", regex=True, group="1"),
    _row("Search", searching.split, 28, "List the parts between the occurrences of find, each on a line",
         "a1b22c", find="[0-9]+", regex=True),
    _row("JSON", json_query.json_path, 48, "Find values by a JSON Path", _BOOKS, path="$.books[?@.price < 10].title"),
    _row("JSON", json_query.json_sort_keys, 56, "Format JSON, the names of each object sorted", '{"b":1.50,"a":[]}'),
    _row("JSON", yaml_writing.json_to_yaml, 32, "Convert JSON to YAML", '{"on":"no","list":[1.50,null]}'),
    _row("JSON", yaml_reading.yaml_to_json, 640, "Convert YAML 1.2 to JSON", "on: no\nlist: [1.50, ~]\n"),
    _row("Encoding", url_parts.url_parse, 36, "Show the parts of a URL as JSON, as browsers read it",
         "https://bücher.example/a?q=x%20y#top"),
    _row("Lines", differences.diff, 10, "Compare with other, as a unified diff", "one\ntwo\n", other="one\nthree\n"),
    _row("Lines", lines.sort_lines_natural, 32, "Sort the lines, numbers by value, without regard to case",
         "file10\nFile9\nfile1"),
    _row("Unicode", invisible.remove_invisible, 4, "Remove characters that are not seen", "ze\u200bro"),
    _row("Unicode", unicode_report.unicode_report, 160, "List what a reader cannot see or would mistake",
         "p\u0430ypal"),
)
# fmt: on

OPERATIONS = {row.name: row for row in _ROWS}
#: Words that other languages and tools use for an operation, by the hint that they get.
_WORDS = {
    "base64_decode": "base64urldecode atob",
    "base64_encode": "btoa",
    "titlecase or sentencecase": "capitalize",
    "length": "charactercount charcount characters chars size",
    "length, word_count, line_count or count_matches": "count",
    "word_count": "countwords words",
    "line_count": "countlines lines",
    "analyze": "statistics stats wordfrequency",
    "diff": "compare",
    "remove_duplicate_lines": "dedup dedupe uniq unique",
    "remove_empty_lines": "removeblanklines",
    "sort_lines_natural": "naturalsort",
    "reverse": "reversestring",
    "remove_accents": "asciifold unaccent",
    "json_escape, html_encode, url_encode or unicode_escape": "escape",
    "json_unescape, html_decode, url_decode or unicode_unescape": "unescape",
    "html_encode": "htmlescape xmlescape",
    "html_decode": "htmlunescape xmlunescape",
    "base64_encode, url_encode, html_encode or hex_encode": "encode",
    "base64_decode, url_decode, html_decode or hex_decode": "decode",
    "json_path": "jq",
    "json_format": "jsonpretty jsonvalidate prettify prettyjson validatejson json",
    "jwt_decode": "jwt parsejwt",
    "nfc": "normalize",
    "extract or count_matches, with find": "find search",
    "extract, with find and regex=true": "grep match",
    "extract or replace, with regex=true": "regex",
    "replace": "sub substitute",
    "unicode_report": "confusables",
    "unicode_report or remove_invisible": "invisible",
    "remove_invisible": "zerowidth",
    "": "translate truncate",  # no operation does these
    "the function hash": "hash md5 sha1 sha256 sha512 crc32",
}

OPERATION_NAMES = Choices(
    "operation",
    tuple(OPERATIONS),
    default="analyze",
    hints={word: hint for hint, words in _WORDS.items() for word in words.split()},
)
