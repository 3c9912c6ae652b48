"""The one way in which a computation refuses its input."""

from collections.abc import Mapping
from typing import Any

__all__ = ["ServiceError"]


class ServiceError(Exception):
    """A fault that the caller can mend, or a refusal that it must be told of.

    ``error`` is the short message, ``details`` the explanation, ``status`` the HTTP status that answers it, ``extra``
    what the answer's body holds besides, after the keys of its service's error shape.
    """

    def __init__(
        self, error: str, details: str = "", status: int = 400, extra: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(error, details, status)
        self.error = error
        self.details = details
        self.status = status
        self.extra = extra or {}

    def __str__(self) -> str:
        return f"{self.error}: {self.details}" if self.details else self.error
