from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.http import HttpResponse

from utilitysvc.interfaces.calls import Calls
from utilitysvc.interfaces.mcp import protocol
from utilitysvc.interfaces.mcp.origins import is_origin_allowed
from utilitysvc.kit.exception_handler import detailed
from utilitysvc.kit.json_decoding import MALFORMED
from utilitysvc.kit.reading import NO_OBJECT, ComputeRequest
from utilitysvc.kit.renderers import DataResponse, empty_response
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView

#: What a page of an allowed origin may send. Clients of older versions send a session id, though they were given none.
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "content-type, authorization, mcp-protocol-version, mcp-method, mcp-name, "
    "mcp-session-id",
    "Access-Control-Max-Age": "86400",
}


def rpc_error(error: str, details: str, status: int) -> Mapping[str, Any]:
    """Return the body of an error that occurs before a message has been read, or of a failure of the service.

    The body for too many requests is not a message of the protocol, because clients read the status instead (S7).
    """
    if status == 429:
        return detailed(error, details, status)
    code = protocol.INTERNAL_ERROR if status == 500 else protocol.INVALID_REQUEST
    if error == MALFORMED:
        code = protocol.PARSE_ERROR
    elif error == NO_OBJECT:
        details = "Send one JSON-RPC message at a time, not a list"
    return protocol.error_message(ServiceError(error, details, extra={"code": code}))


class MCPView(ComputeView):
    """The functions as tools for agents, over the Model Context Protocol."""

    name = "mcp"
    lane = "calls"
    schema = None  # OpenAPI cannot describe this protocol
    http_method_names = ["post", "options"]
    error_shape = staticmethod(rpc_error)

    def initial(self, request: ComputeRequest, *args: Any, **kwargs: Any) -> None:
        if "HTTP_ORIGIN" in request.META and not self.allowed_origin:
            raise ServiceError(
                "Origin not allowed", "MCP_ALLOWED_ORIGINS names the origins whose pages may call it", 403
            )
        if request.method != "OPTIONS":  # a preflight carries no credentials, so a host's policy cannot apply to it
            super().initial(request, *args, **kwargs)

    def post(self, request: ComputeRequest, **captured: Any) -> HttpResponse:
        status, message = protocol.answer(Calls(request.http), request.data, request.http.headers)
        if not message:
            return empty_response(status)
        if status != 200:
            raise ServiceError(message["error"]["message"], status=status, extra=message)
        return DataResponse(message)

    def options(self, request: ComputeRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return empty_response(204)

    @cached_property
    def allowed_origin(self) -> str:
        """The origin of the page that calls, if it may; otherwise, and for a program, an empty text."""
        origin: str = self.request.META.get("HTTP_ORIGIN", "")
        return origin if origin and is_origin_allowed(origin, self.request.get_host()) else ""

    @property
    def default_response_headers(self) -> dict[str, str]:
        headers = super().default_response_headers | {"Vary": "Accept, Origin"}
        if self.allowed_origin:
            headers["Access-Control-Allow-Origin"] = self.allowed_origin
            headers |= _PREFLIGHT if self.request.method == "OPTIONS" else {}
        return headers
