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
from utilitysvc.serving.logs import PrivateFormatter

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


def ask(api, service, address):
    response = api.get(f"/geoip/v2.1/{service}/{address}", authorization="Basic MTIzNDprZXk=")
    return response, json.loads(response.content)


@each_row(("method", "target", "status", "client", "body"), rows("web_service_requests.json"))
def test_i15_request(api, method, target, status, client, body):
    """Kilometres, MaxMind's own keys, only true flags, and for each service only its part of the record, without what
    is missing or of a wrong type. All addresses of the network have this answer, also where one of them has no data.
    Errors are MaxMind's, and do not repeat the address.
    """
    response = api.send(method, f"/geoip/v2.1/{target}")
    found = json.loads(response.content)
    assert (response.status_code, json.dumps(found)) == (status, json.dumps(body))
    assert response.headers["Cache-Control"] == "no-store"
    media_type = f"application/vnd.maxmind.com-{target.partition('/')[0]}+json; charset=UTF-8; version=2.1"
    assert raised(response) == client if client else response.headers["Content-Type"] == media_type


def test_i15_models_of_the_official_client_accept_the_body(api):
    body = ask(api, "insights", "81.2.69.142")[1]
    model = geoip2.models.Insights(["fr", "en"], **body)
    assert (model.city.name, model.city.confidence, model.location.average_income) == ("Londres", 80, 1)
    assert (model.traits.user_type, model.traits.is_anonymous) == ("hosting", True)
    assert str(model.traits.network) == "81.2.69.142/32"
    assert (model.anonymizer.is_tor_exit_node, model.anonymizer.is_public_proxy) == (True, False)
    assert (model.anonymizer.confidence, model.anonymizer.provider_name) == (30, "Example VPN")
    assert model.anonymizer.network_last_seen == datetime.date(2026, 11, 1)


def test_i15_i13_membership_is_not_added_where_the_database_states_it(api, settings, tmp_path):
    countries = {
        "1.1.0.0/16": {"country": {"iso_code": "DE"}},
        "1.3.0.0/16": {"country": {"iso_code": "RE", "is_in_european_union": True}},
    }
    write_mmdb(tmp_path / "a.mmdb", "GeoIP2-City", countries)
    settings.GEOIP_PATH = tmp_path
    assert ask(api, "country", "1.1.1.1")[1]["country"] == {"iso_code": "DE"}
    assert ask(api, "country", "1.3.1.1")[1]["country"] == {"iso_code": "RE", "is_in_european_union": True}


def raised(response):
    """Return the name of the exception that the official client raises for a response."""
    media_type = response.headers["Content-Type"]
    assert media_type == "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0"
    client = BaseClient(1, "key", "localhost", None, 1)
    error = client._exception_for_error(response.status_code, media_type, response.content.decode(), "uri")
    assert getattr(error, "http_status", response.status_code) == response.status_code
    return type(error).__name__


@pytest.mark.parametrize(
    ("refusal", "status", "client"),
    [
        (exceptions.NotAuthenticated(), 403, "PermissionRequiredError"),
        (exceptions.AuthenticationFailed(), 403, "PermissionRequiredError"),
        (exceptions.PermissionDenied(), 403, "PermissionRequiredError"),
        (exceptions.Throttled(wait=3), 429, "OutOfQueriesError"),
        (OSError("ours"), 500, "HTTPError"),
    ],
)
def test_i15_policy_of_a_host_in_maxminds_errors(api, monkeypatch, refusal, status, client):
    """Errors of keys and rates too. DRF turns 401 into 403 if no authenticator has a challenge."""

    def refuse(*args):
        raise refusal

    monkeypatch.setattr(WebServiceView, "check_permissions", refuse)
    response, _ = ask(api, "city", "81.2.69.142")
    assert (response.status_code, raised(response)) == (status, client)


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (exceptions.AuthenticationFailed, "AUTHORIZATION_INVALID"),
        (exceptions.NotAuthenticated, "LICENSE_KEY_REQUIRED"),
    ],
)
def test_i15_missing_and_wrong_credentials_are_authentication_errors(api, monkeypatch, refusal, code):
    class Challenge:
        def authenticate(self, request):
            raise refusal

        def authenticate_header(self, request):
            return 'Basic realm="api"'

    monkeypatch.setattr(WebServiceView, "authentication_classes", [Challenge])
    response, body = ask(api, "city", "81.2.69.142")
    assert (response.status_code, body["code"]) == (401, code)
    assert raised(response) == "AuthenticationError"


def test_i15_the_callers_own_address(api):
    """I9."""
    body = api.client.get("/geoip/v2.1/country/me", REMOTE_ADDR="81.2.69.142").json()
    assert body["traits"]["ip_address"] == "81.2.69.142"
    response = api.client.get("/geoip/v2.1/country/me", REMOTE_ADDR="")
    assert (response.status_code, response.json()["code"]) == (400, "IP_ADDRESS_REQUIRED")


def test_i15_problem_details(api):
    """G20: whoever asks for them gets them."""
    response = api.get("/geoip/v2.1/city/x", accept="application/problem+json")
    detail = "The value supplied is not a valid IPv4 or IPv6 address"
    assert (response.headers["Content-Type"], response.json()["detail"]) == ("application/problem+json", detail)


def test_i15_without_a_location_database(api, settings, tmp_path):
    """I15: an address that only a network database knows is answered with that."""
    settings.GEOIP_PATH = tmp_path
    write_mmdb(tmp_path / "isp.mmdb", "GeoIP2-ISP", {"8.8.8.0/24": {"organization": "Google"}})
    response, body = ask(api, "city", "8.8.8.8")
    assert (response.status_code, body["traits"]["organization"]) == (200, "Google")


def test_i15_methods_paths_and_ignored_names(api):
    """G8, G16."""
    assert api.send("POST", "/geoip/v2.1/city/81.2.69.142").headers["Allow"] == "GET, HEAD, OPTIONS"
    assert api.send("HEAD", "/geoip/v2.1/city/81.2.69.142").status_code == 200
    assert api.send("OPTIONS", "/geoip/v2.1/city/81.2.69.142").content == b""
    for path in ("/geoip/v2.1/", "/geoip/v2.1/asn/8.8.8.8", "/geoip/v2.0/city/me"):
        assert api.get(path).status_code == 404
    assert api.get("/geoip/v2.1/city/81.2.69.142", "lang=de").headers["X-Ignored-Parameters"] == "lang"


def test_i15_without_a_database_nothing_of_the_address_is_logged(api, settings, tmp_path, caplog):
    """I8, G15."""
    settings.GEOIP_PATH = tmp_path
    response, body = ask(api, "city", "81.2.69.142")
    assert (response.status_code, body["code"]) == (500, "SERVER_ERROR")
    ask(api, "city", "81.2.69")
    lines = [PrivateFormatter().format(record) for record in caplog.records]
    assert lines
    assert not any("81.2.69" in line for line in lines)
