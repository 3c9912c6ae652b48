"""Kill and replace workers, take away disk, descriptors and time, and damage the databases, while clients ask."""

import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.faults.around import NGINX_IS_MISSING, entered
from benchmarks.faults.clients import LIVE, asking, report
from benchmarks.measure import connect, get, post
from tests.service import ROOT, START_SECONDS, children, eventually
from tests.serving.wire import sockets

REQUESTS = 40_000  # answered in each row


class Fault(NamedTuple):
    """What happens to a service while clients ask; how the service is started, and how the clients ask."""

    act: Callable
    started: Mapping = {}
    asked: Mapping = {}
    behind_nginx: bool = False


def wait(service, outcome, requests):
    outcome.wait_for(requests)


def kill_a_worker(service, outcome, requests):
    outcome.wait_for(requests // 2)
    os.kill(service.workers[0], signal.SIGKILL)
    outcome.wait_for(requests)


def reload(service, outcome, requests):
    for share in (1, 2, 3):
        outcome.wait_for(requests * share // 4)
        service.signal(signal.SIGHUP)
    outcome.wait_for(requests)


def replace(service, outcome, requests):
    """Start a second master process on the same socket, which loads the code anew, then stop the first."""
    old = set(service.workers)
    outcome.wait_for(requests // 4)
    service.signal(signal.SIGUSR2)
    eventually(lambda: any(children(pid) for pid in set(service.workers) - old))
    (successor,) = (pid for pid in set(service.workers) - old if children(pid))
    outcome.wait_for(requests // 2)
    stop(service, outcome, 0)
    outcome.wait_for(requests)
    os.kill(successor, signal.SIGTERM)


def stop(service, outcome, requests, number=signal.SIGTERM):
    """Stop the service. It must answer all requests that it has accepted. It is right that it refuses later ones."""
    outcome.wait_for(requests)
    service.signal(number)
    service.process.wait(timeout=START_SECONDS + 10)


def crowd_with_idle(service, outcome, requests):
    """Use up all descriptors with idle connections while the clients ask on open ones, then ask on new connections."""
    outcome.wait_for(requests // 4)
    with ExitStack() as idle:
        for _ in range(400):
            idle.enter_context(connect(service.port)).sendall(LIVE)
        outcome.wait_for(requests // 2)
    eventually(lambda: max(map(sockets, service.workers)) < 20)  # until the service knows that they have left
    with asking(service.port, 4, keep=False, pause=0.01) as afterwards:
        afterwards.wait_for(requests // 10)
        outcome.wait_for(requests)
    outcome.ended += afterwards.ended


FEW_FILES = {"prefix": ("prlimit", "--nofile=128:128")}
SET_BACK = {"application": "benchmarks.faults.clock:application"}
SIGNALS = {
    "SIGKILL of a worker": Fault(kill_a_worker),
    "SIGKILL of a worker, behind nginx": Fault(kill_a_worker, behind_nginx=True),
    "SIGHUP, three times": Fault(reload),
    "SIGUSR2, then SIGTERM to the old": Fault(replace),
    "SIGTERM": Fault(stop),
    "SIGINT": Fault(partial(stop, number=signal.SIGINT)),
    "--max-requests 1000": Fault(wait, {"GUNICORN_CMD_ARGS": "--max-requests 1000"}),
}
EXHAUSTION = {
    "Disk full: no line of the log can be written": Fault(wait, {"stdout": "/dev/full"}),
    "400 idle connections, 128 file descriptors a worker": Fault(crowd_with_idle, FEW_FILES, {"clients": 4}),
    "A stop with 300 clients, 128 file descriptors a worker": Fault(stop, FEW_FILES, {"clients": 300, "keep": False}),
    "Clock set back by an hour": Fault(wait, SET_BACK),
}


def outcome_of(name, fault, requests=REQUESTS):
    with entered(behind_nginx=fault.behind_nginx, **fault.started) as (service, port):
        with asking(port, **fault.asked) as outcome:
            fault.act(service, outcome, requests)
        report(name, outcome, service)
        return outcome, service.alarms()


def run(faults):
    for name, fault in faults.items():
        if not (fault.behind_nginx and NGINX_IS_MISSING):
            outcome_of(name, fault)


def renew(file, original):
    """Replace the file atomically, as ``mv`` and ``manage.py update_geodata`` do."""
    new = file.with_suffix(".new")
    shutil.copyfile(original, new)
    new.replace(file)


def garble(file, original):
    """Write random bytes into the middle of the file and into the metadata at its end."""
    draw, size = random.Random(1), file.stat().st_size
    with file.open("r+b") as stream:
        for place in (size // 3, size // 2, size - 5000):
            stream.seek(place)
            stream.write(draw.randbytes(5000))


DAMAGES = {
    "replace": renew,
    "overwrite": lambda file, original: shutil.copyfile(original, file),  # in place, as ``cp`` does
    "truncate": lambda file, original: os.truncate(file, file.stat().st_size // 3),
    "empty": lambda file, original: os.truncate(file, 0),
    "garble": garble,
    "remove": lambda file, original: file.unlink(),
}
LOOK_UPS = [
    *map(get, ("/ip/81.2.69.142", "/ip/2001:218::1", "/ip/8.8.8.8")),
    post("/ip/", b'{"ips": ["8.8.8.8", "1.1.1.1", "nonsense"]}'),
]


def databases(seconds=20):
    """Damage the files and mend them. Each state lasts long enough for the service to notice it."""
    originals = sorted((ROOT / "geodata").glob("*.mmdb"))
    for name, damage in DAMAGES.items():
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            copies = [Path(shutil.copyfile(original, Path(folder, original.name))) for original in originals]
            time.sleep(2.5)  # the service regards a file that has just changed as still being written

            def damage_and_mend(service, outcome, requests, damage=damage, copies=copies):
                time.sleep(2)
                for change in (damage, renew):
                    for copy, original in zip(copies, originals, strict=True):
                        change(copy, original)
                    time.sleep(seconds)

            asked = {"clients": 4, "requests": LOOK_UPS, "pause": 0.005}
            outcome_of(f"{name}, then mended", Fault(damage_and_mend, {"GEOIP_PATH": folder}, asked))
