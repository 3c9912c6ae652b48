"""Measure the CPU time of the most expensive requests that the limits of each function allow."""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from math import inf

from benchmarks.faults.clients import connect, exchange
from benchmarks.growth import texts_of_interest
from benchmarks.measure import cpu_seconds, get, post
from benchmarks.texts import CHAINS, UNITS, filled, parameters, texts_for
from hashing import algorithms as hashing
from tests.service import serving
from textops.operations import OPERATIONS

NamedRequest = tuple[str, str, bytes]  # the function, a description, and the request

LIMIT_MILLISECONDS = 250
#: A chain may cost as much as four of the most expensive operations. A batch may take a second, its last call, and the
#: time to write the answer.
LIMITS = {"text chain": 1000, "batch": 1500}
REPEATS = 5
ROUNDS = 3
BODY_BYTES = 1024 * 1024
ROOM = BODY_BYTES - 2000  # leaves 2,000 bytes for the other parameters
ALGORITHMS = ",".join(hashing.ALGORITHMS)
CRYPTOGRAPHIC = ",".join(entry.name for entry in hashing.ALGORITHMS.values() if entry.category != "checksum")


def body(path: str, /, **parameters: object) -> bytes:  # positional-only, since a parameter may have the name path too
    return post(path, json.dumps(parameters, ensure_ascii=False).encode())


