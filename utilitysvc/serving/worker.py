"""The worker class of gunicorn.conf.py: uvicorn's, with the settings that uvicorn documents."""

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
