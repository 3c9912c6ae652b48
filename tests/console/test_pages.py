"""The service's own paths: index, pages, assets, health (S1-S3, B8, G7)."""

import gzip
import json
import posixpath
import re
from urllib.parse import urljoin

import brotli
import pytest
from django.test import Client, override_settings
from django.test.client import RequestFactory
from numbergen import services as numbergen

from hashing import services as hashing
from iplookup import services as iplookup
from passwords import services as passwords
from randomgen import services as randomgen
from tests.tables import each_row, rows
from textops import services as textops
from timeops.reading import datetimes
from timeops.writing import formats
from utilitysvc import __version__
from utilitysvc.console import assets
from utilitysvc.description import catalogue
from utilitysvc.drawing import ranges, replay
from utilitysvc.interfaces.batch import services as batch
from utilitysvc.wsgi import application
from uuids import services as uuids

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


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (None, "application/json"),
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("text/html", "text/html; charset=utf-8"),
        (BROWSER, "text/html; charset=utf-8"),
        ("TEXT/HTML, application/json;q=0.5", "text/html; charset=utf-8"),
        ("text/html;q=0.5, application/json", "application/json"),
        ("text/html, application/json", "application/json"),
        ("text/html, */*", "application/json"),
        ("text/html;q=high", "application/json"),
        ("image/png", "application/json"),
        ("text/plain", "text/plain; charset=utf-8"),
    ],
)
def test_s1_a_browser_gets_the_console_and_a_program_json(accept, media_type):
    response = Client().get("/", headers={"accept": accept} if accept else {})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == media_type
    assert set(response.headers["Vary"].split(", ")) - {"Accept-Encoding"} == {"Accept"}


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    rows("pages_the_page_is_compressed_for.json"),
)
def test_the_page_is_compressed_for_who_takes_it(page, accepted, encoding):
    response = Client().get("/", headers={"accept": BROWSER, "accept-encoding": accepted})
    assert response.headers.get("Content-Encoding") == encoding
    assert set(response.headers["Vary"].split(", ")) == {"Accept", "Accept-Encoding"}
    assert DECOMPRESS[encoding](response.content) == page("/").content


def test_s1_a_browser_gets_the_index_where_it_asks_for_output(page):
    response = Client().get("/", {"output": "json"}, headers={"accept": BROWSER})
    assert json.loads(response.content)["name"] == "utilitysvc"


def test_s1_the_index_names_version_endpoints_and_links(api):
    index = json.loads(api.get("/").content)
    keys = [
        "name",
        "version",
        "api_version",
        "endpoints",
        "doors",
        "limits",
        "max_body_bytes",
        "links",
        "max_file_bytes",
    ]
    assert list(index) == keys
    assert (index["name"], index["version"], index["api_version"]) == ("utilitysvc", __version__, iplookup.API_VERSION)
    described = {entry["path"]: (entry["methods"], bool(entry["description"])) for entry in index["endpoints"]}
    both, read = (["GET", "POST"], True), (["GET"], True)
    specified = {
        "/hash/": both,
        "/hash/algorithms/": read,
        "/ip/": both,
        "/ip/{ip_address}/": read,
        "/random/": both,
        "/uuid/": both,
        "/password/": both,
        "/text/": both,
        "/time/": both,
        "/number/": both,
    }
    assert described.items() >= specified.items()
    assert {entry["path"]: entry["methods"] for entry in index["doors"]} == {"/batch/": ["POST"], "/mcp/": ["POST"]}
    for link in index["links"].values():
        assert api.get(link).status_code == 200, link


def bounds(rule):
    return {"min": rule.minimum, "max": rule.maximum}


