"""ServiceError, which a computation raises to refuse its input."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

INVALID_COMBINATION = "Invalid parameter combination"


class Reading(TypedDict):
    """One meaning of a value that has several (G19): sending ``write`` in place of the value asks for this one."""

    write: Annotated[str, "What to send for this meaning"]
    means: Annotated[str, "What it then is"]
    parameter: NotRequired[Annotated[str, "The parameter to send it in, if that is another one"]]


class ServiceError(Exception):
    """A request that is refused: its sender can correct it, or has to be told why there is no answer.

    ``error`` is the short message, ``details`` the explanation, ``status`` the HTTP status of the response. ``extra``
    holds further members of its body, which follow the keys of the service's error shape. ``readings`` are the meanings
    of a value that has several; they become the last member of that name. ``parameter`` is the one that is refused.
    ``advice`` says what to send instead, where a rule fixes the details; only agents and the command tell it.
    """

    def __init__(
        self,
        error: str,
        details: str = "",
        status: int = 400,
        extra: Mapping[str, Any] = {},
        readings: Sequence[Reading] = (),
        parameter: str = "",
        advice: str = "",
    ) -> None:
        super().__init__(error, details, status)
        self.error = error
        self.details = details
        self.status = status
        self.parameter = parameter
        self.advice = advice
        self.extra = dict(extra)
        if readings:
            self.extra["readings"] = list(readings)

    def __str__(self) -> str:
        return f"{self.error}: {self.details}" if self.details else self.error


def refuse_both(one: str, other: str, reason: str) -> ServiceError:
    """Return the error for a request that gives two parameters that exclude each other (G4)."""
    return ServiceError(INVALID_COMBINATION, f"{one} and {other} exclude each other: {reason}")
