"""Chains of operations (B4): which may stand where, what they may cost, and where one has failed."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Any

from textops.operations import MAX_WEIGHT, OPERATION_NAMES, OPERATIONS, Outcome, TextOperation
from textops.results import check_size, largest_result
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

__all__ = ["CHAIN", "COST", "apply", "canonical_chain", "check_chain"]

CHAIN = Bounds("operations", 1, 16)

# Each operation costs its weight for every MiB that it reads. Four of the dearest on 1 MiB take about a second.
MIB = 1024 * 1024
COST = Bounds("cost", 0, 4 * MAX_WEIGHT, error="Chain too costly")


def canonical_chain(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the canonical names of one operation or several. Raises ServiceError where they make no chain."""
    asked = (names,) if isinstance(names, str) else names
    return check_chain(tuple(OPERATION_NAMES.canonical(name) for name in asked))


def check_chain(names: Sequence[str]) -> tuple[str, ...]:
    """Return ``names``, canonical already, or raise ServiceError where they cannot be applied one after the other."""
    if not CHAIN.minimum <= len(names) <= CHAIN.maximum:
        details = f"A chain has {CHAIN.minimum} to {CHAIN.maximum} operations, requested: {len(names)}"
        raise ServiceError(OPERATION_NAMES.error, details)
    for name in names[:-1]:
        if OPERATIONS[name].final:
            raise ServiceError(OPERATION_NAMES.error, f"{name} can only be the last in a chain of operations")
    return tuple(names)


def apply(names: Sequence[str], text: str, values: Mapping[str, Any]) -> Outcome:
    """Return what the operations make of ``text``, each of what the one before it made.

    ``values``: the parameters that they read beside it. Raises ServiceError for a text that does not decode, a result
    that is too large and a chain that costs too much. The cost of a single operation is bounded by the body's size.
    """
    chain = [OPERATIONS[name] for name in names]
    largest = largest_result(text)
    outcome: Outcome = text
    cost = 0.0
    for number, operation in enumerate(chain, start=1):
        if len(chain) > 1:
            cost += operation.weight * len(str(outcome).encode()) / MIB
            _check_cost(cost, number, operation)
        arguments = {name: values[name] for name in operation.reads}
        if operation.bounded:
            arguments["largest"] = largest
        place = f"Operation {number} ({operation.name}): " if len(chain) > 1 else ""
        try:
            outcome = operation.function(outcome, **arguments)
            if isinstance(outcome, str):
                check_size(len(outcome.encode()), largest)
        except CodecError as exc:
            raise ServiceError("Decoding failed", f"{place}{exc}") from None
        except ServiceError as exc:
            raise ServiceError(exc.error, place + exc.details) from None
    return outcome


def _check_cost(cost: float, number: int, operation: TextOperation) -> None:
    if cost > COST.maximum:
        fitting = "operation 1 alone fits" if number == 2 else f"operations 1 to {number - 1} fit"
        details = (
            f"Operation {number} ({operation.name}) would raise the cost to {ceil(cost)} of at most {COST.maximum}, "
            f"as weight times MiB read; {fitting}: send the others in a second request, with their result"
        )
        raise ServiceError(COST.error, details)
