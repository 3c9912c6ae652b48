"""A budget of memory that threads share: each waits until what it needs is free."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from utilitysvc.kit.service_error import ServiceError


class MemoryBudget:
    """Lets threads use at most ``total`` bytes at a time. A thread waits for up to ``patience`` seconds."""

    def __init__(self, total: int, patience: float) -> None:
        self._total = total
        self._patience = patience
        self._used = 0
        self._released = Condition()

    @contextmanager
    def use(self, size: int) -> Iterator[None]:
        """Reserve ``size`` bytes, which must not exceed the total. Raises ServiceError (503) if none become free."""
        with self._released:
            if not self._released.wait_for(lambda: self._used + size <= self._total, self._patience):
                raise ServiceError(
                    "Hashing of passwords is busy",
                    f"No memory for it became free within {self._patience:g} seconds; try again later",
                    503,
                )
            self._used += size
        try:
            yield
        finally:
            with self._released:
                self._used -= size
                self._released.notify_all()
