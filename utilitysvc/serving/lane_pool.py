"""A pool of threads in which the one that became idle last takes the next request."""

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue

__all__ = ["LanePool"]

Job = Callable[[], None]


class LanePool:
    """Up to ``size`` threads, begun when first needed; what finds none idle waits in the order of its arrival.

    ``concurrent.futures.ThreadPoolExecutor`` lets its threads take turns, so that each request meets a thread whose
    memory has left the processor's cache: a small one costs a twentieth more by it. A job has to catch its own
    exceptions. The threads are daemons: a worker that has given its requests their grace ends with those that are left.
    """

    def __init__(self, name: str, size: int) -> None:
        self._name = name
        self._unborn = size
        self._idle: list[SimpleQueue[Job]] = []
        self._waiting: deque[Job] = deque()
        self._lock = threading.Lock()

    def submit(self, job: Job) -> None:
        with self._lock:
            if self._idle:
                inbox = self._idle.pop()
            elif self._unborn:
                self._unborn -= 1
                inbox = SimpleQueue()
                threading.Thread(target=self._work, args=(inbox,), name=self._name, daemon=True).start()
            else:
                self._waiting.append(job)
                return
        inbox.put(job)

    def _work(self, inbox: "SimpleQueue[Job]") -> None:
        while True:
            inbox.get()()
            with self._lock:
                if self._waiting:
                    inbox.put(self._waiting.popleft())
                else:
                    self._idle.append(inbox)
