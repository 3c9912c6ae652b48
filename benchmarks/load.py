"""Mixed calls at saturation: errors, memory and latency, beside a bare WSGI application on gunicorn's gthread.

``python -m benchmarks.load`` takes three minutes. ``python -m benchmarks.load 5`` takes five seconds for each row.
"""

import sys
import time

from benchmarks.faults.clients import MIXED, asking
from benchmarks.measure import get
from tests.service import serving

SECONDS = 60
CLIENTS = 16
WARM_UP_SECONDS = 2

SMALL = [get("/uuid/?count=1&format=standard")]
GTHREAD = ("--config", "/dev/null", "--worker-class", "gthread", "--threads", "8", "--keep-alive", "60")
#: For each row: the options of gunicorn, the application, and the requests.
SERVERS: dict[str, tuple[tuple[str, ...], str, list[bytes]]] = {
    "utilitysvc, mixed calls": ((), "utilitysvc.asgi:application", MIXED),
    "utilitysvc, GET /uuid/": ((), "utilitysvc.asgi:application", SMALL),
    "bare WSGI, gunicorn's gthread worker": (GTHREAD, "benchmarks.peers.bare_wsgi:application", SMALL),
}


def run(seconds: float = SECONDS) -> None:
    for name, (options, application, requests) in SERVERS.items():
        with serving(*options, application=application) as service:
            with asking(service.port, CLIENTS, requests=requests):
                time.sleep(WARM_UP_SECONDS)
            first = sum(service.resident_bytes()) / 1e6
            with asking(service.port, CLIENTS, requests=requests) as outcome:
                time.sleep(seconds)
            last = sum(service.resident_bytes()) / 1e6
            rate = len(outcome.seconds) / seconds
            print(f"{name}: {rate:.0f} a second; {outcome}; workers {first:.1f} MB, then {last:.1f} MB", flush=True)
            for alarm in service.alarms()[:3]:
                print("  ", alarm)


if __name__ == "__main__":
    run(*map(float, sys.argv[1:]))
