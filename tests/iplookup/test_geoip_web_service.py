"""Rule I15: MaxMind's web service, from the site's own databases. test_geoip_clients.py runs MaxMind's clients."""

import datetime
import json

import geoip2.errors
import geoip2.models
import pytest
from geoip2.webservice import BaseClient
from rest_framework import exceptions

from iplookup.geoip_web_service.views import WebServiceView
from tests.mmdb import write_mmdb
from tests.tables import each_row, rows

[RECORDS] = rows("web_service.json")


def write_databases(folder):
    write_mmdb(folder / "city.mmdb", "GeoIP2-City", RECORDS["locations"])
    networks = {
        "81.2.64.0/20": RECORDS["isp"],
        "9.9.9.0/24": {"organization": "Quad9"},
        "2a02:d500::/32": {"isp": "Example"},
    }
    write_mmdb(folder / "isp.mmdb", "GeoIP2-ISP", networks)
    write_mmdb(folder / "type.mmdb", "GeoIP2-Connection-Type", {"81.2.69.0/24": {"connection_type": "Cable/DSL"}})
    write_mmdb(
        folder / "anonymous.mmdb",
        "GeoIP-Anonymous-Plus",
        {"81.2.69.142/32": RECORDS["anonymous"], "2a02:d500::/32": RECORDS["anonymous"]},
    )


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("maxmind")
    write_databases(folder)
    return folder


@pytest.fixture(autouse=True)
def geoip_path(settings, databases):
    settings.GEOIP_PATH = databases


def test_i13_i15_membership_of_the_union_by_code_in_each_country(api, settings, tmp_path):
    record = {name: {"iso_code": "DE"} for name in ("country", "registered_country", "represented_country")}
    write_mmdb(tmp_path / "city.mmdb", "Without-City", {"1.0.0.0/16": record})
    settings.GEOIP_PATH = tmp_path
    body = api.get("/geoip/v2.1/city/1.0.1.1").json()
    assert all(body[name]["is_in_european_union"] for name in record)


@each_row(("method", "target", "variables", "status", "client", "headers", "body"), rows("web_service_requests.json"))
def test_i15_request(api, method, target, variables, status, client, headers, body):
    """Kilometres, MaxMind's own keys, only true flags, and for each service only its part of the record, without what
    is missing or of a wrong type. All addresses of the network have this answer, also where one of them has no data.
    Errors are MaxMind's, and do not repeat the address.
    """
    path, _, query = target.partition("?")
    response = api.client.generic(method, f"/geoip/v2.1/{path}", b"", **{"QUERY_STRING": query} | variables)
    assert (response.status_code, json.dumps(response.json())) == (status, json.dumps(body))
    assert ({"Cache-Control": "no-store"} | headers).items() <= response.headers.items()
    media_type = f"application/vnd.maxmind.com-{target.partition('/')[0]}+json; charset=UTF-8; version=2.1"
    assert raised(response) == client if client else response.headers["Content-Type"] == media_type


def test_i15_models_of_the_official_client_accept_the_body(api):
    model = geoip2.models.Insights(["fr", "en"], **api.get("/geoip/v2.1/insights/81.2.69.142").json())
    assert (model.city.name, model.location.average_income, str(model.traits.network)) == (
        "Londres",
        1,
        "81.2.69.142/32",
    )
    assert (model.traits.is_anonymous, model.anonymizer.is_public_proxy) == (True, False)
    assert model.anonymizer.network_last_seen == datetime.date(2026, 11, 1)


def raised(response):
    """Return the name of the exception that the official client raises for a response."""
    media_type = response.headers["Content-Type"]
    assert media_type == "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0"
    client = BaseClient(1, "key", "localhost", None, 1)
    error = client._exception_for_error(response.status_code, media_type, response.content.decode(), "uri")
    assert getattr(error, "http_status", response.status_code) == response.status_code
    return type(error).__name__


@pytest.mark.parametrize(
    ("refusal", "challenge", "status", "client", "code"),
    [
        (exceptions.NotAuthenticated(), None, 403, "PermissionRequiredError", "PERMISSION_REQUIRED"),
        (exceptions.AuthenticationFailed(), None, 403, "PermissionRequiredError", "PERMISSION_REQUIRED"),
        (exceptions.PermissionDenied(), "Basic", 403, "PermissionRequiredError", "PERMISSION_REQUIRED"),
        (exceptions.AuthenticationFailed(), "Basic", 401, "AuthenticationError", "AUTHORIZATION_INVALID"),
        (exceptions.NotAuthenticated(), "Basic", 401, "AuthenticationError", "LICENSE_KEY_REQUIRED"),
        (exceptions.Throttled(wait=3), "Basic", 429, "OutOfQueriesError", "OUT_OF_QUERIES"),
        (OSError("ours"), "Basic", 500, "HTTPError", "SERVER_ERROR"),
    ],
)
def test_i15_policy_of_a_host_in_maxminds_errors(api, monkeypatch, refusal, challenge, status, client, code):
    """Errors of keys and rates too. DRF turns 401 into 403 if no authenticator has a challenge."""

    class Policy:
        def authenticate(self, request):
            raise refusal

        def authenticate_header(self, request):
            return challenge

    monkeypatch.setattr(WebServiceView, "authentication_classes", [Policy])
    response = api.get("/geoip/v2.1/city/81.2.69.142")
    assert (response.status_code, raised(response), response.json()["code"]) == (status, client, code)


def test_i15_problem_details(api):
    """G20: whoever asks for them gets them."""
    response = api.get("/geoip/v2.1/city/x", accept="application/problem+json")
    detail = "The value supplied is not a valid IPv4 or IPv6 address"
    assert (response.headers["Content-Type"], response.json()["detail"]) == ("application/problem+json", detail)


def test_i15_without_a_location_database(api, settings, tmp_path):
    """I15: an address that only a network database knows is answered with that."""
    settings.GEOIP_PATH = tmp_path
    write_mmdb(tmp_path / "isp.mmdb", "GeoIP2-ISP", {"8.8.8.0/24": {"organization": "Google"}})
    response = api.get("/geoip/v2.1/city/8.8.8.8")
    assert (response.status_code, response.json()["traits"]["organization"]) == (200, "Google")


def test_i15_other_methods_and_paths(api):
    """G8."""
    assert api.send("HEAD", "/geoip/v2.1/city/81.2.69.142").status_code == 200
    assert api.send("OPTIONS", "/geoip/v2.1/city/81.2.69.142").content == b""
    for path in ("/geoip/v2.1/", "/geoip/v2.1/asn/8.8.8.8", "/geoip/v2.0/city/me", "/geoip/v2.1/x/city/me"):
        assert api.get(path).status_code == 404
