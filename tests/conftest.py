"""Common to the tests: the list of services, and a client that sends each request by GET and by POST."""

import gc
import json
import os
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import hypothesis
import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from hypothesis.internal.conjecture import providers

from tests.mmdb import write_mmdb
from tests.service import Service as RunningService
from tests.service import serving
from utilitysvc.description import catalogue
from utilitysvc.kit.service_error import ServiceError

# The same examples in every run, so that a failure is one of the change under test. A search for others is a command:
# HYPOTHESIS_PROFILE=search make test.
hypothesis.settings.register_profile("suite", derandomize=True, deadline=None, max_examples=40)
hypothesis.settings.register_profile("search", deadline=None, max_examples=200)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
# It would take constants from those of our modules that are imported by then, which depends on the tests before.
providers._get_local_constants = providers.Constants

# The servers and commands that tests start keep their bytecode: without it each compiles some 300 modules at its start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

TESTS = Path(__file__).parent

#: What differs from one answer to the next although the request is the same.
DRAWN = {
    *("number", "numbers", "statistics", "uuids", "password", "passwords", "character_types"),
    *("items", "rolls", "total"),
}


class Service(NamedTuple):
    """A service for the tests that hold for every one: its path, an example request, and one that it refuses."""

    path: str
    example: Mapping[str, Any]
    refused: Mapping[str, Any]
    refusal: ServiceError
    error_keys: tuple[str, ...] = ("error", "details")

    @property
    def error(self) -> str:
        return self.refusal.error

    def __str__(self) -> str:
        return self.path.strip("/")

    def says(self, response: HttpResponse, status: int, error: str, details: str = "") -> None:
        """See that ``response`` is this error in the shape of this service (G12), with ``details`` somewhere in it."""
        body = json.loads(response.content)
        assert response.status_code == status
        assert response.headers["Content-Type"] == "application/json"
        assert tuple(body) == self.error_keys
        if "status" in body:
            assert (body["error"], body["status"]) == (error, status)
        elif "details" in body:
            assert body["error"] == error
            assert details in body["details"]
        else:
            assert body["error"].partition(": ")[0] == error
            assert details in body["error"] or error == "Method not allowed"


#: The shapes of errors that are not the usual one (G12).
ERROR_KEYS = dict.fromkeys(("/ip/", "/ip/network/"), ("error", "status", "timestamp")) | dict.fromkeys(
    ("/password/", "/password/strength/"), ("error",)
)


def described(endpoint: catalogue.Endpoint) -> Service:
    """A function as its own table of operations has it: its first example with parameters, its first refused one."""
    operations = endpoint.operations
    example = next((example for example in operations.examples.values() if example), {})
    refused = next(example for example in operations.error_examples.values() if isinstance(example, Mapping))
    with pytest.raises(ServiceError) as refusal:
        operations.chosen(refused).answer(refused)
    more = {"error_keys": ERROR_KEYS[endpoint.path]} if endpoint.path in ERROR_KEYS else {}
    return Service(endpoint.path, example, refused, refusal.value, **more)


#: Every function that answers GET and POST. What its table states makes a new one part of all tests of the kit.
SERVICES = [described(endpoint) for endpoint in catalogue.functions() if "GET" in endpoint.methods]
#: Those whose parameters are secrets, which belong in no address. They answer POST alone.
POST_ONLY = [described(endpoint) for endpoint in catalogue.functions() if "GET" not in endpoint.methods]


#: Runs a test for one service of each shape of errors, in the place of all. How a request is read is written once, in
#: the kit: a long table of requests that holds for these holds for every service.
one_of_each_shape = pytest.mark.parametrize(
    "service", {service.error_keys: service for service in reversed(SERVICES)}.values(), ids=str, indirect=True
)


class Answer(NamedTuple):
    """The answer of a service: ``status, body = api.ask(...)``."""

    status: int
    body: Any


