"""One OpenAPI operation for each method of a ComputeView, made from its table of operations and its error shape."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from operator import itemgetter
from typing import Any, Literal, get_origin, get_type_hints

from django.apps import apps
from drf_spectacular.hooks import postprocess_schema_enums
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import OpenApiParameter

from utilitysvc.kit import conf
from utilitysvc.kit.exception_handler import INTERNAL_ERROR, DetailedError, error_body
from utilitysvc.kit.openapi.annotations import Schema, merged, schema_of
from utilitysvc.kit.openapi.parameters import body_schema, parameters, strict_example
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.reading import parse_body, too_large, unsupported
from utilitysvc.kit.renderers import JSON
from utilitysvc.kit.service_error import ServiceError

#: Where it is not the reason phrase. That of 413 is RFC 9110's, which some versions of Python do not know.
_DESCRIPTIONS = {
    413: "Content Too Large",
    414: "The path and query are longer than the server reads; send large text by POST",
}
_EXAMPLE_ID = "0123456789abcdef0123456789abcdef"
_EXAMPLE_TIME = "2026-11-21T12:00:00Z"
#: What AutoSchema is told of our requests and answers, and makes nothing of. A site's extend_schema replaces it.
_AS_STATED: dict[str, Any] = {}
_key = itemgetter("name", "in")


class OperationSchema(AutoSchema):
    """drf-spectacular walks the URLs and keeps the components; what an operation is, our own table states.

    Only where AutoSchema asks for a part is a site's ``extend_schema`` on one of our views in effect.
    """

    def get_operation_id(self) -> str:
        return f"{self.method.lower()}_{self.view.name}"

    def get_summary(self) -> str:
        summary: str = self.view.purpose().partition("\n\n")[0]
        return summary.removesuffix(".")

    def get_description(self) -> str:
        description: str = self.view.purpose().partition("\n\n")[2]
        return description

    def get_tags(self) -> list[str]:
        return [str(apps.get_containing_app_config(_declaring_class(self.view).__module__).verbose_name)]

    def get_override_parameters(self) -> list[Any]:
        """Name our variables of the path, which AutoSchema could not describe."""
        return [OpenApiParameter(name, str, OpenApiParameter.PATH) for name in self.view.path_parameters]

    def get_request_serializer(self) -> Any:
        return _AS_STATED

    def get_response_serializers(self) -> Any:
        return _AS_STATED

    def get_operation(self, *args: Any, **kwargs: Any) -> Schema | None:
        operation: Schema | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        if described := self._parameters(operation.get("parameters", [])):
            operation["parameters"] = described
        if self.method == "POST" and self.get_request_serializer() is _AS_STATED:
            operation["requestBody"] = _request_body(self.view, self.registry)
        if self.get_response_serializers() is _AS_STATED:
            operation["responses"] = _responses(self.view, self.method, self.registry)
        return operation

    def _parameters(self, given: list[Schema]) -> list[Schema]:
        """Return what the site's path captures, then our parameters, then those that the site has added."""
        variables = self.view.path_parameters
        of_site = {(one.name, one.location) for one in self.get_override_parameters()[len(variables) :]}
        described = parameters(self.view.operations, variables, with_query=self.method == "GET")
        ours = {_key(one): one for one in described if _key(one) not in of_site}
        others = {_key(one): one for one in given if _key(one) not in ours}.values()
        captured = [one for one in others if one["in"] == "path"]
        return [*captured, *ours.values(), *(one for one in others if one not in captured)]


def _declaring_class(view: Any) -> Any:
    """The class that states the operations of a view, which a site's subclass shares with ours."""
    return next(kind for kind in type(view).__mro__ if "operations" in vars(kind))


def _request_body(view: Any, registry: ComponentRegistry) -> Schema:
    operations: Operations = view.operations
    schema = body_schema(operations)
    examples = {title: strict_example(operations, example) for title, example in operations.examples.items()}
    component = _component(f"{_camel(view)}Request", schema, registry)
    return {"required": "required" in schema, "content": _content(component, examples)}


