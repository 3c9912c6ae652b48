"""POST /batch/ (B9): many calls in one request, each answered as it would be alone."""

import gc
import json
import time
import weakref

import orjson
import pytest
import time_machine
from django.test import RequestFactory, override_settings

from tests.conftest import SERVICES, fixed_part
from utilitysvc.interfaces import calls
from utilitysvc.interfaces.batch import services
from utilitysvc.interfaces.batch.views import BatchView
from utilitysvc.interfaces.calls import Calls
from utilitysvc.kit.clock import example_clock


@pytest.fixture
def batch(api, located, settings):
    """Return a function that sends calls and returns the results."""
    settings.GEOIP_PATH = located

    def send(*calls):
        response = api.post("/batch/", {"calls": calls})
        assert response.status_code == 200
        body = json.loads(response.content)
        assert list(body) == ["results", "count", "timestamp"]
        assert body["count"] == len(body["results"]) == len(calls)
        return body["results"]

    return send


# --- each call is answered like a separate request


@pytest.mark.parametrize("asked", ["example", "refused"])
def test_b9_a_call_is_answered_as_a_request_of_its_own(service, api, batch, asked):
    parameters = getattr(service, asked)
    with time_machine.travel(time.time(), tick=False):
        alone = api.post(service.path, parameters)
        (result,) = batch({"path": service.path, "parameters": parameters})
    assert list(result) == ["status", "body"]
    assert result["status"] == alone.status_code
    assert fixed_part(result["body"]) == fixed_part(json.loads(alone.content))


@pytest.mark.parametrize(
    "parameters",
    [
        {"input": "\ud800"},
        {"input": "a", "salt": ["b"]},
        {"input": 1.50, "algorithm": "MD5, sha1", "expected": "x"},
        {"text": "alias"},
        {"input": None, "text": "null is not given"},
        {"input": "a", "key": "k", "algorithm": "crc32"},
        {"input": "a", "iterations": "10001"},
        {"input": "a", "output": "text", "unknown": 1},
    ],
)
def test_b9_parameters_are_read_as_those_of_a_body(api, batch, parameters):
    with time_machine.travel(time.time(), tick=False):
        alone = api.post("/hash/", parameters | {"output": None})
        (result,) = batch({"path": "/hash/", "parameters": parameters})
    assert result == {"status": alone.status_code, "body": json.loads(alone.content)}


@pytest.mark.parametrize(
    "asked", ["/ip/8.8.8.8/", "/ip/8.8.8.8", "/ip/2001:db8::1/", "/ip/8.8.8/", "/hash/algorithms/", "/ip/%208.8.8.8/"]
)
def test_b9_a_path_that_takes_no_post_is_asked_as_by_get(api, batch, asked):
    with time_machine.travel(time.time(), tick=False):
        alone = api.get(asked)
        (result,) = batch({"path": asked})
    assert result == {"status": alone.status_code, "body": json.loads(alone.content)}


def test_b9_what_stands_in_the_path_wins(batch):
    assert batch({"path": "/ip/8.8.8.8/", "parameters": {"ip": "1.1.1.1"}})[0]["body"]["ip"] == "8.8.8.8"


@pytest.mark.parametrize("spelling", ["/uuid/", "/uuid", "uuid/", "uuid", "/%75uid/"])
def test_b9_a_path_may_lack_its_slashes(batch, spelling):
    assert batch({"path": spelling, "parameters": {"count": 2}})[0]["body"]["count"] == 2


@pytest.mark.parametrize("parameters", [{"output": "text"}, {"format": "text"}])
def test_b9_a_result_is_json_whatever_its_call_says(batch, parameters):
    (result,) = batch({"path": "/text/", "parameters": {"text": "abc", "operation": "length"} | parameters})
    assert result == {"status": 200, "body": {"original_text": "abc", "operation": "length", "result": "3"}}


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ([{"path": "/time/", "parameters": {"timezome": "UTC", "timezone": "UTC"}}], "calls.0.parameters.timezome"),
        ([{"path": "/uuid/"}, {"path": "/uuid/", "params": {"count": 2}}], "calls.1.params"),
        ([{"path": "/ip/8.8.8.8/", "parameters": {"ip": "1.1.1.1", "field": "ip"}}], "calls.0.parameters.field"),
        ([{"path": "/nope/", "parameters": {"a": 1}, "b": 2}], "calls.0.b"),
        ([{"path": "/text/", "parameters": {"text": "a", "output": "text", "format": "json"}, "id": "a"}, 5], None),
        ([{"path": "/uuid/", "a": 1, "ä": 2, "\ud800": 3, "x" * 60: 4}], "calls.0.a"),
        ([{"path": "/uuid/", "a": 1}] * 12, ", ".join(f"calls.{number}.a" for number in range(10))),
    ],
)
def test_b9_g16_names_that_a_call_does_not_know_are_told(api, located, settings, calls, told):
    settings.GEOIP_PATH = located
    assert api.post("/batch/", {"calls": calls}).headers.get("X-Ignored-Parameters") == told


def test_b9_a_query_in_a_path_is_told_where_to_go(batch):
    (result,) = batch({"path": "/hash/?input=a"})
    assert "put the values into its parameters" in result["body"]["details"]


