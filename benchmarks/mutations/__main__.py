"""Break the code of one app in small ways, and print which of the changes no test notices.

``python -m benchmarks.mutations textops --count 40 --seed 1`` draws 40 mutations of the app's code, runs for each the
tests that can see it, and prints those that survived and the rate of those that died. The same seed draws the same
mutations of the same code. Whether a survivor is equivalent to the code, a person must tell.

It works on copies of the checkout in which it runs, and removes them.
A first run of the tests notes which lines each of them runs, so this needs Python 3.12 (``sys.monitoring``). For each
mutation those tests run that run its line, the quick ones first, and all of the app's own, until one fails: a table or
a cached value is computed once and seen by others. Tests that start servers are left out. What hangs counts as
noticed.

mutmut changes nothing outside functions, where our tables and limits stand, and cosmic-ray runs one fixed command for
every mutation of the package; neither draws a sample.
"""

import argparse
import json
import os
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
PLUGIN = Path(__file__).with_name("plugin.py")


class Test(NamedTuple):
    """A test as the first run saw it: its CPU seconds, and the lines that it ran in each file of the app."""

    id: str
    seconds: float
    slow: bool
    lines: dict[str, list[int]]


def choice(mutation, tests, own):
    """Return the app's own tests and any other that runs the line, in the order in which they are likely to fail."""
    first, last = mutation.lines

    def rank(test):
        lines = test.lines.get(mutation.file, ())
        return test.slow, not any(first <= line <= last for line in lines), not lines, test.seconds

    return sorted((test for test in tests if test.id.startswith(own) or not rank(test)[1]), key=rank)


def copy_of(root, place):
    listed = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in filter(None, subprocess.check_output(listed, text=True).split("\0")):
        if (root / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, place / name)
    return place


def tested(tree, *arguments, **environment):
    """Run pytest in ``tree`` with the plugin; return its exit code and its output. What it has started ends with it."""
    folder = tree.parent / "plugin"
    folder.mkdir(exist_ok=True)
    shutil.copy(PLUGIN, folder / "mutations_plugin.py")
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "mutations_plugin", "-p", "no:cacheprovider", *arguments],
            cwd=tree,
            env=os.environ | {"PYTHONPATH": str(folder)} | environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        process.wait()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        output.seek(0)
        return process.returncode, output.read()


def first_run(tree, place, jobs):
    """Return the tests that pass, with what each of them ran."""
    notes = tree.parent / "notes"
    notes.mkdir()
    environment = {"MUTATIONS_NOTES": str(notes), "MUTATIONS_PLACE": place}
    _, output = tested(tree, "-n", str(jobs), "--dist", "worksteal", **environment)
    print(*[line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))], sep="\n", file=sys.stderr)
    return [Test(*json.loads(line)) for file in notes.iterdir() for line in file.read_text().splitlines()]


def first_failure(tree, tests):
    """Return the id of the first test that fails, if it is one that does, and what pytest or the system says of it."""
    chosen, failed = tree.with_suffix(".json"), tree.with_suffix(".failed")
    chosen.write_text(json.dumps([(test.id, test.seconds) for test in tests]))
    failed.write_text("")
    files = sorted({test.id.partition("::")[0] for test in tests})
    code, output = tested(tree, "-x", "--tb=no", *files, MUTATIONS_CHOICE=str(chosen), MUTATIONS_FAILED=str(failed))
    if code < 0:
        return "", f"ended by {signal.Signals(-code).name}, as what hangs is"
    lines = output.splitlines()
    said = next((line for line in lines if line.startswith(("FAILED", "ERROR"))), lines[-1])
    return failed.read_text(), said if code else ""


def outcome(tree, mutation, tests):
    """Return what is said of the first test that fails with the mutation and not without, or nothing."""
    file = tree / mutation.file
    source, modified = file.read_bytes(), file.stat().st_mtime_ns
    while tests:
        file.write_bytes(mutation.applied(source))
        failed, said = first_failure(tree, tests)
        file.write_bytes(source)
        os.utime(file, ns=(modified, modified))
        alone = [test for test in tests if test.id == failed]
        if not alone or not first_failure(tree, alone)[1]:
            return said
        print(f"fails without any mutation: {failed}", file=sys.stderr)
        tests = tests[tests.index(alone[0]) + 1 :]
    return ""


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutations", description=__doc__.partition("\n")[0])
    parser.add_argument("app", help="timeops, textops, iplookup, hashing, kit, numbers, …, or a folder")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    started, place = time.monotonic(), PLACES.get(arguments.app, arguments.app)
    own = f"tests/{Path(place).name}/"
    mutations = drawn(Path.cwd(), place, arguments.count, arguments.seed)
    assert mutations, f"no Python in {place}"
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        trees = [copy_of(Path.cwd(), Path(folder, f"tree{number}")) for number in range(arguments.jobs)]
        tests = first_run(trees[0], place, arguments.jobs)
        assert tests, "no test passes"

        def survivors_of(tree, share):
            found = []
            for mutation in share:
                failure = outcome(tree, mutation, choice(mutation, tests, own))
                print(f"{mutation}: {failure or 'SURVIVED'}", file=sys.stderr, flush=True)
                found += [] if failure else [mutation]
            return found

        shares = [mutations[number :: arguments.jobs] for number in range(arguments.jobs)]
        with ThreadPoolExecutor(arguments.jobs) as pool:
            survivors = [each for found in pool.map(survivors_of, trees, shares) for each in found]
    print(*survivors, sep="\n")
    died = len(mutations) - len(survivors)
    print(
        f"{place}: {died} of {len(mutations)} mutations died ({died / len(mutations):.1%}); "
        f"seed {arguments.seed}, {len(tests)} tests, {time.monotonic() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
