"""docs/reuse.md: what it shows of Python passes mypy and pyright in their strict modes (F5).

As for who copies it: from an environment with the wheel, where our annotations are those of an installed package.
"""

import doctest
import json
import re
import subprocess
import sys

import pytest

from tests.reuse import wheel
from tests.reuse.apps import APP_NAMES
from tests.reuse.environments.test_page import FILES, SECTIONS, sessions

#: Django and Django REST framework have no annotations of their own.
STUBS = ("django-stubs==6.1.2", "djangorestframework-stubs==3.18.1")
#: What an example takes as given.
GIVEN = 'databases: str = "/var/lib/geodata"\n'
WRONG = "wrong.py"
CHECKERS = {
    "mypy": ["mypy", "--strict", "--config-file=", "--cache-dir=/dev/null", "--python-executable"],
    "pyright": ["pyright", "--pythonpath"],
}


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return wheel.installed(tmp_path_factory, ",".join(sorted(APP_NAMES)), *STUBS)


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """The page's Python as modules: the files of its site but for its settings, and the examples of each section."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "company").mkdir()
    for name, source in FILES.items():
        if "settings" not in name:
            (folder / name).write_text(source)
    for heading, section in SECTIONS.items():
        if parsed := doctest.DocTestParser().get_examples(sessions(section)):
            name = re.sub(r"\W", "_", heading.lower())
            (folder / f"example_{name}.py").write_text(GIVEN + "".join(example.source for example in parsed))
    (folder / WRONG).write_text("from uuids.services import generate_uuids\ngenerate_uuids(count='many')\n")
    # An expression alone on its line is how an interpreter is asked; in a program pyright takes it for a mistake.
    settings = {"typeCheckingMode": "strict", "reportUnusedExpression": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    return folder


@pytest.mark.parametrize("checker", CHECKERS)
def test_f5_examples_pass_in_strict_mode_and_a_wrong_argument_is_seen(python, examples, checker):
    """The wrong one shows that our annotations are seen, and not something unknown that everything is right with."""
    module, *options = CHECKERS[checker]
    modules = sorted(str(path.relative_to(examples)) for path in examples.rglob("*.py"))
    checked = subprocess.run(
        [sys.executable, "-m", module, *options, str(python), *(modules if checker == "mypy" else ())],
        cwd=examples,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in checked.stdout.splitlines() if "error:" in line]
    assert len(errors) == 1, checked.stdout
    assert re.search(rf"{WRONG}:2.* error: .*\bcount\b", errors[0])
    assert checked.returncode == 1
