"""``make bench``: run all benchmarks, print their figures and, with ``--save``, write them to docs/performance.md."""

import argparse
import os
import platform
import time
from importlib.metadata import version
from pathlib import Path

from benchmarks import access, batch, datetimes, fairness, files, growth, heavy, iplookup, small, startup
from benchmarks.measure import ROOT

MODULES = (small, access, batch, heavy, files, iplookup, datetimes, growth, fairness, startup)
SECTIONS = {module.__name__.rpartition(".")[2]: module for module in MODULES}
OURS = ("django", "djangorestframework", "gunicorn")
PAGE = Path(ROOT / "docs" / "performance.md")


def conditions(names):
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    packages = ", ".join(f"{name} {version(name)}" for name in names)
    return (
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}, "
        f"Python {platform.python_version()}, {packages}."
    )


def markdown(rows):
    """Return a Markdown table. A cell may contain several columns, separated by bars."""
    head, *body = [" | ".join(row) for row in rows]
    rule = "|".join(["---"] * (head.count("|") + 1))
    return "\n".join(f"| {line} |" for line in (head, rule, *body))


def section(module, remark=""):
    title, _, meaning = module.__doc__.strip().partition("\n")
    return "\n\n".join(filter(None, [f"## {title}", meaning.strip(), remark, markdown(module.table())]))


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--save", action="store_true", help="write docs/performance.md")
    parser.add_argument("sections", nargs="*", metavar="section", help=f"all, or of {', '.join(SECTIONS)}")
    arguments = parser.parse_args()
    if arguments.sections:
        head, *parts = PAGE.read_text().rstrip().split("\n\n## ")
        saved = {part.partition("\n")[0]: f"## {part}" for part in parts}
        modules, remark = [SECTIONS[name] for name in arguments.sections], f"Measured by itself. {conditions(OURS)}"
    else:
        head = f"# Performance\n\nMade by `make bench SAVE=1`. {conditions((*OURS, 'flask', 'fastapi'))}"
        saved, modules, remark = {}, MODULES, ""
    for module in modules:
        written = section(module, remark)
        saved[written.partition("\n")[0].removeprefix("## ")] = written
        print(written, end="\n\n", flush=True)
    if arguments.save:
        PAGE.write_text("\n\n".join([head, *saved.values()]) + "\n")


if __name__ == "__main__":
    main()
