"""Send the test cases of other HTTP parsers. None may hang, get a 5xx, or smuggle a second request.

``python -m benchmarks.faults.suites GUNICORN LLHTTP`` reads the folders ``tests/requests`` of gunicorn's source
distribution and ``test/request`` of https://github.com/nodejs/llhttp. Each case is sent three times: as it is, with a
Host header, and with another request after it. If the suite says that the case is an error, the server must not answer
the request after it.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.faults.clients import connect
from tests.service import serving

SECONDS = 5
BEHIND = b"GET /uuid/?behind=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
ESCAPES = {rb"\r": b"\r", rb"\n": b"\n", rb"\t": b"\t", rb"\f": b"\f", rb"\0": b"\0"}


class Case(NamedTuple):
    name: str
    data: bytes
    is_error: bool


def gunicorn_cases(folder: Path) -> Iterator[Case]:
    """Yield the cases, one in each file. The line breaks of a file are not part of its case."""
    for file in sorted(folder.glob("*/*.http")):
        yield Case(
            f"{file.parent.name}/{file.name}",
            _unescaped(file.read_bytes().replace(b"\n", b"")),
            "invalid" in file.parts,
        )


def llhttp_cases(folder: Path) -> Iterator[Case]:
    """Yield the cases, each in a block of Markdown. The block after it has the events that the parser must report."""
    for file in sorted(folder.glob("*.md")):
        found = re.findall(
            rb"<!-- meta=(.*?) -->\s*```http\n(.*?)\n?```\s*(?:```log\n(.*?)```)?", file.read_bytes(), re.DOTALL
        )
        for number, (meta, data, events) in enumerate(found):
            if b'"request' in meta:  # leave out cases of lenient parsing, which servers do not enable
                lines = re.sub(rb"(\\r\\n)?\n", b"\r\n", data.replace(b"\\\n", b""))
                yield Case(f"{file.name} {number}", _unescaped(lines), b"error" in events)


def _unescaped(data: bytes) -> bytes:
    return re.sub(rb"\\[rntf0]", lambda found: ESCAPES[found[0]], data)


def with_host(data: bytes) -> bytes:
    if re.search(rb"\nhost:", data, re.IGNORECASE):
        return data
    return re.sub(rb"^((?:\r\n)*[^\r\n]*\r\n)", rb"\1Host: localhost\r\n", data, count=1)


def answers(port: int, data: bytes) -> bytes | None:
    """Send ``data``, shut down the sending side, return all bytes received, or None if the server does not close."""
    received = b""
    try:
        with connect(port, SECONDS) as sock:
            sock.sendall(data)
            sock.shutdown(1)
            while piece := sock.recv(65536):
                received += piece
    except TimeoutError:
        return None
    except OSError:
        pass  # reset after the answer: judge the bytes that were received
    return received


def run(gunicorn: str, llhttp: str) -> None:
    cases = [*gunicorn_cases(Path(gunicorn)), *llhttp_cases(Path(llhttp))]
    outcomes: Counter[str] = Counter()
    with serving() as service:
        for case in cases:
            hosted = with_host(case.data)
            for data in (case.data, hosted, hosted + BEHIND):
                received = answers(service.port, data)
                statuses = re.findall(rb"HTTP/1\.[01] ([1-5][0-9]{2}) ", received or b"")
                outcomes["hangs" if received is None else statuses[-1].decode() if statuses else "closed"] += 1
                if received is None or any(status.startswith(b"5") and status != b"501" for status in statuses):
                    print("WRONG", case.name, statuses)
                elif case.is_error and b'"uuids"' in received:
                    print("goes on after an error of the suite:", case.name, *statuses)
        counts = ", ".join(f"{count} x {kind}" for kind, count in outcomes.most_common())
        print(f"{len(cases)} cases, three times each: {counts}", *service.alarms()[:5])


if __name__ == "__main__":
    run(*sys.argv[1:])
