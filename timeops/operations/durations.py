"""The operation that adds or subtracts durations (T20)."""

from collections.abc import Sequence

from timeops.calendar.steps import Move
from timeops.operations.results import DurationResult
from timeops.reading.durations import read_durations, split_durations
from timeops.writing.durations import duration_fields
from utilitysvc.kit.rules import Bounds, Choices

DURATIONS = Bounds(
    "durations", 1, 100, "Between {minimum} and {maximum} durations are needed", "Durations given: {value}"
)
SUM, DIFFERENCE = "sum", "difference"
OPERATORS = Choices("operator", (SUM, DIFFERENCE), default=SUM)


def duration(*, durations: str | Sequence[str] | Sequence[Move], operator: str = OPERATORS.default) -> DurationResult:
    """Add up 1 to 100 ``durations``, or if ``operator`` is difference, subtract the others from the first one.

    A duration is ISO 8601, ``1h30m``, ``1:30:00``, ``90 min`` or ``2 hours and 5 minutes``, and may be negative. A
    single text may hold several, separated by commas. Days have 24 hours. Years and months have no exact length: they
    are added separately, and a result that has any lacks the exact seconds. Raises ServiceError for a duration that
    cannot be read or has several meanings.

    >>> duration(durations=["PT1H30M", "45 min"])["clock"]
    '2:15:00'
    """
    given = split_durations(durations) if isinstance(durations, str) else durations
    DURATIONS.check(len(given))
    moves = [move for move in given if isinstance(move, Move)]
    moves = moves or read_durations([text for text in given if isinstance(text, str)])
    operator = OPERATORS.canonical(operator)
    sign = 1 if operator == SUM else -1
    total = moves[0]
    for move in moves[1:]:
        total = total.plus(move.times(sign))
    return {"operation": "duration", "operator": operator, **duration_fields(total)}
