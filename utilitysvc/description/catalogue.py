"""The paths that the service offers, read from its URLconf for the index, the console and the description."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.schemas.generators import EndpointEnumerator

from utilitysvc.kit.operation import Operations
from utilitysvc.kit.view import ComputeView


class Endpoint(NamedTuple):
    """One path. ``title``: its view's attribute of that name, or else the verbose name of its app."""

    path: str
    app: str
    title: str
    view: type[ComputeView]

    @property
    def name(self) -> str:
        return self.view.name

    @property
    def summary(self) -> str:
        return self.view.purpose().partition("\n\n")[0].removesuffix(".")

    @property
    def operations(self) -> Operations:
        return self.view.operations

    @property
    def methods(self) -> list[str]:
        return [name.upper() for name in self.view.http_method_names if name in ("get", "post")]


@cache
def endpoints() -> tuple[Endpoint, ...]:
    """Return every path that answers with data, in the order of the URLs."""
    return tuple(endpoint for endpoint in _all() if hasattr(endpoint.view, "operations"))


def services() -> list[Endpoint]:
    """Return the paths that the apps answer, without those of the service itself."""
    return [endpoint for endpoint in endpoints() if not endpoint.app.startswith("utilitysvc.")]


def functions() -> list[Endpoint]:
    """Return one path for each function: the one that accepts POST."""
    return [endpoint for endpoint in services() if "POST" in endpoint.methods]


def interfaces() -> list[Endpoint]:
    """Return the further ways to call the same functions. Some have their own protocol, and no operations."""
    return [endpoint for endpoint in _all() if endpoint.app == "utilitysvc.interfaces"]


@cache
def _all() -> tuple[Endpoint, ...]:
    return tuple(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Endpoint]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
            continue
        view = getattr(pattern.callback, "cls", None)
        if isinstance(view, type) and issubclass(view, ComputeView):
            app = apps.get_containing_app_config(view.__module__)
            path = EndpointEnumerator(patterns=[]).get_path_from_regex(route)
            # A host's own view may be next to its settings, outside of any app.
            name, title = (app.name, str(app.verbose_name)) if app else (view.__module__, view.name)
            yield Endpoint(path, name, getattr(view, "title", title), view)
