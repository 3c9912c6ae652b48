"""The recipe: operations on a text, one below the other."""

import pytest

from tests.browser.browser import ALL_SIZES, PHONE, visiting

pytestmark = pytest.mark.browser


def press(visit, label):
    visit.answered(lambda: visit.button(label).click())


def test_steps_are_added_moved_switched_off_and_removed(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("text", {"text": "Abc", "operation": "uppercase"})
        for name in ("reverse", "base64_encode"):
            visit.answered(lambda name=name: visit.page.get_by_label("Add an operation").select_option(name))
        visit.page.get_by_text("CBA", exact=True).wait_for()
        assert visit.value() == ["Q0JB"]
        assert visit.page.locator(".step .after").all_inner_texts() == ["ABC", "CBA", "Q0JB"]
        assert visit.violations("#panel-text") == []
        for _ in visit.widths(ALL_SIZES):
            pass
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


def test_steps_are_moved_and_chosen_by_the_keyboard(visit):
    visit.function("text", {"text": "Abc", "operation": "snakecase,reverse"})
    visit.field("operation").nth(1).focus()
    visit.answered(lambda: visit.page.keyboard.press("Alt+ArrowUp"))
    assert visit.page.evaluate("document.activeElement.value") == "reverse"
    visit.button("Move down operation 1, reverse").focus()
    visit.answered(lambda: visit.page.keyboard.press("Enter"))
    assert [visit.field("operation").nth(index).input_value() for index in (0, 1)] == ["snakecase", "reverse"]
    assert visit.page.evaluate("document.activeElement.ariaLabel") == "Operation 2"  # the button is disabled now
    visit.answered(lambda: visit.field("operation").nth(0).select_option("uppercase"))
    assert visit.value() == ["CBA"]
