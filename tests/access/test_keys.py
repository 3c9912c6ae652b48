"""Which paths want a key, how it is shown, and how its want is told (S6)."""

import base64
import json
from types import SimpleNamespace

from drf_spectacular.generators import SchemaGenerator

from tests.access.conftest import ALICE, BOB
from tests.conftest import POST_ONLY
from tests.tables import each_row
from utilitysvc.access.authentication import UNKNOWN, WANTED, TokenAuthentication

WITHOUT = WANTED["Bearer"]
CHALLENGE = 'Bearer realm="utilitysvc"'


def basic(password):
    return f"Basic {base64.b64encode(f'42:{password}'.encode()).decode()}"


def test_s6_every_function_wants_a_key(api, service, keys):
    """In the shape of its errors (G12), whatever else is wrong with the request."""
    for response in (api.get(service.path, service.refused), api.post(service.path, b"{")):
        assert response.headers["WWW-Authenticate"] == CHALLENGE
        service.says(response, 401, "Unauthorized", WITHOUT)
    assert api.post(service.path, service.example, **keys).status_code == 200


@each_row("function", POST_ONLY)
def test_s6_functions_of_secrets_want_a_key(api, keys, function):
    function.says(api.post(function.path, function.example), 401, "Unauthorized", WITHOUT)
    assert api.post(function.path, function.example, **keys).status_code == 200


@each_row("path", ["/hash/algorithms/", "/ip/8.8.8.8", "/uuid", "/batch/", "/batch"])
def test_s6_so_do_all_other_paths(api, keys, path):
    assert (api.get(path).status_code, api.send("HEAD", path).status_code) == (401, 401)
    assert api.get(path, **keys).status_code != 401


@each_row("path", ["/", "/schema/", "/docs/", "/health/live/", "/health/ready/", "/nowhere/"])
@each_row("header", [{}, {"authorization": "Bearer wrong"}, {"authorization": "Basic x"}])
def test_s6_what_the_service_says_of_itself_is_open(api, keys, path, header):
    assert api.get(path, **header).status_code == api.get(path, **keys).status_code != 401


@each_row("header", [f"Bearer {ALICE}", f"bearer {BOB}", f"BEARER  {ALICE} "])
def test_s6_keys_that_are_known(api, keys, header):
    assert api.get("/uuid/", authorization=header).status_code == 200


def test_s6_the_challenge_of_an_open_path_is_that_of_the_others():
    """Another permission of a site may want a key there."""
    asked = SimpleNamespace(parser_context={"view": SimpleNamespace(key_scheme="")})
    assert TokenAuthentication().authenticate_header(asked) == CHALLENGE


NONE = ["", ALICE, f"Token {ALICE}", basic(ALICE)]
WRONG = ["", " ", " x", f" {ALICE}x", f" {ALICE[:-1]}", f" {ALICE},{BOB}", f" {ALICE.upper()}", " \xff\x00"]
WRONG += [" " + "x" * 60_000]


@each_row(("header", "said"), [*((header, WITHOUT) for header in NONE), *((f"Bearer{key}", UNKNOWN) for key in WRONG)])
def test_s6_keys_that_are_not(api, keys, header, said):
    response = api.get("/uuid/", authorization=header)
    assert (response.status_code, response.json()) == (401, {"error": "Unauthorized", "details": said})
    assert ALICE not in response.content.decode()


@each_row("name", ["token", "api_key", "access_token", "authorization", "key"])
def test_s6_a_key_in_an_address_is_none(api, keys, name):
    """Addresses are written to logs and histories."""
    assert api.get("/uuid/", {name: ALICE}).status_code == api.post("/uuid/", {name: ALICE}).status_code == 401


