"""How long the result of an operation may be."""

from utilitysvc.kit.service_error import ServiceError

TOO_LARGE = "Result too large"
# How many times as long as its text a result may be. Encodings and normal forms stay below it: NFKD of U+FDFA, the
# longest, is eleven times as long. But `replace` of each letter by a page could fill the memory from a few kilobytes.
MAX_GROWTH = 12
ALWAYS_ALLOWED = 1024 * 1024  # bytes, however short the text is
_KIB = 1024


def largest_result(text: str) -> int:
    """Return how many bytes, in UTF-8, the results of operations on ``text`` may have."""
    return max(ALWAYS_ALLOWED, MAX_GROWTH * len(text.encode()))


def check_size(size: int, largest: int) -> None:
    """Raise ServiceError where a result of ``size`` bytes is larger than ``largest``."""
    if size > largest:
        raise ServiceError(TOO_LARGE, f"The result would have {size // _KIB} KiB, and may have {largest // _KIB}")
