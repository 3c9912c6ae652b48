"""How long the result of an operation may be."""

from utilitysvc.kit.service_error import ServiceError

__all__ = ["check_size", "largest_result"]

TOO_LARGE = "Result too large"
# The dearest encoding of a text, NFKD of U+FDFA, is eleven times as long. What goes beyond is made, as by `replace` of
# each letter by a page: a few kilobytes would cost a worker its memory.
MAX_GROWTH = 12
ALWAYS_ALLOWED = 1024 * 1024
_KIB = 1024


def largest_result(text: str) -> int:
    """Return how many bytes, in UTF-8, the results of operations on ``text`` may have."""
    return max(ALWAYS_ALLOWED, MAX_GROWTH * len(text.encode()))


def check_size(size: int, largest: int) -> None:
    """Raise ServiceError where a result of ``size`` bytes is larger than that."""
    if size > largest:
        raise ServiceError(TOO_LARGE, f"The result would have {size // _KIB} KiB, and may have {largest // _KIB}")
