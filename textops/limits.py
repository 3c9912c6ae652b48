"""What the operations of one request may take: CPU time (B4, X11-X14), and bytes for a result (X10)."""

from collections.abc import Callable, Hashable, Sequence
from time import thread_time
from typing import Any

from utilitysvc.kit.service_error import ServiceError

#: CPU time that the operations of one request may take together.
SECONDS = 1

# The largest result, as a multiple of its text. Encodings and normal forms stay below it: the longest, NFKD of U+FDFA,
# is eleven times as long. Without the limit, `replace` of each letter by a page could make a few kilobytes fill the
# memory.
MAX_GROWTH = 12
LARGEST = 1024 * 1024  # bytes that a result may have however short the text is
BYTES_PER_CHARACTER = 4  # the most in UTF-8: what is shorter need not be encoded to be measured
_KIB = 1024


class Budget:
    """The CPU time that one request has left. Code that may take long calls ``check`` repeatedly.

    The budget also caches values that the same request may need again, such as the pattern compiled for its first line.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self._end = thread_time() + seconds
        self._kept: dict[Hashable, Any] = {}

    def keep(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value cached for ``key``. At the first call, ``make`` makes it."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def check(self, what: str, advice: str) -> None:
        """Raise ServiceError, ``<what> too costly``, if the time is used up. ``advice``: what to send instead."""
        if thread_time() > self._end:
            raise ServiceError(f"{what} too costly", f"It took more than about a second; {advice}")


def check_size(size: int, largest: int) -> None:
    """Raise ServiceError if a result of ``size`` bytes is larger than ``largest``."""
    if size > largest:
        # Rounded up, so that one byte too much is not said to be as much as it may be.
        raise ServiceError(
            "Result too large", f"The result would have {-(-size // _KIB)} KiB, and may have {largest // _KIB}"
        )


def joined(pieces: Sequence[str], largest: int) -> str:
    """Return the pieces as one text. Raises ServiceError if it has more than ``largest`` bytes.

    It is measured before it is made: a few long pieces, such as indentation, may occur often enough for gigabytes.
    """
    check_size(sum(map(len, pieces)), largest)
    result = "".join(pieces)
    check_size(len(result.encode()), largest)
    return result
