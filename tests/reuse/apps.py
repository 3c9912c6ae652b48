"""The apps as a foreign site meets them."""

from typing import NamedTuple

from tests.conftest import SERVICES, Service
from utilitysvc.description import catalogue


class App(NamedTuple):
    """An app, and its first function."""

    name: str
    service: Service

    def __str__(self) -> str:
        return self.name


_BY_PATH = {service.path: service for service in SERVICES}
_FIRST = {
    endpoint.app: _BY_PATH[endpoint.path]
    for endpoint in reversed(list(catalogue.functions()))
    if endpoint.path in _BY_PATH
}
APPS = [App(name, service) for name, service in sorted(_FIRST.items())]
APP_NAMES = {app.name for app in APPS}
#: What only some apps need, and no other may import.
NEEDS = {
    "hashing": {"blake3", "fnv_c", "xxhash"},
    "iplookup": {"maxminddb"},
    "textops": {"regex"},
    "timeops": {"dateutil", "pytz"},
}
