"""Where an app answers in a host's URLs: one mount, with the final slash and without, and what it is called (F4)."""

from types import ModuleType

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings
from django.urls import include, path, reverse

from tests.reuse.apps import APPS
from tests.tables import each_row
from utilitysvc.kit.urls import mount


def as_host(*patterns):
    """A host with these URLs, which redirects where Django would, and none of our middleware."""
    urls = ModuleType("host_urls")
    urls.urlpatterns = list(patterns)
    return override_settings(
        ROOT_URLCONF=urls, APPEND_SLASH=True, MIDDLEWARE=["django.middleware.common.CommonMiddleware"]
    )


@pytest.fixture
def host(located):
    mounted = [mount(f"tools/{app}/", include(f"{app}.urls")) for app in APPS]
    with as_host(*mounted), override_settings(GEOIP_PATH=located):
        yield Client()


PLACES = [
    ("hashing:hash", "/tools/hashing/"),
    ("hashing:hash-algorithms", "/tools/hashing/algorithms/"),
    ("iplookup:ip-network", "/tools/iplookup/network/"),
    ("uuids:uuid", "/tools/uuids/"),
]


@each_row("called, place", PLACES)
@each_row("end", ["", "/"])
def test_f4_answers_with_and_without_the_slash(host, called, place, end):
    assert reverse(called) == place
    asked = place.rstrip("/") + end
    assert host.delete(asked).json()["error"].startswith("Method not allowed")  # by the app, and not redirected


@each_row("slash", ["", "/"])
def test_f4_the_body_of_a_post_arrives(host, slash):
    response = host.post(f"/tools/textops{slash}", '{"text": "a", "operation": "length"}', "application/json")
    assert response.json()["result"] == "1"


@each_row("place", ["/tools/hashing//", "/tools/hashingx", "/tools/hash", "/tools", "/"])
def test_f4_no_other_path_is_answered(host, place):
    assert host.get(place).status_code == 404


def test_f4_plain_path_and_a_namespace_of_the_hosts_own():
    with as_host(
        path("tools/hash/", include("hashing.urls")), mount("api/hash/", include("hashing.urls", namespace="api-hash"))
    ):
        assert reverse("hashing:hash") == "/tools/hash/"
        assert reverse("api-hash:hash") == "/api/hash/"
        assert Client().get("/tools/hash?input=a").status_code == 301
        assert Client().get("/api/hash?input=a").status_code == 200


@each_row("app", APPS)
@each_row("method", ["get", "head", "post", "options"])
def test_f4_a_hosts_url_may_capture_more(app, method, located):
    """As a site with tenants, or with its version in the path, which is the host's own to read."""
    for place in ("<slug:tenant>/<version>/tool/", "acme/v1/tool/"):
        with as_host(mount(place, include(f"{app}.urls"))), override_settings(GEOIP_PATH=located):
            answer = getattr(Client(), method)("/acme/v1/tool/", app.service.refused, content_type="application/json")
            assert answer.status_code == (200 if method == "options" else 400)


def test_f4_a_hosts_url_may_capture_more_than_an_address(located):
    with as_host(mount("<slug:tenant>/ip/", include("iplookup.urls"))), override_settings(GEOIP_PATH=located):
        place = reverse("iplookup:ip-address", kwargs={"tenant": "acme", "ip_address": "8.8.8.8"})
        assert place == "/acme/ip/8.8.8.8/"
        assert Client().get(place).json()["country"]["iso_code"] == "US"


def test_f4_a_mount_without_its_slash_is_refused_at_start():
    with pytest.raises(ImproperlyConfigured, match=r"'tools/hash'.* must end with a slash"):
        mount("tools/hash", include("hashing.urls"))


def test_f4_labels_clash_with_no_hosts():
    labels = {config.name: config.label for config in apps.get_app_configs()}
    assert {labels[app.name] for app in APPS} == {
        f"utilitysvc_{'numbers' if app.name == 'numbergen' else app.name}" for app in APPS
    }
