"""The pages' scripts and styles. They are served before Django sees the request.

This costs all other requests a look-up in a dictionary. All files are in one folder, whose name is the digest of its
content: ``static/1f0c.../console.js``. A browser can therefore cache them for ever, and a script's relative imports
lead to files of the same release. A browser that takes compressed files gets them compressed (compression.py).
"""

import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

import drf_spectacular_sidecar
from whitenoise import WhiteNoise

from utilitysvc.console.compression import accepted_coding, compressed

_STATIC = Path(__file__).parent / "static"
_SWAGGER_UI = "swagger-ui"
_SWAGGER_UI_FILES = Path(drf_spectacular_sidecar.__path__[0], "static/drf_spectacular_sidecar/swagger-ui-dist")
_IMPORT = re.compile(r'^(?:import|\}) .*from "(.*)";$', re.MULTILINE)


@cache
def folders() -> dict[str, Path]:
    """Return the folders that are served, by name; the name of the console's own is ""."""
    # Imported here, because it needs Django's settings, which wsgi.py sets only after its imports.
    from utilitysvc.console.hints import static_folders

    return {"": _STATIC, **static_folders(), _SWAGGER_UI: _SWAGGER_UI_FILES}


@cache
def files() -> dict[str, Path]:
    """Return the files of the console and of the apps, by their names within ``root``."""
    return {
        f"{name}/{path.name}".lstrip("/"): path
        for name, folder in folders().items()
        for path in sorted(folder.iterdir())
        if name != _SWAGGER_UI and path.is_file()
    }


@cache
def root() -> str:
    """Return the path of the folder that has all files."""
    return f"static/{digest(files())}/"


def digest(contents: Mapping[str, Path]) -> str:
    """Return the digest of these files by name, and of the release of Swagger UI."""
    content = hashlib.sha256(version("drf_spectacular_sidecar").encode())
    for name, path in contents.items():
        content.update(f"{name}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return content.hexdigest()[:16]


def scripts(app: str = "") -> list[str]:
    """Return the names of the scripts that every form needs, or of the further ones that an app's forms need, its own
    first. Each page names all of them, so that the browser loads them at once."""
    shared = _imported("console.js")
    return [name for name in _imported(f"{app}/console.js") if name not in shared] if app else shared


def style(app: str) -> str:
    """Return the address of an app's style sheet, or "" if it has none."""
    name = f"{app}/console.css"
    return root() + name if name in files() else ""


def _imported(script: str) -> list[str]:
    """Return the script, if it is there, and all that it imports at its beginning."""
    names = [script] if script in files() else []
    for name in names:  # the list grows during the loop
        for imported in _IMPORT.findall(files()[name].read_text()):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))
            if path not in names:
                names.append(path)
    return names


def with_assets(application: Callable[..., Iterable[bytes]], *, changing: bool = False) -> WhiteNoise:
    """Wrap a WSGI application.

    ``changing``: look for the files at each request, and let the browser request them each time, for development.
    """
    served = _CompressedFiles(
        application,
        autorefresh=changing,
        max_age=0,
        allow_all_origins=False,
        mimetypes={".webmanifest": "application/manifest+json"},
        add_headers_function=_headers,
        immutable_file_test=lambda path, url: not changing,
    )
    for name, folder in folders().items():
        served.add_files(folder, f"{root()}{name}")
    return served


class _CompressedFiles(WhiteNoise):
    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> Any:
        file: Any = super().get_static_file(path, url, stat_cache)
        respond = file.get_response

        def compressed_response(method: str, request_headers: Mapping[str, str]) -> Any:
            """Return the response to a request for the file, compressed for browsers that take that."""
            # Without this header, no compressed copy that lies beside the file is sent, which may be older.
            response = respond(method, {**request_headers, "HTTP_ACCEPT_ENCODING": ""})
            coding = accepted_coding(request_headers.get("HTTP_ACCEPT_ENCODING", ""))
            if coding and response.status == HTTPStatus.OK:
                content = compressed(Path(path).read_bytes(), coding)
                headers = dict(response.headers) | {"Content-Encoding": coding, "Content-Length": str(len(content))}
                response.headers = list(headers.items())
                if response.file:  # HEAD has none
                    response.file.close()
                    response.file = BytesIO(content)
            return response

        file.get_response = compressed_response
        return file


def _headers(headers: Any, path: str, url: str) -> None:
    headers["Vary"] = "Accept-Encoding"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
