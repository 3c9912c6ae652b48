"""The limit on the size of an operation's result."""

from collections.abc import Sequence

from utilitysvc.kit.service_error import ServiceError

TOO_LARGE = "Result too large"
# The largest result, as a multiple of its text. Encodings and normal forms stay below it: the longest, NFKD of U+FDFA,
# is eleven times as long. Without the limit, `replace` of each letter by a page could make a few kilobytes fill the
# memory.
MAX_GROWTH = 12
ALWAYS_ALLOWED = 1024 * 1024  # bytes, however short the text is
_KIB = 1024


def largest_result(text: str) -> int:
    """Return how many bytes, in UTF-8, the results of operations on ``text`` may have."""
    return max(ALWAYS_ALLOWED, MAX_GROWTH * len(text.encode()))


def check_size(size: int, largest: int) -> None:
    """Raise ServiceError if a result of ``size`` bytes is larger than ``largest``."""
    if size > largest:
        raise ServiceError(TOO_LARGE, f"The result would have {size // _KIB} KiB, and may have {largest // _KIB}")


def joined(pieces: Sequence[str], largest: int) -> str:
    """Return the pieces as one text. Raises ServiceError if it has more than ``largest`` bytes.

    It is measured before it is made: a few long pieces, such as indentation, may occur often enough for gigabytes.
    """
    check_size(sum(map(len, pieces)), largest)
    result = "".join(pieces)
    check_size(len(result.encode()), largest)
    return result
