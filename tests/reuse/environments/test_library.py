"""docs/reuse.md: each app's services in plain Python, as its examples show them, where no Django can be imported."""

import subprocess
import sys

import pytest

from tests.mmdb import write_mmdb
from tests.reuse import wheel
from tests.reuse.apps import APPS
from tests.reuse.environments.test_page import SECTIONS, sessions

APP_NAMES = [app.name for app in APPS]
#: Of an app without a section that at least.
IMPORT = "```pycon\n>>> import {}.services\n```\n"

#: Runs the examples on standard input, which may import the packages that are named, and no other of the apps.
RUNNER = """
import doctest, sys

refused = set(sys.argv[2].split(","))

class Refusal:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in refused:
            raise ImportError(f"{name} has no place here")

sys.meta_path.insert(0, Refusal())
for name in ("django", "rest_framework"):
    try:
        __import__(name)
    except ImportError:
        continue
    raise AssertionError(f"{name} could be imported")
examples = doctest.DocTestParser().get_doctest(sys.stdin.read(), {"databases": sys.argv[1]}, "examples", None, 0)
results = doctest.DocTestRunner().run(examples)
print(results.attempted, "examples")
sys.exit(1 if results.failed or not results.attempted else 0)
"""


@pytest.mark.parametrize("section", ["As a library", *APP_NAMES])
def test_examples_hold_without_django(section, tmp_path):
    write_mmdb(tmp_path / "country.mmdb", "DBIP-Country-Lite", {"8.8.8.0/24": {"country": {"iso_code": "US"}}})
    source = SECTIONS.get(section, IMPORT.format(section))
    others = [name for name in APP_NAMES if name != (section if section in APP_NAMES else "uuids")]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUNNER, str(tmp_path), ",".join(["django", "rest_framework", *others])],
        input=sessions(source),
        cwd=wheel.ROOT,
        env={"PYTHONPATH": str(wheel.ROOT / "numbers")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
