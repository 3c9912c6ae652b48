"""The whole description, made at the first request for it and kept."""

from functools import cache

from utilitysvc.pages.schema.annotations import Schema

__all__ = ["as_yaml", "description"]


@cache
def description() -> Schema:
    """Return the description as it stands in JSON."""
    from drf_spectacular.generators import SchemaGenerator

    made: Schema = SchemaGenerator().get_schema(public=True)
    return made


@cache
def as_yaml() -> str:
    """Return the same in YAML."""
    from drf_spectacular.renderers import OpenApiYamlRenderer

    written: bytes = OpenApiYamlRenderer().render(description())
    return written.decode()
