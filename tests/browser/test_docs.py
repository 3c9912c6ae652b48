"""The interactive documentation, used by a person."""

import hashlib
import json

import pytest

from tests.browser.browser import visiting, visiting_alone

pytestmark = pytest.mark.browser


def executed(visit, operation):
    """Execute an operation with its example. Returns its block of the page, and where the answer stands."""
    visit.open("/docs/")
    block = visit.page.locator(f"#operations-{operation}")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Execute").click()
    answer = block.locator(".live-responses-table .response-col_description pre").first
    answer.wait_for()
    return block, answer


def test_the_documentation_executes_a_call(visit):
    block, answer = executed(visit, "UUID-get_uuid")
    assert block.locator(".live-responses-table .response .response-col_status").inner_text().startswith("200")
    assert json.loads(answer.inner_text())["version"] == "4"
    visit.photograph("docs")


def test_the_example_of_a_digest_is_that_of_its_input(visit):
    """Neither a key nor a salt stands in the form, which would make it another one."""
    _, answer = executed(visit, "Hash-get_hash")
    shown = json.loads(answer.inner_text())
    assert shown["hash"] == hashlib.sha256(shown["input"].encode()).hexdigest()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_of_the_documentation_stand_out(chromium, scheme):
    with visiting(chromium, color_scheme=scheme) as visit:
        visit.open("/docs/")
        visit.page.wait_for_selector("#operations-UUID-get_uuid")
        visit.page.locator("#operations-UUID-get_uuid .opblock-summary-control").click()
        visit.page.locator("#operations-UUID-get_uuid tr[data-param-name]").first.wait_for()
        assert [each for each in visit.violations() if each.startswith("color-contrast")] == []


@pytest.mark.parametrize(("function", "operation"), [("time", "Time-get_time"), ("text", "Text-get_text")])
def test_every_parameter_begins_with_a_value_and_all_of_them_work(visit, function, operation):
    """But for timestamp and duration, which stand in the place of others."""
    visit.open("/docs/")
    block = visit.page.locator(f"#operations-{operation}")
    block.locator(".opblock-summary-control").click()
    rows = block.locator("tr[data-param-name]")
    rows.first.wait_for()
    empty = [
        row.get_attribute("data-param-name")
        for row in rows.all()
        if row.locator("input, select").first.input_value() in ("", "--")
    ]
    assert empty == (["timestamp", "duration"] if function == "time" else [])
    block.get_by_role("button", name="Execute").click()
    block.locator(".live-responses-table .response-col_description pre").first.wait_for()
    assert block.locator(".live-responses-table .response .response-col_status").inner_text().startswith("200")


def test_the_documentation_is_dark_where_one_wants_it(chromium):
    with visiting(chromium, color_scheme="dark") as visit:
        visit.open("/docs/")
        visit.page.wait_for_selector("#operations-UUID-get_uuid")
        background = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert max(map(int, background[4:-1].split(","))) < 60
        visit.photograph("docs-dark")


def test_without_javascript_the_documentation_says_so_legibly(chromium):
    with visiting_alone(chromium, java_script_enabled=False) as visit:
        visit.open("/docs/")
        said = visit.page.locator("noscript")
        box = said.bounding_box()
        style = said.evaluate("(node) => [getComputedStyle(node).paddingLeft, getComputedStyle(node).fontFamily]")
        assert box["y"] > 20
        assert style == ["20px", "system-ui, sans-serif"]
