"""A site with a database and ATOMIC_REQUESTS, whose permission notes each request in it before our view answers.

Prints as JSON, for each request: the status, the notes that are left of it, what listeners for errors received.
"""

import json
import sys
from types import ModuleType

import django
from django.conf import settings

urls = sys.modules["host_urls"] = ModuleType("host_urls")
settings.configure(
    SECRET_KEY="foreign",
    ROOT_URLCONF="host_urls",
    INSTALLED_APPS=["iplookup", "textops", "uuids"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "ATOMIC_REQUESTS": True}},
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None},
    LOGGING_CONFIG=None,
)
django.setup()

from django.core.signals import got_request_exception  # noqa: E402  # all below need the settings
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework.permissions import BasePermission  # noqa: E402

from textops.views import TextView  # noqa: E402
from uuids.views import UUIDView  # noqa: E402


class Noted(BasePermission):
    def has_permission(self, request, view):
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO notes DEFAULT VALUES")
        return request.headers.get("X-Friend") == "yes"


class BrokenView(UUIDView):
    def present(self, *args):
        raise ZeroDivisionError("of ours")


class BrokenTextView(TextView):
    def present(self, *args):
        raise ZeroDivisionError("of ours")


POLICY = {"permission_classes": [Noted]}
urls.urlpatterns = [
    path("uuid/", UUIDView.as_view(**POLICY)),
    path("broken/", BrokenView.as_view(**POLICY)),
    path("broken-text/", BrokenTextView.as_view(**POLICY)),
]
told = []
got_request_exception.connect(
    lambda sender, request, **_: told.append([sender.__name__, request.path, type(sys.exception()).__name__]),
    weak=False,
)


def asked(place, friend="yes", raising=False, **query):
    told.clear()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS notes")
        cursor.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY)")
    try:
        client = Client(raise_request_exception=raising, headers={"X-Friend": friend})
        status = client.get(place, query).status_code
    except ZeroDivisionError as exc:
        status = f"raised {exc}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM notes")
        notes = cursor.fetchone()[0]
    return {"status": status, "notes": notes, "told": list(told)}


json.dump(
    {
        "answered": asked("/uuid/"),
        "refused by us": asked("/uuid/", count=0),
        "refused by the host": asked("/uuid/", friend="no"),
        "failed": asked("/broken/"),
        "failed, text": asked("/broken-text/", text="a"),
        "raised": asked("/broken/", raising=True),
    },
    sys.stdout,
)
