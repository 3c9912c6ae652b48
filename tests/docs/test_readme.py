"""The README's calls are run, each against the service as it is served, and their answers compared with those shown."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

README = Path(__file__).parents[2] / "README.md"
BASE = "http://localhost:8000"
# Services whose values change from call to call: of their answers only the form is compared.
RANDOM = ("/random/", "/number/", "/uuid/", "/password/")
# How far a fixed instant is from now.
RELATIVE = re.compile(r'"relative":"[^"]*"')
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\dZ?")

BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README.read_text(), re.DOTALL | re.MULTILINE)
CALLS = [
    pytest.param(command, answer.strip(), id=command[:80])
    for language, block in BLOCKS
    if language == "console"
    for command, answer in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
SCRIPTS = [pytest.param(language, block, id=f"{language}-{number}") for number, (language, block) in enumerate(BLOCKS)
           if language in ("python", "javascript")]  # fmt: skip


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


@pytest.mark.parametrize(("language", "script"), SCRIPTS)
def test_script_prints_what_its_last_line_shows(served, language, script):
    if language == "javascript" and not shutil.which("node"):
        pytest.skip("no node to run it")
    shown = re.sub(r"^(#|//) ", "", script.strip().splitlines()[-1])
    interpreter = [sys.executable, "-c"] if language == "python" else ["node", "--input-type=module", "-e"]
    printed = run([*interpreter, script.replace(BASE, served)])
    random = any(path in script for path in RANDOM)
    assert comparable(printed, random=random) == comparable(shown, random=random)


def test_every_service_is_called_from_shell_python_and_javascript():
    for path in (*RANDOM, "/hash/"):
        languages = {language for language, block in BLOCKS if BASE + path in block}
        assert languages >= {"console", "python", "javascript"}, path
