"""Measure requests a second by number of workers and instances, and calculate the resources for a day of requests.

``python -m benchmarks.scale`` takes four minutes. ``--save`` writes docs/scale.md, with figures and reasoning.
``--loaded`` adds the remark that the host had other work to do. Run it in the environment that ``make bench`` sets up.
The row of two instances needs nginx.
"""

import argparse
import os
import sys
import time
from contextlib import ExitStack, contextmanager
from math import ceil
from statistics import median
from typing import NamedTuple

from benchmarks.__main__ import OURS, conditions, markdown
from benchmarks.faults.clients import MIXED, asking
from benchmarks.faults.proxy import fronted
from benchmarks.measure import GRANIAN_ASGI, ROOT, cpu_seconds, get
from tests.service import proportional_bytes, serving

WORKERS = (1, 2, 4)
CLIENTS = 8  # for each worker
PROXIED = "nginx, 2 instances of 1 worker"
ON_GRANIAN = "Granian, 1 worker"
SMALL = [get("/uuid/?count=1&format=standard")]
CALLS = {"small": SMALL, "mixed": MIXED}

SECONDS_OF_A_DAY = 86_400
#: Requests are not spread evenly over a day. The busiest minutes have so many times the mean rate.
PEAK = 10
#: If a worker is busier than this, requests wait for each other.
FULL = 0.6
WORKERS_OF_AN_INSTANCE = 4
DAYS = (1_000_000, 10_000_000, 100_000_000, 1_000_000_000)

LOADED = """**The host was busy with other work during this measurement**, so the rates are too low, the waiting times
too long, and the CPU times too high. Measure again on a quiet host before you plan with these figures.

"""
PAGE = """# How far it goes

Made by `python -m benchmarks.scale --save{made_with}`. {conditions}

{remark}## Measured

For each worker there are {clients} clients, which send the next request as soon as they have an answer, over kept
connections: either the small request (`GET /uuid/?count=1&format=standard`), or {mixed} mixed calls of all functions.
All services run at the same time and are tested in turn; each figure is the median of the rounds. CPU time is user and
system. The clients run on the same {cores} cores and use a part of them.

{measured}

- **Workers share nothing**: no database, no cache, no lock. On a free core, a second worker therefore adds as much as
  the first. Here two workers reached {gain_of_two:.2f} times the rate of one, and four {gain_of_four:.2f} times. There
  are only {cores} cores: one worker uses {taken:.2f} of a core, its clients {taken_by_clients:.2f}, and further workers
  can use only the rest.
- **The CPU time of a request** is {one:.0f} µs with one worker, {two:.0f} with two and {four:.0f} with four. Processes
  that share a core interrupt each other, and find that others have filled the caches.
- **Two instances** of one worker behind the nginx of `deploy/` reached {gain_of_instances:.2f} times the rate of one
  instance of two workers, with {proxied:.0f} µs for each request in the service. Connections are kept and nothing is
  shared, but nginx and the clients use a part of the same {cores} cores. Instances on separate hosts do not compete in
  this way.
- **Granian** with one worker takes {on_granian:.0f} µs of CPU for the small request, gunicorn {on_gunicorn:.0f}.
  [Deployment](deployment.md) lists what Granian lacks.

## What a day costs

With the highest of these three figures, a million mixed requests a day need {a_million:,.0f} seconds of one core, which
is {share:.1%} of a day. The table assumes that the busiest minutes have {peak} times the mean rate, and that a worker
should be busy for at most {full:.0%} of the time. There are at least two workers, so that one is left if another dies,
and at most {most_workers} in an instance. Memory is the proportional set size of all processes of one instance after
mixed calls, including the pages of the address databases that it has read: {memory_of_one:.0f} MB with one worker, and
{megabytes:.0f} MB more for each further one.

{days}

Requests differ: 10,000 rounds of a hash, or a text of a megabyte, cost as much as a hundred small requests
([Performance](performance.md)). If you have many of these, use their figures.

## The next step

1. **More workers**, up to one per core: set `WEB_CONCURRENCY`. Each one needs {megabytes:.0f} MB more.
2. **More instances** behind a load balancer, when all cores of a host are in use. They do not have to share anything
   ([Deployment](deployment.md)). Give each instance as many cores as it has workers.
3. **Batches**, if one caller sends many small requests: `POST /batch/` answers a hundred at once
   ([Performance](performance.md)).
"""


class Run(NamedTuple):
    """The result of a run: requests a second, CPU seconds of workers and clients for each request, and p99 in ms."""

    rate: float
    cpu: float
    client_cpu: float
    p99: float


def run(port, services, calls, seconds):
    """Send requests to ``port`` for so many seconds, and measure all processes of the ``services`` behind it."""
    workers = [pid for service in services for pid in service.workers]
    before, own = sum(map(cpu_seconds, workers)), time.process_time()
    with asking(port, CLIENTS * len(workers), requests=calls) as outcome:
        time.sleep(seconds)
    used, own = sum(map(cpu_seconds, workers)) - before, time.process_time() - own
    if outcome.failed or set(outcome.statuses) != {200}:
        raise RuntimeError(str(outcome))
    count = len(outcome.seconds)
    return Run(count / seconds, used / count, own / count, outcome.percentile(0.99))


