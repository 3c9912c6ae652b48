"""The part of the mutations that runs within pytest, as a plugin. It imports nothing of the project."""

import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

import pytest

#: Folders of tests that start servers, browsers or environments.
SERVED = {"served", "environments", "browser", "geodata", "reuse"}
ADDRESS_SPACE = 8 << 30  # for a mutant that never stops allocating

#: Where a process of the first run notes which tests ran which lines, and what a run with a mutation is to run.
NOTES, CHOICE = os.environ.get("MUTATIONS_NOTES"), os.environ.get("MUTATIONS_CHOICE")

PLACE = f"{Path.cwd() / os.environ.get('MUTATIONS_PLACE', '')}/"
ran = {}  # the lines of the app that the test at hand has run
failed = set()
TOOL = sys.monitoring.COVERAGE_ID


def pytest_ignore_collect(collection_path):
    if not NOTES or not collection_path.is_relative_to(Path.cwd()):
        return None
    return not SERVED.isdisjoint(collection_path.relative_to(Path.cwd()).parts) or None


def pytest_configure():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    if CHOICE:
        limit(60)
    if NOTES:
        lines = sys.monitoring.events.LINE
        sys.monitoring.use_tool_id(TOOL, "mutations")
        sys.monitoring.register_callback(TOOL, lines, note)
        sys.monitoring.set_events(TOOL, lines)


def note(code, line):
    """Note a line the first time that the test runs it."""
    if code.co_filename.startswith(PLACE):
        ran.setdefault(code.co_filename[len(f"{Path.cwd()}/") :], []).append(line)
    return sys.monitoring.DISABLE


def limit(seconds):
    """End this process, by the signal's own effect, after so much CPU time, or far more time by the clock."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 5 * seconds)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    if CHOICE:
        chosen = {id: (number, seconds) for number, (id, seconds) in enumerate(json.loads(Path(CHOICE).read_text()))}
        items[:] = sorted((item for item in items if item.nodeid in chosen), key=lambda item: chosen[item.nodeid])
        for item in items:
            item.user_properties.append(("seconds", chosen[item.nodeid][1]))


def pytest_runtest_logreport(report):
    if not report.passed:
        failed.add(report.nodeid)
    if report.failed and CHOICE:
        Path(os.environ["MUTATIONS_FAILED"]).write_text(report.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    if CHOICE:
        limit(10 + 20 * dict(item.user_properties)["seconds"])
    if NOTES:
        ran.clear()
        sys.monitoring.restart_events()
    started = time.process_time()
    result = yield
    if NOTES and item.nodeid not in failed:
        is_slow = item.get_closest_marker("slow") is not None
        test = [item.nodeid, time.process_time() - started, is_slow, ran]
        with Path(NOTES, str(os.getpid())).open("a") as file:
            file.write(json.dumps(test) + "\n")
    return result
