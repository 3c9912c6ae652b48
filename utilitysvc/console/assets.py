"""The pages' scripts and styles, served before Django sees the request: a look-up in a dictionary for every other."""

from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from whitenoise import WhiteNoise

from utilitysvc.console.shell import STATIC

__all__ = ["with_assets"]

PREFIX = "static/"

_SIDECAR = Path(str(files("drf_spectacular_sidecar"))) / "static/drf_spectacular_sidecar"
_FOLDERS = {PREFIX: STATIC, PREFIX + "swagger-ui/": _SIDECAR / "swagger-ui-dist"}


def with_assets(application: Callable[..., Iterable[bytes]], *, changing: bool = False) -> WhiteNoise:
    """Wrap a WSGI application. A browser asks each time whether a file has changed, so that an upgrade is seen.

    ``changing``: look for the files at each request, as is wanted while they are being written.
    """
    served = WhiteNoise(
        application,
        autorefresh=changing,
        max_age=0,
        allow_all_origins=False,
        mimetypes={".webmanifest": "application/manifest+json"},
        add_headers_function=_headers,
    )
    for prefix, folder in _FOLDERS.items():
        served.add_files(folder, prefix)
    return served


def _headers(headers: Any, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
