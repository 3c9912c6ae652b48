"""The index: name, version, paths and limits of the service, for programs (S1, B8)."""

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypedDict

from utilitysvc import API_VERSION, __version__
from utilitysvc.description import catalogue
from utilitysvc.kit import conf
from utilitysvc.kit.openapi.schemas import Limit, limit_of


class EndpointEntry(TypedDict):
    path: Annotated[str, "Where it is"]
    methods: Annotated[list[str], "The HTTP methods that it accepts"]
    description: Annotated[str, "What it does"]


class Links(TypedDict):
    documentation: Annotated[str, "Interactive documentation"]
    schema: Annotated[str, "OpenAPI description"]
    live: Annotated[str, "200 while the process serves"]
    ready: Annotated[str, "200 while every function can answer"]


class Index(TypedDict):
    name: Annotated[str, "Name of the service"]
    version: Annotated[str, "Its release"]
    api_version: Annotated[str, "Version of its interface"]
    endpoints: Annotated[list[EndpointEntry], "What it offers"]
    doors: Annotated[list[EndpointEntry], "Further ways to call the same functions"]
    limits: Annotated[Mapping[str, Mapping[str, Limit]], "Bounds of each path's parameters"]
    max_body_bytes: Annotated[int, "Largest request body"]
    links: Annotated[Links, "Where to read on"]
    max_file_bytes: NotRequired[Annotated[int, "Largest file for a path that takes files"]]


def index() -> Index:
    result: Index = {
        "name": "utilitysvc",
        "version": __version__,
        "api_version": API_VERSION,
        "endpoints": _entries(catalogue.services()),
        "doors": _entries(catalogue.interfaces()),
        "limits": _limits(),
        "max_body_bytes": conf.max_body_bytes(),
        "links": {"documentation": "/docs/", "schema": "/schema/", "live": "/health/live/", "ready": "/health/ready/"},
    }
    if limits := [limit() for endpoint in catalogue.services() if (limit := endpoint.view.file_limit)]:
        result["max_file_bytes"] = max(limits)
    return result


def _entries(endpoints: list[catalogue.Endpoint]) -> list[EndpointEntry]:
    return [
        {"path": endpoint.path, "methods": endpoint.methods, "description": endpoint.summary} for endpoint in endpoints
    ]


def _limits() -> Mapping[str, Mapping[str, Limit]]:
    """Return the bounds of every parameter, and of several together, from the constants that enforce them (B8)."""
    found = {
        endpoint.path: {name: limit for name, field in endpoint.operations.fields.items() if (limit := limit_of(field))}
        | {name: Limit(min=rule.minimum, max=rule.maximum) for name, rule in endpoint.operations.bounds.items()}
        for endpoint in catalogue.endpoints()
        if "POST" in endpoint.methods
    }
    return {path: bounds for path, bounds in found.items() if bounds}


def plain_index(result: Index) -> str:
    """Return the paths, each on its own line."""
    return "\n".join(entry["path"] for entry in result["endpoints"])
