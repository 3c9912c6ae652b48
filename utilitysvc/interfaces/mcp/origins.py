"""Which web pages may call /mcp/. A browser sends the page's origin, and lets pages call servers on its own machine.

https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http (Security Warning)
"""

import re
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any

from django.core.checks import CheckMessage, Error
from django.http.request import validate_host

from utilitysvc.conf import allowed_hosts
from utilitysvc.interfaces import conf

_ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://([^\s/?#@:*\[\]]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def is_origin_allowed(origin: str, host: str) -> bool:
    """Return whether a page of ``origin`` may call: its origin is allowed, or is that of the request's host.

    ``host``: the request's Host header. It counts only if ALLOWED_HOSTS names it, other than by ``*``, or if it is a
    loopback host. Otherwise DNS rebinding would be possible: after an attacker's page is loaded, its DNS points its
    name to this machine, and then origin and Host agree.
    """
    page = parsed_origin(origin)
    if page is None:
        return False
    scheme, domain, _ = page
    return page in map(parsed_origin, conf.mcp_allowed_origins()) or (
        page == parsed_origin(f"{scheme}://{host}")
        and scheme in _DEFAULT_PORTS
        and (_is_loopback(domain) or validate_host(domain, {*allowed_hosts(), ".localhost"} - {"*"}))
    )


def check_origins(**kwargs: Any) -> Sequence[CheckMessage]:
    """System check: report each allowed origin that a browser cannot send, as one with a path."""
    return [
        Error(
            f"UTILITYSVC_MCP_ALLOWED_ORIGINS holds {origin!r}, which is not an origin.",
            hint="Write scheme, host and, unless it is the scheme's own, port: https://example.com, no path.",
            id="utilitysvc_interfaces.E001",
        )
        for origin in conf.mcp_allowed_origins()
        if not parsed_origin(origin)
    ]


def parsed_origin(origin: str) -> tuple[str, str, int | None] | None:
    """Return scheme, host and port (https://www.rfc-editor.org/rfc/rfc6454), or None for what no browser sends."""
    if origin == "null":  # as an opaque origin is written
        return origin, "", None
    parts = _ORIGIN.fullmatch(origin.lower())
    if parts is None:
        return None
    scheme, host, port = parts.groups()
    return scheme, host, int(port) if port else _DEFAULT_PORTS.get(scheme)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
