"""The whole description, made at the first request for it and kept."""

from functools import cache
from typing import Any

from utilitysvc.kit.openapi.annotations import Schema


@cache
def description() -> Schema:
    """Return the description as it stands in JSON."""
    from drf_spectacular.generators import SchemaGenerator

    made: Schema = SchemaGenerator().get_schema(public=True)
    return made


def plain_description(result: Any) -> str:
    """The description in YAML."""
    return as_yaml().removesuffix("\n")


@cache
def as_yaml() -> str:
    """Return the same in YAML."""
    from drf_spectacular.renderers import OpenApiYamlRenderer

    written: bytes = OpenApiYamlRenderer().render(description())
    return written.decode()
