"""The service's own paths: index, pages, assets, health (S1-S3, B8, G7)."""

import gzip
import json
import re
from urllib.parse import urljoin

import brotli
import pytest
from django.test import Client, override_settings
from django.test.client import RequestFactory

from iplookup.services import API_VERSION
from tests.tables import each_row, rows
from utilitysvc import __version__
from utilitysvc.console import assets
from utilitysvc.console.compression import compressed
from utilitysvc.description import catalogue
from utilitysvc.kit.renderers import API_HEADERS

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
PAGES = ["/", "/docs/"]
DECOMPRESS = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}
OWN_PATHS = ["/", "/docs/", "/schema/", "/health/live/", "/health/ready/"]


@pytest.fixture
def page():
    """A page as a browser gets it."""

    def get(path):
        return Client().get(path, headers={"accept": BROWSER})

    return get


# --- S1


@each_row("accept, media_type", rows("accepted.tsv"))
def test_s1_a_browser_gets_the_console_and_a_program_json(accept, media_type):
    response = Client().get("/", headers={"accept": accept} if accept != "-" else {})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == media_type
    assert set(response.headers["Vary"].split(", ")) - {"Accept-Encoding"} == {"Accept"}


@each_row("accepted, encoding", rows("pages_the_page_is_compressed_for.json"))
def test_the_page_is_compressed_for_who_takes_it(page, accepted, encoding):
    response = Client().get("/", headers={"accept": BROWSER, "accept-encoding": accepted})
    assert response.headers.get("Content-Encoding") == encoding
    assert set(response.headers["Vary"].split(", ")) == {"Accept", "Accept-Encoding"}
    assert DECOMPRESS[encoding](response.content) == page("/").content


def test_s1_a_browser_gets_the_index_where_it_asks_for_output(page):
    response = Client().get("/", {"output": "json"}, headers={"accept": BROWSER})
    assert json.loads(response.content)["name"] == "utilitysvc"


INDEX = "name version api_version endpoints doors limits max_body_bytes links max_file_bytes"


def test_s1_the_index_names_version_endpoints_and_links(api):
    index = json.loads(api.get("/").content)
    assert " ".join(index) == INDEX
    assert (index["name"], index["version"], index["api_version"]) == ("utilitysvc", __version__, API_VERSION)
    assert all(entry["description"] for entry in index["endpoints"] + index["doors"])
    methods = {entry["path"]: " ".join(entry["methods"]) for entry in index["endpoints"] + index["doors"]}
    assert methods.items() >= dict(rows("endpoints.tsv")).items()
    for link in index["links"].values():
        assert api.get(link).status_code == 200, link


def test_b8_the_index_has_every_limit(api):
    limits = json.loads(api.get("/").content)["limits"]
    shown = [[path, [[name, *bounds.values()] for name, bounds in found.items()]] for path, found in limits.items()]
    assert shown == rows("limits.json")


@override_settings(UTILITYSVC_MAX_BODY_BYTES=77)
def test_b8_the_index_has_the_size_limit_in_force(api):
    assert json.loads(api.get("/").content)["max_body_bytes"] == 77


def test_the_index_as_plain_text_has_a_path_a_line(api):
    lines = api.get("/", accept="text/plain").content.decode().splitlines()
    assert lines[0] == "/hash/"
    assert "/number/" in lines


def test_each_function_has_an_icon_of_the_console():
    """The first of each app: its own, or the one for all others."""
    icons = re.findall(r'<svg class="icon"[^>]*>(.*?)</svg>', Client().get("/", headers={"accept": BROWSER}).text)
    apps = {endpoint.app for endpoint in catalogue.functions()}
    assert len(icons) == len(catalogue.functions())
    assert len({icon for icon in icons if icon}) == len(apps)


# --- S3


@each_row("path", ["/health/live/", "/health/live", "/health/ready/", "/health/ready"])
@each_row("host", ["testserver", "10.0.0.7:8000", "a_b", "evil.example", "x" * 300, "[::1"])
@override_settings(ALLOWED_HOSTS=["testserver"])
def test_s3_health_answers_whatever_the_host_is(path, host):
    response = Client().get(path, headers={"host": host})
    assert response.status_code == 200
    assert json.loads(response.content)["status"] in ("live", "ready")


def test_s3_live():
    assert json.loads(Client().get("/health/live/").content) == {"status": "live"}