def test_b8_the_index_has_every_limit_from_the_constants_that_enforce_it(api):
    limits = json.loads(api.get("/").content)["limits"]
    drawn = {"min": bounds(ranges.MIN), "max": bounds(ranges.MAX), "count": bounds(ranges.COUNT)}
    drawn["seed"] = bounds(replay.SEED)
    assert limits["/hash/"] == {"iterations": bounds(hashing.ITERATIONS)} == {"iterations": {"min": 1, "max": 10_000}}
    assert limits["/ip/"] == {"fields": {"min": 1, "max": 32}, "ips": bounds(iplookup.BATCH)}
    assert limits["/random/"] == drawn
    assert drawn["min"] == drawn["max"] == {"min": -1_000_000, "max": 1_000_000}
    assert limits["/uuid/"] == {"count": bounds(uuids.COUNT)} == {"count": {"min": 1, "max": 1000}}
    assert limits["/uuid/inspect/"] == {"uuid": bounds(uuids.INSPECTED)} == {"uuid": {"min": 1, "max": 1000}}
    assert limits["/password/"] == {
        "length": bounds(passwords.LENGTH),
        "exclude": {"min": 0, "max": passwords.EXCLUDE.maximum},
        "words": bounds(passwords.WORDS),
        "separator": {"min": 0, "max": passwords.SEPARATOR.maximum},
        "count": bounds(passwords.COUNT),
        "rules": {"min": 1, "max": 1000},
        **{bound.name: {"min": 0, "max": 100} for bound in passwords.MINIMUMS.values()},
    }
    assert bounds(passwords.LENGTH) == {"min": 1, "max": 1000}
    assert limits["/text/"] == {
        "operation": bounds(textops.CHAIN),
        "path": {"min": 1, "max": textops.PATH.maximum},
        "context": bounds(textops.CONTEXT),
        "chain_seconds": bounds(textops.CHAIN_SECONDS),
    }
    assert limits["/text/"]["operation"] == {"min": 1, "max": 16}
    assert limits["/text/"]["chain_seconds"] == {"min": 0, "max": 1}
    characters = {"min": 1, "max": 128}
    assert limits["/time/"] == dict.fromkeys(("datetime", "start", "end", "duration", "format"), characters) | {
        "rule": {"min": 1, "max": 2048},
        "count": {"min": 1, "max": 1000},
        "durations": {"min": 1, "max": 100},
        "holidays": {"min": 1, "max": 1000},
        "weekend": {"min": 1, "max": 6},
        "subdivision": characters,
    }
    assert (datetimes.MAX_CHARACTERS, formats.MAX_CHARACTERS) == (128, 128)
    assert limits["/batch/"] == {"calls": bounds(batch.CALLS)} == {"calls": {"min": 1, "max": 100}}
    assert limits["/random/items/"] == {
        "items": bounds(randomgen.ITEMS),
        "count": drawn["count"],
        "seed": drawn["seed"],
    }
    assert limits["/random/dice/"] == {
        "dice": {"min": 1, "max": 1000},
        "count": {"min": 1, "max": 1000},
        "seed": drawn["seed"],
    }
    assert limits["/number/"] == {
        **drawn,
        "precision": bounds(numbergen.PRECISION),
        "mean": bounds(numbergen.MEAN),
        "deviation": bounds(numbergen.DEVIATION),
    }


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
    assert body["status"] == "ready"
    assert list(body["checks"]) == ["location", "network", "connection_type"]
    location = body["checks"]["location"]
    assert location["status"] == "ok"
    assert location["database_type"]
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


@pytest.mark.parametrize("path", OWN_PATHS)
def test_own_paths_answer_head_and_carry_every_header(api, path):
    for response in (api.get(path), api.send("HEAD", path)):
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"
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


@pytest.mark.parametrize(
    ("accept", "method", "media_type"),
    [
        (BROWSER, "GET", "text/html; charset=utf-8"),
        (BROWSER, "POST", "application/json"),
        ("*/*", "GET", "application/json"),
    ],
)
def test_what_no_service_has_is_a_page_for_a_browser_and_json_for_a_program(accept, method, media_type):
    response = Client().generic(method, "/no/such/", headers={"accept": accept})
    assert response.status_code == 404
    assert response.headers["Content-Type"] == media_type
    assert ("Content-Security-Policy" in response.headers) == (media_type != "application/json")


def asset(path, method="GET", **headers):
    """Ask the application that gunicorn serves: assets stand before Django."""
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


ASSETS = assets.current()
MODULES = [name for name in ASSETS.files if name.endswith(".js")]
#: What the console's page loads before its first answer, by address.
FIRST = {
    address: path
    for name, path in ASSETS.files.items()
    if (address := ASSETS.root + name) in ASSETS.modules or (name.endswith(".css") and name != "docs.css")
}


@pytest.mark.parametrize(
    ("compress", "most"), [(gzip.compress, 100_000), (brotli.compress, 85_000)], ids=["gzip", "br"]
)
def test_the_console_is_under_100_kb_over_the_wire(page, compress, most):
    """Browsers get brotli by HTTPS and on this machine, and gzip elsewhere; an image has the files in both."""
    contents = [page("/").content, *(path.read_bytes() for path in FIRST.values())]
    assert sum(min(len(content), len(compress(content))) for content in contents) < most
    assert len(contents) < 60  # requests


def test_a_script_that_is_wanted_later_is_not_loaded_first(page):
    """It is served, and the page's head does not name it."""
    imported = {
        posixpath.normpath(posixpath.join(posixpath.dirname(module), name))
        for module in MODULES
        for name in re.findall(r'import\("(.*?)"\)', ASSETS.files[module].read_text())
    }
    assert {"snippets.js", "iplookup/map.js"} < imported
    markup = page("/").content.decode()
    for name in imported:
        assert name in ASSETS.files
        assert name not in markup


