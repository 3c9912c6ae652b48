"""The threads in which requests are answered that the event loop does not answer itself (S5)."""

import asyncio
import ctypes
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.http import HttpRequest, HttpResponse

from utilitysvc.serving.pace import WAIT_SECONDS
from utilitysvc.serving.refusals import refused

#: How many threads each lane has. Work that holds the interpreter lock gets one thread, because two threads that take
#: turns with the lock need longer than one after the other. A file's thread waits for its client most of the time.
THREADS = {"expensive": 1, "large": 1, "calls": 1, "pages": 1, "waiting": 2, "files": 32}

#: Requests beyond this size have a lane of their own.
LARGE_BYTES = 32 * 1024

#: Returns the memory that a large request or answer has freed to the system, in up to a few milliseconds. Only glibc
#: keeps what is below the top of its heaps for later requests, and only glibc has this function.
_malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)


class Lanes:
    """The threads of a worker. Each kind of request has its own, a lane, so that no kind delays another."""

    def __init__(self) -> None:
        self._executors = {lane: ThreadPoolExecutor(count, f"utilitysvc-{lane}") for lane, count in THREADS.items()}
        self._requests = Counter[str]()

    async def run(self, lane: str, answer: Callable[[HttpRequest], HttpResponse], request: HttpRequest) -> HttpResponse:
        """Answer the request in a thread of the lane. Raises ServiceError if none is free for long."""

        def work() -> HttpResponse:
            response = answer(request)
            if _malloc_trim and (lane == "large" or (lane == "calls" and len(response.content) > LARGE_BYTES)):
                _malloc_trim(0)
            return response

        job = self._executors[lane].submit(work)
        computed = asyncio.wrap_future(job)
        self._requests[lane] += 1
        try:
            done, _ = await asyncio.wait({computed}, timeout=WAIT_SECONDS)
            if not done and job.cancel():  # no thread has started it yet
                raise refused(503)
            return await computed
        finally:
            self._requests[lane] -= 1

    def queue_lengths(self) -> dict[str, int]:
        """Return how many requests wait for a thread of each lane."""
        return {lane: max(0, self._requests[lane] - count) for lane, count in THREADS.items()}
