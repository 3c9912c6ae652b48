"""The rate limit, as a throttle of Django REST framework (S7)."""

import math
import time
from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from iplookup.addresses import caller_address, parse_address
from utilitysvc.access import conf
from utilitysvc.access.authentication import scheme_of
from utilitysvc.access.counts import counter

#: The key of ``request.META``, which the calls within a request inherit, for the headers in which they write how many
#: calls are left: those of the answer to a batch. None once a request has been counted, and its calls need not be.
HEADERS = "utilitysvc.rate_headers"


class CallThrottle(BaseThrottle):
    """Limits the calls of each token, or of each caller without one, in each window of time.

    Windows begin with those of the clock: with a limit per minute, at each full minute.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        rate, meta = conf.rate_limit(), request.META
        headers = meta.get(HEADERS, view.headers)
        if rate is None or headers is None or not scheme_of(view):
            return True
        if getattr(view, "counts_calls", False):  # its calls are counted in its place
            meta[HEADERS] = headers
            return True
        meta[HEADERS] = None
        window, elapsed = divmod(time.time(), rate.seconds)
        self.seconds_left = rate.seconds - elapsed
        caller = f"key:{request.auth}" if request.auth else f"address:{_network(meta)}"
        calls = counter()(f"utilitysvc:{rate.calls}/{rate.seconds}:{window:.0f}:{caller}", rate.seconds)
        if calls is None:
            return True
        # https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ (draft 10). ``q``: how many calls may
        # be made; ``w``: in how many seconds; ``r``: how many are left; ``t``: seconds until there are ``q`` again.
        headers["RateLimit-Policy"] = f'"default";q={rate.calls};w={rate.seconds}'
        headers["RateLimit"] = f'"default";r={max(0, rate.calls - calls)};t={math.ceil(self.seconds_left)}'
        return calls <= rate.calls

    def wait(self) -> float:
        return self.seconds_left


def _network(meta: Mapping[str, Any]) -> str:
    """Return the network that identifies a caller: of an IPv6 address its /64, which belongs to one customer."""
    address = parse_address(caller_address(meta, api_settings.NUM_PROXIES))  # a Unix socket has none
    return address.packed[:8].hex() if address else "none"
