"""The one view: request -> operation -> its parameters -> its function -> answer.

An app's view names its operations, and its error shape where that is not the usual one.
"""

import inspect
import re
from collections.abc import Callable, Container, Iterable, Mapping
from http import HTTPStatus
from typing import Any, ClassVar, NoReturn

from django.http import HttpRequest, HttpResponse
from rest_framework import exceptions
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.response import Response
from rest_framework.views import APIView

from utilitysvc.kit.exception_handler import detailed, error_response
from utilitysvc.kit.operation import Operations
from utilitysvc.kit.parameter_serializer import OUTPUT
from utilitysvc.kit.reading import PREPARED, ComputeRequest, JSONObjectParser, Prepared
from utilitysvc.kit.renderers import (
    API_HEADERS,
    TEXT,
    DataResponse,
    JSONRenderer,
    empty_response,
    prefers,
    text_response,
)

#: The methods of a path that takes no POST.
READ_ONLY = ["get", "head", "options"]

IGNORED_HEADER = "X-Ignored-Parameters"
MOST_IGNORED_NAMES = 10
_TELLABLE = re.compile(r"[A-Za-z0-9._-]{1,64}")


class ComputeView(APIView):
    """Answers GET with parameters in the query string and POST with a JSON body. Equal values get equal answers.

    The attributes below fix what correct answers need, whatever the host's REST_FRAMEWORK says. Authentication,
    permissions and throttling are left to the host.
    """

    #: What it is called in a description: its operations' ids are get_<name> and post_<name>.
    name: ClassVar[str]
    operations: ClassVar[Operations]
    error_shape: ClassVar["staticmethod[..., Mapping[str, Any]]"] = staticmethod(detailed)
    #: Which parameter each variable of the path stands for.
    path_parameters: ClassVar[Mapping[str, str]] = {}
    answer_statuses: ClassVar[tuple[HTTPStatus, ...]] = (HTTPStatus.OK,)
    #: The media type of bodies that ``post`` reads as they come, however long they are, and the parameters that such a
    #: body replaces.
    file_type: ClassVar[str | None] = None
    replaced_by_stream: ClassVar[tuple[str, ...]] = ()
    #: Returns how many bytes such a body may have.
    file_limit: "ClassVar[staticmethod[[], int] | None]" = None

    http_method_names: ClassVar[list[str]] = ["get", "head", "post", "options"]
    parser_classes: ClassVar[list[type]] = [JSONObjectParser]
    renderer_classes: ClassVar[list[type]] = [JSONRenderer]
    content_negotiation_class = DefaultContentNegotiation
    format_kwarg = None
    versioning_class = None  # a host's would read the query itself, and refuse a parameter or an Accept header

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "operations" in vars(cls) and not (hasattr(cls, "name") and cls.__doc__):  # a host's subclass has ours
            raise TypeError(f"{cls.__qualname__}: a view has a name, and a docstring that says what it answers")

    @classmethod
    def purpose(cls) -> str:
        """Return the docstring: one line on what the path answers and, after an empty line, further information."""
        return inspect.getdoc(cls) or ""

    # ``captured``: what the host's URL captures before ours, such as a tenant. Only the host's own code uses it.

    def get(self, request: ComputeRequest, **captured: Any) -> HttpResponse:
        return self.answer(request.query)

    def post(self, request: ComputeRequest, **captured: Any) -> HttpResponse:
        if query := request.query:
            self.ignore(query)
        return self.answer(request.data)

    def options(self, request: ComputeRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return empty_response(200)

    def answer(self, data: Mapping[str, Any]) -> HttpResponse:
        known = self.operations.known_names
        if not data.keys() <= known:
            self.ignore(data, known)
        prepared = self.request.prepared
        if prepared.data != data:
            operation = self.operations.chosen(data)
            prepared.data, prepared.operation, prepared.values = data, operation, operation.parameters.read(data)
        return self.present(prepared.operation.compute(prepared.values))

    def present(self, result: Mapping[str, Any]) -> HttpResponse:
        """Answer in JSON, or in plain text if the request asks for that (G6)."""
        if self.wants_text():
            return text_response(result, self.request.prepared.operation.plain_text)
        # A host's subclass may have renderers of its own.
        return DataResponse(result) if self.renderer_classes is ComputeView.renderer_classes else Response(result)

    def wants_text(self) -> bool:
        """Whether plain text is wanted: the parameter ``output`` decides, else an Accept header that names it (G6).

        A call in a batch always gets data (B11).
        """
        prepared = self.request.prepared
        if prepared.is_call:
            return False
        output = prepared.data.get(OUTPUT)
        wanted = output.strip().lower() if isinstance(output, str) else ""
        if wanted in ("text", "json"):
            return wanted == "text"
        accept = self.request.http.META.get("HTTP_ACCEPT")
        return bool(accept) and prefers(accept, TEXT)

    def ignore(self, names: Iterable[str], known: Container[str] = ()) -> None:
        """Note ``names`` without effect, all but the ``known``. The answer lists them: one may be misspelt (G16)."""
        tellable = (name for name in names if name not in known and _TELLABLE.fullmatch(name))
        prepared = self.request.prepared
        prepared.ignored = tuple(dict.fromkeys((*prepared.ignored, *tellable)))[:MOST_IGNORED_NAMES]

    @property
    def default_response_headers(self) -> dict[str, str]:
        if self.request.prepared.is_call:
            return {}  # nobody sees them, and Django's checks of each would take a third of a small call's time
        return API_HEADERS | {"Allow": ", ".join(self.http_method_names).upper()}

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> ComputeRequest:
        made = ComputeRequest(
            request,
            parsers=self.get_parsers(),
            authenticators=self.get_authenticators(),
            negotiator=self.get_content_negotiator(),
            parser_context=self.get_parser_context(request),
        )
        made.http, made.file_type = request, self.file_type
        made.prepared = request.META.get(PREPARED) or Prepared()
        return made

    def initial(self, request: ComputeRequest, *args: Any, **kwargs: Any) -> None:
        """Apply the host's policy. DRF's own method also negotiates a renderer and a version, which are fixed here."""
        request.accepted_renderer = self.renderer_classes[0]()
        request.accepted_media_type = request.accepted_renderer.media_type
        if request.authenticators:
            self.perform_authentication(request)
        self.check_permissions(request)
        self.check_throttles(request)

    def throttled(self, request: ComputeRequest, wait: float | None) -> NoReturn:
        """Refuse a call that a throttle does not allow. The exception's own words are those of DRF (G17)."""
        exc = exceptions.Throttled(wait)
        exc.detail = "Try again later" if exc.wait is None else f"Try again in {exc.wait} s"
        raise exc

    # A reference cycle would keep every request, with its megabytes, in memory until the garbage collector runs. Two
    # are avoided below: Django stores a bound ``head`` on the view if the class has none, and DRF stores the request in
    # its parser's context.

    def head(self, request: ComputeRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.get(request, *args, **kwargs)

    def finalize_response(
        self, request: ComputeRequest, response: HttpResponse, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        response = super().finalize_response(request, response, *args, **kwargs)
        if ignored := request.prepared.ignored:
            response.headers[IGNORED_HEADER] = ", ".join(ignored)
        request.parser_context.clear()
        return response

    def get_exception_handler(self) -> Callable[..., HttpResponse]:
        return error_response