class Api:
    """Asks the service as a client would, through its middleware and URLs."""

    def __init__(self) -> None:
        self.client = Client(raise_request_exception=False)

    def get(self, path: str, query: str | Mapping[str, Any] = "", **headers: str) -> HttpResponse:
        """GET with a raw query string, or with parameters to be written as one."""
        return self.send("GET", path, query=query, headers=headers)

    def post(self, path: str, body: Any = b"", content_type: str = "application/json", **headers: str) -> HttpResponse:
        """POST bytes as they are, anything else as JSON."""
        return self.send("POST", path, body=body, content_type=content_type, headers=headers)

    def send(
        self,
        method: str,
        path: str,
        *,
        query: str | Mapping[str, Any] = "",
        body: Any = b"",
        content_type: str = "",
        headers: Mapping[str, str] = {},
    ) -> HttpResponse:
        """Send any request. Headers are written as in ``accept="text/plain"``, ``x_request_id="a"``."""
        return self.client.generic(
            method,
            path,
            body if isinstance(body, bytes) else json.dumps(body).encode(),
            CONTENT_TYPE=content_type,
            QUERY_STRING=query if isinstance(query, str) else query_string(query),
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )

    def ask(self, path: str, /, **parameters: Any) -> Answer:
        """Ask by GET and by POST, see that both say the same (G1) in JSON with every header (G5, G7), and return it.

        A value is given as it stands in JSON; in the query ``True`` is ``true``, and a list is comma-separated.
        The clock stands still meanwhile, and what is drawn at random is compared by its keys alone.
        """
        with time_machine.travel(time.time(), tick=False):
            by_get, by_post = self.get(path, parameters), self.post(path, parameters)
        for response in (by_get, by_post):
            assert response.headers["Content-Type"] == "application/json"
            assert response.headers["Cache-Control"] == "no-store"
        answer = Answer(by_post.status_code, json.loads(by_post.content))
        assert by_get.status_code == answer.status
        assert fixed_part(json.loads(by_get.content)) == fixed_part(answer.body)
        return answer


def query_string(parameters: Mapping[str, Any]) -> str:
    return urlencode(
        {name: _written(value) for name, value in parameters.items() if value is not None}, quote_via=quote
    )


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


#: The marks of a test by the folders that it stands in, at any depth. What starts a server or a browser is ``slow``,
#: which ``make check`` leaves out; what needs environments of its own, npm, a second browser or a second server is left
#: out of ``make test``, too. A test elsewhere that takes some seconds carries the mark itself.
MARKS = {
    **dict.fromkeys(("served", "browser", "geodata"), ("slow",)),
    "environments": ("slow", "environments"),
}

#: How a module that stands elsewhere is marked as a whole: in a line of its own.
SLOW_MODULE = "\npytestmark = pytest.mark.slow\n"


@cache
def marks(folder: Path) -> frozenset[str]:
    names = folder.relative_to(TESTS).parts if folder.is_relative_to(TESTS) else ()
    return frozenset(mark for name in names for mark in MARKS.get(name, ()))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import the modules that ``-m 'not slow'`` and ``-m 'not environments'`` leave out."""
    negation, _, left_out = config.option.markexpr.rpartition(" ")
    if negation != "not":
        return None
    if left_out in marks(collection_path):
        return True
    is_module = left_out == "slow" and collection_path.suffix == ".py"
    return (is_module and SLOW_MODULE in collection_path.read_text()) or None


def pytest_collection_finish() -> None:
    """Keep what was imported and collected from every later run of the garbage collector: a twentieth of the suite."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in marks(item.path.parent):
            item.add_marker(mark)


def fixed_part(body: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The items of an answer in their order, without the values that were drawn."""
    drawn = DRAWN | {"length"} if "words" in body else DRAWN  # words are of different lengths
    return [(key, None if key in drawn else value) for key, value in body.items()]


@pytest.fixture
def api() -> Api:
    return Api()


@pytest.fixture(scope="session")
def located(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that knows the address of the example request to /ip/."""
    folder = tmp_path_factory.mktemp("located")
    write_mmdb(folder / "country.mmdb", "GeoLite2-Country", {"8.8.8.0/24": {"country": {"iso_code": "US"}}})
    return folder


@pytest.fixture(scope="session")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """The service as it is deployed: one for all tests of a process that neither set variables nor stop it."""
    with serving(stdout=str(tmp_path_factory.mktemp("deployed") / "log")) as service:
        yield service


@pytest.fixture(params=SERVICES, ids=str)
def service(request: pytest.FixtureRequest, settings: Any, located: Path) -> Service:
    """Each service in turn."""
    settings.GEOIP_PATH = located
    return request.param
