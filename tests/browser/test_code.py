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

URL = "http://h/text/"
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


# --- languages that each quote a value in a way of their own

CALLS = {
    "nasty": {"method": "POST", "url": URL, "data": {"operation": ["rot13", "reverse"], "text": TEXT}},
    "plain": {"method": "POST", "url": URL, "data": {"text": 'it\'s "a" $b', "count": 3, "all": True}},
    "get": {"method": "GET", "url": f"{URL}?text=it%27s%20%00%2B", "data": {"text": "it's \0+"}},
    "file": {
        "method": "POST",
        "url": "http://h/hash/?iterations=2",
        "data": {"iterations": 2},
        "file": {"name": "it's $1 ’\\.bin"},
        "type": "application/octet-stream",
    },
}
BLOCK = re.compile(r"^## (\w+) (\w+)\n\n```\w+\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
EXPECTED = BLOCK.findall((Path(__file__).parent / "snippets.txt").read_text())


@pytest.fixture
def snippet(visit):
    visit.function("hash")
    return lambda language, call: visit.probe("snippet", [assets.current().root, language, call])


def test_a_call_is_quoted_as_its_language_has_it(snippet, subtests):
    assert len(EXPECTED) == 4 * len(CALLS)
    for language, call, expected in EXPECTED:
        with subtests.test(language=language, call=call):
            assert snippet(language, CALLS[call]) == expected
    bom = snippet("go", {**CALLS["plain"], "data": {"text": "\ufeff"}})
    assert r'NewReader("{\"text\":\"\ufeff\"}")' in bom  # the compiler refuses the mark but at a file's beginning


def test_httpie_is_given_each_text_as_one_item(snippet, subtests):
    """The shell makes one argument of it: `text=` and the text as it stands, or `text:=` and JSON."""
    for text in ["", "a", "=a", "@a", "a=b:=c", "a\\:b", "a\\=b", TEXT, "\x7f\r\n\t", "[a]", ":=1"]:
        with subtests.test(text=text):
            command = snippet("httpie", {**CALLS["plain"], "data": {"text": text}})
            printed = printed_by("bash", "-c", "http() { printf '%s\\0' \"$@\"; }\n" + command)
            method, url, item = printed.split("\0")[:-1]
            name, _, value = item.partition("=")
            assert (method, url) == ("POST", URL)
            assert (json.loads(value) if name == "text:" else value) == text
            if name == "text":
                assert value[:1] not in ("=", "@")  # "==" and "=@" are other kinds of item
                assert "\\" not in value  # which HTTPie takes for an escape before a separator


# --- files


def saved(visit, label):
    """The name and the bytes of the file that a button saves, without asking anything for it."""
    asked = visit.requests()
    with visit.page.expect_download() as download:
        visit.button(label).click()
    assert [url for url in asked if not url.startswith("blob:")] == []
    return download.value.suggested_filename, download.value.path().read_bytes()


def test_json_is_saved_as_it_came_and_plain_text_as_the_service_writes_it(visit, subtests):
    """G6."""
    for function, parameters, fixed in rows("saved.json"):
        with subtests.test(function=function, parameters=parameters):
            with visit.page.expect_response(re.compile(rf"/{function}/(\?|$)")) as asked:
                visit.function(function, parameters)
            answer = json.loads(visit.code())
            assert saved(visit, "Download JSON") == (f"{function}.json", asked.value.body())
            if fixed == "error" or "analysis" in answer:
                assert visit.button("Download text").count() == 0
            elif fixed == "exact":  # without the line end that the service adds
                assert saved(visit, "Download text") == (f"{function}.txt", answer["result"].encode())
            elif fixed == "fixed":
                address = f"{visit.base}/{function}/?{urlencode(parameters | {'output': 'text'})}"
                with urllib.request.urlopen(address) as text:
                    assert saved(visit, "Download text") == (f"{function}.txt", text.read())
            else:  # drawn anew each time: the values of the answer, one on each line
                drawn = answer.get(fixed, [answer.get(fixed.rstrip("s"))])
                written = f"{{:.{parameters['precision']}f}}\n" if "precision" in parameters else "{}\n"
                lines = "".join(map(written.format, drawn))
                assert saved(visit, "Download text") == (f"{function}.txt", lines.encode())
    visit.code("curl")
    assert visit.button("Download JSON").count() == 0
