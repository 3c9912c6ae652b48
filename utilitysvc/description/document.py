"""The OpenAPI description, generated at the first request for it and then cached."""

from functools import cache

from utilitysvc.kit.openapi.annotations import Schema


@cache
def description() -> Schema:
    """Return the description as the data of its JSON."""
    from drf_spectacular.generators import SchemaGenerator

    schema: Schema = SchemaGenerator().get_schema(public=True)
    return schema


@cache
def as_yaml() -> str:
    """Return the description in YAML."""
    from drf_spectacular.renderers import OpenApiYamlRenderer

    written: bytes = OpenApiYamlRenderer().render(description())
    return written.decode()
