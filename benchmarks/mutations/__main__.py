"""Break the code of one app in small ways, and print which of the changes no test notices.

``python -m benchmarks.mutations textops --count 40 --seed 1`` draws 40 mutations of the app's code, runs for each the
tests that can see it, and prints those that survived and the rate of those that died. The same seed draws the same
mutations of the same code. Whether a survivor is equivalent to the code, a person must tell.

It works on copies of the checkout in which it runs, and removes them. A first run of the tests notes which lines each
of them runs, so this needs Python 3.12 (``sys.monitoring``). For each mutation those tests run that run its line, the
quick ones first, and all of the app's own, until one fails: a table or a cached value is computed once and seen by
others. Tests that start servers are left out. What hangs counts as noticed.

mutmut changes nothing outside functions, where our tables and limits stand, and cosmic-ray runs one fixed command for
every mutation of the package; neither draws a sample.
"""

import argparse
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from benchmarks.mutations.drawing import drawn

PLACES = {"kit": "utilitysvc/kit", "numbers": "numbers/numbergen"}
PLUGIN = "benchmarks.mutations.plugin"
#: What a checkout holds besides the project.
NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", ".nox", ".*_cache", ".hypothesis", "__pycache__")
#: Folders of tests that start servers, browsers or environments.
NOT_RUN = [f"--ignore-glob=*/{name}" for name in ("served", "environments", "browser", "geodata")]


class Test(NamedTuple):
    """A test as the first run saw it: its CPU seconds, and the lines that it ran in each file of the app."""

    id: str
    seconds: float
    lines: dict[str, list[int]]


def choice(mutation, tests, own):
    """Return the app's own tests and any other that runs the line, in the order in which they are likely to fail."""

    def rank(test):
        lines = test.lines.get(mutation.file, ())
        return not set(lines).intersection(mutation.lines), not lines, test.seconds

    return sorted((test for test in tests if test.id.startswith(own) or not rank(test)[0]), key=rank)


def tested(tree, *arguments, **environment):
    """Run pytest in ``tree``; return the lines in which it tells what failed, or how it ended."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", PLUGIN, "-p", "no:cacheprovider", *arguments],
            cwd=tree,
            env=os.environ | environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        process.wait()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # what it has started ends with it
        output.seek(0)
        lines = output.read().splitlines()
    if process.returncode < 0:
        return [f"ended by {signal.Signals(-process.returncode).name}, as what hangs is"]
    told = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return told or (lines[-1:] if process.returncode else [])


def first_run(tree, place, jobs):
    """Return the tests that pass, with what each of them ran."""
    notes = tree.parent / "notes"
    notes.mkdir()
    environment = {"MUTATIONS_NOTES": f"{notes}/", "MUTATIONS_PLACE": place}
    print(*tested(tree, "-n", str(jobs), "--dist", "worksteal", *NOT_RUN, **environment), sep="\n", file=sys.stderr)
    return [Test(*json.loads(line)) for file in notes.iterdir() for line in file.read_text().splitlines()]


def failure(tree, mutation, tests):
    """Return what is said of the first test that fails with the mutation and not without, or an empty text."""
    file, chosen = tree / mutation.file, tree.with_suffix(".txt")
    source, modified = file.read_bytes(), file.stat().st_mtime_ns
    while tests:
        chosen.write_text("\n".join(test.id for test in tests))
        file.write_bytes(mutation.applied(source))
        told = tested(tree, "-x", f"@{chosen}")
        file.write_bytes(source)
        os.utime(file, ns=(modified, modified))
        said = told[0] if told else ""
        failed = next((test for test in tests if f"{said} ".startswith(f"FAILED {test.id} ")), None)
        if not failed or not tested(tree, failed.id):
            return said
        print(f"fails without any mutation: {failed.id}", file=sys.stderr)
        tests = tests[tests.index(failed) + 1 :]
    return ""


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutations")
    parser.add_argument("app", help="timeops, textops, iplookup, hashing, kit, numbers, …, or a folder")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    started, place, jobs = time.monotonic(), PLACES.get(arguments.app, arguments.app), os.cpu_count()
    mutations = drawn(Path.cwd(), place, arguments.count, arguments.seed)
    assert mutations, f"no Python in {place}"
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder, ThreadPoolExecutor(jobs) as pool:
        trees = [shutil.copytree(".", Path(folder, f"tree{number}"), ignore=NOT_COPIED) for number in range(jobs)]
        tests = first_run(trees[0], place, jobs)
        free = queue.SimpleQueue()
        for tree in trees:
            free.put(tree)

        def survives(mutation):
            tree = free.get()
            told = failure(tree, mutation, choice(mutation, tests, f"tests/{Path(place).name}/"))
            free.put(tree)
            print(f"{mutation}: {told or 'SURVIVED'}", file=sys.stderr, flush=True)
            return not told

        survivors = [
            mutation for mutation, lives in zip(mutations, pool.map(survives, mutations), strict=True) if lives
        ]
    print(*survivors, sep="\n")
    died = len(mutations) - len(survivors)
    print(
        f"{place}: {died} of {len(mutations)} mutations died ({died / len(mutations):.1%}); "
        f"seed {arguments.seed}, {len(tests)} tests, {time.monotonic() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
