"""The folder numbers/ leaves the standard library's module of that name alone, in every way the service is started.

decimal imports numbers: a package of ours that stood before it would stop Python programs from starting here at all.
"""

import decimal
import numbers
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib")).resolve()

#: Prints where both modules come from, and that our package is to be had beside them.
ASK = (
    "import decimal, numbers; "
    "assert isinstance(decimal.Decimal(1), numbers.Number); "
    "print('from', numbers.__file__, decimal.__file__); "
)
ASK_IN_DJANGO = ASK + "import numbergen.services"


def sources(output):
    line = next(line for line in output.splitlines() if line.startswith("from "))
    return {Path(file).resolve().parent for file in line.split()[1:]}


def run(*command, cwd=ROOT, **variables):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    process = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=60, check=True)
    return process.stdout


def test_under_pytest():
    """Whose rootdir and pythonpath stand before everything else."""
    assert {Path(module.__file__).resolve().parent for module in (numbers, decimal)} == {STANDARD_LIBRARY}
    assert isinstance(decimal.Decimal(1), numbers.Number)


@pytest.mark.parametrize(
    ("command", "variables"),
    [
        ((sys.executable, "-c", ASK), {}),
        ((sys.executable, "-c", ASK), {"PYTHONPATH": str(ROOT)}),
        ((sys.executable, "-c", ASK), {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'numbers'}"}),
        ((sys.executable, "-P", "-c", ASK), {}),
        ((sys.executable, "-c", "import utilitysvc.settings; " + ASK_IN_DJANGO), {}),
        ((sys.executable, "manage.py", "shell", "-v0", "-c", ASK_IN_DJANGO), {}),
    ],
    ids=["root", "path", "both", "safe", "settings", "manage"],
)
def test_from_the_root(command, variables):
    assert sources(run(*command, **variables)) == {STANDARD_LIBRARY}


def test_under_gunicorn(tmp_path):
    """Which puts its working directory first, in the process that loads the application."""
    settings = tmp_path / "gunicorn.conf.py"
    settings.write_text(f"def on_starting(server):\n    {ASK_IN_DJANGO}\n    raise SystemExit\npreload_app = True\n")
    assert sources(
        run(sys.executable, "-m", "gunicorn", "-c", str(settings), "-b", "127.0.0.1:0", "utilitysvc.wsgi")
    ) == {STANDARD_LIBRARY}


def test_within_the_folder_itself():
    """Python started in numbers/ finds numbergen there, and no numbers."""
    assert sources(run(sys.executable, "-c", ASK + "import numbergen", cwd=ROOT / "numbers")) == {STANDARD_LIBRARY}


def test_the_folder_is_no_package():
    """Which would be one that hides the standard library's."""
    assert not (ROOT / "numbers" / "__init__.py").exists()
    assert not (ROOT / "numbers.py").exists()
