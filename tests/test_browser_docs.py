"""The interactive documentation, used by a person."""

import json

import pytest

from tests.browser import visiting

pytestmark = pytest.mark.browser


def test_the_documentation_executes_a_call(visit):
    visit.open("/docs/")
    block = visit.page.locator("#operations-UUID-get_uuid")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Execute").click()
    answer = block.locator(".live-responses-table .response-col_description pre").first
    answer.wait_for()
    assert block.locator(".live-responses-table .response .response-col_status").inner_text().startswith("200")
    assert json.loads(answer.inner_text())["version"] == "4"
    visit.photograph("docs")


def test_the_documentation_is_dark_where_one_wants_it(chromium):
    with visiting(chromium, color_scheme="dark") as visit:
        visit.open("/docs/")
        visit.page.wait_for_selector("#operations-UUID-get_uuid")
        background = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert max(map(int, background[4:-1].split(","))) < 60
        visit.photograph("docs-dark")
