"""Our functions that a GET passes through, from the ASGI front on: ``python -m benchmarks.calls '/hash/?input=a'``."""

import asyncio
import cProfile
import os
import pstats
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EXCLUDED = {".venv", "benchmarks"}


def passed(target: str) -> set[tuple[str, int, str]]:
    """Return file, line and name of each function of ours that answers a GET, once everything is ready."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "utilitysvc.settings"
    from utilitysvc.asgi import application

    path, _, query = target.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost")],
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def ask() -> None:
        await application(scope, receive, send)

    asyncio.run(ask())
    profile = cProfile.Profile()
    profile.runcall(asyncio.run, ask())
    assert sent[-2]["status"] == 200, sent
    ours = (place for place in pstats.Stats(profile).stats if place[0].startswith(str(ROOT)))
    relative = ((Path(file).relative_to(ROOT), line, name) for file, line, name in ours)
    return {(str(path), line, name) for path, line, name in relative if path.parts[0] not in EXCLUDED}


if __name__ == "__main__":
    functions = passed(*sys.argv[1:2] or ["/hash/?input=a"])
    for file, line, name in sorted(functions):
        print(f"{file}:{line} {name}")
    print(f"{len(functions)} functions in {len({file for file, _, _ in functions})} files")
