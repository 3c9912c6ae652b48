"""Kill and replace workers, take away disk, descriptors and time, and damage the databases, while clients ask."""

import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from benchmarks.faults.around import NGINX_IS_MISSING, entered
from benchmarks.faults.clients import LIVE, Outcome, asking, report
from benchmarks.measure import connect, get, post
from tests.service import ROOT, START_SECONDS, Service, children, eventually, serving

#: The number of requests in each row. A part of them is answered before the signal, the rest after it.
REQUESTS = 40_000
CLIENTS = 8
MAX_REQUESTS = 1000


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


Act = Callable[[Service, Outcome, int], None]
ACTS = {
    "SIGKILL of a worker": kill_a_worker,
    "SIGHUP, three times": reload,
    "SIGUSR2, then SIGTERM to the old": replace,
    "SIGTERM": stop,
    "SIGINT": partial(stop, number=signal.SIGINT),
}


def asked_meanwhile(act, service, port, requests):
    with asking(port, CLIENTS) as outcome:
        act(service, outcome, requests)
    return outcome


def signals(requests=REQUESTS):
    for name, act in ACTS.items():
        with serving() as service:
            report(name, asked_meanwhile(act, service, service.port, requests), service)
    if not NGINX_IS_MISSING:
        with entered(behind_nginx=True) as (service, port):
            outcome = asked_meanwhile(kill_a_worker, service, port, requests)
            report("SIGKILL of a worker, behind nginx", outcome, service)
    with serving("--max-requests", str(MAX_REQUESTS)) as service, asking(service.port, CLIENTS) as outcome:
        outcome.wait_for(requests)
        report(f"--max-requests {MAX_REQUESTS:,}", outcome, service)


FILES = 128  # file descriptors that a worker may have
FEW_FILES = ("prlimit", f"--nofile={FILES}:{FILES}")
IDLE_CONNECTIONS = 400
CLIENTS_AT_STOP = 300


def exhaustion(seconds=6):
    """A full disk, no free file descriptors, and a clock that is set back."""
    with serving(stdout="/dev/full") as service:
        report("Disk full: no line of the log can be written", _ask(service, seconds), service)
    with serving(prefix=FEW_FILES) as service:
        name = f"{IDLE_CONNECTIONS} idle connections, {FILES} file descriptors a worker"
        report(name, ask_among_idle(service, seconds), service)
    with serving(prefix=FEW_FILES) as service:
        with asking(service.port, CLIENTS_AT_STOP, keep=False) as outcome:
            time.sleep(2)
            stop(service, outcome, 0)
        report(f"A stop with {CLIENTS_AT_STOP} clients, {FILES} file descriptors a worker", outcome, service)
    with serving(application="benchmarks.faults.clock:application", CLOCK_SET_BACK_AFTER=str(seconds / 2)) as service:
        report("Clock set back by an hour", _ask(service, seconds), service)


def _ask(service, seconds):
    with asking(service.port) as outcome:
        time.sleep(seconds)
    return outcome


def ask_among_idle(service, seconds):
    """Send requests on open connections while idle ones use up all descriptors, then others on new connections."""
    with ExitStack() as idle, asking(service.port, 4) as outcome:
        time.sleep(seconds / 3)
        for _ in range(IDLE_CONNECTIONS):
            idle.enter_context(connect(service.port)).sendall(LIVE)
        time.sleep(seconds / 3)
        idle.close()
        with asking(service.port, 4, keep=False, pause=0.01) as afterwards:
            time.sleep(seconds / 3)
    outcome.ended += afterwards.ended
    return outcome


LOOK_UPS = [
    *map(get, ("/ip/81.2.69.142", "/ip/2001:218::1", "/ip/8.8.8.8")),
    post("/ip/", b'{"ips": ["8.8.8.8", "1.1.1.1", "nonsense"]}'),
]


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


def databases(seconds=20):
    """Damage the files and mend them. Each state lasts long enough for the service to notice it."""
    originals = sorted((ROOT / "geodata").glob("*.mmdb"))
    for name, damage in DAMAGES.items():
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            for original in originals:
                shutil.copyfile(original, Path(folder, original.name))
            time.sleep(2.5)  # the service regards a file that has just changed as still being written
            with serving(GEOIP_PATH=folder) as service:
                workers = service.workers
                with asking(service.port, 4, requests=LOOK_UPS, pause=0.005) as outcome:
                    time.sleep(2)
                    for change in (damage, renew):
                        for original in originals:
                            change(Path(folder, original.name), original)
                        time.sleep(seconds)
                report(f"{name}, then mended", outcome, service, workers)