def test_s3_ready_says_which_databases_serve():
    body = json.loads(Client().get("/health/ready/").content)
    assert (body["status"], list(body["checks"])) == ("ready", ["location", "network", "connection_type"])
    location = body["checks"]["location"]
    assert (location["status"], bool(location["database_type"])) == ("ok", True)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", location["build_date"])


def test_s3_not_ready_without_a_location_database(tmp_path, caplog):
    with override_settings(GEOIP_PATH=str(tmp_path)):
        Client().get("/health/ready/")  # opens the folder, which is told once
        caplog.clear()
        response = Client().get("/health/ready/")
    assert response.status_code == 503
    missing = {"status": "missing"}
    assert json.loads(response.content) == {
        "status": "not ready",
        "checks": {"location": missing, "network": missing, "connection_type": missing},
    }
    assert not caplog.records  # each probe would be a line


def test_s3_ready_as_plain_text_is_the_word(tmp_path):
    with override_settings(GEOIP_PATH=str(tmp_path)):
        response = Client().get("/health/ready/", {"output": "text"})
    assert (response.status_code, response.content) == (503, b"not ready\n")


# --- every own path


@each_row("path", OWN_PATHS)
@each_row("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_g8_own_paths_are_read_only(api, path, method):
    response = api.send(method, path)
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert json.loads(response.content)["error"] == "Method not allowed"


@each_row("path", OWN_PATHS)
def test_own_paths_answer_head_and_carry_every_header(api, path):
    for response in (api.get(path), api.send("HEAD", path)):
        assert response.status_code == 200
        assert response.headers.items() >= API_HEADERS.items()
        assert not response.cookies
    assert api.send("HEAD", path).content == b""


# --- pages and their assets


@pytest.mark.parametrize("path", PAGES)
def test_pages_allow_nothing_inline_and_nothing_from_elsewhere(page, path):
    response = page(path)
    policy = dict(directive.split(" ", 1) for directive in response.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    for directive in ("script-src", "style-src", "connect-src", "manifest-src"):
        assert policy[directive] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    markup = response.content.decode()
    assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:", markup)
    assert not re.search(r"(src|href)=\"(https?:)?//", markup)


HTML = "text/html; charset=utf-8"


@each_row(
    "accept, method, media_type",
    [(BROWSER, "GET", HTML), (BROWSER, "POST", "application/json"), ("*/*", "GET", "application/json")],
)
def test_what_no_service_has_is_a_page_for_a_browser_and_json_for_a_program(accept, method, media_type):
    response = Client().generic(method, "/no/such/", headers={"accept": accept})
    assert (response.status_code, response.headers["Vary"]) == (404, "Accept")
    assert response.headers["Content-Type"] == media_type
    assert ("Content-Security-Policy" in response.headers) == (media_type != "application/json")


def asset(path, method="GET", **headers):
    """Ask the application that gunicorn serves: assets stand before Django."""
    from utilitysvc.wsgi import application  # which makes at its import all that is computed once

    started = {}

    def start(status, headers):
        started.update(status=int(status.split()[0]), headers=dict(headers))

    environ = RequestFactory().generic(method, path, headers=headers).environ
    body = application(environ, start)
    try:
        return started["status"], started["headers"], b"".join(body)
    finally:
        body.close() if hasattr(body, "close") else None


@pytest.mark.parametrize("path", PAGES)
def test_every_asset_of_a_page_is_served_by_the_service(page, path):
    markup = page(path).content.decode()
    named = {urljoin(path, name) for name in re.findall(r'(?:src|href)="((?:\.\./)?static/[^"#]+)', markup)}
    assert len(named) > 3
    for name in named:
        status, headers, body = asset(name)
        assert (status, len(body)) == (200, int(headers["Content-Length"])), name
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "max-age=315360000, public, immutable"


@pytest.mark.slow
def test_the_documentation_is_under_800_kb_over_the_wire(page):
    """By brotli, but for the description, which is not compressed."""
    swagger = assets.folders()["swagger-ui"]
    files = [
        swagger / "swagger-ui.css",
        swagger / "swagger-ui-bundle.js",
        assets.files()["docs.js"],
        assets.files()["docs.css"],
    ]
    sent = [compressed(path.read_bytes(), "br") for path in files]
    assert sum(map(len, [*sent, page("/docs/").content, Client().get("/schema/").content])) < 800_000


def test_the_page_knows_no_app():
    """What it shows of a function stands in that function's app."""
    apps = {endpoint.app for endpoint in catalogue.functions()}
    words = {"number", "password", "text", "time"}  # which are types of inputs, too
    names = {endpoint.name for endpoint in catalogue.functions()} - words
    for own, path in assets.files().items():
        if own.endswith(".js") and "/" not in own:
            quoted = set(re.findall(r"[\"'`./](\w+)[\"'`/]", path.read_text()))
            assert not quoted & (apps | names), own


def test_another_file_is_another_folder(tmp_path):
    """So that what a browser keeps for ever is never another release's."""
    file = tmp_path / "a.js"
    file.write_text("1")
    first = assets.digest({"a.js": file})
    assert assets.digest({"a.js": file}) == first
    file.write_text("2")
    assert assets.digest({"a.js": file}) != first


@each_row("accepted, encoding", rows("pages_the_page_is_compressed_for.json"))
def test_a_file_is_compressed_for_who_takes_it_and_not_read_from_an_old_copy(accepted, encoding):
    _, headers, body = asset(f"/{assets.root()}console.js", accept_encoding=accepted)
    assert headers.get("Content-Encoding") == encoding
    assert (headers["Content-Length"], headers["Vary"]) == (str(len(body)), "Accept-Encoding")
    assert asset(f"/{assets.root()}console.js", "HEAD", accept_encoding=accepted) == (200, headers, b"")
    assert DECOMPRESS[encoding](body) == assets.files()["console.js"].read_bytes()


def test_a_start_has_made_and_compressed_what_a_first_visit_loads():
    asset("/")  # starts the application, unless another test has
    assert not any(name.startswith("swagger-ui") for name in assets.files())  # which few load, and take long
    missed = compressed.cache_info().misses
    for coding in ("br", "gzip"):
        Client().get("/", headers={"accept": BROWSER, "accept-encoding": coding})
        for name in (*assets.scripts(), *assets.scripts("timeops"), "console.css"):
            asset(f"/{assets.root()}{name}", accept_encoding=coding)
    assert compressed.cache_info().misses == missed


@each_row("path, media_type", rows("asset_types.tsv"))
def test_assets_have_their_media_type(path, media_type):
    status, headers, _ = asset(f"/{assets.root()}{path}")
    assert (status, headers["Content-Type"].partition(";")[0]) == (200, media_type)


# --- installed


def test_the_manifest_names_the_page_and_icons_that_are_there(page):
    address = f"/{assets.root()}console.webmanifest"
    assert f'<link rel="manifest" href="{address[1:]}">' in page("/").content.decode()
    _, _, body = asset(address)
    manifest = json.loads(body)
    assert manifest["name"] == "utilitysvc"
    assert manifest["display"] == "standalone"
    assert urljoin(f"/tools{address}", manifest["start_url"]) == "/tools/"
    assert urljoin(f"/tools{address}", manifest["scope"]) == "/tools/"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert icon["src"] in assets.files()
    light = re.search(r"--page: light-dark\((#\w+), ", assets.files()["console.css"].read_text())[1]
    assert manifest["theme_color"] == manifest["background_color"] == light


def test_the_page_may_be_kept_and_no_answer(page):
    """G7."""
    assert page("/").headers["Cache-Control"] == "no-cache"
    for path in ("/docs/", "/no/such/", "/?output=json", "/uuid/"):
        assert page(path).headers.get("Cache-Control") in ("no-store", None), path


def test_an_unchanged_asset_is_not_sent_again():
    address = f"/{assets.root()}console.js"
    _, headers, _ = asset(address)
    status, _, body = asset(address, if_none_match=headers["ETag"])
    assert (status, body) == (304, b"")


NOWHERE = ["", "console.js", "../settings.py", "%2e%2e/settings.py"]


@each_row("path", [f"/{assets.root()}none.js", *(f"/static/{name}" for name in NOWHERE)])
def test_what_is_no_asset_is_not_found(path):
    status, headers, body = asset(path)
    assert (status, headers["Content-Type"]) == (404, "application/json")
    assert json.loads(body)["error"] == "Not found"


def test_console_links_to_the_further_doors():
    """So that a visitor finds the batch and the tools for agents."""
    page = Client().get("/", headers={"accept": "text/html"}).content.decode()
    assert '<a href="docs/#/Batch%20and%20agents">Batch and agents</a>' in page
