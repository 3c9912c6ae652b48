"""Describes keys and rates to drf-spectacular, where they are in use (S2, S6, S7)."""

from typing import Any

from drf_spectacular.plumbing import ResolvedComponent

from utilitysvc.access import conf
from utilitysvc.access.authentication import scheme_of
from utilitysvc.kit.openapi.operation_schema import OperationSchema
from utilitysvc.kit.renderers import JSON

SCHEME = "key"


class AccessSchema(OperationSchema):
    """Adds the security scheme, and the responses 401 and 429, to each path that needs a key or counts calls."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if not operation or not scheme_of(self.view):
            return operation
        responses = operation["responses"]
        content = {JSON: {"schema": responses["500"]["content"][JSON]["schema"]}}  # of the path's other errors
        if conf.api_tokens():
            scheme = {"type": "http", "scheme": "bearer", "description": "A key that the operator gave you"}
            self.registry.register_on_missing(
                ResolvedComponent(SCHEME, ResolvedComponent.SECURITY_SCHEMA, scheme, SCHEME)
            )
            operation["security"] = [{SCHEME: []}]
            responses["401"] = {"description": "Unauthorized", "content": content}
        if conf.rate_limit():
            responses["429"] = {"description": "Too Many Requests", "content": content}
        return operation
