"""``make bench``: run all benchmarks, print their figures and, with ``--save``, write them to docs/performance.md."""

import argparse
import inspect
import os
import platform
import time
from importlib.metadata import version

from benchmarks.heavy import heavy
from benchmarks.lookups import iplookup
from benchmarks.loop import loop
from benchmarks.requests import access, batch, small
from benchmarks.startup import startup
from tests.service import ROOT

SECTIONS = {table.__name__: table for table in (small, access, batch, heavy, iplookup, loop, startup)}
PAGE = ROOT / "docs" / "performance.md"


def section(table):
    """Measure, and return the title, what the docstring says of the figures, on what they were made, and the table.

    A cell of the table may contain several columns, separated by bars.
    """
    head, *body = [f"| {' | '.join(row)} |" for row in table()]
    rule = "|---" * (head.count("|") - 1) + "|"
    packages = [f"{name} {version(name)}" for name in ("django", "djangorestframework", "gunicorn")]
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    conditions = ", ".join([time.strftime("%Y-%m-%d"), machine, *packages])
    return "\n".join([f"## {inspect.getdoc(table)}\n\n{conditions}.\n", head, rule, *body])


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--save", action="store_true", help="write docs/performance.md")
    parser.add_argument("sections", nargs="*", metavar="section", help=f"all, or of {', '.join(SECTIONS)}")
    arguments = parser.parse_args()
    head, *parts = PAGE.read_text().rstrip().split("\n\n## ")
    saved = {part.partition("\n")[0]: f"## {part}" for part in parts}
    for name in arguments.sections or SECTIONS:
        written = section(SECTIONS[name])
        saved[written[3:].partition("\n")[0]] = written
        print(written, end="\n\n", flush=True)
    if arguments.save:
        PAGE.write_text("\n\n".join([head, *saved.values()]) + "\n")


if __name__ == "__main__":
    main()
