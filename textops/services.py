"""Analyze or transform a text. ``process`` is the door; operations.py holds the table behind it."""

from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict

from textops.analysis import Analysis, analysis_lines
from textops.ciphers import DEFAULT_SHIFT
from textops.operations import CHAIN, OPERATION_NAMES, OPERATIONS, canonical_chain, check_chain
from utilitysvc.kit.errors import ServiceError
from utilitysvc.kit.rules import Choices

__all__ = [
    "CHAIN",
    "DEFAULT_FORMAT",
    "DEFAULT_OPERATION",
    "DEFAULT_SHIFT",
    "FORMATS",
    "OPERATION_NAMES",
    "SHIFTED",
    "TEXT_FORMAT",
    "TEXT_REQUIRED",
    "TextResult",
    "check_chain",
    "plain_text",
    "process",
]

FORMATS = Choices("format", ("json", "text"))
DEFAULT_FORMAT, TEXT_FORMAT = FORMATS.values
DEFAULT_OPERATION = "analyze"
SHIFTED = tuple(step.name for step in OPERATIONS.values() if step.shifted)
TEXT_REQUIRED = ("Text parameter is required", "Provide the text to process in the text parameter")

# No single operation makes more than 6 characters of one byte (html_encode of an apostrophe), but sixteen Base64
# encodings make a hundred. A chain may grow somewhat past what one operation can, and a short text freely.
RESULT_TOO_LARGE = "Result too large"
MAX_GROWTH = 8
GROWTH_COUNTS_FROM_BYTES = 64 * 1024


class TextResult(TypedDict):
    """``analysis`` where the last operation is analyze, ``result`` after any other."""

    original_text: Annotated[str, "Input text"]
    operation: Annotated[str, "Operation performed; of several each, joined by commas"]
    analysis: NotRequired[Annotated[Analysis, "Statistics"]]
    result: NotRequired[Annotated[str, "The text that the operation gives, or the count"]]


def process(*, text: str, operation: str | Sequence[str] = DEFAULT_OPERATION, shift: int = DEFAULT_SHIFT) -> TextResult:
    """Apply the operation, or several from left to right (B4). ``shift``: places, for caesar_cipher.

    Raises ServiceError for what makes no chain of operations, for a text that does not decode, and for a chain whose
    text outgrows MAX_GROWTH.
    """
    names = canonical_chain(operation)
    limit = MAX_GROWTH * max(len(text.encode()), GROWTH_COUNTS_FROM_BYTES)
    outcome: Analysis | int | str = text
    for number, step in enumerate((OPERATIONS[name] for name in names), start=1):
        outcome = step.function(outcome, shift=shift) if step.shifted else step.function(outcome)
        if isinstance(outcome, str) and len(outcome) > limit:
            grown = f"Operation {number} ({step.name}) gives {len(outcome)} characters"
            raise ServiceError(RESULT_TOO_LARGE, f"{grown}; at most {limit} are allowed for this text")
    answer: TextResult = {"original_text": text, "operation": ",".join(names)}
    if isinstance(outcome, int | str):
        answer["result"] = str(outcome)
    else:
        answer["analysis"] = outcome
    return answer


def plain_text(result: TextResult) -> str:
    """The result; of an analysis ``key: value`` lines (X3, G6)."""
    return analysis_lines(result["analysis"]) if "analysis" in result else result["result"]
