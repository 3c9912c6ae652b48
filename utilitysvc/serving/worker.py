"""The worker class of gunicorn.conf.py: uvicorn's, with the settings that uvicorn documents."""

import os
import signal
from types import FrameType
from typing import Any, ClassVar

from uvicorn_worker import UvicornWorker

__all__ = ["Worker"]


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

    async def callback_notify(self) -> None:
        """Stop where the master has been killed, as gunicorn's own workers do: this one would keep the port."""
        await super().callback_notify()
        if os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on SIGQUIT too, which gunicorn sends after its own SIGINT: uvicorn would not hear of it."""
        super().handle_exit(sig, frame)
        signal.raise_signal(signal.SIGTERM)
