"""Replace, overwrite, truncate, damage and remove the database files while the service uses them."""

import os
import random
import shutil
import tempfile
import time
from pathlib import Path

from benchmarks.faults.clients import asking, report
from benchmarks.measure import get, post
from tests.service import ROOT, serving

#: How long each state lasts: long enough for the service to notice the change.
SECONDS = 20
CLIENTS = 4
REQUESTS = [
    get("/ip/81.2.69.142"),
    get("/ip/2001:218::1"),
    get("/ip/8.8.8.8"),
    post("/ip/", b'{"ips": ["8.8.8.8", "1.1.1.1", "nonsense"]}'),
]


def replace(file: Path, original: Path) -> None:
    """Replace the file atomically, as ``mv`` and ``manage.py update_geodata`` do."""
    new = file.with_suffix(".new")
    shutil.copyfile(original, new)
    new.replace(file)


def garble(file: Path, original: Path) -> None:
    """Write random bytes into the middle of the file and into the metadata at its end."""
    draw, size = random.Random(1), file.stat().st_size
    with file.open("r+b") as stream:
        for place in (size // 3, size // 2, size - 5000):
            stream.seek(place)
            stream.write(draw.randbytes(5000))


FAULTS = {
    "replace": replace,
    "overwrite": lambda file, original: shutil.copyfile(original, file),  # in place, as ``cp`` does
    "truncate": lambda file, original: os.truncate(file, file.stat().st_size // 3),
    "empty": lambda file, original: os.truncate(file, 0),
    "garble": garble,
    "remove": lambda file, original: file.unlink(),
}


def run(seconds: float = SECONDS) -> None:
    originals = sorted((ROOT / "geodata").glob("*.mmdb"))
    for name, fault in FAULTS.items():
        with tempfile.TemporaryDirectory(prefix="faults-") as folder:
            for original in originals:
                shutil.copyfile(original, Path(folder, original.name))
            time.sleep(2.5)  # the service regards a file that has just changed as still being written
            with serving(GEOIP_PATH=folder) as service:
                workers = service.workers
                with asking(service.port, CLIENTS, requests=REQUESTS, pause=0.005) as outcome:
                    time.sleep(2)
                    for change in (fault, replace):
                        for original in originals:
                            change(Path(folder, original.name), original)
                        time.sleep(seconds)
                survived = "the same workers live" if service.workers == workers else "WORKERS DIED"
                report(f"{name}, then mended", f"{outcome}; {survived}", service)
