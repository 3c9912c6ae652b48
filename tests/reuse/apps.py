"""The apps as a foreign site meets them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.conftest import SERVICES
from utilitysvc.description import catalogue


class App(NamedTuple):
    """An app, a request whose answer is known in part, a request that it refuses, and the shape of its errors."""

    name: str
    example: Mapping[str, Any]
    shows: Mapping[str, Any]
    wrong: Mapping[str, Any]
    refusal: Mapping[str, Any]
    needs: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


APPS = [
    App(
        "hashing",
        {"input": "é", "algorithm": "fnv1a32,xxh64,blake3,whirlpool,ripemd160", "format": "hex"},
        {"input": "é", "algorithms": ["fnv1a32", "xxh64", "blake3", "whirlpool", "ripemd160"], "format": "hex"},
        {"input": "", "format": "api"},
        {"error": "Invalid format specified", "details": "Supported formats: hex, base64, binary. Unknown format: api"},
        needs=("blake3", "fnv_c", "xxhash"),
    ),
    App(
        "iplookup",
        {"ip": "2001:DB8::0"},
        {"ip": "2001:db8::", "network": "2001:db8::/32", "country": {"iso_code": "DE", "is_in_european_union": True}},
        {"ip": "2001:db8::/32"},
        {"error": "Invalid IP address provided", "status": 400},
        needs=("maxminddb",),
    ),
    App(
        "randomgen",
        {"min": 5, "max": 6, "count": 2, "sorted": True},
        {"numbers": [5, 6], "range": {"min": 5, "max": 6}},
        {"min": 6, "max": 5},
        {"error": "Minimum value must be less than maximum value", "details": "min: 6, max: 5"},
    ),
    App(
        "uuids",
        {"count": 3, "format": "urn"},
        {"count": 3, "format": "urn", "version": "4", "variant": "RFC 4122"},
        {"format": "json"},
        {
            "error": "Invalid format specified",
            "details": "Supported formats: standard, compact, braced, urn, base64, hex, ulid, integer. "
            "Unknown format: json",
        },
    ),
    App(
        "passwords",
        {"length": 3, "uppercase": False, "lowercase": False, "symbols": False, "exclude": "012345678"},
        {"password": "999", "entropy": 0.0, "excluded": "012345678"},
        {"length": "x"},
        {"error": "Invalid parameter type: length must be an integer"},
    ),
    App(
        "textops",
        {"text": "\u00e9 \u0131", "operation": "uppercase", "format": "json"},
        {"original_text": "\u00e9 \u0131", "operation": "uppercase", "result": "\u00c9 I"},
        {"text": "", "format": "api"},
        {"error": "Invalid format specified", "details": "Supported formats: json, text. Unknown format: api"},
        needs=("regex",),
    ),
    App(
        "timeops",
        {"operation": "format", "datetime": "2026-11-21T12:00:00Z", "format": "%A %H:%M %z"},
        {"operation": "format", "format": "%A %H:%M %z", "formatted": "Saturday 12:00 +0000", "timezone": "UTC"},
        {"operation": "timezone_info"},
        {
            "error": "Missing required parameters",
            "details": "timezone required for operation timezone_info",
        },
        needs=("dateutil", "pytz"),
    ),
    App(
        "numbergen",
        {"min": -1, "max": 0, "count": 2, "decimal": True, "precision": 1},
        {"count": 2, "options": {"secure": False, "decimal": True, "precision": 1}},
        {"count": 0},
        {"error": "Count must be between 1 and 10000", "details": "Requested count: 0"},
    ),
]
_WRITTEN = {app.name for app in APPS}
#: An app without a row is asked what its own table of operations has.
APPS += [
    App(
        endpoint.app,
        service.example,
        {},
        service.refused,
        {"error": service.error, "details": service.refusal.details},
    )
    for endpoint in catalogue.functions()
    for service in SERVICES
    if endpoint.path == service.path and endpoint.app not in _WRITTEN
]
#: What only some apps need, and no other may import.
NEEDS = {module for app in APPS for module in app.needs}
APP_NAMES = {app.name for app in APPS}
