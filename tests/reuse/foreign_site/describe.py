"""A site with a drf-spectacular of its own and none of our settings: prints the description that it makes of itself.

The first argument is JSON: the apps, what differs of REST_FRAMEWORK and of SPECTACULAR_SETTINGS, and further OPTIONS of
the command. A warning ends it with status 1.
"""

import json
import sys
from types import ModuleType

import django
from django.conf import settings

urls = sys.modules["host_urls"] = ModuleType("host_urls")
options = json.loads(sys.argv[1])
APPS = options["APPS"]
settings.configure(
    SECRET_KEY="foreign",
    ROOT_URLCONF="host_urls",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "rest_framework", "drf_spectacular", *APPS],
    REST_FRAMEWORK={"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema"} | options.get("REST_FRAMEWORK", {}),
    SPECTACULAR_SETTINGS=options.get("SPECTACULAR_SETTINGS", {}),
)
django.setup()

from django.core.management import call_command  # noqa: E402  # all below need the settings
from django.urls import include, path  # noqa: E402
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view, inline_serializer  # noqa: E402
from rest_framework import serializers  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView  # noqa: E402

from hashing.views import HashView  # noqa: E402
from iplookup.views import AddressView  # noqa: E402
from textops.views import TextView  # noqa: E402
from utilitysvc.kit.urls import mount  # noqa: E402
from uuids.views import UUIDView  # noqa: E402


class Orders(serializers.Serializer):
    number = serializers.IntegerField()


class OrdersView(APIView):
    """A view of the site's own, with what our views also have by chance."""

    name = "orders"
    operations = ("list", "cancel")

    @extend_schema(responses=Orders)
    def get(self, request):
        return Response({"number": 1})


@extend_schema(tags=["Company"], deprecated=True)
class CompanyHashView(HashView):
    name = "company_hash"


@extend_schema_view(
    get=extend_schema(
        operation_id="company_uuids",
        summary="The company's words",
        parameters=[
            OpenApiParameter("X-Tenant", str, OpenApiParameter.HEADER),
            OpenApiParameter("count", exclude=True),
        ],
    ),
    post=extend_schema(responses=inline_serializer("CompanyUUIDs", {"ids": serializers.ListField()})),
)
class CompanyUUIDView(UUIDView):
    name = "company_uuid"


class TenantIPView(AddressView):
    name = "tenant_ip"


class HiddenTextView(TextView):
    schema = None


urls.urlpatterns = [
    *(mount(f"tools/{app}/", include(f"{app}.urls")) for app in APPS),
    path("orders/", OrdersView.as_view()),
    path("company/hash/", CompanyHashView.as_view()),
    path("company/uuids/", CompanyUUIDView.as_view()),
    path("company/<int:tenant>/<ip_address>/", TenantIPView.as_view()),
    path("company/text/", HiddenTextView.as_view()),
    path("company/text", TextView.as_view(schema=None)),
]
call_command("spectacular", "--fail-on-warn", *options.get("OPTIONS", ()), "--format", "openapi-json")
