"""docs/adding-a-function.md: its function works as it stands there, and the files that it names are there."""

import re
import subprocess
import sys

import pytest

from tests import wheel

PAGE = (wheel.ROOT / "docs" / "adding-a-function.md").read_text()
FILES = dict(re.findall(r"^```python\n# (roman/\w+\.py)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
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
from roman.serializers import RomanParameters

for question in [*RomanParameters.examples.values(), *RomanParameters.refusals.values()]:
    answer = Client().post("/", question, "application/json")
    print(answer.status_code, answer.content.decode())
"""

SAYS = """\
System check identified no issues (0 silenced).
200 {"number":1987,"roman":"MCMLXXXVII"}
400 {"error":"Number parameter is required","details":"Provide the integer to write in the number parameter"}
400 {"error":"Number must be between 1 and 3999","details":"Requested number: 4000"}
400 {"error":"Invalid parameter type","details":"number must be an integer"}
"""


def test_function_of_the_page_works(tmp_path):
    (tmp_path / "roman").mkdir()
    (tmp_path / "roman" / "__init__.py").touch()
    for name, source in FILES.items():
        (tmp_path / name).write_text(source)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SITE],
        cwd=tmp_path,
        env={"PYTHONPATH": str(wheel.ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (SAYS, "")


@pytest.mark.parametrize("name", ROWS)
def test_page_sends_to_files_that_exist(name):
    assert (wheel.ROOT / name).is_file()
