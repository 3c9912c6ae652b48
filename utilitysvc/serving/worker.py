"""The worker class for gunicorn.conf.py: uvicorn's worker with the service's settings."""

import os
import signal
from types import FrameType
from typing import Any, ClassVar

from uvicorn_worker import UvicornWorker

#: The signals by which gunicorn tells a worker to stop. The master blocks them while it forks one, so that the worker
#: does not end at once by one that comes before it serves. If it were the last process that has the listening sockets
#: open, the connections in them would be reset.
STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)


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

    async def callback_notify(self) -> None:
        """Take the signals that came before uvicorn had set its handlers, and stop if the master has been killed.

        uvicorn calls this as soon as it serves, and then regularly. gunicorn's own workers also check for their master.
        """
        await super().callback_notify()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
        if os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on SIGQUIT too. gunicorn sends it to its workers when it gets SIGINT, but uvicorn does not handle it."""
        super().handle_exit(sig, frame)
        signal.raise_signal(signal.SIGTERM)
