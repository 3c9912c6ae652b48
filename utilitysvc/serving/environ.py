"""A request of ASGI as Django's WSGI handler reads it, and its answer as ASGI sends it.

https://asgi.readthedocs.io/en/latest/specs/www.html and https://peps.python.org/pep-3333/
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

__all__ = ["Answer", "answer", "environ_of"]

Environ = dict[str, Any]
WSGIApplication = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_SAME_FOR_ALL = {
    "wsgi.version": (1, 0),
    "wsgi.input_terminated": True,
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}
#: Names of headers up to this length are remembered with their variables. Clients choose the names.
_KNOWN_CHARACTERS = 64


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def environ_of(scope: Mapping[str, Any], mount: str) -> Environ:
    """Return the WSGI environment of a request, without its body. ``mount`` is taken off a path that begins with it."""
    mount = scope.get("root_path") or mount
    path: str = scope["path"]
    if mount and f"{path}/".startswith(f"{mount}/"):
        path = path[len(mount) :] or "/"
    host, port = scope.get("server") or ("", None)
    environ = {
        **_SAME_FOR_ALL,
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": mount,
        "PATH_INFO": path if path.isascii() else path.encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.url_scheme": scope["scheme"],
    }
    for name, value in scope["headers"]:
        key = (_known_variable if len(name) <= _KNOWN_CHARACTERS else _variable)(name)
        if key in environ:
            environ[key] += f"{';' if key == 'HTTP_COOKIE' else ','}{value.decode('latin-1')}"
        elif key:
            environ[key] = value.decode("latin-1")
    return environ


def _variable(name: bytes) -> str:
    """Return the variable for a header, empty if it has none.

    ``X_Forwarded_For`` has none: it would be taken for ``X-Forwarded-For``, which a proxy may have checked.
    """
    if b"_" in name:
        return ""
    variable = name.decode("latin-1").upper().replace("-", "_")
    return variable if variable in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{variable}"


_known_variable = lru_cache(maxsize=256)(_variable)


def answer(application: WSGIApplication, environ: Environ) -> Answer:
    """Call a WSGI application and return its answer whole."""
    started: list[Any] = []
    parts = application(environ, lambda *arguments: started.append(arguments))
    try:
        body = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    status, headers, *_ = started[0]
    return Answer(int(status[:3]), [(_lowered(name), value.encode("latin-1")) for name, value in headers], body)


@lru_cache
def _lowered(name: str) -> bytes:
    return name.lower().encode("latin-1")
