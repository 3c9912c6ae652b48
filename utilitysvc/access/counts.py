"""Count calls in Django's cache: in the memory of the process, or on a server that may not be reachable (S7)."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache

from utilitysvc.kit.logs import once_a_minute

#: How long a request waits for a shared count, including name resolution. After that, it is answered without counting.
TIMEOUT_SECONDS = 0.25
#: How long a server that did not answer is not asked again, so that not every request waits for it.
PAUSE_SECONDS = 1.0

logger = logging.getLogger(__name__)
logger.addFilter(once_a_minute())


@cache
def counter() -> Callable[[str, int], int | None]:
    """Return the function that counts in the cache that is configured.

    For a key and a number of seconds, it returns how often the key was counted, including this time, or None if the
    shared cache does not answer. A key expires some time after the seconds, so it must not be used for longer.
    """
    # ``caches`` would create the object again for each request, because it keeps one for each thread, and for each task
    # of an event loop.
    configured = caches.create_connection("default")
    if isinstance(configured, LocMemCache):
        return partial(_increment, configured)
    threads = ThreadPoolExecutor(4, "utilitysvc-counts")  # no socket timeout limits the resolution of a server's name
    next_attempt = 0.0

    def on_server(key: str, seconds: int) -> int | None:
        nonlocal next_attempt
        now = time.monotonic()
        if now < next_attempt:
            return None
        future = threads.submit(lambda: _increment(caches["default"], key, seconds))
        try:
            return future.result(TIMEOUT_SECONDS)
        except Exception as exc:  # its class depends on the cache that the site uses
            future.cancel()
            next_attempt = now + PAUSE_SECONDS
            reason = f"{type(exc).__name__} {exc}".strip()
            logger.warning("The shared cache cannot be asked, so calls are answered without a limit: %s", reason)
            return None

    return on_server


def _increment(cache: BaseCache, key: str, seconds: int) -> int:
    timeout = 2 * seconds  # so that a key does not expire between the two steps below
    try:
        return int(cache.incr(key))
    except ValueError:  # there is no such key
        return 1 if cache.add(key, 1, timeout) else int(cache.incr(key))
