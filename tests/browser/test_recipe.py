"""The recipe: operations on a text, one below the other."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, PHONE, visiting

pytestmark = pytest.mark.browser


def press(visit, label):
    visit.answered(lambda: visit.page.get_by_role("button", name=label).click())


def test_steps_are_added_moved_switched_off_and_removed(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("text", "text=Abc&operation=uppercase")
        add = visit.page.get_by_label("Add an operation")
        visit.answered(lambda: add.select_option("reverse"))
        visit.answered(lambda: add.select_option("base64_encode"))
        visit.page.get_by_text("CBA", exact=True).wait_for()
        assert visit.value() == ["Q0JB"]
        assert visit.page.locator(".step .after").all_inner_texts() == ["ABC", "CBA", "Q0JB"]
        assert visit.violations("#panel-text") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"recipe-{width}")
        press(visit, "Move up operation 3, base64_encode")
        assert visit.value() == ["DJUQ"]  # QUJD reversed
        visit.answered(lambda: visit.page.get_by_label("Use operation 2, base64_encode").uncheck())
        assert visit.value() == ["CBA"]
        assert visit.page.url.endswith("operation=uppercase%2C%21base64_encode%2Creverse")
        press(visit, "Remove operation 3, reverse")
        assert visit.value() == ["ABC"]
        visit.page.get_by_label("Use operation 1, uppercase").uncheck()  # a recipe of nothing asks nothing
        assert visit.page.locator("form:visible .invalid .error").inner_text() == "Choose at least one operation"
        assert visit.value() == []


def test_a_link_brings_the_recipe(look):
    look.function("text", "text=Abc&operation=reverse%2C%21rot13%2Cuppercase")
    assert look.value() == ["CBA"]
    assert [select.input_value() for select in look.field("operation").all()][:3] == ["reverse", "rot13", "uppercase"]
    assert not look.page.get_by_label("Use operation 2, rot13").is_checked()


def test_steps_are_moved_by_the_keyboard(visit):
    visit.function("text", "text=Abc&operation=snakecase%2Creverse")
    visit.field("operation").nth(1).focus()
    visit.answered(lambda: visit.page.keyboard.press("Alt+ArrowUp"))
    assert visit.field("operation").nth(0).input_value() == "reverse"
    assert visit.page.evaluate("document.activeElement.value") == "reverse"
    visit.page.get_by_role("button", name="Move down operation 1, reverse").focus()
    visit.answered(lambda: visit.page.keyboard.press("Enter"))
    assert visit.field("operation").nth(1).input_value() == "reverse"


def names(visit):
    return [select.input_value() for select in visit.field("operation").all()][:-1]


def test_an_error_stands_once_and_whole_in_the_step_that_failed(look):
    look.function("text", "text=%21&operation=reverse%2Cbase64_decode%2Crot13")
    failed = look.page.locator(".step.failed")
    expect(failed).to_have_count(1)
    expect(failed.locator(".after")).to_contain_text("Decoding failed: Operation 2 (base64_decode): ")
    expect(look.page.locator(".step .after").nth(0)).to_have_text("!")
    expect(look.page.locator(".step .after").nth(2)).to_be_empty()
    assert look.page.get_by_text("Decoding failed").count() == 1
    assert look.page.locator("form:visible [aria-invalid]").count() == 1
    assert look.page.inner_text("#status").startswith("400")
