"""One OpenAPI operation for each method of a ComputeView, made from its table of operations and its error shape."""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from operator import itemgetter
from typing import Any, get_type_hints

from django.apps import apps
from drf_spectacular.hooks import postprocess_schema_enums
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import OpenApiParameter

from utilitysvc.kit import conf
from utilitysvc.kit.exception_handler import INTERNAL_ERROR, DetailedError, error_body
from utilitysvc.kit.openapi.schemas import Schema, body_schema, merged, query_parameter, schema_of, strict_example
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.reading import parse_body, too_large, unsupported
from utilitysvc.kit.renderers import JSON
from utilitysvc.kit.service_error import ServiceError

#: Where it is not the reason phrase. That of 413 is RFC 9110's, which some versions of Python do not know.
_DESCRIPTIONS = {
    413: "Content Too Large",
    414: "The path and query are longer than the server reads; send large text by POST",
}
_EXAMPLE_DETAILS = "Request id: 0123456789abcdef0123456789abcdef"
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
        return str(self.view.purpose().partition("\n\n")[0].removesuffix("."))

    def get_description(self) -> str:
        return str(self.view.purpose().partition("\n\n")[2])

    def get_tags(self) -> list[str]:
        app = apps.get_containing_app_config(self._declaring_class().__module__)
        return [str(app.verbose_name)] if app else list(super().get_tags())  # a site may have our view without our app

    def get_override_parameters(self) -> list[Any]:
        """Name our variables of the path, which AutoSchema could not describe."""
        return [OpenApiParameter(name, str, OpenApiParameter.PATH) for name in self.view.path_parameters]

    def get_request_serializer(self) -> Any:
        return _AS_STATED

    get_response_serializers = get_request_serializer

    def get_operation(self, *args: Any, **kwargs: Any) -> Schema | None:
        operation: Schema | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        if described := self._parameters(operation.get("parameters", [])):
            operation["parameters"] = described
        if self.method == "POST" and self.get_request_serializer() is _AS_STATED:
            operation["requestBody"] = self._request_body()
        if self.get_response_serializers() is _AS_STATED:
            operation["responses"] = self._responses()
        return operation

    def _declaring_class(self) -> Any:
        """Return the class that states the operations of the view, which a site's subclass shares with ours."""
        return next(kind for kind in type(self.view).__mro__ if "operations" in vars(kind))

    def _parameters(self, given: list[Schema]) -> list[Schema]:
        """Return what the site's path captures, then our parameters, then those that the site has added."""
        operations, variables = self.view.operations, self.view.path_parameters
        in_path = {name: {"name": variable, "in": "path", "required": True} for variable, name in variables.items()}
        names = operations.fields if self.method == "GET" else in_path
        described = [query_parameter(operations, name) | in_path.get(name, {}) for name in names]
        of_site = {(one.name, one.location) for one in self.get_override_parameters()[len(variables) :]}
        ours = {_key(one): one for one in described if _key(one) not in of_site}
        others = [one for one in given if _key(one) not in ours]
        captured = [one for one in others if one["in"] == "path"]
        return [*captured, *ours.values(), *(one for one in others if one not in captured)]

    def _request_body(self) -> Schema:
        operations: Operations = self.view.operations
        schema = body_schema(operations)
        examples = {title: strict_example(operations, example) for title, example in operations.examples.items()}
        return {"required": "required" in schema, "content": _content(self._of_view("Request", schema), examples)}

    def _responses(self) -> Schema:
        answers = {
            title: answer
            for row in self.view.operations.rows.values()
            for title in row.examples
            if (answer := row.example_answer(title)) is not None
        }
        result, shape = self._result(), self.view.error_shape
        found: dict[int, tuple[Schema, Schema]] = {
            status: (result, {**answers}) for status in self.view.answer_statuses
        }
        schema = self._typed_dict(get_type_hints(shape)["return"])
        for name, error in self._errors():
            body = error_body(error, shape)
            if "timestamp" in body:
                body["timestamp"] = _EXAMPLE_TIME
            found.setdefault(error.status, (schema, {}))[1][name] = body
        if self.method == "GET":  # the server's own refusal of a request line that it does not read to its end
            found[HTTPStatus.REQUEST_URI_TOO_LONG] = (self._typed_dict(DetailedError), {})
        return {
            str(status): {
                "description": _DESCRIPTIONS.get(status, HTTPStatus(status).phrase),
                "content": _content(*found[status]),
            }
            for status in sorted(found)
        }

    def _result(self) -> Schema:
        operations: Operations = self.view.operations
        if len(operations.results) == 1:
            return self._typed_dict(operations.results[0])
        schemas = [schema_of(result) for result in operations.results]
        if not all("enum" in schema["properties"].get(operations.selector, ()) for schema in schemas):
            return self._of_view("Answer", merged(schemas))  # no key says which operation a result is of
        references = [self._typed_dict(result) for result in operations.results]
        mapping = {row.name: self._typed_dict(row.result)["$ref"] for row in operations.rows.values()}
        discriminator = {"propertyName": operations.selector, "mapping": mapping}
        return self._of_view("Answer", {"oneOf": references, "discriminator": discriminator})

    def _errors(self) -> Iterator[tuple[str, ServiceError]]:
        """Yield name and error of each refused example. Each is what the request gets, so none can be out of date."""
        operations: Operations = self.view.operations
        for name, example in operations.error_examples.items():
            if isinstance(example, ServiceError):
                yield name, example
            else:
                yield name, _refusal(operations.chosen(example).answer, example)
        if self.method == "POST":
            yield "Malformed body", _refusal(parse_body, b'{"')
            yield "Body that is not an object", _refusal(parse_body, b"[]")
            yield "Body too large", too_large(conf.max_body_bytes())
            yield "Body of another type", unsupported(self.view.file_type)
        yield "Error in the service itself", ServiceError(INTERNAL_ERROR, _EXAMPLE_DETAILS, 500)

    def _of_view(self, suffix: str, schema: Schema) -> Schema:
        name = self._declaring_class().name.title().replace("_", "")
        return self._component(name + suffix, schema)

    def _typed_dict(self, hint: Any) -> Schema:
        return self._component(hint.__name__, schema_of(hint))

    def _component(self, name: str, schema: Schema) -> Schema:
        """Keep a schema under its name, and return the reference to it."""
        if postprocess_schema_enums in spectacular_settings.POSTPROCESSING_HOOKS:
            # The hook makes a component of each closed list, and takes these ids out again, with which AutoSchema tells
            # those of a site's serializers apart. Where two have the same list it would not know how to call it.
            for key, described in schema.get("properties", {}).items():
                listed = described.get("items", described)
                if "enum" in listed:
                    listed["x-spec-enum-id"] = f"{name}.{key}"
        component = ResolvedComponent(name, ResolvedComponent.SCHEMA, schema, name)
        self.registry.register_on_missing(component)
        return component.ref


def _content(schema: Schema, examples: Schema) -> Schema:
    shown = {title: {"value": value} for title, value in examples.items()}
    return {JSON: {"schema": schema} | ({"examples": shown} if shown else {})}


def _refusal(answer: Callable[[Any], object], asked: Any) -> ServiceError:
    try:
        answer(asked)
    except ServiceError as exc:
        return exc
    raise AssertionError("what was to be an example of an error was answered")
