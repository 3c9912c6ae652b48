"""The table of operations, which the closed list, chains, the description and the console read.

To add one, add its function here, and its effect and an example to operations.json.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from textops import (
    analysis,
    arranging,
    casing,
    ciphers,
    differences,
    encodings,
    escapes,
    graphemes,
    invisible,
    json_query,
    json_text,
    normalization,
    searching,
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


_FUNCTIONS: Sequence[tuple[str, Sequence[Callable[..., Outcome]]]] = (
    ("Analysis", (analysis.analyze, analysis.length, analysis.word_count, analysis.line_count)),
    (
        "Case",
        (
            casing.uppercase,
            casing.lowercase,
            casing.titlecase,
            casing.camelcase,
            casing.pascalcase,
            casing.snakecase,
            casing.kebabcase,
        ),
    ),
    (
        "Manipulation",
        (
            graphemes.reverse,
            arranging.reverse_words,
            arranging.remove_spaces,
            arranging.remove_duplicates,
            arranging.remove_duplicate_words,
        ),
    ),
    (
        "Encoding",
        (
            encodings.base64_encode,
            encodings.base64_decode,
            escapes.url_encode,
            escapes.url_decode,
            encodings.html_encode,
            encodings.html_decode,
        ),
    ),
    ("Cipher", (ciphers.rot13, ciphers.caesar_cipher)),
    (
        "Case",
        (casing.constantcase, casing.dotcase, casing.traincase, casing.sentencecase, casing.swapcase, casing.slugify),
    ),
    ("White space", (arranging.trim, arranging.collapse_whitespace, arranging.remove_whitespace)),
    (
        "Lines",
        (arranging.sort_lines, arranging.reverse_lines, arranging.remove_duplicate_lines, arranging.remove_empty_lines),
    ),
    (
        "Unicode",
        (
            normalization.nfc,
            normalization.nfd,
            normalization.nfkc,
            normalization.nfkd,
            normalization.remove_accents,
            escapes.unicode_escape,
            escapes.unicode_unescape,
        ),
    ),
    (
        "Encoding",
        (
            encodings.hex_encode,
            encodings.hex_decode,
            encodings.base64url_encode,
            encodings.base32_encode,
            encodings.base32_decode,
            encodings.binary_encode,
            encodings.binary_decode,
            escapes.json_escape,
            escapes.json_unescape,
        ),
    ),
    ("JSON", (json_text.json_format, json_text.json_minify, tokens.jwt_decode)),
    ("Cipher", (ciphers.rot47,)),
    ("Search", (searching.replace, searching.count_matches, searching.extract, searching.split)),
    ("JSON", (json_query.json_path, json_query.json_sort_keys, yaml_writing.json_to_yaml, yaml_reading.yaml_to_json)),
    ("Encoding", (url_parts.url_parse,)),
    ("Lines", (differences.diff, arranging.sort_lines_natural)),
    ("Unicode", (invisible.remove_invisible, unicode_report.unicode_report)),
)


def _operation(group: str, function: Callable[..., Outcome], effect: str, example: Mapping[str, Any]) -> TextOperation:
    """Return the operation of a function, which has its name."""
    parameters = signature(function).parameters.values()
    keywords = [parameter.name for parameter in parameters if parameter.kind is Parameter.KEYWORD_ONLY]
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters):
        keywords += FLAGS
    return TextOperation(
        name=function.__name__,
        group=group,
        function=function,
        effect=effect,
        example=example,
        reads=tuple(name for name in keywords if name not in _LIMITS),
        limits=tuple(name for name in keywords if name in _LIMITS),
        final=get_type_hints(function)["return"] is not str or function is unicode_report.unicode_report,
    )


_TEXTS = json.loads(Path(__file__).with_name("operations.json").read_text(encoding="utf-8"))

OPERATIONS = {
    function.__name__: _operation(group, function, *_TEXTS["operations"][function.__name__])
    for group, functions in _FUNCTIONS
    for function in functions
}

OPERATION_NAMES = Choices(
    "operation",
    tuple(OPERATIONS),
    default="analyze",
    hints={word: hint for hint, words in _TEXTS["words"].items() for word in words.split()},
)