def memory_of(workers, seconds):
    """Return the megabytes that a service with so many workers uses while nothing else runs."""
    with serving(workers=workers) as service:
        with asking(service.port, CLIENTS * workers):
            time.sleep(seconds)
        return sum(map(proportional_bytes, (service.process.pid, *service.workers))) / 1e6


@contextmanager
def everything():
    """Start all setups, and yield {name: (port, the services behind it)}. They are measured in turn."""
    with ExitStack() as stack:

        def start(*options, **more):
            return stack.enter_context(serving(*options, **more))

        running = {}
        for count in WORKERS:
            service = start(workers=count)
            running[gunicorn(count)] = service.port, [service]
        # As with two hosts: replace the second server of the shipped file, which equals the first, by another one.
        services = [start(workers=1, NUM_PROXIES="1") for _ in range(2)]
        first, second = (f"server 127.0.0.1:{service.port} max_fails=0;\n        keepalive 32;" for service in services)
        running[PROXIED] = stack.enter_context(fronted(services[0], (first, second))), services
        service = start(*GRANIAN_ASGI[1:], server="granian", application="utilitysvc.asgi:application")
        running[ON_GRANIAN] = service.port, [service]
        yield running


def gunicorn(workers):
    return f"gunicorn, {workers} worker{'s' * (workers > 1)}"


def measure(seconds, rounds):
    """Return {(name of the setup, kind of requests): Run}. Each figure is the median of the rounds."""
    runs = {}
    with everything() as running:
        for number in range(rounds + 1):
            for name, (port, services) in running.items():
                for kind, calls in CALLS.items():
                    measured = run(port, services, calls, seconds)
                    print(name, kind, measured, file=sys.stderr)
                    if number:  # the first round is not counted
                        runs.setdefault((name, kind), []).append(measured)
    return {key: Run(*map(median, zip(*several, strict=True))) for key, several in runs.items()}


def table(runs):
    head = ["Served by | calls", "a second", "CPU of the workers for each, µs", "of the clients, µs", "p99, ms"]
    return [head] + [
        [
            f"{name} | {kind}",
            f"{by.rate:,.0f}",
            f"{by.cpu * 1e6:.0f}",
            f"{by.client_cpu * 1e6:.0f}",
            f"{by.p99:.0f}",
        ]
        for (name, kind), by in runs.items()
    ]


def days(cpu, one, each):
    """Return rows: requests a day, and the cores, workers, instances and memory that they need.

    ``cpu``: seconds of CPU for each request. ``one``: megabytes of an instance with one worker. ``each``: megabytes of
    each further worker.
    """
    rows = [["Requests a day", "a second, mean | at the peak", "cores, mean | at the peak", "workers | instances | MB"]]
    for requests in DAYS:
        mean = requests / SECONDS_OF_A_DAY
        busy = mean * cpu
        workers = max(2, ceil(busy * PEAK / FULL))
        instances = ceil(workers / WORKERS_OF_AN_INSTANCE)
        megabytes = instances * one + (workers - instances) * each
        rows.append(
            [
                f"{requests:,}",
                f"{mean:,.0f} | {mean * PEAK:,.0f}",
                f"{busy:.3f} | {busy * PEAK:.2f}",
                f"{workers} | {instances} | {megabytes:,.0f}",
            ]
        )
    return rows


def page(runs, memory, made, *, loaded):
    each = (memory[max(WORKERS)] - memory[1]) / (max(WORKERS) - 1)
    one, two, four = (runs[gunicorn(count), "mixed"] for count in WORKERS)
    highest = max(one.cpu, two.cpu, four.cpu)
    proxied = runs[PROXIED, "mixed"]
    return PAGE.format(
        made_with=" --loaded" * loaded,
        conditions=made,
        remark=LOADED * loaded,
        clients=CLIENTS,
        mixed=len(MIXED),
        cores=os.cpu_count(),
        measured=markdown(table(runs)),
        gain_of_two=two.rate / one.rate,
        gain_of_four=four.rate / one.rate,
        taken=one.rate * one.cpu,
        taken_by_clients=one.rate * one.client_cpu,
        one=one.cpu * 1e6,
        two=two.cpu * 1e6,
        four=four.cpu * 1e6,
        gain_of_instances=proxied.rate / two.rate,
        proxied=proxied.cpu * 1e6,
        a_million=highest * 1e6,
        share=highest * 1e6 / SECONDS_OF_A_DAY,
        peak=PEAK,
        full=FULL,
        most_workers=WORKERS_OF_AN_INSTANCE,
        days=markdown(days(highest, memory[1], each)),
        memory_of_one=memory[1],
        megabytes=each,
        on_gunicorn=runs[gunicorn(1), "small"].cpu * 1e6,
        on_granian=runs[ON_GRANIAN, "small"].cpu * 1e6,
    )


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale")
    parser.add_argument("--save", action="store_true", help="write docs/scale.md")
    parser.add_argument("--loaded", action="store_true", help="tell there that the host had other work to do")
    parser.add_argument("--seconds", type=float, default=3, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    # First, because it fails at once if the packages of the benchmarks are not installed.
    made = conditions((*OURS, "uvicorn", "granian"))
    memory = {count: memory_of(count, arguments.seconds) for count in WORKERS}
    text = page(measure(arguments.seconds, arguments.rounds), memory, made, loaded=arguments.loaded)
    print(text)
    if arguments.save:
        (ROOT / "docs" / "scale.md").write_text(text)


if __name__ == "__main__":
    main()
