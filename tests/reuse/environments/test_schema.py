"""What a site's own generator makes of our views, with our apps installed and none of our settings (F1)."""

import json
import os
import sys

import pytest

from tests.reuse.apps import APPS
from tests.reuse.wheel import ROOT, run
from tests.tables import each_row
from utilitysvc.description import catalogue, document

#: Where a site has under an app's name what the service has at a path.
PLACES = {endpoint.path: f"/tools/{endpoint.app}/{endpoint.path.split('/', 2)[2]}" for endpoint in catalogue.services()}
#: Those whose views the site extends; with fewer apps the site is described sooner.
EXTENDED = ["hashing", "iplookup", "textops", "uuids"]


def described(**options):
    """The description that a site makes of itself; a warning of its generator fails the test."""
    site = ROOT / "tests" / "reuse" / "foreign_site"
    asked = json.dumps({"APPS": [app.name for app in APPS], **options})
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": f"{ROOT}:{ROOT / 'numbers'}:{site}"}
    return json.loads(run(sys.executable, site / "describe.py", asked, env=env).stdout)


@pytest.fixture(scope="module")
def plain():
    """Of a site that leaves the values of closed lists where they stand, as we do. It is valid OpenAPI."""
    return described(SPECTACULAR_SETTINGS={"POSTPROCESSING_HOOKS": []}, OPTIONS=["--validate"])


def without_policy(operations):
    """The operations of a path without who may ask, which is the site's to say."""
    return {
        method: {key: said for key, said in operation.items() if key != "security"}
        for method, operation in operations.items()
    }


def test_f1_every_path_once(plain):
    assert set(PLACES.values()) == {path for path in plain["paths"] if path.startswith("/tools/")}
    assert {path.split("/")[2] for path in PLACES.values()} == {app.name for app in APPS}
    assert PLACES["/hash/algorithms/"] == "/tools/hashing/algorithms/"


@each_row("here, there", PLACES.items())
def test_f1_the_operations_are_those_of_our_own_description(plain, here, there):
    assert without_policy(plain["paths"][there]) == document.description()["paths"][here]


def test_f1_the_components_are_ours(plain):
    """No name of ours is another thing there."""
    theirs, ours = (each["components"]["schemas"] for each in (plain, document.description()))
    shared = ours.keys() & theirs.keys()
    assert {name: theirs[name] for name in shared} == {name: ours[name] for name in shared}
    assert {"HashResult", "HashRequest", "DetailedError"} <= shared


def test_f1_extend_schema_has_its_way(plain):
    (tagged, plainly), (uuids, ours) = (
        [plain["paths"][path] for path in pair]
        for pair in (("/company/hash/", "/tools/hashing/"), ("/company/uuids/", "/tools/uuids/"))
    )
    changed = {"operationId": "get_company_hash", "tags": ["Company"], "deprecated": True}
    assert tagged["get"] == plainly["get"] | changed

    names = [(parameter["name"], parameter["in"]) for parameter in ours["get"]["parameters"]]
    shown = [(parameter["name"], parameter["in"]) for parameter in uuids["get"]["parameters"]]
    assert shown == [*(name for name in names if name[0] != "count"), ("X-Tenant", "header")]
    assert (uuids["get"]["operationId"], uuids["get"]["summary"]) == ("company_uuids", "The company's words")
    assert uuids["get"]["responses"] == ours["get"]["responses"]

    assert uuids["post"]["requestBody"] == ours["post"]["requestBody"]
    ((status, answer),) = uuids["post"]["responses"].items()
    assert (status, answer["content"]["application/json"]["schema"]["$ref"].split("/")[-1]) == ("200", "CompanyUUIDs")


def test_f1_what_a_sites_url_captures_is_described_too(plain):
    (ours,) = (plain["paths"][path]["get"]["parameters"] for path in ["/tools/iplookup/{ip_address}/"])
    tenant = {"name": "tenant", "in": "path", "required": True, "schema": {"type": "integer"}}
    assert plain["paths"]["/company/{tenant}/{ip_address}/"]["get"]["parameters"] == [tenant, *ours]


def test_f1_a_path_that_a_site_leaves_out_is_left_out(plain):
    assert [path for path in plain["paths"] if "company/text" in path] == []


def test_f1_the_enum_hook_of_drf_spectacular_has_nothing_to_warn_of():
    shown = described()
    assert set(PLACES.values()) <= shown["paths"].keys()
    assert "x-spec-enum-id" not in json.dumps(shown)
    asked = shown["components"]["schemas"]["HashRequest"]["properties"]
    enums = [asked[name]["allOf"][0]["$ref"].rpartition("/")[2] for name in ("encoding", "key_encoding")]
    names = [tuple(shown["components"]["schemas"][enum]["enum"]) for enum in enums]
    assert names == [("utf-8", "hex", "base64")] * 2


def test_f1_a_company_s_own_default_describes_its_views_and_ours(plain):
    """A subclass of drf-spectacular's."""
    shown = described(
        APPS=EXTENDED,
        REST_FRAMEWORK={"DEFAULT_SCHEMA_CLASS": "describe_company.CompanySchema"},
        SPECTACULAR_SETTINGS={"POSTPROCESSING_HOOKS": []},
    )
    extension = {"x-owner": "company"}
    assert shown["paths"]["/orders/"]["get"] == plain["paths"]["/orders/"]["get"] | extension
    assert shown["paths"]["/tools/uuids/"]["get"] == plain["paths"]["/tools/uuids/"]["get"] | extension
