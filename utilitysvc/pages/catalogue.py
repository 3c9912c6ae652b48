"""What the service offers, read from its URLs: the index, the console and the schema are made from this list."""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, TypedDict

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework import serializers
from rest_framework.schemas.generators import EndpointEnumerator

from utilitysvc.kit.serializers import bound_fields
from utilitysvc.kit.views import ComputeView

__all__ = ["Endpoint", "Limit", "endpoints", "functions", "limit_of", "limits", "services"]


class Limit(TypedDict):
    min: Annotated[int, "Smallest accepted value, or number of entries or characters"]
    max: Annotated[int, "Largest accepted value, or number of entries or characters"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One path. ``title`` is its app's; ``summary`` and ``description`` are its view's docstring."""

    path: str
    name: str
    app: str
    title: str
    summary: str
    description: str
    view: type[ComputeView]

    @property
    def methods(self) -> list[str]:
        return [name.upper() for name in self.view.http_method_names if name in ("get", "post")]

    @property
    def fields(self) -> tuple[tuple[str, serializers.Field], ...]:
        return bound_fields(self.view.parameters)


@cache
def endpoints() -> tuple[Endpoint, ...]:
    """Every path that answers with data, in the order of the URLs."""
    return tuple(_walk(get_resolver().url_patterns, ""))


def services() -> list[Endpoint]:
    """What computes, without the service's own paths."""
    return [endpoint for endpoint in endpoints() if endpoint.app != "pages"]


def functions() -> list[Endpoint]:
    """One for each service: what answers POST."""
    return [endpoint for endpoint in endpoints() if "POST" in endpoint.methods]


def limits() -> Mapping[str, Mapping[str, Limit]]:
    """Every bound of every parameter, from the constants that enforce them (B8)."""
    found = {
        endpoint.path: {name: limit for name, field in endpoint.fields if (limit := limit_of(field))}
        for endpoint in functions()
    }
    return {path: bounds for path, bounds in found.items() if bounds}


def limit_of(field: serializers.Field) -> Limit | None:
    """The bounds of an integer, of how many values a list may have, or of how many characters a text."""
    if bounds := getattr(field, "bounds", None):
        return {"min": bounds.minimum, "max": bounds.maximum}
    if isinstance(field, serializers.ListField):
        return {"min": field.min_length, "max": field.max_length}
    if getattr(field, "max_length", None):
        return {"min": 1, "max": field.max_length}  # an empty one counts as not given
    return None


def _walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Endpoint]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        elif issubclass(view := getattr(pattern.callback, "cls", object), ComputeView):
            yield _endpoint(EndpointEnumerator.get_path_from_regex(None, route), pattern.name, view)


def _endpoint(path: str, name: str, view: type[ComputeView]) -> Endpoint:
    summary, _, description = inspect.cleandoc(view.__doc__ or "").partition("\n\n")
    app = apps.get_containing_app_config(view.__module__)
    return Endpoint(path, name, app.label, str(app.verbose_name), summary.removesuffix("."), description, view)
