"""The table of operations: from it the service works, and its parameters, messages, schema and tests are made."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from textops import analysis, casing, ciphers, encodings, manipulation
from utilitysvc.kit.rules import Bounds, Choices
from utilitysvc.kit.service_error import ServiceError

__all__ = ["CHAIN", "MAX_WEIGHT", "OPERATIONS", "OPERATION_NAMES", "Operation", "canonical_chain", "check_chain"]

MAX_WEIGHT = 16


class Operation(NamedTuple):
    """Its name and group, what it does, and the function that does it.

    ``shifted``: the function takes the shift too. ``weight``: what it costs at worst for each byte that it reads,
    in parts of the dearest, which has MAX_WEIGHT (measured: benchmarks/faults/costs.py).
    """

    name: str
    group: str
    effect: str
    function: Callable[..., analysis.Analysis | int | str]
    shifted: bool = False
    weight: int = MAX_WEIGHT

    @property
    def final(self) -> bool:
        """Whether it ends a chain: what it gives is about the text, and no text."""
        return self.group == "Analysis"


OPERATIONS = {
    row.name: row
    for row in (
        Operation("analyze", "Analysis", "Full statistics", analysis.analyze),
        Operation("length", "Analysis", "Character count, in code points", analysis.length, weight=1),
        Operation("word_count", "Analysis", "Word count", analysis.word_count, weight=2),
        Operation("line_count", "Analysis", "Line count", analysis.line_count, weight=2),
        Operation("uppercase", "Case", "Convert to UPPERCASE", casing.uppercase, weight=1),
        Operation("lowercase", "Case", "Convert to lowercase", casing.lowercase, weight=1),
        Operation("titlecase", "Case", "Convert to Title Case", casing.titlecase),
        Operation("camelcase", "Case", "First word lowercase, the rest capitalized, no separators", casing.camelcase),
        Operation("pascalcase", "Case", "All words capitalized, no separators", casing.pascalcase),
        Operation("snakecase", "Case", "Lowercase words joined by underscore", casing.snakecase),
        Operation("kebabcase", "Case", "Lowercase words joined by hyphen", casing.kebabcase),
        Operation("reverse", "Manipulation", "Reverse the whole text", manipulation.reverse),
        Operation("reverse_words", "Manipulation", "Reverse the order of words", manipulation.reverse_words, weight=2),
        Operation("remove_spaces", "Manipulation", "Remove all spaces", manipulation.remove_spaces, weight=1),
        Operation(
            "remove_duplicates",
            "Manipulation",
            "Remove duplicate characters (first occurrence kept)",
            manipulation.remove_duplicates,
            weight=3,
        ),
        Operation(
            "remove_duplicate_words",
            "Manipulation",
            "Remove duplicate words (first occurrence kept)",
            manipulation.remove_duplicate_words,
            weight=3,
        ),
        Operation("base64_encode", "Encoding", "Encode to Base64", encodings.base64_encode, weight=1),
        Operation("base64_decode", "Encoding", "Decode from Base64", encodings.base64_decode, weight=1),
        Operation("url_encode", "Encoding", "Percent-encode (space becomes %20)", encodings.url_encode, weight=6),
        Operation("url_decode", "Encoding", "Decode percent-encoding", encodings.url_decode, weight=8),
        Operation(
            "html_encode", "Encoding", "Convert special characters to HTML entities", encodings.html_encode, weight=3
        ),
        Operation("html_decode", "Encoding", "Convert HTML entities back to characters", encodings.html_decode),
        Operation("rot13", "Cipher", "Rotate each letter by 13", ciphers.rot13, weight=1),
        Operation(
            "caesar_cipher", "Cipher", "Shift each letter by shift", ciphers.caesar_cipher, shifted=True, weight=1
        ),
    )
}
OPERATION_NAMES = Choices("operation", tuple(OPERATIONS))
CHAIN = Bounds(
    "operations",
    1,
    16,
    error=OPERATION_NAMES.error,
    details="A chain has {minimum} to {maximum} operations, requested: {value}",
)


def canonical_chain(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the canonical names of one operation or several. Raises ServiceError where they make no chain (B4)."""
    asked = (names,) if isinstance(names, str) else names
    return check_chain(tuple(OPERATION_NAMES.canonical(name) for name in asked))


def check_chain(names: Sequence[str]) -> tuple[str, ...]:
    """Return ``names``, canonical already, where they can be applied one after the other."""
    CHAIN.check(len(names))
    for name in names[:-1]:
        if OPERATIONS[name].final:
            raise ServiceError(OPERATION_NAMES.error, f"{name} may only stand last in a chain of operations")
    return tuple(names)
