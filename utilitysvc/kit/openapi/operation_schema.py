"""One OpenAPI operation for each method of a ComputeView, made from its table of operations and its error shape."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, get_type_hints

import uritemplate
from django.apps import apps
from drf_spectacular.hooks import postprocess_schema_enums
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent
from drf_spectacular.settings import spectacular_settings

from utilitysvc.kit.exception_handler import DetailedError
from utilitysvc.kit.negotiation import JSON
from utilitysvc.kit.openapi.annotations import Schema, schema_of
from utilitysvc.kit.openapi.error_examples import error_responses
from utilitysvc.kit.openapi.parameters import body_schema, path_parameters, query_parameters, strict_example
from utilitysvc.kit.openapi.results import distinct_results, has_discriminator, result_schema
from utilitysvc.kit.operation import Operations

#: Reason phrases of RFC 9110 where the standard library's are others in some versions of Python.
_REASONS = {413: "Content Too Large"}


class OperationSchema(AutoSchema):
    """drf-spectacular walks the URLs and keeps the components; what an operation is, our own table states.

    Each part is given where AutoSchema asks for it, so that a site's ``extend_schema`` on one of our views still has
    its way. Where a site makes this its default, views that have no operations are described as AutoSchema does it.
    """

    @property
    def _operations(self) -> Operations | None:
        operations = getattr(self.view, "operations", None)
        return operations if isinstance(operations, Operations) else None

    def get_operation_id(self) -> str:
        return f"{self.method.lower()}_{self.view.name}" if self._operations else super().get_operation_id()

    def get_summary(self) -> str | None:
        if not self._operations:
            summary: str | None = super().get_summary()
            return summary
        return self._purpose[0].removesuffix(".")

    def get_description(self) -> str:
        return self._purpose[2] if self._operations else super().get_description()

    @property
    def _purpose(self) -> tuple[str, str, str]:
        purpose: tuple[str, str, str] = type(self.view).purpose().partition("\n\n")
        return purpose

    def get_tags(self) -> list[str]:
        if not self._operations:
            return super().get_tags()
        return [str(apps.get_containing_app_config(_declaring_class(self.view).__module__).verbose_name)]

    def _get_parameters(self) -> list[Schema]:
        operations = self._operations
        if not operations:
            return super()._get_parameters()
        variables = self.view.path_parameters
        of_site = self._resolve_path_parameters(  # type: ignore[no-untyped-call]  # half of it is annotated
            [name for name in uritemplate.variables(self.path) if name not in variables]
        )
        ours = [*of_site, *path_parameters(operations, variables)]
        if self.method == "GET":
            ours += query_parameters(operations, variables)
        overrides = self._process_override_parameters()  # type: ignore[no-untyped-call]  # likewise
        found = {(one["name"], one["in"]): one for one in ours} | overrides
        return [one for one in found.values() if one is not None]

    # A site's extend_schema overrides these two methods. Where they still return _AS_STATED, nothing was overridden.

    def get_request_serializer(self) -> Any:
        return _AS_STATED if self._operations else super().get_request_serializer()

    def get_response_serializers(self) -> Any:
        return _AS_STATED if self._operations else super().get_response_serializers()

    def _get_request_body(self, direction: Any = "request") -> Schema | None:
        if not self._operations or self.get_request_serializer() is not _AS_STATED:
            body: Schema | None = super()._get_request_body(direction)  # type: ignore[no-untyped-call]  # likewise
            return body
        return _request_body(self.view, self.registry) if self.method == "POST" else None

    def _get_response_bodies(self, direction: Any = "response") -> Schema:
        if self.get_response_serializers() is not _AS_STATED:
            return super()._get_response_bodies(direction)
        responses = _answers(self.view, self.registry) | _errors(self.view, self.method.lower(), self.registry)
        if self.method == "GET":
            responses["414"] = _too_long(self.registry)
        return dict(sorted(responses.items()))


_AS_STATED = object()


def _declaring_class(view: Any) -> Any:
    """The class that states the operations of a view, which a site's subclass shares with ours."""
    return next(kind for kind in type(view).__mro__ if "operations" in vars(kind))


def _request_body(view: Any, registry: ComponentRegistry) -> Schema:
    operations = view.operations
    schema = body_schema(operations)
    examples = {title: {"value": strict_example(operations, example)} for title, example in operations.examples.items()}
    component = _component(f"{_camel(_declaring_class(view).name)}Request", schema, registry)
    return {"required": "required" in schema, "content": {JSON: {"schema": component, "examples": examples}}}


def _answers(view: Any, registry: ComponentRegistry) -> Schema:
    content: Schema = {"schema": _result(view, registry)}
    if examples := {title: {"value": answer} for title, answer in _example_answers(view.operations)}:
        content["examples"] = examples
    return {
        str(status): {"description": _reason(status), "content": {JSON: content}} for status in view.answer_statuses
    }


def _example_answers(operations: Operations) -> Iterable[tuple[str, Mapping[str, Any]]]:
    for row in operations.rows.values():
        for title in row.examples:
            if (answer := row.example_answer(title)) is not None:
                yield title, answer


def _result(view: Any, registry: ComponentRegistry) -> Schema:
    operations = view.operations
    results = distinct_results(operations)
    if len(results) == 1:
        return _typed_dict(results[0], registry)
    name = f"{_camel(_declaring_class(view).name)}Answer"
    if not has_discriminator(operations):
        return _component(name, result_schema(operations), registry)
    references = {result: _typed_dict(result, registry) for result in results}
    mapping = {row.name: references[row.result]["$ref"] for row in operations.rows.values()}
    discriminator = {"propertyName": operations.selector, "mapping": mapping}
    return _component(name, {"oneOf": list(references.values()), "discriminator": discriminator}, registry)


def _errors(view: Any, method: str, registry: ComponentRegistry) -> Schema:
    schema = _typed_dict(get_type_hints(view.error_shape)["return"], registry)
    found: dict[str, Schema] = {}
    for status, name, body in error_responses(view, method):
        empty = {"description": _reason(status), "content": {JSON: {"schema": schema, "examples": {}}}}
        found.setdefault(str(status), empty)["content"][JSON]["examples"][name] = {"value": body}
    return found


def _too_long(registry: ComponentRegistry) -> Schema:
    """The server's own refusal of a request line that it does not read to its end; no service sees the request."""
    description = "The path and query are longer than the server reads; send large text by POST"
    return {"description": description, "content": {JSON: {"schema": _typed_dict(DetailedError, registry)}}}


def _typed_dict(hint: Any, registry: ComponentRegistry) -> Schema:
    return _component(hint.__name__, schema_of(hint), registry)


def _component(name: str, schema: Schema, registry: ComponentRegistry) -> Schema:
    if postprocess_schema_enums in spectacular_settings.POSTPROCESSING_HOOKS:
        _tell_enums_apart(name, schema)
    component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, name)
    registry.register_on_missing(component)
    reference: Schema = component.ref
    return reference


def _tell_enums_apart(name: str, schema: Schema) -> None:
    """Give each closed list an id of its own, as AutoSchema gives those of a site's serializers.

    drf-spectacular's hook, which takes ours out again, makes a component of each list. Where two parameters have the
    same list it would warn that it does not know how to call it.
    """
    for key, described in schema.get("properties", {}).items():
        listed = described.get("items", described)
        if "enum" in listed:
            listed["x-spec-enum-id"] = f"{name}.{key}"


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _reason(status: int) -> str:
    return _REASONS.get(status) or HTTPStatus(status).phrase
