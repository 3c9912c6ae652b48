"""The OpenAPI description, generated at the first request for it and then cached."""

from functools import cache

from utilitysvc.kit.openapi.schemas import Schema


@cache
def description() -> Schema:
    """Return the description as the data of its JSON."""
    from drf_spectacular.generators import SchemaGenerator

    return dict(SchemaGenerator().get_schema(public=True))


@cache
def as_yaml() -> str:
    """Return the description in YAML."""
    from drf_spectacular.renderers import OpenApiYamlRenderer

    return bytes(OpenApiYamlRenderer().render(description())).decode()
