"""The interactive documentation, used by a person."""

import hashlib
import json

import pytest
from playwright.sync_api import expect

from tests.browser.browser import Window, visiting, visiting_alone

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def documentation(chromium):
    """The page of the documentation in a window of its own, opened once: each test executes another operation."""
    window = Window(chromium.browser, chromium.base)
    with visiting(window) as visit:
        yield visit.open("/docs/")
    window.context.close()


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


def test_the_documentation_is_legible_dark_where_one_wants_it_and_executes_a_call(documentation):
    """With a table, examples to choose from, and an answer with strings, numbers and words."""
    opened(documentation, "Time-post_time")
    block = opened(documentation, "UUID-get_uuid")
    assert json.loads(executed(block))["version"] == "4"
    for scheme in ("light", "dark"):
        documentation.page.emulate_media(color_scheme=scheme)
        expect(documentation.page.locator("html.dark-mode")).to_have_count(int(scheme == "dark"))
        documentation.probe("endTransitions")
        background = documentation.page.evaluate("getComputedStyle(document.body).backgroundColor")
        if scheme == "dark":
            assert max(map(int, background[4:-1].split(","))) < 60
        assert documentation.violations(rules=["color-contrast"]) == []


@pytest.mark.parametrize("operation", ["Hash-get_hash", "Time-get_time", "Text-get_text"])
def test_a_form_begins_with_values_that_work(documentation, operation):
    """Those of the first example. Other parameters are other operations', and a key would make another digest."""
    shown = json.loads(executed(opened(documentation, operation)))
    if "hash" in shown:
        assert shown["hash"] == hashlib.sha256(shown["input"].encode()).hexdigest()


def test_without_javascript_the_documentation_says_so_legibly(chromium):
    with visiting_alone(chromium, java_script_enabled=False) as visit:
        visit.open("/docs/")
        said = visit.page.locator("noscript")
        box = said.bounding_box()
        style = said.evaluate("(node) => [getComputedStyle(node).paddingLeft, getComputedStyle(node).fontFamily]")
        assert box["y"] > 20
        assert style == ["20px", "system-ui, sans-serif"]
