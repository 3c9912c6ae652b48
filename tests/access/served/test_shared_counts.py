"""One count of calls for all instances (S7), on a real server: Redis or Valkey, whichever is installed."""

import logging
import os
import shutil
import signal
import subprocess
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.error import HTTPError

import pytest
from django.http import HttpResponse
from whitenoise import WhiteNoise

from benchmarks.measure import post
from tests import event_loop
from tests.service import eventually, free_port, serving
from tests.serving.wire import is_listening
from utilitysvc.access import counts, variables
from utilitysvc.kit.logs import once_a_minute
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.front import Front

SERVER = shutil.which("valkey-server") or shutil.which("redis-server")
with_server = pytest.mark.skipif(not SERVER, reason="neither valkey-server nor redis-server is installed")


@contextmanager
def cache_server(port, folder):
    """Run a server that keeps nothing on disk until the block ends."""
    options = ("--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder))
    process = subprocess.Popen([SERVER, *options], stdout=subprocess.DEVNULL)
    try:
        eventually(lambda: is_listening(port))
        yield process
    finally:
        process.kill()
        process.wait()


def ask(service):
    """Return the status of a call, and how many are said to be left; None where it was not counted."""
    try:
        with urllib.request.urlopen(f"{service.base}/uuid/") as response:
            status, headers = response.status, response.headers
    except HTTPError as error:
        status, headers = error.code, error.headers
        error.close()
    left = headers["RateLimit"] and int(headers["RateLimit"].partition("r=")[2].partition(";")[0])
    return status, left


@with_server
def test_s7_instances_share_a_count_and_outlive_its_server(tmp_path):
    """Two instances of two workers each; the server dies under them, and comes back with nothing counted."""
    port = free_port()
    shared = {"RATE_LIMIT": "5/day", "CACHE_URL": f"redis://127.0.0.1:{port}/3"}
    with serving(**shared) as one, serving(**shared) as other:
        with cache_server(port, tmp_path):
            answers = []
            for service in (one, other):
                eventually(lambda to=service: answers.append(ask(to)) or answers[-1][0] == 429)
            # On a busy machine a call may wait too long for its count, and is answered without one.
            counted = [left for status, left in answers if status == 200 and left is not None]
            assert len(counted) == len(set(counted)) >= 1
            assert set(counted) <= {0, 1, 2, 3, 4}
        assert {ask(service) for service in (one, other) for _ in range(10)} == {(200, None)}
        with cache_server(port, tmp_path):
            eventually(lambda: ask(other)[1] is not None)
            assert ask(other)[0] == 200
        for service in (one, other):
            told = [line for line in service.errors.read_text().splitlines() if "shared cache cannot be asked" in line]
            assert 1 <= len(told) <= len(service.workers)  # once a minute each, however many requests there were
            assert service.alarms() == []


@pytest.fixture
def shared(monkeypatch, settings):
    """Return a function that counts on the server of this address; nothing is known of it yet."""

    def at(url):
        monkeypatch.setenv("CACHE_URL", url)
        settings.CACHES = variables.caches()
        monkeypatch.setattr(counts.logger, "filters", [once_a_minute()])
        counts.counter.cache_clear()
        return counts.counter()

    yield at
    counts.counter.cache_clear()


@with_server
def test_s7_counts_are_atomic(shared, tmp_path, monkeypatch):
    """Of a hundred that count at once none is lost, and none is counted twice. Each is waited for on a busy machine."""
    monkeypatch.setattr(counts, "TIMEOUT_SECONDS", 60)
    monkeypatch.setattr(variables, "SOCKET_SECONDS", 60)
    port = free_port()
    with cache_server(port, tmp_path), ThreadPoolExecutor(4) as threads:
        count = shared(f"redis://127.0.0.1:{port}")
        found = list(threads.map(lambda _: count("key", 60), range(100)))
    assert sorted(found) == [*range(1, 101)]


@with_server
def test_s7_a_server_that_hangs_is_not_waited_for(shared, tmp_path, caplog):
    """It takes connections, and never answers. Every request is answered, uncounted, and one line says so."""
    port = free_port()
    with cache_server(port, tmp_path) as process:
        count = shared(f"redis://127.0.0.1:{port}")
        eventually(lambda: count("key", 60))
        process.send_signal(signal.SIGSTOP)
        try:
            assert [count("key", 60) for _ in range(100)] == [None] * 100
        finally:
            process.send_signal(signal.SIGCONT)
        assert len(caplog.records) == 1
        eventually(lambda: count("key", 60))


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "redis://nowhere.invalid", "rediss://127.0.0.1:1"])
def test_s7_a_server_that_is_not_there(shared, caplog, url):
    count = shared(url)
    with caplog.at_level(logging.WARNING):
        assert [count("key", 60) for _ in range(10)] == [None] * 10
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize("views_wait", [True, False])
def test_s7_no_shared_count_is_asked_for_on_the_event_loop(monkeypatch, views_wait):
    """Small, refused, truncated: whatever reaches a view is judged in a thread then, and small requests on the loop
    else."""
    threads = {}

    def answer(front, request):
        threads[request.path_info] = threading.current_thread()
        return HttpResponse()

    monkeypatch.setattr(Front, "answer", answer)
    log = AccessLog(descriptor=os.open(os.devnull, os.O_WRONLY))
    front = Front(WhiteNoise(None), log, views_wait=views_wait)

    async def all_of_them():
        for path in ("/uuid/", "/uuid", "/health/live/", "/hash/algorithms/", "/ip/8.8.8.8", "/schema/"):
            await event_loop.exchange(front, path)
        await event_loop.asked(front, post("/random/", b'{"count": 1}')[:-1], [], leaves=True)
        return threading.current_thread()

    loop_thread = event_loop.run(all_of_them())
    assert len(threads) == 7
    on_loop = {path for path, thread in threads.items() if thread is loop_thread}
    assert on_loop == (set() if views_wait else {"/uuid/", "/uuid", "/health/live/", "/hash/algorithms/"})