@pytest.mark.slow
def test_the_documentation_is_under_800_kb_over_the_wire(page):
    """By brotli too, but for the description, which is not compressed. What is served is made by the highest quality,
    in twenty times the time."""
    swagger = assets.folders()["swagger-ui"]
    compressed = [
        *((swagger / name).read_bytes() for name in ("swagger-ui.css", "swagger-ui-bundle.js")),
        *(path.read_bytes() for name, path in ASSETS.files.items() if name.startswith("docs.")),
    ]
    plain = [page("/docs/").content, Client().get("/schema/").content]
    assert sum(len(brotli.compress(content, quality=9)) for content in compressed) + sum(map(len, plain)) < 800_000


@each_row("module", MODULES)
def test_modules_import_only_modules_that_are_there(module):
    """Apps' modules are served below the console's own, whose parts they import."""
    for name in re.findall(r'^import .* from "(.*)";$', ASSETS.files[module].read_text(), re.MULTILINE):
        assert posixpath.normpath(posixpath.join(posixpath.dirname(module), name)) in ASSETS.files, name


def test_the_page_knows_no_app():
    """What it shows of a function stands in that function's app."""
    apps = {endpoint.app for endpoint in catalogue.functions()}
    words = {"number", "password", "text", "time"}  # which are types of inputs, too
    names = {endpoint.name for endpoint in catalogue.functions()} - words
    for own, path in ASSETS.files.items():
        if own.endswith(".js") and "/" not in own:
            quoted = set(re.findall(r"[\"'`./](\w+)[\"'`/]", path.read_text()))
            assert not quoted & (apps | names), own


def test_another_file_is_another_folder(tmp_path):
    """So that what a browser keeps for ever is never another release's."""
    (tmp_path / "a.js").write_text("1")
    first = assets.Assets({"": tmp_path}).root
    assert assets.Assets({"": tmp_path}).root == first
    (tmp_path / "a.js").write_text("2")
    assert assets.Assets({"": tmp_path}).root != first


@each_row(("accepted", "encoding"), rows("pages_the_page_is_compressed_for.json"))
def test_a_file_is_compressed_for_who_takes_it_and_not_read_from_an_old_copy(accepted, encoding):
    _, headers, body = asset(f"/{ASSETS.root}console.js", accept_encoding=accepted)
    assert headers.get("Content-Encoding") == encoding
    assert headers["Content-Length"] == str(len(body))
    assert DECOMPRESS[encoding](body) == ASSETS.files["console.js"].read_bytes()


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("console.js", "text/javascript"),
        ("console.css", "text/css"),
        ("timeops/console.js", "text/javascript"),
        ("icon.svg", "image/svg+xml"),
        ("console.webmanifest", "application/manifest+json"),
        ("swagger-ui/swagger-ui-bundle.js", "text/javascript"),
    ],
)
def test_assets_have_their_media_type(path, media_type):
    status, headers, _ = asset(f"/{ASSETS.root}{path}")
    assert status == 200
    assert headers["Content-Type"].partition(";")[0] == media_type


# --- installed


def test_the_manifest_names_the_page_and_icons_that_are_there():
    address = f"/{ASSETS.root}console.webmanifest"
    _, _, body = asset(address)
    manifest = json.loads(body)
    assert manifest["name"] == "utilitysvc"
    assert manifest["display"] == "standalone"
    assert urljoin(f"/tools{address}", manifest["start_url"]) == "/tools/"
    assert urljoin(f"/tools{address}", manifest["scope"]) == "/tools/"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert icon["src"] in ASSETS.files
    light = re.search(r"--page: light-dark\((#\w+), ", ASSETS.files["console.css"].read_text())[1]
    assert manifest["theme_color"] == manifest["background_color"] == light


def test_the_page_may_be_kept_and_no_answer(page):
    """G7."""
    assert page("/").headers["Cache-Control"] == "no-cache"
    for path in ("/docs/", "/no/such/", "/?output=json", "/uuid/"):
        assert page(path).headers.get("Cache-Control") in ("no-store", None), path


def test_an_unchanged_asset_is_not_sent_again():
    address = f"/{ASSETS.root}console.js"
    _, headers, _ = asset(address)
    status, _, body = asset(address, if_none_match=headers["ETag"])
    assert (status, body) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/console.js",
        f"/{assets.current().root}none.js",
        "/static/../settings.py",
        "/static/%2e%2e/settings.py",
    ],
)
def test_what_is_no_asset_is_not_found(path):
    status, headers, body = asset(path)
    assert (status, headers["Content-Type"]) == (404, "application/json")
    assert json.loads(body)["error"] == "Not found"


def test_console_links_to_the_further_doors():
    """So that a visitor finds the batch and the tools for agents."""
    page = Client().get("/", headers={"accept": "text/html"}).content.decode()
    assert '<a href="docs/#/Batch%20and%20agents">Batch and agents</a>' in page
