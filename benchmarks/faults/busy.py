"""A busy service: what honest small requests and the health probe wait while others keep the dearest ones running."""

import importlib.util
import json
import time

from benchmarks.faults.clients import asking
from benchmarks.measure import UVICORN, get, post
from tests.service import serving

CLIENTS = (4, 16, 64)
SECONDS = 6
WORKERS = 2
SMALL = get("/uuid/?count=1&format=standard")
LIVE = get("/health/live/")
#: A million bytes of distinct characters: of all texts the most expensive to analyse.
TEXT = "".join(map(chr, range(0x10000, 0x10000 + 250_000)))
ROUNDS = {"input": "hello", "algorithm": "md5,sha1,sha256,sha512,sha3-256,sha3-512", "iterations": 10_000}
DEAR_HASH = {"path": "/hash/", "parameters": ROUNDS}
DEAR = {
    "texts of 1 MB analysed": post(
        "/text/", json.dumps({"text": TEXT, "operation": "analyze"}, ensure_ascii=False).encode()
    ),
    "hashes of 10,000 rounds": get("/hash/?input=hello&algorithm=sha512&iterations=10000"),
    "batches of a second": post("/batch/", json.dumps({"calls": [DEAR_HASH] * 100}).encode()),
}
PEERS = {
    "FastAPI, def": "benchmarks.peers.fastapi_app:application",
    "FastAPI, async def": "benchmarks.peers.fastapi_app:async_application",
}


def run(seconds: float = SECONDS) -> None:
    for what, dear in DEAR.items():
        for clients in CLIENTS:
            _report("ours", clients, what, dear, seconds)
            if importlib.util.find_spec("fastapi"):  # make bench installs it
                for name, application in PEERS.items():
                    _report(name, clients, what, dear, seconds, application)


def _report(name: str, clients: int, what: str, dear: bytes, seconds: float, application: str = "") -> None:
    peer: dict[str, str] = {"server": UVICORN[0], "application": application} if application else {}
    options = (*UVICORN[1:], "--workers", str(WORKERS)) if application else ()
    with (
        serving(*options, workers=WORKERS, **peer) as service,
        asking(service.port, clients, requests=[dear], patience=120) as busy,
    ):
        time.sleep(1)
        # A connection each time: the kernel chooses the worker, as with a probe and with a proxy's connections.
        honest = {"keep": False, "pause": 0.02}
        with (
            asking(service.port, 1, requests=[SMALL], **honest) as small,
            asking(service.port, 1, requests=[LIVE], **honest) as live,
        ):
            time.sleep(seconds)
    print(
        f"{clients:3} × {what}, {name}: small p50 {small.percentile(0.5):.1f} ms, p99 {small.percentile(0.99):.0f} ms; "
        f"health at most {live.percentile(1):.0f} ms; {sum((small.failed + live.failed).values())} failed; "
        f"the busy: {len(busy.seconds)} answered, p50 {busy.percentile(0.5):.0f} ms",
        flush=True,
    )
