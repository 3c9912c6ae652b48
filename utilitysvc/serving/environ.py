"""A request of ASGI as Django's WSGI handler reads it, and its answer as ASGI sends it.

https://asgi.readthedocs.io/en/latest/specs/www.html and https://peps.python.org/pep-3333/
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

__all__ = ["Answer", "answer", "environ_of"]

Environ = dict[str, Any]
WSGIApplication = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


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
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": mount,
        "PATH_INFO": path if path.isascii() else path.encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" in raw_name:
            continue  # as a WSGI variable it would look like the header with hyphens: X_Forwarded_For
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        environ[key] = f"{environ[key]}{';' if name == 'COOKIE' else ','}{value}" if key in environ else value
    return environ


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
    lowered = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return Answer(int(status[:3]), lowered, body)
