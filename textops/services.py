"""Analyze or transform a text. ``process`` is the door; operations.py holds the table behind it."""

from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict

from textops.analysis import Analysis, analysis_lines
from textops.ciphers import DEFAULT_SHIFT
from textops.operations import CHAIN, MAX_WEIGHT, OPERATION_NAMES, OPERATIONS, canonical_chain, check_chain
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

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

# Together the operations of a chain may cost what the dearest does on a body of the default size. Without that, sixteen
# could hold a worker for seconds, or make a hundred megabytes of one. Each costs its weight for every byte it reads.
TOO_COSTLY = "The chain is too long for this text"
MAX_CHAIN_COST = MAX_WEIGHT * 1024 * 1024


class TextResult(TypedDict):
    """``analysis`` where the last operation is analyze, ``result`` after any other."""

    original_text: Annotated[str, "Input text"]
    operation: Annotated[str, "Operation performed; of several each, joined by commas"]
    analysis: NotRequired[Annotated[Analysis, "Statistics"]]
    result: NotRequired[Annotated[str, "The text that the operation gives, or the count"]]


def process(*, text: str, operation: str | Sequence[str] = DEFAULT_OPERATION, shift: int = DEFAULT_SHIFT) -> TextResult:
    """Apply the operation, or several from left to right (B4). ``shift``: places, for caesar_cipher.

    Raises ServiceError for what makes no chain of operations, for a text that does not decode, and for a chain that is
    too long for its text.
    """
    steps = [OPERATIONS[name] for name in canonical_chain(operation)]
    outcome: Analysis | int | str = text
    cost = 0
    for number, step in enumerate(steps, start=1):
        if len(steps) > 1:
            cost += step.weight * len(str(outcome).encode())
            if cost > MAX_CHAIN_COST:
                raise ServiceError(OPERATION_NAMES.error, f"{TOO_COSTLY}, from operation {number} ({step.name}) on")
        outcome = step.function(outcome, shift=shift) if step.shifted else step.function(outcome)
    answer: TextResult = {"original_text": text, "operation": ",".join(step.name for step in steps)}
    if isinstance(outcome, int | str):
        answer["result"] = str(outcome)
    else:
        answer["analysis"] = outcome
    return answer


def plain_text(result: TextResult) -> str:
    """The result; of an analysis ``key: value`` lines (X3, G6)."""
    return analysis_lines(result["analysis"]) if "analysis" in result else result["result"]
