"""Our functions that a GET passes through, from the ASGI front on: ``python -m benchmarks.calls '/hash/?input=a'``."""

import asyncio
import cProfile
import os
import pstats
import sys
from pathlib import Path

from tests.event_loop import asked

ROOT = Path(__file__).parents[1]
EXCLUDED = {".venv", "benchmarks", "tests"}


def passed(target):
    """Return file, line and name of each function of ours that answers a GET, once everything is ready."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "utilitysvc.settings"
    from utilitysvc.asgi import application

    sent = []
    request = f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    asyncio.run(asked(application, request, sent))
    profile = cProfile.Profile()
    profile.runcall(asyncio.run, asked(application, request, sent))
    assert sent[-2]["status"] == 200, sent
    here = f"{ROOT}/"
    ours = {(file.removeprefix(here), *place) for file, *place in pstats.Stats(profile).stats if file.startswith(here)}
    return {place for place in ours if place[0].partition("/")[0] not in EXCLUDED}


if __name__ == "__main__":
    functions = passed(*sys.argv[1:])
    for file, line, name in sorted(functions):
        print(f"{file}:{line} {name}")
    print(f"{len(functions)} functions in {len({file for file, _, _ in functions})} files")
