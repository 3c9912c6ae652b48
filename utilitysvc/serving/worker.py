"""The worker class of gunicorn.conf.py: uvicorn's, with the settings that uvicorn documents."""

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
        "access_log": False,  # the front writes it
        "proxy_headers": False,  # what NUM_PROXIES allows is read by Django
        "server_header": False,
    }

    #: How gunicorn tells a worker to stop.
    STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)

    is_serving = False

    def init_signals(self) -> None:
        """Note a stop that comes before uvicorn has its handlers: the default would end the process at once.

        It may be the last that has the listening sockets open. What waits in them would be reset.
        """
        super().init_signals()
        for number in self.STOPS:
            signal.signal(number, self._note_stop)

    def _note_stop(self, number: int, frame: FrameType | None) -> None:
        if self.is_serving:  # uvicorn has answered everything, and raises the signal once more
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        self.early_signals.put(number)

    async def callback_notify(self) -> None:
        """Stop if the worker was told so before it served, or if the master has been killed.

        uvicorn calls this first as soon as it serves. gunicorn's own workers look for their master too.
        """
        await super().callback_notify()
        self.is_serving = True
        is_told = False
        while not self.early_signals.empty():
            is_told |= self.early_signals.get() in self.STOPS
        if is_told or os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on SIGQUIT too, which gunicorn sends after its own SIGINT: uvicorn would not hear of it."""
        super().handle_exit(sig, frame)
        signal.raise_signal(signal.SIGTERM)
