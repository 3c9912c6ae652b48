"""What a host's authentication, permissions and throttling raise, in the shape of the app's errors (G12)."""

import json

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, TooManyFieldsSent
from django.http import Http404
from django.test import RequestFactory
from rest_framework import exceptions
from rest_framework.permissions import BasePermission

from uuids.views import UUIDView


class Gone(exceptions.APIException):
    status_code = 410
    default_detail = "Moved to the members' site"


class LoginTimeout(exceptions.APIException):
    """A status that no register knows."""

    status_code = 440
    default_detail = "Sign in again"


#: As token packages raise it: words, and a code for a program beside them.
TOKEN = exceptions.AuthenticationFailed({"detail": "Token is expired", "code": "token_not_valid"})


@pytest.mark.parametrize(
    ("raised", "status", "error", "details"),
    [
        (exceptions.PermissionDenied("Members only"), 403, "Forbidden", "Members only"),
        (TOKEN, 403, "Forbidden", "Token is expired"),  # no authenticator, so no challenge, so no 401
        (exceptions.ValidationError(["too", "much"]), 400, "Bad Request", '["too","much"]'),
        (exceptions.ValidationError({"quota": ["é"]}), 400, "Bad Request", '{"quota":["é"]}'),
        (Gone(), 410, "Gone", "Moved to the members' site"),
        (LoginTimeout(), 440, "Refused", "Sign in again"),
        (PermissionDenied("the database's words"), 403, "Forbidden", ""),
        (Http404("the URLconf's words"), 404, "Not Found", ""),
        (BadRequest("the site's words"), 400, "Bad Request", ""),
        (TooManyFieldsSent("the site's words"), 400, "Bad Request", ""),
    ],
    ids=repr,
)
def test_refusal_of_the_host(raised, status, error, details):
    class Permission(BasePermission):
        def has_permission(self, request, view):
            raise raised

    response = UUIDView.as_view(permission_classes=[Permission])(RequestFactory().get("/")).render()
    assert response.status_code == status
    assert json.loads(response.content) == {"error": error, "details": details}