def requests() -> Iterator[NamedRequest]:
    yield "hash", "all algorithms, 10,000 rounds", body("/hash/", input="x", algorithm=ALGORITHMS, iterations=10_000)
    yield (
        "hash",
        "10 HMACs, 10,000 rounds, key of 1 MB",
        body("/hash/", input="x", key="k" * ROOM, algorithm=CRYPTOGRAPHIC, iterations=10_000),
    )
    for name in ALGORITHMS.split(","):
        yield "hash", f"{name}, 10,000 rounds", body("/hash/", input="x", algorithm=name, iterations=10_000)
    yield (
        "hash",
        "14 algorithms of 1 MB, binary",
        body("/hash/", input="x" * ROOM, algorithm=ALGORITHMS, format="binary"),
    )
    wide = "min=-1000000&max=1000000&count=10000&sorted=true"
    yield "random", "10,000 secure, distinct, sorted", get(f"/random/?{wide}&secure=true")
    yield "random", "10,000 of 10,000, secure", get("/random/?min=1&max=10000&count=10000&secure=true&sorted=true")
    yield "random", "10,000 of 20,000", get("/random/?min=1&max=20000&count=10000&sorted=true")
    yield "number", "10,000 secure decimals", get(f"/number/?{wide}&decimal=true&precision=9&secure=true")
    yield "uuid", "1,000 secure", get("/uuid/?count=1000&secure=true&format=urn&uppercase=true")
    yield "password", "1,000 characters", get("/password/?length=1000&exclude=abc")
    narrow = "abcdefghijklmnopqrstuvwxyABCDEFGHIJKLMNOPQRSTUVWXY012345678!%22%23$%25%26'()*%2B,-./:;%3C=%3E?@[]^_`{|}~"
    yield "password", "4 of 4 classes of 1 or 2 characters", get(f"/password/?length=4&exclude={narrow}")
    yield "password", "4, one class of 1 character", get(f"/password/?length=4&exclude={narrow[51:60]}")
    yield "password", "excluding 1 MB", body("/password/", exclude=filled(UNITS["ideographs"], ROOM))
    addresses = [f"81.2.69.{number}" for number in range(50)] + [f"2001:218::{number}" for number in range(50)]
    yield "ip", "100 addresses", body("/ip/", ips=addresses)
    yield "ip", "100 × 10 kB that are no address", body("/ip/", ips=["1" * 10_000] * 100)
    decimals = {"path": "/number/", "parameters": {"count": 10_000, "decimal": True, "precision": 9}}
    yield "batch", "100 × 10,000 decimals", body("/batch/", calls=[decimals] * 100)
    growing = {"text": "&" * 9900, "operation": ["html_encode"] * 16}
    yield "batch", "100 texts that grow", body("/batch/", calls=[{"path": "/text/", "parameters": growing}] * 100)
    yield from _times()
    yield from _texts()
    for name, data in (
        ("1 MB of [", b"[" * BODY_BYTES),
        ("1 MB of members", b"{" + b'"a":1,' * (BODY_BYTES // 6 - 2) + b'"a":1}'),
        ("1 MB of digits", b'{"input":' + b"9" * ROOM + b"}"),
        ("1 MB of escapes", b'{"input":"' + b"\\u0041" * (ROOM // 6) + b'"}'),
        ("1 MB of quotes", b'"' * BODY_BYTES),
        ("1 MB of nested lists", b'{"a":' + b"[]," * (ROOM // 3) + b"1}"),
        ("1 MB of lists", b'{"a":[' + b"[]," * (ROOM // 3) + b"1]}"),
        ("1 MB of lists in lists", b'{"a":[' + (b"[" * 60 + b"]" * 60 + b",") * (ROOM // 121) + b"1]}"),
        (
            "1 MB of objects in objects",
            b'{"a":[' + (b'{"":' * 60 + b"1" + b"}" * 60 + b",") * (ROOM // 302) + b"1]}",
        ),
        ("1 MB of numbers", b'{"a":[' + b"1.5," * (ROOM // 4) + b"1]}"),
    ):
        yield "any body", name, post("/hash/", data)
    yield "any query", "8,000 characters of &", get("/hash/?" + "&" * 8000)


def _times() -> Iterator[NamedRequest]:
    yield "time", "all zones", get("/time/?operation=timezones")
    yield "time", "a zone", get("/time/?operation=timezone_info&timezone=America/New_York")
    yield (
        "time",
        "a zone in year 9999",
        get("/time/?operation=timezone_info&timezone=Europe/Berlin&timestamp=253402000000"),
    )
    yield "time", "10,000 years", get("/time/?operation=difference&start=0001-01-01&end=9999-12-31&timezone=Asia/Tokyo")
    yield "time", "an unknown zone", body("/time/", timezone="Amerika/Nu_Yorrk" * 8)
    yield "time", "a zone's name of 1 MB", body("/time/", timezone="America/" * (ROOM // 8))
    yield "time", "a phrase", body("/time/", datetime=("1 year 2 months " * 8).strip())
    yield "time", "a phrase that is none", body("/time/", datetime="1 year 1 year 1 year 1 yea " * 4)
    yield "time", "a datetime of 1 MB", body("/time/", datetime="1" * ROOM)
    yield "time", "a format", body("/time/", operation="format", format="%c%x%X%A%B%j%U" * 9)


def _texts() -> Iterator[NamedRequest]:
    for operation in OPERATIONS:
        for name in texts_of_interest(operation):
            text = _fitting(operation, name)
            request = body("/text/", text=text, operation=operation, **parameters(operation, text))
            yield "text", f"{operation} of 1 MB of {name}", request
    for chain in CHAINS:
        for name in ("capitals", "starters among marks", "astral"):
            sample = "[" + "1," * (ROOM // 2 - 1) + "1]" if "json_format" in chain else filled(UNITS[name], ROOM)
            yield "text chain", f"{', '.join(chain)} of 1 MB of {name}", body("/text/", text=sample, operation=chain)


def _fitting(operation: str, name: str) -> str:
    """Return the text of this name in the largest size that fits into the body as JSON."""
    text = dict(texts_for(operation, ROOM))[name]
    written = len(json.dumps(text, ensure_ascii=False).encode())
    return text if written <= ROOM else dict(texts_for(operation, ROOM * ROOM // written))[name]


def measure(rows: Iterable[NamedRequest]) -> Iterator[tuple[NamedRequest, float, int]]:
    """Yield each request with the milliseconds of CPU that it takes and the status of its answer."""
    with serving(workers=1) as service:
        pid = service.workers[0]
        for row in rows:
            _, _, request = row
            seconds: list[float] = []
            for _ in range(REPEATS):
                if seconds and seconds[0] * 5000 < LIMIT_MILLISECONDS:
                    break  # far below the limit: one measurement is enough
                with connect(service.port) as sock:
                    before = cpu_seconds(pid)
                    status, _, _ = exchange(sock, request)
                    time.sleep(0.01)  # the worker finishes a request only after it has sent the answer
                    seconds.append(cpu_seconds(pid) - before)
            yield row, min(seconds) * 1000, status


def run(only: str = "") -> None:
    costs: dict[tuple[str, str], tuple[float, int]] = {}
    rows: Iterable[NamedRequest] = (row for row in requests() if row[0].startswith(only))
    # Other work on the host comes and goes within minutes. Measure expensive requests again and take the lowest time.
    for _ in range(ROUNDS):
        expensive = []
        for row, milliseconds, status in measure(rows):
            costs[row[:2]] = min(costs.get(row[:2], (inf, 0)), (milliseconds, status))
            if milliseconds > LIMIT_MILLISECONDS / 2:
                expensive.append(row)
        rows = expensive
    highest: dict[str, tuple[float, str, int]] = {}
    for (name, what), (milliseconds, status) in costs.items():
        highest[name] = max(highest.get(name, (0.0, "", 0)), (milliseconds, what, status))
        limit = LIMITS.get(name, LIMIT_MILLISECONDS)
        if milliseconds > limit:
            print(f"OVER {limit} ms: {name}, {what} ({status}): {milliseconds:.0f} ms")
    for name, (milliseconds, what, status) in highest.items():
        print(f"{name:10} {milliseconds:7.1f} ms  {what} ({status})")


if __name__ == "__main__":
    run(*sys.argv[1:])
