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
from tests.tables import each_row, rows
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


OWN = [("POST", service.path, asked) for service in SERVICES for asked in (service.example, service.refused)]


@each_row(("method", "path", "parameters"), [*OWN, *rows("batch_as_alone.json")])
def test_b9_a_call_is_answered_as_a_request_of_its_own(api, batch, method, path, parameters):
    """By GET where the path takes no POST."""
    body = json.dumps({**parameters, "output": None}).encode()
    with time_machine.travel(time.time(), tick=False):
        alone = api.post(path, body) if method == "POST" else api.get(path)
        (result,) = batch({"path": path, "parameters": parameters})
    assert list(result) == ["status", "body"]
    assert result["status"] == alone.status_code
    assert fixed_part(result["body"]) == fixed_part(json.loads(alone.content))


@each_row(("path", "parameters", "part"), rows("batch_answers.json"))
def test_b9_the_answer_to_a_call(batch, path, parameters, part):
    (result,) = batch({"path": path, "parameters": parameters})
    assert (result["status"], result["body"] | part) == (200, result["body"])


@each_row(("calls", "told"), rows("batch_ignored_names.json"))
def test_b9_g16_names_that_a_call_does_not_know_are_told(api, located, settings, calls, told):
    settings.GEOIP_PATH = located
    assert api.post("/batch/", {"calls": calls}).headers.get("X-Ignored-Parameters") == told


def test_b9_g21_only_a_path_without_variables_is_remembered(batch):
    """Another may contain an address, or a megabyte, and there are any number of them."""
    calls.known_functions.clear()
    paths = ["/x" + "a" * 100_000, "/ip/192.0.2.1", "/ip/" + "1" * 100_000, "/uuid", "uuid/", "/%75uid/"]
    statuses = [result["status"] for result in batch(*({"path": path} for path in paths))]
    assert (statuses[0], statuses[2:]) == (404, [400, 200, 200, 200])
    assert [path for path, _ in calls.known_functions] == ["/uuid/"]


# --- invalid calls


@each_row(
    ("call", "status", "words"), [*rows("batch_wrong_calls.json"), ({"path": "/" + "a" * 10**5}, 404, "Not found")]
)
def test_b9_what_is_wrong_with_a_call_is_its_own_result(batch, call, status, words):
    good = {"path": "/hash/", "parameters": {"input": "a"}, "id": "good"}
    first, result, last = batch(good, call, good)
    assert first["status"] == last["status"] == 200
    assert result["status"] == status
    assert list(result["body"]) == ["error", "details"]
    assert all(result["body"].values())
    assert words in ": ".join(result["body"].values())


@pytest.mark.parametrize(
    ("given", "back"), [("a", "a"), ("", ""), (7, "7"), (1.5, "1.5"), ("ÿ\x00😀" * 1000, "ÿ\x00😀" * 1000)]
)
def test_b9_an_id_is_given_back_with_answers_and_refusals(batch, given, back):
    calls = [{"path": "/uuid/"}, {"path": "/uuid/", "parameters": {"count": 0}}, {"path": "/nope/"}, {}]
    for result in batch(*[{"id": given} | call for call in calls]):
        assert (list(result), result["id"]) == (["id", "status", "body"], back)
    assert list(batch({"path": "/uuid/", "id": None})[0]) == ["status", "body"]


# --- the batch itself


@each_row(("body", "given"), rows("batch_no_batch.json"))
def test_b9_anything_else_than_1_to_100_calls_is_refused(api, body, given):
    response = api.post("/batch/", body)
    assert response.status_code == 400
    body = json.loads(response.content)
    assert list(body) == ["error", "details"]
    assert body["error"] == "Between 1 and 100 calls are needed"
    assert given in body["details"]


def test_b9_100_calls_are_answered(batch):
    results = batch(*[{"path": "/uuid/", "id": number} for number in range(100)])
    assert [result["id"] for result in results] == [str(number) for number in range(100)]
    assert len({result["body"]["uuids"][0] for result in results}) == 100


@each_row(("body", "accept"), [({"output": "text"}, ""), ({}, "text/plain"), ({}, "application/problem+json")])
def test_b11_accept_and_output_change_nothing_of_a_batch(api, body, accept):
    calls = [{"path": "/text/", "parameters": {"text": "a\nb", "operation": "reverse"}}, {}]
    response = api.post("/batch/", {"calls": calls} | body, accept=accept)
    assert response.headers["Content-Type"] == "application/json"
    results = json.loads(response.content)["results"]
    assert [result["status"] for result in results] == [200, 400]
    assert (results[0]["body"]["result"], list(results[1]["body"])) == ("b\na", ["error", "details"])


# --- its limits


#: A call that takes more than a hundredth of a second on any machine.
ROUNDS = {"input": "a", "algorithm": "md5,sha1,sha256,sha512,sha3-256,sha3-512,ripemd160", "iterations": 10_000}
HEAVY = {"path": "/hash/", "parameters": ROUNDS}


def calls_within():
    return Calls(RequestFactory().post("/batch/"))


def test_b11_without_a_request_there_is_no_batch():
    """Its host's policy judges each call."""
    with pytest.raises(TypeError, match="within"):
        services.answer_calls(calls=[{"path": "/uuid/"}])


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


@pytest.mark.slow
def test_b9_the_bound_counts_the_computing_of_this_thread(batch, quickly_used):
    results = batch(*[HEAVY] * 100)
    statuses = [result["status"] for result in results]
    assert statuses[0] == 200
    assert statuses == sorted(statuses)
    assert statuses.count(503) == 100 - statuses.count(200) > 0


@pytest.mark.slow
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


@pytest.mark.parametrize(("more", "statuses"), [(0, [200, 200, 503]), (1, [200, 503, 503])])
def test_b9_the_bound_of_the_answers_is_told_to_the_byte(batch, monkeypatch, more, statuses):
    """Here it is 1 KiB: what fills it exactly leaves room for another, though not for one after that."""
    monkeypatch.setattr(services, "ANSWER_MIB", 1 / 1024)
    frame = len(b'{"original_text":"","operation":"length","result":"999"}')
    filling = {"path": "/text/", "parameters": {"text": "a" * (1024 + more - frame), "operation": "length"}}
    assert [result["status"] for result in batch(*[filling] * 3)] == statuses


@pytest.mark.slow
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