def test_b9_a_long_path_is_not_remembered(batch):
    """Otherwise the cache could hold 256 paths of a megabyte."""
    before = calls._known.cache_info().currsize
    assert {result["status"] for result in batch({"path": "/x" + "a" * 100_000}, {"path": "/ip/" + "1" * 1000})} == {
        400,
        404,
    }
    assert calls._known.cache_info().currsize == before


# --- invalid calls


NO_PATH = (400, "Path parameter is required")
NOT_FOUND = (404, "Not found")
WRONG_TYPE = (400, "Invalid parameter type")


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        *[(call, NO_PATH) for call in (5, "x", None, True, [], ["/hash/"], {}, {"path": None}, {"path": ""})],
        *[
            ({"path": name}, NOT_FOUND)
            for name in [
                "/",
                "/nope/",
                "/batch/",
                "/mcp/",
                "/schema/",
                "/docs/",
                "/health/ready/",
                "/hash/x/",
                "/HASH/",
                "/hash//",
                "//hash/",
                "/hash/?input=a",
                "http://testserver/hash/",
                "/hash/\x00",
                "/😀/",
                "/" + "a" * 100_000,
                5,
            ]
        ],
        *[({"path": name}, WRONG_TYPE) for name in (True, [], {}, ["/hash/"])],
        ({"path": "\ud800"}, (400, "Invalid text encoding")),
        *[
            ({"path": "/hash/", "parameters": value}, WRONG_TYPE)
            for value in ([], "input=a", 5, True, [["input", "a"]])
        ],
        *[({"path": "/hash/", "id": value}, WRONG_TYPE) for value in (True, [], {})],
        ({"path": "/hash/", "id": "\udfff"}, (400, "Invalid text encoding")),
        ({"path": "/hash/", "parameters": None}, (400, "Input parameter is required")),
        ({"path": "/hash/"}, (400, "Input parameter is required")),
    ],
)
def test_b9_what_is_wrong_with_a_call_is_its_own_result(batch, call, expected):
    good = {"path": "/hash/", "parameters": {"input": "a"}, "id": "good"}
    first, result, last = batch(good, call, good)
    assert first["status"] == last["status"] == 200
    assert (result["status"], result["body"]["error"]) == expected
    assert list(result["body"]) == ["error", "details"]
    assert result["body"]["details"]


@pytest.mark.parametrize(
    ("given", "back"), [("a", "a"), ("", ""), (7, "7"), (1.5, "1.5"), ("ÿ\x00😀" * 1000, "ÿ\x00😀" * 1000)]
)
def test_b9_an_id_is_given_back_with_answers_and_refusals(batch, given, back):
    calls = [{"path": "/uuid/"}, {"path": "/uuid/", "parameters": {"count": 0}}, {"path": "/nope/"}, {}]
    for result in batch(*[{"id": given} | call for call in calls]):
        assert list(result) == ["id", "status", "body"]
        assert result["id"] == back


def test_b9_a_call_without_id_has_none_in_its_result(batch):
    assert [list(result) for result in batch({"path": "/uuid/", "id": None}, {"path": "/uuid/"})] == [
        ["status", "body"]
    ] * 2


# --- the batch itself


@pytest.mark.parametrize(
    ("body", "given"),
    [
        ({}, ""),
        ({"calls": None}, ""),
        ({"calls": []}, "Calls given: 0"),
        ({"calls": [{}] * 101}, "Calls given: 101"),
        ({"calls": {}}, ""),
        ({"calls": "/hash/"}, ""),
        ({"calls": ""}, ""),
        ({"calls": 5}, ""),
        ({"calls": True}, ""),
        ({"Calls": [{"path": "/hash/"}]}, ""),
    ],
)
def test_b9_anything_else_than_1_to_100_calls_is_refused(api, body, given):
    response = api.post("/batch/", body)
    assert response.status_code == 400
    body = json.loads(response.content)
    assert list(body) == ["error", "details"]
    assert body["error"] == "Between 1 and 100 calls are needed"
    assert given in body["details"]


@pytest.mark.parametrize("count", [1, 100])
def test_b9_1_and_100_calls_are_answered(batch, count):
    results = batch(*[{"path": "/uuid/", "id": number} for number in range(count)])
    assert [result["id"] for result in results] == [str(number) for number in range(count)]
    assert len({result["body"]["uuids"][0] for result in results}) == count


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH"])
def test_b9_g8_it_is_posted_to(api, method):
    response = api.send(method, "/batch/")
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST, OPTIONS"
    if method != "HEAD":
        assert json.loads(response.content)["error"] == "Method not allowed"


@pytest.mark.parametrize(
    ("body", "content_type", "status", "error"),
    [
        (b'{"calls": [', "application/json", 400, "Malformed JSON body"),
        (b"[]", "application/json", 400, "Request body must be a JSON object"),
        (b"{}", "text/plain", 415, "Unsupported media type"),
        (b" " * (1024 * 1024 + 1), "application/json", 413, "Request body too large"),
        (b'{"calls": ' + b"[" * 70 + b"]" * 70 + b"}", "application/json", 400, "Malformed JSON body"),
    ],
)
def test_b9_g9_g10_faults_of_the_body(api, body, content_type, status, error):
    response = api.post("/batch/", body, content_type)
    assert (response.status_code, json.loads(response.content)["error"]) == (status, error)