def _responses(view: Any, method: str, registry: ComponentRegistry) -> Schema:
    answers = {
        title: answer
        for row in view.operations.rows.values()
        for title in row.examples
        if (answer := row.example_answer(title)) is not None
    }
    result = _result(view, registry)
    found: dict[int, tuple[Schema, Schema]] = {status: (result, {**answers}) for status in view.answer_statuses}
    schema = _typed_dict(get_type_hints(view.error_shape)["return"], registry)
    for name, error in _errors(view, method):
        body = error_body(error, view.error_shape)
        if "timestamp" in body:
            body["timestamp"] = _EXAMPLE_TIME
        found.setdefault(error.status, (schema, {}))[1][name] = body
    if method == "GET":  # the server's own refusal of a request line that it does not read to its end
        found[HTTPStatus.REQUEST_URI_TOO_LONG] = (_typed_dict(DetailedError, registry), {})
    return {
        str(int(status)): {
            "description": _DESCRIPTIONS.get(status) or HTTPStatus(status).phrase,
            "content": _content(*found[status]),
        }
        for status in sorted(found)
    }


def _content(schema: Schema, examples: Schema) -> Schema:
    shown = {title: {"value": value} for title, value in examples.items()}
    return {JSON: {"schema": schema} | ({"examples": shown} if shown else {})}


def _result(view: Any, registry: ComponentRegistry) -> Schema:
    operations: Operations = view.operations
    if len(operations.results) == 1:
        return _typed_dict(operations.results[0], registry)
    name = f"{_camel(view)}Answer"
    selecting = [get_type_hints(result).get(operations.selector) for result in operations.results]
    if not all(get_origin(hint) is Literal for hint in selecting):  # no key says which operation a result is of
        return _component(name, merged([schema_of(result) for result in operations.results]), registry)
    references = [_typed_dict(result, registry) for result in operations.results]
    mapping = {row.name: _typed_dict(row.result, registry)["$ref"] for row in operations.rows.values()}
    discriminator = {"propertyName": operations.selector, "mapping": mapping}
    return _component(name, {"oneOf": references, "discriminator": discriminator}, registry)


def _errors(view: Any, method: str) -> Iterator[tuple[str, ServiceError]]:
    """Yield name and error of each refused example. Each is what the request gets, so none can be out of date."""
    for name, example in view.operations.error_examples.items():
        if isinstance(example, ServiceError):
            yield name, example
        else:
            yield name, _refusal(view.operations.chosen(example).answer, example)
    if method == "POST":
        yield "Malformed body", _refusal(parse_body, b'{"')
        yield "Body that is not an object", _refusal(parse_body, b"[]")
        yield "Body too large", too_large(conf.max_body_bytes())
        yield "Body of another type", unsupported(view.streamed_types)
    yield "Error in the service itself", ServiceError(INTERNAL_ERROR, f"Request id: {_EXAMPLE_ID}", 500)


def _refusal(answer: Callable[[Any], object], asked: Any) -> ServiceError:
    try:
        answer(asked)
    except ServiceError as exc:
        return exc
    raise AssertionError("what was to be an example of an error was answered")


def _typed_dict(hint: Any, registry: ComponentRegistry) -> Schema:
    return _component(hint.__name__, schema_of(hint), registry)


def _component(name: str, schema: Schema, registry: ComponentRegistry) -> Schema:
    if postprocess_schema_enums in spectacular_settings.POSTPROCESSING_HOOKS:
        # The hook makes a component of each closed list, and takes these ids out again, with which AutoSchema tells
        # those of a site's serializers apart. Where two have the same list it would not know how to call it.
        for key, described in schema.get("properties", {}).items():
            listed = described.get("items", described)
            if "enum" in listed:
                listed["x-spec-enum-id"] = f"{name}.{key}"
    component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, name)
    registry.register_on_missing(component)
    reference: Schema = component.ref
    return reference


def _camel(view: Any) -> str:
    return "".join(part.capitalize() for part in _declaring_class(view).name.split("_"))
