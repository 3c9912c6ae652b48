"""The recipe: operations on a text, one below the other."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, PHONE, visiting

pytestmark = pytest.mark.browser


MOVING = ".step:is(.above, .below, .dragged)"


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


def grips(visit):
    boxes = [grip.bounding_box() for grip in visit.page.locator("form:visible .grip").all()]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]


def names(visit):
    return [select.input_value() for select in visit.field("operation").all()][:-1]


def test_steps_are_dragged_by_the_mouse_and_escape_leaves_them_where_they_were(visit):
    visit.function("text", "text=Abc&operation=uppercase%2Creverse%2Crot13")
    mouse, (first, second, third) = visit.page.mouse, grips(visit)
    mouse.move(*first)
    mouse.down()
    mouse.move(third[0], third[1] + 9, steps=4)
    visit.page.wait_for_selector(".step.below")  # behind the last
    assert visit.page.locator(".step.dragged").count() == 1
    visit.photograph("drag")
    visit.page.keyboard.press("Escape")
    mouse.up()
    expect(visit.page.locator(MOVING)).to_have_count(0)
    assert names(visit) == ["uppercase", "reverse", "rot13"]
    mouse.move(*first)
    mouse.down()
    mouse.move(*second, steps=2)
    mouse.move(second[0], second[1] + 9, steps=2)
    visit.page.wait_for_selector(".step.above [aria-label='Operation 3']")  # before the third
    visit.answered(mouse.up)
    assert names(visit) == ["reverse", "uppercase", "rot13"]
    assert visit.page.url.endswith("operation=reverse%2Cuppercase%2Crot13")
    assert visit.value() == ["PON"]
    expect(visit.page.locator(MOVING)).to_have_count(0)


def test_steps_are_dragged_by_a_finger(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("text", "text=Abc&operation=uppercase%2Creverse%2Crot13")
        fingers, (first, _, third) = visit.devtools(), grips(visit)
        touch(fingers, "touchStart", third)
        touch(fingers, "touchMove", (third[0], third[1] - 30))
        touch(fingers, "touchMove", (first[0], first[1] - 9))
        visit.page.wait_for_selector(".step.above [aria-label='Operation 1']")
        visit.answered(lambda: touch(fingers, "touchEnd"))
        assert names(visit) == ["rot13", "uppercase", "reverse"]


def touch(fingers, kind, *points):
    fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_the_step_that_fails_says_so(look):
    look.function("text", "text=%21&operation=reverse%2Cbase64_decode%2Crot13")
    look.page.locator(".step.failed .after.failed").wait_for()
    borders = look.page.eval_on_selector_all(
        ".step:not(.next) select", "(all) => all.map((one) => getComputedStyle(one).borderColor)"
    )
    assert borders[0] == borders[2] != borders[1]
    assert look.page.locator(".step .after").nth(0).inner_text() == "!"
    assert look.page.locator(".step .after").nth(2).inner_text() == ""
    assert look.page.inner_text("#status").startswith("400")
