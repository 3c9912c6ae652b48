"""One OpenAPI operation for each method of a ComputeView, read from its serializer, its function and its errors."""

from http import HTTPStatus
from typing import Any, get_args, is_typeddict

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent

from utilitysvc.kit.exceptions import DetailedError
from utilitysvc.kit.renderers import JSONRenderer, TextRenderer
from utilitysvc.pages import catalogue
from utilitysvc.pages.schema.annotations import Schema, answer_hint, schema_of
from utilitysvc.pages.schema.parameters import body_schema, path_parameters, query_parameters
from utilitysvc.pages.schema.refusals import refusals

__all__ = ["OperationSchema"]

_JSON = JSONRenderer.media_type
_TEXT = TextRenderer.media_type

#: Reason phrases of RFC 9110 where the standard library's are others in some versions of Python.
_REASONS = {413: "Content Too Large"}


class OperationSchema(AutoSchema):
    """drf-spectacular walks the URLs and keeps the components; what an operation is, our own classes state."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> Schema:
        method = method.lower()
        view = type(self.view)
        endpoint = next(entry for entry in catalogue.endpoints() if entry.path == path)
        operation: Schema = {
            "operationId": f"{method}_{endpoint.name}".replace("-", "_"),
            "summary": endpoint.summary,
            "tags": [endpoint.title],
        }
        if endpoint.description:
            operation["description"] = endpoint.description
        if method == "post":
            operation["requestBody"] = _request_body(endpoint)
        else:
            operation["parameters"] = [*path_parameters(endpoint), *query_parameters(endpoint)]
        responses = _answers(view, registry) | _errors(endpoint, method, registry)
        if method == "get":
            responses["414"] = _too_long(registry)
        operation["responses"] = dict(sorted(responses.items()))
        return operation


def _request_body(endpoint: catalogue.Endpoint) -> Schema:
    examples = {name: {"value": question} for name, question in endpoint.view.parameters.examples.items()}
    schema = body_schema(endpoint)
    return {"required": "required" in schema, "content": {_JSON: {"schema": schema, "examples": examples}}}


def _answers(view: type, registry: ComponentRegistry) -> Schema:
    schema = _component(answer_hint(view.compute), registry)
    content = {_JSON: {"schema": schema}, _TEXT: {"schema": {"type": "string"}}}
    return {
        str(status): {"description": _reason(status), "content": content}
        for status in getattr(view, "answer_statuses", (HTTPStatus.OK,))
    }


def _errors(endpoint: catalogue.Endpoint, method: str, registry: ComponentRegistry) -> Schema:
    schema = _component(answer_hint(endpoint.view.error_shape), registry)
    found: dict[str, Schema] = {}
    for status, name, body in refusals(endpoint.view, method):
        empty = {"description": _reason(status), "content": {_JSON: {"schema": schema, "examples": {}}}}
        found.setdefault(str(status), empty)["content"][_JSON]["examples"][name] = {"value": body}
    return found


def _too_long(registry: ComponentRegistry) -> Schema:
    """The server's own refusal of a request line that it does not read to its end; no service sees the request."""
    description = "The path and query are longer than the server reads; send large text by POST"
    return {"description": description, "content": {_JSON: {"schema": _component(DetailedError, registry)}}}


def _component(hint: Any, registry: ComponentRegistry) -> Schema:
    """A TypedDict as a component of its name, several as any of them."""
    if not is_typeddict(hint):
        return {"anyOf": [_component(member, registry) for member in get_args(hint)]}
    component = ResolvedComponent(hint.__name__, ResolvedComponent.SCHEMA, schema_of(hint), hint)
    registry.register_on_missing(component)
    return component.ref


def _reason(status: int) -> str:
    return _REASONS.get(status) or HTTPStatus(status).phrase
