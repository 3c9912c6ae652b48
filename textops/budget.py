"""A limit on the CPU time of operations whose time can grow faster than their text (X11-X14)."""

from collections.abc import Callable, Hashable
from time import thread_time
from typing import Any

from utilitysvc.kit.service_error import ServiceError

#: What one request may take of these operations, all together.
SECONDS = 1.0


class Budget:
    """What is left of the CPU time of one request. Code that may take long calls ``check`` again and again.

    It also keeps what the same request may need again, as the compiled pattern for each of many lines.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self._end = thread_time() + seconds
        self._kept: dict[Hashable, Any] = {}

    def keep(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return what ``make`` has returned when this was first called with ``key``."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def check(self, what: str, advice: str) -> None:
        """Raise ServiceError, ``<what> too costly``, if the time is used up. ``advice``: what to send instead."""
        if thread_time() > self._end:
            raise too_costly(what, f"It would take more than about a second; {advice}")


def too_costly(what: str, details: str) -> ServiceError:
    """Return the refusal of a computation that would take too long."""
    return ServiceError(f"{what} too costly", details)
