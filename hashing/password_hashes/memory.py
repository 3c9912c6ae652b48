"""A memory budget that threads share. A thread waits until the memory that it needs is free."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from utilitysvc.kit.service_error import ServiceError


class MemoryBudget:
    """Let all threads together use at most ``total`` bytes. A thread waits for at most ``patience`` seconds."""

    def __init__(self, total: int, patience: float) -> None:
        self._total = total
        self._patience = patience
        self._used = 0
        self._released = Condition()

    @contextmanager
    def use(self, size: int) -> Iterator[None]:
        """Reserve ``size`` bytes, at most the total. Raises ServiceError (503) if they do not become free in time."""
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
