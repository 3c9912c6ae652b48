"""Analyze or transform a text by ``process``. The operations are listed in operations.py.

Ids in brackets, such as (X5), here and in the modules beside this one, are those of docs/rules/text.md.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from textops.analysis import Analysis, analysis_lines
from textops.ciphers import DEFAULT_SHIFT
from textops.differences import CONTEXT
from textops.limits import BYTES_PER_CHARACTER, LARGEST, MAX_GROWTH, SECONDS, Budget, check_size
from textops.operations import OPERATION_NAMES, OPERATIONS, Outcome, TextOperation
from textops.searching import DEFAULT_GROUP
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.rules import Bounds, Choices
from utilitysvc.kit.service_error import INVALID_COMBINATION, ServiceError

__all__ = [
    "CHAIN",
    "CHAIN_SECONDS",
    "FORMATS",
    "TextResult",
    "plain_text",
    "process",
]

FORMATS = Choices("format", ("json", "text"), default="json")
TEXT_REQUIRED = ("Text parameter is required", "Provide the text to process in the text parameter")
CHAIN = Bounds(
    "operations",
    1,
    16,
    error=OPERATION_NAMES.error,
    details="A chain has {minimum} to {maximum} operations, requested: {value}",
)
#: CPU time after which no further operation of a chain begins.
CHAIN_SECONDS = Bounds("chain_seconds", 0, SECONDS)


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
    names = check_chain([operation] if isinstance(operation, str) else operation)
    chain = [OPERATIONS[name] for name in names]
    arguments = {
        "shift": shift,
        "find": find,
        "replacement": replacement,
        "regex": regex,
        "ignore_case": ignore_case,
        "multiline": multiline,
        "dotall": dotall,
        "group": group,
        "path": path,
        "other": other,
        "context": context,
        "largest": max(LARGEST, MAX_GROWTH * len(text.encode())),
        # An operation that shares its time with no other, nor with another line, starts a budget of its own.
        "budget": Budget() if each_line or len(chain) > 1 else None,
    }
    outcome = (apply_to_lines if each_line else apply)(chain, text, arguments)
    answer: TextResult = {"original_text": text, "operation": ",".join(names)}
    if isinstance(outcome, int | str):
        answer["result"] = str(outcome)
    else:
        answer["analysis"] = outcome
    return answer


def plain_text(result: TextResult) -> str:
    """Return the result as plain text; an analysis as ``key: value`` lines."""
    return analysis_lines(result["analysis"]) if "analysis" in result else result["result"]


def check_chain(operations: Sequence[str]) -> tuple[str, ...]:
    """Return the canonical names of ``operations``, or raise ServiceError if they do not make a chain."""
    names = tuple(map(OPERATION_NAMES.check, operations))
    CHAIN.check(len(names))
    for name in names[:-1]:
        if OPERATIONS[name].final:
            raise ServiceError(OPERATION_NAMES.error, f"{name} can only be the last in a chain of operations")
    return names


def apply(chain: Sequence[TextOperation], text: str, arguments: Mapping[str, Any]) -> Outcome:
    """Apply the operations to ``text``, each to the result of the one before it, and return the last result.

    ``arguments``: what the operations read, and the limits ``largest`` and ``budget`` of the chain. Raises ServiceError
    if a text cannot be decoded, a result is too large, or the chain takes too long.
    """
    outcome: Outcome = text
    for number, operation in enumerate(chain, start=1):
        place = f"Operation {number} ({operation.name}): " if len(chain) > 1 else ""
        try:
            if number > 1:
                arguments["budget"].check("Chain", "send fewer operations, or less text")
            outcome = operation.function(outcome, **{name: arguments[name] for name in operation.reads})
            if isinstance(outcome, str) and len(outcome) * BYTES_PER_CHARACTER > arguments["largest"]:
                check_size(len(outcome.encode()), arguments["largest"])
        except CodecError as exc:
            readings = exc.readings if outcome is text else ()  # the caller can correct only the text that it sent
            raise ServiceError("Decoding failed", f"{place}{exc}", readings=readings) from None
        except ServiceError as exc:
            raise ServiceError(exc.error, place + exc.details, exc.status) from None
    return outcome


def apply_to_lines(chain: Sequence[TextOperation], text: str, arguments: Mapping[str, Any]) -> str:
    """Apply the operations to each line of ``text`` separately, and return the results as lines.

    ``arguments`` as of ``apply``. Raises ServiceError as it does, with the number of the line, and if the last result
    is no text.
    """
    if chain[-1].final:
        details = f"each_line and operation: {chain[-1].name} is about the whole text, and can only end a chain"
        raise ServiceError(INVALID_COMBINATION, details)
    results: list[str] = []
    size = 0
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        arguments["budget"].check("Chain", "send fewer lines, or fewer operations")
        [content] = line.splitlines()
        try:
            results.append(str(apply(chain, content, arguments)) + "\n" * (content != line))
            size += len(results[-1].encode())
            check_size(size, arguments["largest"])
        except ServiceError as exc:
            raise ServiceError(exc.error, f"Line {number}: {exc.details}", exc.status) from None
    return "".join(results)
