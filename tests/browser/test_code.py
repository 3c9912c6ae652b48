"""The call as source code, which does the same elsewhere, and answers saved as files."""

import ast
import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.tables import rows
from utilitysvc.console import assets

pytestmark = pytest.mark.browser

TEXT = 'it\'s ‘a’ "b" \\ $HOME `id` %41 +\n\0 😀'
#: One that is sent by POST, and one by GET.
SENT = {
    "hash": {"input": TEXT, "salt": "-d 'x'"},
    "time": {"datetime": "2026-01-31T10:00:00+01:00"},
}


def test_the_call_does_the_same_from_a_shell_python_and_javascript(visit, subtests):
    for function, values in SENT.items():
        with subtests.test(function=function):
            visit.function(function)
            visit.fill(**values)
            shown, curl, python, script = (copied(visit, tab) for tab in ("Answer", "curl", "Python", "JavaScript"))
            wanted = fixed(json.loads(shown))
            assert fixed(json.loads(printed_by("bash", "-c", f"{curl} -s"))) == wanted
            assert fixed(ast.literal_eval(printed_by(sys.executable, "-c", python))) == wanted
            run = f"async () => {{{script.replace('console.log(answer)', 'return answer')}}}"
            assert fixed(visit.page.evaluate(run)) == wanted


def copied(visit, tab):
    visit.code(tab)
    return visit.copied(visit.page.locator("#copy-code"))[1]


def fixed(answer):
    """The answer without the time of the request."""
    return {key: value for key, value in answer.items() if key != "timestamp" or "hash" not in answer}


def printed_by(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


#: Of languages that each quote a value in a way of their own: the language, the call, and its text.
SNIPPETS = re.findall(
    r"^## (\w+) (\w+)\n\n```\w+\n(.*?)\n```$",
    Path(__file__).with_name("snippets.txt").read_text(),
    re.MULTILINE | re.DOTALL,
)


def test_a_call_is_quoted_as_its_language_has_it(visit, subtests):
    visit.function("hash")
    calls = dict(rows("calls.json"))
    assert {call for _, call, _ in SNIPPETS} == calls.keys()
    for language, call, expected in SNIPPETS:
        with subtests.test(language=language, call=call):
            assert visit.probe("snippet", [assets.root(), language, calls[call]]) == expected


def test_json_is_saved_as_it_came_and_plain_text_as_the_service_writes_it(visit, subtests):
    """G6."""
    for function, parameters, fixed in rows("saved.json"):
        with subtests.test(function=function, parameters=parameters):
            with visit.page.expect_response(re.compile(rf"/{function}/(\?|$)")) as asked:
                visit.function(function, parameters)
            answer = json.loads(visit.code("Answer"))
            assert visit.saved(visit.button("Download JSON")) == (f"{function}.json", asked.value.body())
            if fixed == "error" or "analysis" in answer:
                assert visit.button("Download text").count() == 0
            elif fixed == "exact":  # without the line end that the service adds
                assert visit.saved(visit.button("Download text")) == (f"{function}.txt", answer["result"].encode())
            elif fixed == "fixed":
                address = f"{visit.base}/{function}/?{urlencode(parameters | {'output': 'text'})}"
                with urllib.request.urlopen(address) as text:
                    assert visit.saved(visit.button("Download text")) == (f"{function}.txt", text.read())
            else:  # drawn anew each time: the values of the answer, one on each line
                drawn = answer.get(fixed, [answer.get(fixed.rstrip("s"))])
                written = f"{{:.{parameters['precision']}f}}\n" if "precision" in parameters else "{}\n"
                lines = "".join(map(written.format, drawn))
                assert visit.saved(visit.button("Download text")) == (f"{function}.txt", lines.encode())
    visit.code("curl")
    assert visit.button("Download JSON").count() == 0
