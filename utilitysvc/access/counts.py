"""Counting calls in Django's cache, whether it is the process's own memory or a server that may be away (S7)."""

import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache

#: A request waits no longer for a shared count, name resolution and all; it is then answered uncounted.
PATIENCE_SECONDS = 0.05
#: A server that did not answer is not asked again for so long, so that not every request waits for it.
PAUSE_SECONDS = 1.0
REPORT_SECONDS = 60.0

logger = logging.getLogger(__name__)


def count(key: str, seconds: int) -> int | None:
    """Return how often ``key`` was counted, this time included; None where a shared cache cannot say.

    A key is forgotten some time after ``seconds``, so it must not be used for longer.
    """
    memory = _own_memory()
    return _shared.count(key, seconds) if memory is None else _increment(memory, key, seconds)


@cache
def _own_memory() -> LocMemCache | None:
    """Return the process's own cache, None where the cache is another.

    ``caches`` would make it anew for each request: it keeps one for each thread, and for each task of an event loop.
    """
    made = caches.create_connection("default")
    return made if isinstance(made, LocMemCache) else None


def _increment(cache: BaseCache, key: str, seconds: int) -> int:
    timeout = 2 * seconds  # so that a key does not expire between the two steps below
    try:
        return int(cache.incr(key))
    except ValueError:  # there is no such key
        return 1 if cache.add(key, 1, timeout) else int(cache.incr(key))


class _SharedCount:
    """Asks a server in threads of its own: no timeout of a socket bounds the resolution of the server's name."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(4, "utilitysvc-counts")
        self._asked_from = self._reported_from = 0.0

    def count(self, key: str, seconds: int) -> int | None:
        now = time.monotonic()
        if now < self._asked_from:
            return None
        asking: Future[int] = self._threads.submit(lambda: _increment(caches["default"], key, seconds))
        try:
            return asking.result(PATIENCE_SECONDS)
        except Exception as exc:  # of whatever cache the site has
            asking.cancel()
            self._asked_from = now + PAUSE_SECONDS
            self._report(exc, now)
            return None

    def _report(self, exc: Exception, now: float) -> None:
        if now >= self._reported_from:
            self._reported_from = now + REPORT_SECONDS
            reason = f"{type(exc).__name__} {exc}".strip()
            logger.warning("The shared cache cannot be asked, so calls are answered without a limit: %s", reason)


_shared = _SharedCount()
