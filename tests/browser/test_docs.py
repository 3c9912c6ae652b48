"""The interactive documentation, used by a person."""

import hashlib
import json

import pytest
from playwright.sync_api import expect

from tests.browser.browser import visiting_alone

pytestmark = pytest.mark.browser


def opened(visit, operation):
    """The block of an operation, unfolded."""
    block = visit.page.locator(f"#operations-{operation}")
    block.locator(".opblock-summary-control").click()
    block.locator(".execute").wait_for()
    return block


def executed(block):
    """Execute an operation with the values that stand in its form. Returns its answer."""
    block.get_by_role("button", name="Execute").click()
    answer = block.locator(".live-responses-table .response-col_description pre").first
    answer.wait_for()
    assert block.locator(".live-responses-table .response .response-col_status").inner_text().startswith("200")
    return answer.inner_text()


def test_the_documentation_is_legible_dark_where_one_wants_it_and_executes_a_call(visit):
    """With a table, examples to choose from, and an answer with strings, numbers and words. A form begins with values
    that work, those of the first example: other parameters are other operations'."""
    visit.open("/docs/")
    opened(visit, "Time-post_time")
    assert json.loads(executed(opened(visit, "UUID-get_uuid")))["version"] == "4"
    for scheme in ("light", "dark"):
        visit.page.emulate_media(color_scheme=scheme)
        expect(visit.page.locator("html.dark-mode")).to_have_count(int(scheme == "dark"))
        visit.probe("endTransitions")
        background = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
        if scheme == "dark":
            assert max(map(int, background[4:-1].split(","))) < 60
        assert visit.violations(rules=["color-contrast"]) == []
    for operation in ("Hash-get_hash", "Time-get_time", "Text-get_text"):
        shown = json.loads(executed(opened(visit, operation)))
        if "hash" in shown:  # a key would make another digest
            assert shown["hash"] == hashlib.sha256(shown["input"].encode()).hexdigest()


def test_without_javascript_the_documentation_says_so_legibly(chromium):
    with visiting_alone(chromium, java_script_enabled=False) as visit:
        visit.open("/docs/")
        said = visit.page.locator("noscript")
        box = said.bounding_box()
        style = said.evaluate("(node) => [getComputedStyle(node).paddingLeft, getComputedStyle(node).fontFamily]")
        assert box["y"] > 20
        assert style == ["20px", "system-ui, sans-serif"]