def test_s6_maxminds_clients_send_it_as_a_password(api, keys, settings, located):
    """I15: their errors have MaxMind's shape, and a code that they know."""
    settings.GEOIP_PATH = located
    path = "/geoip/v2.1/country/8.8.8.8"
    for header, code in (
        ({}, "LICENSE_KEY_REQUIRED"),
        ({"authorization": "Digest x"}, "LICENSE_KEY_REQUIRED"),
        ({"authorization": basic("x")}, "AUTHORIZATION_INVALID"),
        ({"authorization": "Basic !"}, "AUTHORIZATION_INVALID"),
        ({"authorization": "Basic /w=="}, "AUTHORIZATION_INVALID"),
    ):
        response = api.get(path, **header)
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"] == 'Basic realm="utilitysvc"'
        assert response.headers["Content-Type"].startswith("application/vnd.maxmind.com-error+json")
        assert json.loads(response.content)["code"] == code
    assert api.get(path, authorization=basic(ALICE)).status_code == 200
    assert api.get(path, **keys).status_code == 200


def test_s6_ips_headers_for_pages_stand_there_too(api, keys):
    """I10; and the preflight of such a page cannot bring a key."""
    refused = api.get("/ip/8.8.8.8")
    assert refused.status_code == 401
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in refused.headers["Access-Control-Allow-Headers"]
    assert api.send("OPTIONS", "/ip/8.8.8.8", headers={"origin": "https://example.com"}).status_code == 200


def test_s6_a_batch_needs_its_key_once(api, keys):
    calls = {"calls": [{"path": "/uuid/"}, {"path": "/ip/8.8.8"}]}
    assert api.post("/batch/", calls).status_code == 401
    response = api.post("/batch/", calls, **keys)
    assert [result["status"] for result in response.json()["results"]] == [200, 400]


MESSAGE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "hash", "arguments": {"input": "a", "algorithm": "md5"}},
}


def test_s6_an_agent_needs_its_key_once(api, keys):
    refused = api.post("/mcp/", MESSAGE)
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == CHALLENGE
    assert refused.json()["error"]["message"] == f"Unauthorized: {WITHOUT}"
    assert api.post("/mcp/", MESSAGE, **keys).json()["result"]["isError"] is False


def test_s6_an_agents_page_may_send_its_key(api, keys, settings):
    settings.UTILITYSVC_MCP_ALLOWED_ORIGINS = ["https://agent.example"]
    preflight = api.send("OPTIONS", "/mcp/", headers={"origin": "https://agent.example"})
    assert preflight.status_code == 204
    assert "authorization" in preflight.headers["Access-Control-Allow-Headers"]


def test_s6_s7_the_description_names_what_is_in_force(keys, limited):
    limited("10/second")
    described = SchemaGenerator().get_schema(public=True)
    key = {"type": "http", "scheme": "bearer", "description": "A key that the operator gave you"}
    assert described["components"]["securitySchemes"] == {"key": key}
    for path, methods in described["paths"].items():
        is_open = path in {"/", "/health/live/", "/health/ready/"}
        for operation in methods.values():
            assert operation.get("security") == (None if is_open else [{"key": []}])
            assert {"401", "429"} <= operation["responses"].keys() or is_open
    responses = described["paths"]["/ip/"]["get"]["responses"]
    assert responses["401"]["content"] == responses["429"]["content"]
    assert [responses[status]["description"] for status in ("401", "429")] == ["Unauthorized", "Too Many Requests"]
    assert responses["401"]["content"]["application/json"].keys() == {"schema"}  # no example of another error
    assert "ErrorBody" in str(responses["401"])


def refusals_described():
    return {"401", "429"} & SchemaGenerator().get_schema(public=True)["paths"]["/hash/"]["get"]["responses"].keys()


def test_s7_a_rate_is_described_without_keys(limited):
    limited("10/second")
    assert refusals_described() == {"429"}


def test_s6_keys_are_described_without_a_rate(keys):
    """Without both, tests/kit/test_openapi.py compares the whole description."""
    assert refusals_described() == {"401"}
