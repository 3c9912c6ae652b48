"""The one view: parameters -> service function -> answer. An app's view names these three, and its error shape."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from utilitysvc.kit.exceptions import detailed, error_response
from utilitysvc.kit.negotiation import FirstRenderer, prefers_text
from utilitysvc.kit.parsers import JSONObjectParser, query_parameters
from utilitysvc.kit.renderers import API_HEADERS, JSONRenderer, TextRenderer
from utilitysvc.kit.serializers import ParameterSerializer, shared_serializer

__all__ = ["ComputeView"]

_JSON_PARSER = JSONObjectParser()
_TEXT_RENDERER = TextRenderer()


class ComputeView(APIView):
    """Answers GET from the query string and POST from a JSON body, the same for the same values.

    What correctness needs stands here, whatever the host's REST_FRAMEWORK says; authentication, permissions and
    throttling are the host's to set.
    """

    parameters: ClassVar[type[ParameterSerializer]]
    compute: ClassVar["staticmethod[..., Mapping[str, Any]]"]
    plain_text: ClassVar["staticmethod[..., str]"]
    error_shape: ClassVar["staticmethod[..., Mapping[str, Any]]"] = staticmethod(detailed)

    http_method_names: ClassVar[list[str]] = ["get", "head", "post", "options"]
    parser_classes: ClassVar[list[type]] = [JSONObjectParser]
    renderer_classes: ClassVar[list[type]] = [JSONRenderer]
    content_negotiation_class = FirstRenderer
    versioning_class = None  # a host's would read the query itself, and refuse a parameter or an Accept header

    def get(self, request: Request) -> HttpResponse:
        return self.answer(query_parameters(request._request))

    def post(self, request: Request) -> HttpResponse:
        # Not request.data: DRF takes a body without Content-Length, which a chunked one is, for empty.
        return self.answer(_JSON_PARSER.parse(request._request))

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        response = HttpResponse()
        del response.headers["Content-Type"]  # of nothing
        return response

    def answer(self, data: Mapping[str, Any]) -> HttpResponse:
        values = self.validated(data)
        return self.present(self.compute(**values), values, data.get("output"))

    def present(self, result: Mapping[str, Any], values: Mapping[str, Any], output: Any) -> HttpResponse:
        """Answer in JSON, or where that is asked for in plain text (G6)."""
        if prefers_text(self.request.META.get("HTTP_ACCEPT", ""), output):
            return self.text(self.plain_text(result) + "\n")
        return Response(result)

    def validated(self, data: Mapping[str, Any]) -> dict[str, Any]:
        serializer = shared_serializer(self.parameters)  # type: ignore[arg-type]  # mypy asks the instances for a hash
        return serializer.run_validation(data)

    def text(self, body: str) -> Response:
        self.request.accepted_renderer = _TEXT_RENDERER
        return Response(body)

    @property
    def allow(self) -> str:
        return ", ".join(name.upper() for name in self.http_method_names)

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {**API_HEADERS, "Allow": self.allow}

    # References in a circle would leave every request, with its megabytes, to the garbage collector. There are three:
    # Django keeps a bound ``head`` on the view where the class has none, DRF the request in its parser's context and
    # the response in its renderer's.

    def head(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.get(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().finalize_response(request, response, *args, **kwargs)
        request.parser_context.clear()
        if isinstance(response, Response):
            response.add_post_render_callback(_forget_context)
        return response

    def get_exception_handler(self) -> Callable[..., Response]:
        return error_response


def _forget_context(response: Response) -> None:
    response.renderer_context.clear()