def test_b9_answers_carry_the_headers_of_any_answer(api):
    response = api.post("/batch", {"calls": [{"path": "/uuid/"}], "Calls": 1})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Ignored-Parameters"] == "Calls"
    assert response.headers["X-Request-ID"]


@pytest.mark.parametrize(("body", "headers"), [({"output": "text"}, {}), ({}, {"accept": "text/plain"})])
def test_b11_accept_and_output_change_nothing_of_a_batch(api, body, headers):
    calls = [{"path": "/text/", "parameters": {"text": "a\nb", "operation": "reverse"}}, {}]
    response = api.post("/batch/", {"calls": calls} | body, **headers)
    assert response.headers["Content-Type"] == "application/json"
    results = json.loads(response.content)["results"]
    assert [result["status"] for result in results] == [200, 400]
    assert results[0]["body"]["result"] == "b\na"


# --- its limits


#: A call that takes more than a hundredth of a second on any machine.
ROUNDS = {"input": "a", "algorithm": "md5,sha1,sha256,sha512,sha3-256,sha3-512,ripemd160", "iterations": 10_000}
HEAVY = {"path": "/hash/", "parameters": ROUNDS}


def calls_within():
    return Calls(RequestFactory().post("/batch/"))


def test_b9_a_batch_that_has_used_a_second_of_cpu_says_so_for_the_rest():
    ticks = iter([10.0, 10.0, 10.999, 11.0, 11.5, 12.0])  # the times at the start, and before each call
    calls = [{"path": f"/{name}/", "id": name} for name in ("uuid", "password", "hash", "password", "nope")]
    answer = services.answer_calls(calls=calls, within=calls_within(), cpu=lambda: next(ticks), clock=example_clock)
    results = orjson.loads(orjson.dumps(answer))["results"]
    assert [result["id"] for result in results] == ["uuid", "password", "hash", "password", "nope"]
    assert [result["status"] for result in results] == [200, 200, 503, 503, 404]
    details = "The first 2 calls took 1 s of computing; send the rest in another batch"
    assert results[2]["body"] == {"error": "The batch has used its time", "details": details}
    assert list(results[3]["body"]) == ["error"]  # the error shape of /password/
    assert results[3]["body"]["error"].startswith("The batch has used its time")


@pytest.fixture
def quickly_used(monkeypatch):
    """Let a batch compute for a fifth of a second, not a second."""
    monkeypatch.setattr(services, "CPU_SECONDS", 0.2)


def test_b9_the_bound_counts_the_computing_of_this_thread(batch, quickly_used):
    results = batch(*[HEAVY] * 100)
    statuses = [result["status"] for result in results]
    assert statuses[0] == 200
    assert statuses == sorted(statuses)
    assert statuses.count(503) == 100 - statuses.count(200) > 0


def test_b9_a_batch_whose_answers_fill_8_mib_says_so_for_the_rest(batch):
    grown = {"path": "/text/", "parameters": {"text": "a" * 9000, "operation": ["base64_encode"] * 16}}
    results = batch(*[grown] * 100)
    answered = [len(json.dumps(result["body"])) for result in results if result["status"] == 200]
    assert sum(answered[:-1]) <= 8 * 1024 * 1024 < sum(answered)
    refused = results[len(answered)]
    assert refused["status"] == 503
    details = f"The first {len(answered)} calls have answers of more than 8 MiB; send the rest in another batch"
    assert refused["body"] == {"error": "The batch has used its space", "details": details}
    assert all(result == refused for result in results[len(answered) :])


def test_b9_a_batch_leaves_nothing_to_the_garbage_collector(quickly_used):
    """A request in a reference cycle would stay in memory, with its megabytes, until the garbage collector runs."""
    calls = [{"path": "/uuid/", "parameters": {"count": 0}}, *[HEAVY] * 99]
    request = RequestFactory().post("/batch/", {"calls": calls}, content_type="application/json")
    kept = weakref.ref(request)
    gc.disable()
    try:
        assert b"The batch has used its time" in BatchView.as_view()(request).render().content
        del request
        assert kept() is None
    finally:
        gc.enable()


# --- errors


@override_settings(GEOIP_PATH="/nowhere")
def test_b9_g13_a_fault_of_ours_is_one_result(api):
    response = api.post("/batch/", {"calls": [{"path": "/ip/8.8.8.8/"}, {"path": "/uuid/"}]}, x_request_id="r1")
    first, second = json.loads(response.content)["results"]
    assert (response.status_code, first["status"], second["status"]) == (200, 500, 200)
    assert list(first["body"]) == ["error", "status", "timestamp"]
    assert first["body"]["error"] == "Internal server error"


def test_b9_every_service_can_be_called(batch):
    results = batch(*[{"path": service.path, "parameters": service.example} for service in SERVICES])
    assert [result["status"] for result in results] == [200] * len(SERVICES)
