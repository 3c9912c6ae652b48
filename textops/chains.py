"""Check and apply chains of operations (B4), also line by line (X11)."""

from collections.abc import Mapping, Sequence
from typing import Any

from textops.limits import SECONDS, Budget, check_size, largest_result
from textops.operations import OPERATION_NAMES, OPERATIONS, Outcome, TextOperation
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import INVALID_COMBINATION, ServiceError

CHAIN = Bounds(
    "operations",
    1,
    16,
    error=OPERATION_NAMES.error,
    details="A chain has {minimum} to {maximum} operations, requested: {value}",
)

#: CPU time after which no further operation of a chain begins.
CHAIN_SECONDS = Bounds("chain_seconds", 0, SECONDS)


def check_chain(names: Sequence[str]) -> tuple[str, ...]:
    """Return ``names``, which are canonical, or raise ServiceError if they cannot be applied one after the other."""
    CHAIN.check(len(names))
    for name in names[:-1]:
        if OPERATIONS[name].final:
            raise ServiceError(OPERATION_NAMES.error, f"{name} can only be the last in a chain of operations")
    return tuple(names)


def apply(names: Sequence[str], text: str, values: Mapping[str, Any], budget: Budget | None = None) -> Outcome:
    """Apply the operations to ``text``, each to the result of the one before it, and return the last result.

    ``values``: the other parameters that they read; with ``each_line``, the whole chain is applied to each line
    separately. Raises ServiceError if a text cannot be decoded, a result is too large, or the chain takes too long.
    """
    chain = [OPERATIONS[name] for name in names]
    arguments = {**values, "largest": largest_result(text), "budget": budget or Budget()}
    if not values.get("each_line"):
        return _apply_chain(chain, text, arguments)
    if chain[-1].final:
        details = f"each_line and operation: {names[-1]} is about the whole text, and can only end a chain"
        raise ServiceError(INVALID_COMBINATION, details)
    results: list[str] = []
    size = -len("\n")
    for number, line in enumerate(text.splitlines(), start=1):
        arguments["budget"].check("Chain", "send fewer lines, or fewer operations")
        try:
            results.append(str(_apply_chain(chain, line, arguments)))
            size += len("\n") + len(results[-1].encode())
            check_size(size, arguments["largest"])
        except ServiceError as exc:
            raise ServiceError(exc.error, f"Line {number}: {exc.details}", exc.status) from None
    ends_with_line_break = text[-1:].splitlines() == [""]
    return "\n".join(results) + "\n" * ends_with_line_break


def _apply_chain(chain: Sequence[TextOperation], text: str, arguments: Mapping[str, Any]) -> Outcome:
    outcome: Outcome = text
    for number, operation in enumerate(chain, start=1):
        place = f"Operation {number} ({operation.name}): " if len(chain) > 1 else ""
        try:
            if number > 1:
                arguments["budget"].check("Chain", "send fewer operations, or less text")
            outcome = operation.function(
                outcome, **{name: arguments[name] for name in operation.reads + operation.limits}
            )
            if isinstance(outcome, str):
                check_size(len(outcome.encode()), arguments["largest"])
        except CodecError as exc:
            readings = exc.readings if outcome is text else ()  # the caller can correct only the text that it sent
            raise ServiceError("Decoding failed", f"{place}{exc}", readings=readings) from None
        except ServiceError as exc:
            raise ServiceError(exc.error, place + exc.details, exc.status) from None
    return outcome
