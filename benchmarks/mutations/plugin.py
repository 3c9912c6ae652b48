"""The part of the mutations that runs within pytest, as a plugin. It imports nothing of the project."""

import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

import pytest

ADDRESS_SPACE = 8 << 30  # for a mutant that never stops allocating

ROOT = f"{Path.cwd()}/"
#: The folder of the code, and the file in which a process of the first run notes which tests ran which of its lines.
PLACE, NOTES = ROOT + os.environ.get("MUTATIONS_PLACE", ""), os.environ.get("MUTATIONS_NOTES")
ran = {}  # the lines of each file that the test at hand has run
TOOL, LINE = sys.monitoring.COVERAGE_ID, sys.monitoring.events.LINE


def note(code, line):
    """Note a line the first time that the test runs it."""
    if code.co_filename.startswith(PLACE):
        ran.setdefault(code.co_filename.removeprefix(ROOT), []).append(line)
    return sys.monitoring.DISABLE


def limit():
    """End this process, by the signals' own effect, after a minute of CPU time, or ten of a busy machine's clock."""
    signal.setitimer(signal.ITIMER_PROF, 60)
    signal.alarm(600)


def pytest_configure():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    if NOTES:
        sys.monitoring.use_tool_id(TOOL, "mutations")
        sys.monitoring.register_callback(TOOL, LINE, note)
        sys.monitoring.set_events(TOOL, LINE)
    else:
        limit()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    if not NOTES:
        limit()
        return (yield)
    ran.clear()
    sys.monitoring.restart_events()
    started, failed = time.process_time(), item.session.testsfailed
    result = yield
    if item.session.testsfailed == failed:
        with Path(f"{NOTES}{os.getpid()}").open("a") as file:
            file.write(json.dumps([item.nodeid, time.process_time() - started, ran]) + "\n")
    return result
