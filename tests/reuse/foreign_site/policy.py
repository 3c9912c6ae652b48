"""Who is let in, and how that site answers an exception."""

from types import SimpleNamespace

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle


class Password(BaseAuthentication):
    """One password opens everything; there are no users."""

    def authenticate(self, request):
        match request.headers.get("Authorization"):
            case None:
                return None
            case "Password mellon":
                return SimpleNamespace(is_authenticated=True), None
        raise AuthenticationFailed("Speak friend")

    def authenticate_header(self, request):
        return "Password"


def handle(exception, context):
    return Response({"foreign": "handler"}, status=418)


class Patience(BaseThrottle):
    """A client that says it is in a hurry has to wait."""

    def allow_request(self, request, view):
        return "X-Hurry" not in request.headers

    def wait(self):
        return 7
