"""The one way in which a computation refuses its input."""

__all__ = ["ServiceError"]


class ServiceError(Exception):
    """A fault that the caller can mend, or a refusal that it must be told of.

    ``error`` is the short message, ``details`` the explanation, ``status`` the HTTP status that answers it.
    """

    def __init__(self, error: str, details: str = "", status: int = 400) -> None:
        super().__init__(error, details, status)
        self.error = error
        self.details = details
        self.status = status
