"""Answers saved as files, of what the page has already."""

import json
import re
import urllib.request
from urllib.parse import urlencode

import pytest

pytestmark = pytest.mark.browser


def saved(visit, label):
    """The name and the bytes of the file that a button saves, without asking anything for it."""
    visit.unfold()
    asked = visit.requests()
    with visit.page.expect_download() as download:
        visit.page.get_by_role("button", name=label).click()
    assert [url for url in asked if not url.startswith("blob:")] == []
    return download.value.suggested_filename, download.value.path().read_bytes()


#: An error, values that are shortened where they are shown, and characters that JSON escapes.
ANSWERS = [
    ("hash", "iterations=0"),
    ("number", "decimal=true&count=3&precision=2"),
    ("text", "operation=analyze&text=a%00%F0%9F%98%80"),
]
ALWAYS_THE_SAME = [
    ("hash", {"input": "abc", "algorithm": "md5"}),
    ("hash", {"input": "abc", "algorithm": "md5,sha1"}),
    ("time", {"operation": "format", "datetime": "2026-01-31T10:00:00Z", "format": "%d.%m.%Y", "timezone": "UTC"}),
    ("time", {"operation": "difference", "start": "2026-01-31", "end": "2026-03-01", "timezone": "UTC"}),
    ("time", {"operation": "timezones"}),
    ("time", {"operation": "components", "datetime": "2026-01-31T10:00:00Z", "timezone": "UTC"}),
]


def test_json_is_saved_as_it_came_and_plain_text_as_the_service_writes_it(visit, subtests):
    """G6."""
    for function, settings in ANSWERS:
        with subtests.test(function=function, settings=settings):
            with visit.page.expect_response(re.compile(rf"/{function}/(\?|$)")) as asked:
                visit.function(function, settings)
            assert saved(visit, "Download JSON") == (f"{function}.json", asked.value.body())
    for function, parameters in ALWAYS_THE_SAME:
        with subtests.test(function=function, parameters=parameters):
            visit.function(function, urlencode(parameters))
            address = f"{visit.base}/{function}/?{urlencode(parameters | {'output': 'text'})}"
            with urllib.request.urlopen(address) as answer:
                assert saved(visit, "Download text") == (f"{function}.txt", answer.read())


LISTED = [
    ("random", "count=3", lambda answer: answer["numbers"]),
    ("number", "count=3", lambda answer: [f"{number:.2f}" for number in answer["numbers"]]),
    ("number", "decimal=true&precision=3", lambda answer: [f"{answer['number']:.3f}"]),
    ("uuid", "count=3", lambda answer: answer["uuids"]),
    ("password", "", lambda answer: [answer["password"]]),
    ("password", "count=2", lambda answer: answer["passwords"]),
]


def test_values_are_saved_one_a_line_and_a_text_exactly_as_it_is(visit):
    for function, settings, values in LISTED:
        visit.function(function, settings)
        visit.unfold()
        answer = json.loads(visit.code())
        lines = "".join(f"{value}\n" for value in values(answer))
        assert saved(visit, "Download text") == (f"{function}.txt", lines.encode())
    visit.function("text", urlencode({"text": " a\n\n\té😀 ", "operation": "uppercase"}))
    assert saved(visit, "Download text") == ("text.txt", " A\n\n\tÉ😀 ".encode())


def test_only_what_is_there_can_be_saved(visit):
    visit.function("text", "operation=analyze")
    visit.unfold()
    assert visit.page.locator("#save-json").is_visible()
    assert not visit.page.locator("#save-text").is_visible()
    visit.page.get_by_role("tab", name="curl").click()
    assert not visit.page.locator("#save-json").is_visible()
    visit.page.get_by_role("tab", name="Answer").click()
    visit.page.route("**/hash/", lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>no</h1>"))
    visit.answered(lambda: visit.page.get_by_role("link", name="Hash", exact=True).click())
    assert visit.page.inner_text("#status").startswith("502")
    assert not visit.page.locator("#save-json, #save-text").locator("visible=true").count()
    visit.errors.clear()  # the browser reports the answer of the proxy
