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


#: One that is sent by POST, and one by GET.
CALLS = {
    "hash": {"input": NASTY, "salt": "-d 'x'"},
    "time": {"datetime": "2026-01-31T10:00:00+01:00"},
}


def test_the_call_does_the_same_from_a_shell_python_and_javascript(visit, subtests):
    for function, values in CALLS.items():
        with subtests.test(function=function):
            visit.function(function)
            for name, text in values.items():
                visit.answered(lambda name=name, text=text: visit.field(name).fill(text))
            shown = fixed(function, json.loads(copied(visit, "Answer")))
            curl, python = copied(visit, "curl") + " -s", copied(visit, "Python")
            script = copied(visit, "JavaScript").replace("console.log(answer)", "return answer")
            assert fixed(function, json.loads(printed_by("bash", "-c", curl))) == shown
            assert fixed(function, ast.literal_eval(printed_by(sys.executable, "-c", python))) == shown
            assert fixed(function, visit.page.evaluate(f"async () => {{{script}}}")) == shown


def fixed(function, answer):
    """The answer without the time of the request."""
    return answer if function == "time" else {key: value for key, value in answer.items() if key != "timestamp"}


def printed_by(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
