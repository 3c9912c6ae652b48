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
    INSTALLED_APPS=["uuids"],
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

from uuids.views import UUIDView  # noqa: E402


def sql(text):
    with connection.cursor() as cursor:
        cursor.execute(text)
        return cursor.fetchone()


class Noted(BasePermission):
    def has_permission(self, request, view):
        sql("INSERT INTO notes DEFAULT VALUES")
        return request.headers.get("X-Friend") == "yes"


class BrokenView(UUIDView):
    def present(self, *args):
        raise ZeroDivisionError("of ours")


views = {"uuid/": UUIDView, "broken/": BrokenView}
urls.urlpatterns = [path(place, view.as_view(permission_classes=[Noted])) for place, view in views.items()]
told = []
got_request_exception.connect(
    lambda sender, request, **_: told.append([sender.__name__, request.path, type(sys.exception()).__name__]),
    weak=False,
)


def asked(place, friend="yes", raising=False):
    told.clear()
    sql("DROP TABLE IF EXISTS notes")
    sql("CREATE TABLE notes (id INTEGER PRIMARY KEY)")
    try:
        client = Client(raise_request_exception=raising, headers={"X-Friend": friend})
        status = client.get(place).status_code
    except ZeroDivisionError as exc:
        status = f"raised {exc}"
    return {"status": status, "notes": sql("SELECT COUNT(*) FROM notes")[0], "told": list(told)}


answers = {
    "answered": asked("/uuid/"),
    "refused by us": asked("/uuid/?count=0"),
    "refused by the host": asked("/uuid/", friend="no"),
    "failed": asked("/broken/"),
    "raised": asked("/broken/", raising=True),
}
json.dump(answers, sys.stdout)
