"""Analyze or transform a text by ``process``. The operations are listed in operations.py.

Ids in brackets, such as (X5), here and in the modules beside this one, are those of docs/rules/text.md.
"""

from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict

from textops.analysis import Analysis, analysis_lines
from textops.chains import CHAIN, CHAIN_SECONDS, apply, check_chain
from textops.ciphers import DEFAULT_SHIFT
from textops.differences import CONTEXT, OTHER_REQUIRED
from textops.json_query import PATH, PATH_REQUIRED
from textops.operations import OPERATION_NAMES
from textops.searching import DEFAULT_GROUP, FIND_REQUIRED
from utilitysvc.kit.rules import Choices

__all__ = [
    "CHAIN",
    "CHAIN_SECONDS",
    "CONTEXT",
    "DEFAULT_GROUP",
    "DEFAULT_SHIFT",
    "FIND_REQUIRED",
    "FORMATS",
    "OPERATION_NAMES",
    "OTHER_REQUIRED",
    "PATH",
    "PATH_REQUIRED",
    "TEXT_FORMAT",
    "TEXT_REQUIRED",
    "TextResult",
    "check_chain",
    "plain_text",
    "process",
]

FORMATS = Choices("format", ("json", "text"), default="json")
TEXT_FORMAT = "text"
TEXT_REQUIRED = ("Text parameter is required", "Provide the text to process in the text parameter")


class TextResult(TypedDict):
    """Has ``analysis`` if the last operation is analyze, and ``result`` otherwise."""

    original_text: Annotated[str, "Input text"]
    operation: Annotated[str, "Operation performed; several are joined by commas"]
    analysis: NotRequired[Annotated[Analysis, "Statistics"]]
    result: NotRequired[Annotated[str, "The resulting text, or the count"]]


def process(
    *,
    text: str,
    operation: str | Sequence[str] = OPERATION_NAMES.default,
    shift: int = DEFAULT_SHIFT,
    find: str = "",
    replacement: str = "",
    each_line: bool = False,
    regex: bool = False,
    ignore_case: bool = False,
    multiline: bool = False,
    dotall: bool = False,
    group: str = DEFAULT_GROUP,
    path: str = "",
    other: str = "",
    context: int = CONTEXT.default,
) -> TextResult:
    """Apply the operation, or several from left to right.

    ``operation``: a name of OPERATION_NAMES, or 1 to 16 of them. ``shift``: places in the alphabet, for caesar_cipher.
    ``find``: the text that replace, count_matches, extract and split look for. ``replacement``: the text that replace
    puts in its place. ``each_line``: apply the operations to each line separately. ``regex``: ``find`` is a pattern of
    RE2, for which ``ignore_case``, ``multiline`` and ``dotall`` may be set. ``group``: the number or name of the group
    that extract returns. ``path``: the JSON Path of json_path. ``other``: the text that diff compares with.
    ``context``: how many equal lines diff shows around each change (0 to 100).

    Raises ServiceError if the operations do not make a chain, if the text cannot be decoded, if a pattern, path or
    context is invalid, if the computation takes too long, or if the result is too large.

    >>> process(text="XMLHttpRequest", operation="snakecase")["result"]
    'xml_http_request'
    """
    several = (operation,) if isinstance(operation, str) else operation
    names = check_chain([OPERATION_NAMES.canonical(name) for name in several])
    values = {
        "shift": shift,
        "find": find,
        "replacement": replacement,
        "each_line": each_line,
        "regex": regex,
        "ignore_case": ignore_case,
        "multiline": multiline,
        "dotall": dotall,
        "group": group,
        "path": path,
        "other": other,
        "context": context,
    }
    outcome = apply(names, text, values)
    answer: TextResult = {"original_text": text, "operation": ",".join(names)}
    if isinstance(outcome, int | str):
        answer["result"] = str(outcome)
    else:
        answer["analysis"] = outcome
    return answer


def plain_text(result: TextResult) -> str:
    """Return the result as plain text; an analysis as ``key: value`` lines."""
    return analysis_lines(result["analysis"]) if "analysis" in result else result["result"]
