"""The refusal of two parameters that exclude each other (G4)."""

from utilitysvc.kit.service_error import ServiceError

INVALID_COMBINATION = "Invalid parameter combination"


def refuse_both(one: str, other: str, reason: str) -> ServiceError:
    """Return the error of a request that gives both; its details name them and say why."""
    return ServiceError(INVALID_COMBINATION, f"{one} and {other} exclude each other: {reason}")
