"""The calls of the README and of the functions' pages are run, and their answers compared with those shown."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tables import each_row

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/functions/*.md"))]
BASE = "http://localhost:8000"
# Services whose values change from call to call: of their answers only the form is compared.
RANDOM = ("/random/", "/number/", "/uuid/", "/password/")
# How far a fixed instant is from now.
RELATIVE = re.compile(r'"relative":"[^"]*"')
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\dZ?")

BLOCKS = [
    block
    for page in PAGES
    for block in re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
]
CALLS = [
    pytest.param(command, answer.strip(), id=command[:80])
    for language, block in BLOCKS
    if language == "console"
    for command, answer in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
PYTHON, JAVASCRIPT = ([block for name, block in BLOCKS if name == language] for language in ("python", "javascript"))
#: Runs the files that it is passed, one after the other, and ends the output of each by a NUL.
RUNNER = 'for (const file of process.argv.slice(1)) { await import(file); process.stdout.write("\\0") }'


def form(value):
    """A value with its leaves replaced by their types, as deep as it goes."""
    if isinstance(value, dict):
        return {key: form(item) for key, item in value.items()}
    if isinstance(value, list):
        return [form(item) for item in value]
    return type(value).__name__


def comparable(text, *, random):
    """An answer without what changes from call to call."""
    text = TIMESTAMP.sub("<timestamp>", RELATIVE.sub('"relative":"<relative>"', text))
    if not random:
        return text
    return form(json.loads(text)) if text.startswith("{") else re.sub(r"\w+", "x", text)


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, **options).stdout.strip()


@pytest.fixture
def served(deployed):
    return deployed.base


@pytest.mark.parametrize(("command", "shown"), CALLS)
def test_curl_call_answers_as_shown(served, command, shown):
    answer = run(["bash", "-c", command.replace(BASE, served)])
    random = any(path in command for path in RANDOM)
    assert comparable(answer, random=random) == comparable(shown, random=random)


def last_line(script):
    """Return what a script prints, by its last line, a comment."""
    return re.sub(r"^(#|//) ", "", script.strip().splitlines()[-1])


@each_row("script", PYTHON)
def test_python_prints_what_its_last_line_shows(served, capsys, script):
    exec(script.replace(BASE, served), {})  # noqa: S102  # the page's own code
    assert capsys.readouterr().out.strip() == last_line(script)


@pytest.mark.skipif(not shutil.which("node"), reason="no node to run it")
def test_javascript_prints_what_its_last_line_shows(served, tmp_path):
    files = [tmp_path / f"{number}.mjs" for number in range(len(JAVASCRIPT))]
    for file, script in zip(files, JAVASCRIPT, strict=True):
        file.write_text(script.replace(BASE, served))
    *printed, _ = run(["node", "--input-type=module", "-e", RUNNER, *files]).split("\0")
    assert [said.strip() for said in printed] == [last_line(script) for script in JAVASCRIPT]
