"""The call that the console shows, copied into a shell, into Python and into a page."""

import ast
import json
import subprocess
import sys

import pytest

NASTY = 'it\'s ‘a’ "b" \\ $HOME `id` %41 + \n\t\0é 😀'

pytestmark = pytest.mark.browser


def copied(visit, tab):
    visit.page.get_by_role("tab", name=tab).click()
    return visit.copied(visit.page.locator("#copy-code"))


CALLS = {
    "hash": {"input": NASTY, "salt": "-d 'x'"},
    "text": {"text": NASTY},
    "ip": {"ip": "8.8.8.8"},
    "time": {"datetime": "2026-01-31T10:00:00+01:00"},
}


@pytest.mark.parametrize(("function", "values"), CALLS.items(), ids=CALLS)
def test_the_call_does_the_same_from_a_shell_python_and_javascript(visit, function, values):
    visit.function(function)
    for name, text in values.items():
        visit.answered(lambda name=name, text=text: visit.field(name).fill(text))
    shown = json.loads(copied(visit, "Answer"))
    assert set(values.values()) & {shown.get("input"), shown.get("original_text"), shown.get("ip"), *values.values()}
    curl = subprocess.run(["bash", "-c", copied(visit, "curl") + " -s"], capture_output=True, text=True, check=True)
    python = subprocess.run([sys.executable, "-c", copied(visit, "Python")], capture_output=True, text=True, check=True)
    script = copied(visit, "JavaScript").replace("console.log(answer)", "return answer")
    answers = [
        json.loads(curl.stdout),
        ast.literal_eval(python.stdout),
        visit.page.evaluate(f"async () => {{{script}}}"),
    ]
    for answer in answers:
        assert fixed(function, answer) == fixed(function, shown)


def fixed(function, answer):
    """The answer without the time of the request."""
    return answer if function == "time" else {key: value for key, value in answer.items() if key != "timestamp"}
