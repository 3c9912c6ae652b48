"""The path and method of a request as logs show them: only names that we chose, nothing that a client sent (G15)."""

import re
from functools import lru_cache

from django.urls import ResolverMatch

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"})
OTHER_METHOD = "<other>"

# The characters at which a route stops being literal. A dot is literal, as in geoip/v2.1/, unless a quantifier follows.
_NOT_LITERAL = re.compile(r"[<(\[^$\\*+?|]|\.(?=[*+?{])")


def shown_path(match: ResolverMatch | None, path: str, status: int) -> str:
    """Return the path as its route is written, with any prefix: ``/ip/<ip_address>`` for ``/ip/192.0.2.1``.

    What no route has was either refused, and then its path is not shown, or is one of our own static files.
    """
    if match:
        return _of_route(match.route, tuple(match.kwargs))
    return path if status in (200, 206, 304) else "<unknown>"


@lru_cache
def _of_route(route: str, names: tuple[str, ...]) -> str:
    """Return the literal beginning of a route, and from the first place that a client can fill, only names."""
    route = route.removeprefix("^")
    literal = _NOT_LITERAL.split(route, maxsplit=1)[0]
    if literal == route:
        return f"/{route}"
    return f"/{literal}" + "/".join(f"<{name}>" for name in names or ("input",))
