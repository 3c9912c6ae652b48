"""A limit on the CPU time of chains, and of operations whose time can grow faster than their text (B4, X11-X14)."""

from collections.abc import Callable, Hashable
from time import thread_time
from typing import Any

from utilitysvc.kit.service_error import ServiceError

#: CPU time that the operations of one request may take together.
SECONDS = 1


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
            raise too_costly(what, f"It took more than about a second; {advice}")


def too_costly(what: str, details: str) -> ServiceError:
    """Return the error for a computation that would take too long."""
    return ServiceError(f"{what} too costly", details)
