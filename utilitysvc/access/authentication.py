"""Authentication by keys, and the permission that requires one, for Django REST framework (S6)."""

import base64
from typing import Any

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from utilitysvc.access import conf
from utilitysvc.access.tokens import KEY_NAME, owner

BEARER, BASIC = "Bearer", "Basic"

WANTED = {
    BEARER: "Send your key in the header: Authorization: Bearer <key>",
    BASIC: "Send your key as the password, in the header: Authorization: Basic <credentials>",
}
UNKNOWN = "The key in the header Authorization is not one of this service's"


class TokenAuthentication(BaseAuthentication):
    """Authenticates a request by its key. ``request.auth`` is the name of the key's entry; there are no users."""

    def authenticate(self, request: Request) -> tuple[None, str] | None:
        wanted = scheme_of(request.parser_context["view"])
        scheme, _, credentials = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        scheme, credentials = scheme.capitalize(), credentials.strip()
        if not wanted or scheme not in (BEARER, wanted):
            return None
        name = owner(credentials if scheme == BEARER else _password(credentials), conf.api_tokens())
        if name is None:
            raise AuthenticationFailed(UNKNOWN)
        request.META[KEY_NAME] = name  # for the service's log
        return None, name

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401 response: https://www.rfc-editor.org/rfc/rfc6750#section-3."""
        scheme = scheme_of(request.parser_context["view"]) or BEARER
        return f'{scheme} realm="utilitysvc"'


class HasKey(BasePermission):
    """Requires a key, unless the view needs none."""

    def has_permission(self, request: Request, view: Any) -> bool:
        scheme = scheme_of(view)
        if scheme and not request.auth:
            raise NotAuthenticated(WANTED[scheme])
        return True


def scheme_of(view: Any) -> str:
    """Return the scheme in which ``view`` expects a key: its ``key_scheme``, or Bearer, as of a host's own view.

    If it is empty, the path is open to all, and requests to it are not counted.
    """
    return str(getattr(view, "key_scheme", BEARER))


def _password(credentials: str) -> str:
    """Return the password in the credentials of Basic, or "", which is nobody's, if they are malformed."""
    try:
        return base64.b64decode(credentials, validate=True).decode().partition(":")[2]
    except ValueError:
        return ""
