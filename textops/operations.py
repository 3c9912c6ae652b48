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

Outcome = analysis.Analysis | int | str

# Arguments of the functions that limit them, which no request sets: how many bytes the result may have, and the time
# that is left.
_LIMITS = ("largest", "budget")
# The parameters of functions that take ``flags``.
FLAGS = ("ignore_case", "multiline", "dotall")


class TextOperation(NamedTuple):
    """One row of the table.

    ``example``: the parameters of an example, without the operation. ``reads``:
    the parameters that it takes in addition to the text. ``limits``: which of ``largest`` and ``budget`` it takes,
    because a few bytes could make a large result or take long. ``final``: whether it can only be the last of a chain,
    because its result is no text for another operation.
    """

    name: str
    group: str
    function: Callable[..., Outcome]
    effect: str
    example: Mapping[str, Any]
    reads: tuple[str, ...]
    limits: tuple[str, ...]
    final: bool


def _row(group: str, function: Callable[..., Outcome], effect: str, text: str, /, **more: object) -> TextOperation:
    """Return the row of an operation, which is named after its function. ``text`` and ``more`` are its example."""
    parameters = signature(function).parameters.values()
    keywords = [parameter.name for parameter in parameters if parameter.kind is Parameter.KEYWORD_ONLY]
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters):
        keywords += FLAGS
    return TextOperation(
        name=function.__name__,
        group=group,
        function=function,
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
    _row("Analysis", analysis.analyze, "Full statistics", "Hello, World!"),
    _row("Analysis", analysis.length, "Character count, in code points", "noël"),
    _row("Analysis", analysis.word_count, "Word count", "to be or not to be"),
    _row("Analysis", analysis.line_count, "Line count", "one\ntwo\n"),
    _row("Case", casing.uppercase, "Convert to UPPERCASE", "straße"),
    _row("Case", casing.lowercase, "Convert to lowercase", "ΟΔΟΣ"),
    _row("Case", casing.titlecase, "Convert to Title Case", "it's a well-known fact"),
    _row("Case", casing.camelcase, "First word lowercase, the rest capitalized, no separators", "XMLHttpRequest"),
    _row("Case", casing.pascalcase, "All words capitalized, no separators", "user_id2"),
    _row("Case", casing.snakecase, "Lowercase words joined by underscore", "XMLHttpRequest"),
    _row("Case", casing.kebabcase, "Lowercase words joined by hyphen", "fooBar baz"),
    _row("Manipulation", manipulation.reverse, "Reverse the whole text", "noe\u0308l 👍🏽"),
    _row("Manipulation", manipulation.reverse_words, "Reverse the order of words", "one two three"),
    _row("Manipulation", spacing.remove_spaces, "Remove all spaces", "a b c"),
    _row("Manipulation", manipulation.remove_duplicates,
         "Remove duplicate characters (first occurrence kept)", "hello"),
    _row("Manipulation", manipulation.remove_duplicate_words,
         "Remove duplicate words (first occurrence kept)", "to be or not to be"),
    _row("Encoding", encodings.base64_encode, "Encode to Base64", "naïve café"),
    _row("Encoding", encodings.base64_decode, "Decode from Base64", "SGVsbG8="),
    _row("Encoding", escapes.url_encode, "Percent-encode (space becomes %20)", "a b&c"),
    _row("Encoding", escapes.url_decode, "Decode percent-encoding", "caf%C3%A9"),
    _row("Encoding", encodings.html_encode, "Convert special characters to HTML entities", "<a href='x'>"),
    _row("Encoding", encodings.html_decode, "Convert HTML entities back to characters", "&lt;&eacute;&#128512;"),
    _row("Cipher", ciphers.rot13, "Rotate each letter by 13", "Hello"),
    _row("Cipher", ciphers.caesar_cipher, "Shift each letter by shift", "Attack at dawn", shift=5),
    _row("Case", casing.constantcase, "Uppercase words joined by underscore", "XMLHttpRequest"),
    _row("Case", casing.dotcase, "Lowercase words joined by dot", "XMLHttpRequest"),
    _row("Case", casing.traincase, "Capitalized words joined by hyphen", "XMLHttpRequest"),
    _row("Case", casing.sentencecase, "First word capitalized, the rest lowercase, spaced", "XMLHttpRequest"),
    _row("Case", casing.swapcase, "Swap upper and lower case", "Hello"),
    _row("Case", slugs.slugify, "Transliterate to ASCII, as in an address", "Crème brûlée: l'été à 東京"),
    _row("White space", spacing.trim, "Remove white space at both ends", " \thello\n"),
    _row("White space", spacing.collapse_whitespace, "Make each run of white space one space", " a \n\t b "),
    _row("White space", spacing.remove_whitespace, "Remove all white space", " a \n\t b "),
    _row("Lines", lines.sort_lines, "Sort the lines by code points", "b\nA\na"),
    _row("Lines", lines.reverse_lines, "Reverse the order of lines", "one\ntwo\nthree"),
    _row("Lines", lines.remove_duplicate_lines, "Remove duplicate lines (first occurrence kept)", "a\nb\na"),
    _row("Lines", lines.remove_empty_lines, "Remove lines that hold nothing but white space", "a\n\n \nb"),
    _row("Unicode", normalization.nfc, "Compose canonically (NFC)", "e\u0301"),
    _row("Unicode", normalization.nfd, "Decompose canonically (NFD)", "é"),
    _row("Unicode", normalization.nfkc, "Compose by compatibility (NFKC)", "ﬁ²"),
    _row("Unicode", normalization.nfkd, "Decompose by compatibility (NFKD)", "ﬁ²"),
    _row("Unicode", normalization.remove_accents, "Remove accents and other marks", "Crème brûlée"),
    _row("Unicode", escapes.unicode_escape, "Escape all but printable ASCII as \\uXXXX", "é😀"),
    _row("Unicode", escapes.unicode_unescape, "Replace \\uXXXX by its character", "\\u00e9\\ud83d\\ude00"),
    _row("Encoding", encodings.hex_encode, "Encode to hexadecimal digits", "é"),
    _row("Encoding", encodings.hex_decode, "Decode from hexadecimal digits", "48 65:6c6C 6f"),
    _row("Encoding", encodings.base64url_encode, "Encode to URL-safe Base64 without padding", "a?>"),
    _row("Encoding", encodings.base32_encode, "Encode to Base32", "Hello"),
    _row("Encoding", encodings.base32_decode, "Decode from Base32", "jbswy3dp"),
    _row("Encoding", encodings.binary_encode, "Encode to binary digits", "Hi"),
    _row("Encoding", encodings.binary_decode, "Decode from binary digits", "01001000 01101001"),
    _row("Encoding", escapes.json_escape, "Escape as inside a JSON string", 'say "é"\n'),
    _row("Encoding", escapes.json_unescape, "Undo the escapes of a JSON string", "\\u00e9\\n"),
    _row("JSON", json_text.json_format, "Indent JSON by two spaces", '{"b":1.50,"a":[]}'),
    _row("JSON", json_text.json_minify, "Remove white space from JSON", '{"b": 1.50, "a": [ ]}'),
    _row("JSON", tokens.jwt_decode, "Show what a JSON Web Token says; its signature is not checked", _TOKEN),
    _row("Cipher", ciphers.rot47, "Rotate each printable ASCII character by 47", "Hello!"),
    _row("Search", searching.replace, "Replace each find by replacement", "a-b-c", find="-", replacement="+"),
    _row("Search", searching.count_matches, "Count how many times find occurs", "banana", find="an"),
    _row("Search", searching.extract, "List each occurrence of find, or of a group of it, on a line",
         "10.5 kg, 3 kg", find=r"([0-9.]+) kg", regex=True, group="1"),
    _row("Search", searching.split, "List the parts between the occurrences of find, each on a line",
         "a1b22c", find="[0-9]+", regex=True),
    _row("JSON", json_query.json_path, "Find values by a JSON Path", _BOOKS, path="$.books[?@.price < 10].title"),
    _row("JSON", json_query.json_sort_keys, "Format JSON, the names of each object sorted", '{"b":1.50,"a":[]}'),
    _row("JSON", yaml_writing.json_to_yaml, "Convert JSON to YAML", '{"on":"no","list":[1.50,null]}'),
    _row("JSON", yaml_reading.yaml_to_json, "Convert YAML 1.2 to JSON", "on: no\nlist: [1.50, ~]\n"),
    _row("Encoding", url_parts.url_parse, "Show the parts of a URL as JSON, as browsers read it",
         "https://bücher.example/a?q=x%20y#top"),
    _row("Lines", differences.diff, "Compare with other, as a unified diff", "one\ntwo\n", other="one\nthree\n"),
    _row("Lines", lines.sort_lines_natural, "Sort the lines, numbers by value, without regard to case",
         "file10\nFile9\nfile1"),
    _row("Unicode", invisible.remove_invisible, "Remove characters that are not seen", "ze\u200bro"),
    _row("Unicode", unicode_report.unicode_report, "List what a reader cannot see or would mistake",
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
