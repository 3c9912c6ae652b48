"""``make bench``: every figure in one run, to the terminal and, with ``--save``, to docs/performance.md."""

import argparse
import os
import platform
import time
from importlib.metadata import version
from pathlib import Path

from benchmarks import batch, datetimes, estimates, fairness, files, growth, heavy, iplookup, small, startup
from benchmarks.measure import ROOT

SECTIONS = (small, batch, heavy, files, iplookup, datetimes, estimates, growth, fairness, startup)
PACKAGES = ("django", "djangorestframework", "gunicorn", "flask", "fastapi", "uvicorn")


def conditions():
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("django", "djangorestframework", "gunicorn", "flask", "fastapi")
    )
    return (
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}, "
        f"Python {platform.python_version()}, {packages}."
    )


def markdown(rows):
    """A table in Markdown; a cell may hold several columns, divided by bars."""
    head, *body = [" | ".join(row) for row in rows]
    rule = "|".join(["---"] * (head.count("|") + 1))
    return "\n".join(f"| {line} |" for line in (head, rule, *body))


def main():
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--save", action="store_true", help="write docs/performance.md")
    arguments = parser.parse_args()
    parts = ["# Performance", f"Made by `make bench SAVE=1`. {conditions()}"]
    for module in SECTIONS:
        title, _, meaning = module.__doc__.strip().partition("\n")
        parts.append("\n\n".join(filter(None, [f"## {title}", meaning.strip(), markdown(module.table())])))
        print(parts[-1], end="\n\n", flush=True)
    if arguments.save:
        Path(ROOT / "docs" / "performance.md").write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
