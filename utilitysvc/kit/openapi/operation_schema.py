"""One OpenAPI operation for each method of a ComputeView, made from its table of operations and its error shape."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.apps import apps
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent

from utilitysvc.kit.exception_handler import DetailedError
from utilitysvc.kit.openapi.annotations import Schema, answer_hint, bare, schema_of
from utilitysvc.kit.openapi.parameters import body_schema, path_parameters, query_parameters, strict_question
from utilitysvc.kit.openapi.refusals import refusals
from utilitysvc.kit.openapi.results import result_schema, told_apart
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.renderers import JSONRenderer

__all__ = ["OperationSchema"]

_JSON = JSONRenderer.media_type

#: Reason phrases of RFC 9110 where the standard library's are others in some versions of Python.
_REASONS = {413: "Content Too Large"}


class OperationSchema(AutoSchema):
    """drf-spectacular walks the URLs and keeps the components; what an operation is, our own table states."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> Schema | None:
        operations = getattr(self.view, "operations", None)
        if not isinstance(operations, Operations):  # a host's own view, where this is the host's default
            described: Schema | None = super().get_operation(path, path_regex, path_prefix, method, registry)
            return described
        view, method = type(self.view), method.lower()
        summary, _, description = view.purpose().partition("\n\n")
        operation: Schema = {
            "operationId": f"{method}_{view.name}",
            "summary": summary.removesuffix("."),
            "tags": [str(apps.get_containing_app_config(view.__module__).verbose_name)],
        }
        if description:
            operation["description"] = description
        if method == "post":
            operation["requestBody"] = _request_body(view, registry)
        else:
            variables = view.path_parameters
            operation["parameters"] = [
                *path_parameters(operations, variables),
                *query_parameters(operations, variables),
            ]
        responses = _answers(view, registry) | _errors(view, method, registry)
        if method == "get":
            responses["414"] = _too_long(registry)
        operation["responses"] = dict(sorted(responses.items()))
        return operation


def _request_body(view: Any, registry: ComponentRegistry) -> Schema:
    operations = view.operations
    schema = body_schema(operations)
    examples = {
        title: {"value": strict_question(operations, question)} for title, question in operations.examples.items()
    }
    component = _component(f"{_camel(view.name)}Request", schema, registry)
    return {"required": "required" in schema, "content": {_JSON: {"schema": component, "examples": examples}}}


def _answers(view: Any, registry: ComponentRegistry) -> Schema:
    content: Schema = {"schema": _result(view, registry)}
    if examples := {title: {"value": answer} for title, answer in _example_answers(view.operations)}:
        content["examples"] = examples
    return {
        str(status): {"description": _reason(status), "content": {_JSON: content}} for status in view.answer_statuses
    }


def _example_answers(operations: Operations) -> Iterable[tuple[str, Mapping[str, Any]]]:
    for row in operations.rows.values():
        for title in row.examples:
            if (answer := row.example_answer(title)) is not None:
                yield title, answer


def _result(view: Any, registry: ComponentRegistry) -> Schema:
    operations = view.operations
    results = list(dict.fromkeys(row.result for row in operations.rows.values()))
    if len(results) == 1:
        return _typed_dict(results[0], registry)
    name = f"{_camel(view.name)}Answer"
    if not told_apart(operations, results):
        return _component(name, result_schema(operations), registry)
    references = {result: _typed_dict(result, registry) for result in results}
    mapping = {row.name: references[row.result]["$ref"] for row in operations.rows.values()}
    discriminator = {"propertyName": operations.selector, "mapping": mapping}
    return _component(name, {"oneOf": list(references.values()), "discriminator": discriminator}, registry)


def _errors(view: Any, method: str, registry: ComponentRegistry) -> Schema:
    schema = _typed_dict(bare(answer_hint(view.error_shape)), registry)
    found: dict[str, Schema] = {}
    for status, name, body in refusals(view, method):
        empty = {"description": _reason(status), "content": {_JSON: {"schema": schema, "examples": {}}}}
        found.setdefault(str(status), empty)["content"][_JSON]["examples"][name] = {"value": body}
    return found


def _too_long(registry: ComponentRegistry) -> Schema:
    """The server's own refusal of a request line that it does not read to its end; no service sees the request."""
    description = "The path and query are longer than the server reads; send large text by POST"
    return {"description": description, "content": {_JSON: {"schema": _typed_dict(DetailedError, registry)}}}


def _typed_dict(hint: Any, registry: ComponentRegistry) -> Schema:
    return _component(hint.__name__, schema_of(hint), registry)


def _component(name: str, schema: Schema, registry: ComponentRegistry) -> Schema:
    component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, name)
    registry.register_on_missing(component)
    reference: Schema = component.ref
    return reference


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _reason(status: int) -> str:
    return _REASONS.get(status) or HTTPStatus(status).phrase
