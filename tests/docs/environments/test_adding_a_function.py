"""docs/adding-a-function.md: its function and its tests work as they stand there, and the files that it names exist."""

import re
import subprocess
import sys

import pytest

from tests.reuse import wheel

PAGE = (wheel.ROOT / "docs" / "adding-a-function.md").read_text()
FILES = dict(re.findall(r"^```\w+\n(?:#|//) (roman/[\w/.]+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
TESTS = re.search(r"^```python\n# tests/roman/test_roman.py\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[1]
ROWS = [name for name in re.findall(r"^\| `(.+?)` \|", PAGE, re.MULTILINE) if "roman" not in name]

SITE = """
import django
from django.conf import settings
from django.core.management import call_command
from django.test import Client

settings.configure(
    INSTALLED_APPS=["roman"],
    ROOT_URLCONF="roman.urls",
    ALLOWED_HOSTS=["*"],
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None},
)
django.setup()
call_command("check", fail_level="WARNING")
from roman.views import RomanView

operations = RomanView.operations
for parameters in [*operations.examples.values(), *operations.error_examples.values()]:
    answer = Client().post("/", parameters, "application/json")
    print(answer.status_code, answer.content.decode())
"""

SAYS = """\
System check identified no issues (0 silenced).
200 {"number":1987,"roman":"MCMLXXXVII"}
400 {"error":"Number parameter is required","details":"Provide the integer to write in the number parameter"}
400 {"error":"Number must be between 1 and 3999","details":"Requested number: 4000"}
400 {"error":"Invalid parameter type","details":"number must be an integer"}
"""

SETTINGS = """
from utilitysvc.settings import *

INSTALLED_APPS = [*INSTALLED_APPS, "roman"]
ROOT_URLCONF = "wired"
"""

URLS = """
from django.urls import include

from utilitysvc import urls
from utilitysvc.kit.urls import mount
from utilitysvc.urls import *

urlpatterns = [mount("roman/", include("roman.urls")), *urls.urlpatterns]
"""

CONSOLE = """
import django

django.setup()
from utilitysvc.console import assets, pages

page = pages.console().text
print([part in page for part in ("M7 5v14M12 5v14M17 5v14", "numeral latin mcm", "roman/console.js")])
print("exact(roman)" in assets.files()["roman/console.js"].read_text())
"""

#: Tests that hold for every function; each asks every path of the catalogue.
FOR_ALL = ["kit/test_answers.py", "kit/test_errors.py", "kit/test_input.py"]


@pytest.fixture
def folder(tmp_path):
    """The files of the page, and the two lines that wire them."""
    (tmp_path / "roman" / "console" / "static").mkdir(parents=True)
    (tmp_path / "roman" / "__init__.py").touch()
    for name, source in FILES.items():
        (tmp_path / name).write_text(source)
    (tmp_path / "settings_with_roman.py").write_text(SETTINGS)
    (tmp_path / "wired.py").write_text(URLS)
    (tmp_path / "test_roman.py").write_text(TESTS)
    (tmp_path / "conftest.py").write_text("from tests.conftest import api\n")
    return tmp_path


def run(folder, *arguments, **environment):
    path = f"{folder}:{wheel.ROOT}:{wheel.ROOT / 'numbers'}"
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_function_of_the_page_works_in_a_site(folder):
    done = run(folder, "-W", "error", "-c", SITE)
    assert (done.stdout, done.stderr) == (SAYS, "")
    done = run(folder, "-m", "doctest", folder / "roman" / "services.py")
    assert (done.stdout, done.stderr) == ("", "")


def test_function_of_the_page_passes_its_tests_and_those_for_all(folder):
    options = ("-q", "-p", "no:cacheprovider", "-c", wheel.ROOT / "pyproject.toml")
    tests = [folder / "test_roman.py", *(wheel.ROOT / "tests" / name for name in FOR_ALL)]
    done = run(folder, "-m", "pytest", *options, "-k", "roman", *tests, DJANGO_SETTINGS_MODULE="settings_with_roman")
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 30


def test_console_of_the_page_finds_what_the_function_adds(folder):
    done = run(folder, "-W", "error", "-c", CONSOLE, DJANGO_SETTINGS_MODULE="settings_with_roman")
    assert (done.stdout, done.stderr) == ("[True, True, True]\nTrue\n", "")


@pytest.mark.parametrize("name", ROWS)
def test_page_sends_to_files_that_exist(name):
    assert (wheel.ROOT / name).is_file()
