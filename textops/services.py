"""Analyze or transform a text. ``process`` does; the table is in operations.py, chains in chains.py."""

from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict

from textops.analysis import Analysis, analysis_lines
from textops.chains import CHAIN, COST, apply, canonical_chain, check_chain
from textops.ciphers import DEFAULT_SHIFT
from textops.operations import OPERATION_NAMES
from textops.searching import FIND_REQUIRED
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.rules import Choices

__all__ = [
    "CHAIN",
    "COST",
    "DEFAULT_FORMAT",
    "DEFAULT_OPERATION",
    "DEFAULT_SHIFT",
    "FIND_REQUIRED",
    "FORMATS",
    "OPERATION_NAMES",
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
TEXT_REQUIRED = ("Text parameter is required", "Provide the text to process in the text parameter")


class TextResult(TypedDict):
    """``analysis`` where the last operation is analyze, ``result`` after any other."""

    original_text: Annotated[str, "Input text"]
    operation: Annotated[str, "Operation performed; several are joined by commas"]
    analysis: NotRequired[Annotated[Analysis, "Statistics"]]
    result: NotRequired[Annotated[str, "The resulting text, or the count"]]


@checked
def process(
    *,
    text: str,
    operation: str | Sequence[str] = DEFAULT_OPERATION,
    shift: int = DEFAULT_SHIFT,
    find: str = "",
    replacement: str = "",
) -> TextResult:
    """Apply the operation, or several from left to right.

    ``operation``: a name of OPERATION_NAMES, or 1 to 16 of them. ``shift``: places in the alphabet, for caesar_cipher.
    ``find``: what replace and count_matches look for, and ``replacement``: what replace puts in its place.

    Raises ServiceError for what makes no chain of operations, for a text that does not decode, for a chain that costs
    too much, and for a result that is too large.

    >>> process(text="XMLHttpRequest", operation="snakecase")["result"]
    'xml_http_request'
    """
    names = canonical_chain(operation)
    outcome = apply(names, text, {"shift": shift, "find": find, "replacement": replacement})
    answer: TextResult = {"original_text": text, "operation": ",".join(names)}
    if isinstance(outcome, int | str):
        answer["result"] = str(outcome)
    else:
        answer["analysis"] = outcome
    return answer


def plain_text(result: TextResult) -> str:
    """The result; of an analysis ``key: value`` lines."""
    return analysis_lines(result["analysis"]) if "analysis" in result else result["result"]
