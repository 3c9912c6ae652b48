"""What a log may hold of a request's path and method: what we have named, and nothing that a client has (G15)."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

#: Where the middleware leaves Django's ResolverMatch in ``request.META``, or None where no route owns the path.
MATCH = "utilitysvc.resolver_match"

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"})
OTHER_METHOD = "<other>"
NO_ROUTE = "<unknown>"
SERVED = (200, 206, 304)

# A dot alone stands for itself, as in geoip/v2.1/; before a quantifier for whatever a client writes.
_NOT_LITERAL = re.compile(r"[<(\[^$\\*+?|]|\.(?=[*+?{])")


def shown_method(method: str) -> str:
    return method if method in METHODS else OTHER_METHOD


def shown_path(meta: Mapping[str, Any], status: int) -> str:
    """Return the path as its route has it: ``/ip/<ip_address>`` for ``/ip/192.0.2.1``, whatever comes before it.

    What did not reach Django was refused, and is unknown, or is one of our own static files.
    """
    if MATCH in meta:
        match = meta[MATCH]
        return _of_route(match.route, tuple(match.kwargs)) if match else NO_ROUTE
    return meta.get("PATH_INFO", NO_ROUTE) if status in SERVED else NO_ROUTE


@lru_cache
def _of_route(route: str, names: tuple[str, ...]) -> str:
    """Keep what stands in the route literally; from the first place where a client's words may stand, the names."""
    route = route.removeprefix("^")
    literal = _NOT_LITERAL.split(route, maxsplit=1)[0]
    if literal == route:
        return f"/{route}"
    return f"/{literal}" + "/".join(f"<{name}>" for name in names or ("input",))
