"""The calls that the console shows, in languages that each quote a value in a way of their own.

What curl, Python and JavaScript make of theirs is tried in test_browser_calls.
"""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.browser.browser import looking
from utilitysvc.console import assets

pytestmark = pytest.mark.browser

URL = "http://h/text/"
TEXT = 'it\'s ‘a’ "b" \\ $HOME `id` %41 +\n\0 😀'
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
EXPECTED = BLOCK.findall((Path(__file__).parent / "snippets.md").read_text())


@pytest.fixture(scope="module")
def page(chromium):
    with looking(chromium) as look:
        yield look.page


def snippet(page, language, call):
    script = "async ([root, name, call]) => (await import(`/${root}snippets.js`)).SNIPPETS[name](call)"
    return page.evaluate(script, [assets.current().root, language, call])


@pytest.mark.parametrize(("language", "call", "expected"), EXPECTED, ids=lambda text: text if len(text) < 12 else "")
def test_a_call_is_quoted_as_its_language_has_it(page, language, call, expected):
    assert snippet(page, language, CALLS[call]) == expected


def test_every_language_has_every_call():
    assert {(language, call) for language, call, _ in EXPECTED} == {
        (language, call) for language in ("go", "php", "powershell", "httpie") for call in CALLS
    }


def test_no_file_of_go_holds_a_byte_order_mark(page):
    """The compiler refuses it but at the beginning."""
    shown = snippet(page, "go", {**CALLS["plain"], "data": {"text": "\ufeff"}})
    assert r'NewReader("{\"text\":\"\ufeff\"}")' in shown


@pytest.mark.parametrize("text", ["", "a", "=a", "@a", "a=b:=c", "a\\:b", "a\\=b", TEXT, "\x7f\r\n\t", "[a]", ":=1"])
def test_httpie_is_given_each_text_as_one_item(page, text):
    """The shell makes one argument of it: `text=` and the text as it stands, or `text:=` and JSON."""
    command = snippet(page, "httpie", {**CALLS["plain"], "data": {"text": text}})
    script = "http() { printf '%s\\0' \"$@\"; }\n" + command
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=True)
    method, url, item = done.stdout.decode().split("\0")[:-1]
    assert (method, url) == ("POST", URL)
    name, _, value = item.partition("=")
    if name == "text:":
        assert json.loads(value) == text
    else:
        assert (name, value) == ("text", text)
        assert value[:1] not in ("=", "@")  # "==" and "=@" are other kinds of item
        assert "\\" not in value  # which HTTPie takes for an escape before a separator
