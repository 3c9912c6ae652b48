"""The worker class for gunicorn.conf.py: uvicorn's worker with the service's settings."""

import os
import signal
from types import FrameType
from typing import Any, ClassVar

from uvicorn_worker import UvicornWorker


class Worker(UvicornWorker):
    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        "loop": "uvloop",
        "http": "utilitysvc.serving.protocol:Protocol",
        "ws": "none",
        "lifespan": "on",
        "interface": "asgi3",
        "access_log": False,  # the front writes the access log
        "proxy_headers": False,  # Django reads the headers that NUM_PROXIES allows
        "server_header": False,
    }

    #: The signals by which gunicorn tells a worker to stop.
    STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)

    is_serving = False

    def init_signals(self) -> None:
        """Note a stop that comes before uvicorn sets its handlers. The default handler would end the process at once.

        If this process is the last that has the listening sockets open, the connections in them would then be reset.
        """
        super().init_signals()
        for number in self.STOPS:
            signal.signal(number, self._note_stop)

    def _note_stop(self, number: int, frame: FrameType | None) -> None:
        if self.is_serving:  # uvicorn has answered everything, and raises the signal again
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        self.early_signals.put(number)

    async def callback_notify(self) -> None:
        """Stop if the worker was told to before it served, or if the master has been killed.

        uvicorn calls this as soon as it serves, and then regularly. gunicorn's own workers also check for their master.
        """
        await super().callback_notify()
        self.is_serving = True
        must_stop = False
        while not self.early_signals.empty():
            must_stop |= self.early_signals.get() in self.STOPS
        if must_stop or os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on SIGQUIT too. gunicorn sends it to its workers when it gets SIGINT, but uvicorn does not handle it."""
        super().handle_exit(sig, frame)
        signal.raise_signal(signal.SIGTERM)
