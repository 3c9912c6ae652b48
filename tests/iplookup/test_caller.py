"""Rule I9: the caller's address."""

import re

import pytest

from iplookup.addresses import caller_address
from tests.mmdb import write_mmdb
from tests.service import ROOT
from tests.tables import each_row, rows

PEER = "192.0.2.1"

# proxies, X-Forwarded-For, the caller
CALLERS = [*rows("callers.json"), (1, "," * 5000 + "8.8.8.8", "8.8.8.8"), (1, "8" * 60_000, PEER)]


@each_row(("proxies", "forwarded", "caller"), CALLERS)
def test_caller(proxies, forwarded, caller):
    """I9."""
    assert caller_address({"REMOTE_ADDR": PEER, "HTTP_X_FORWARDED_FOR": forwarded}, proxies) == caller


def test_zone_id_of_a_link_local_peer_is_removed():
    """I9, I2: the zone id is not part of the address."""
    assert caller_address({"REMOTE_ADDR": "fe80::1%eth0"}, 0) == "fe80::1"


@pytest.mark.parametrize("meta", [{}, {"REMOTE_ADDR": None}, {"REMOTE_ADDR": ""}])
def test_peer_that_the_server_does_not_name(meta):
    """A server on a unix socket may leave the variable out, or without a value."""
    assert caller_address(meta, 1) == ""


@pytest.fixture
def behind(settings, tmp_path):
    """Return a function that sets the number of proxies. The database knows every caller below."""
    germany = {"country": {"iso_code": "DE"}}
    write_mmdb(tmp_path / "db.mmdb", "Country", dict.fromkeys(["8.0.0.0/8", "9.0.0.0/8", "192.0.2.0/24"], germany))
    settings.GEOIP_PATH = tmp_path

    def behind(proxies):
        settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}

    return behind


@each_row(("proxies", "query", "caller"), rows("callers_by_setting.json"))
def test_setting(api, behind, proxies, query, caller):
    """I9: each request reads the setting."""
    behind(proxies)
    response = api.client.get("/ip/", QUERY_STRING=query, REMOTE_ADDR=PEER, HTTP_X_FORWARDED_FOR="8.8.8.8, 9.9.9.9")
    assert response.json()["ip"] == caller


CALLER, CLAIM = "203.0.113.7", "192.0.2.1"
PLATFORMS = re.findall(
    r"^\| (.+) \| `([\d., ]+)` \| (\d) \|$", (ROOT / "docs" / "deployment.md").read_text(), re.MULTILINE
)


@pytest.mark.parametrize(("platform", "forwarded", "proxies"), PLATFORMS)
def test_platform(api, behind, platform, forwarded, proxies):
    """I9: the number in each row of the table in docs/deployment.md finds the caller."""
    behind(int(proxies))
    peer = CALLER if platform == "nothing" else "10.0.0.1"
    for header in (forwarded, f"{CLAIM}, {forwarded}"):
        response = api.client.get("/ip/?output=text", REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=header)
        assert response.content == f"{CALLER}\n".encode()


def test_usual_platforms_are_in_the_table():
    """I9."""
    numbers = {platform.partition(",")[0]: int(number) for platform, _, number in PLATFORMS}
    assert numbers.items() >= {"Heroku": 1, "Google Cloud Run": 1, "Fly.io": 2, "Render": 2}.items()
