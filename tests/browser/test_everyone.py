"""For everyone: by keyboard, for screen readers, in every size and in the dark."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, DESKTOP, PHONE, WIDE, looking

FUNCTIONS = ["hash", "ip", "random", "uuid", "password", "text", "time", "number"]

pytestmark = pytest.mark.browser


def test_nobody_is_shut_out(chromium):
    """In a window of each size, and in the dark. Answers of many kinds are looked at in test_phone.py."""
    with looking(chromium, viewport=WIDE) as visit:
        for function in FUNCTIONS:
            visit.page.emulate_media(color_scheme="light")
            visit.function(function)
            for width in visit.widths([PHONE, WIDE]):
                visit.photograph(f"{function}-light-{width}")
            assert visit.violations() == [], function
            visit.page.emulate_media(color_scheme="dark")
            for width in visit.widths([DESKTOP]):
                visit.photograph(f"{function}-dark-{width}")
            assert visit.violations(rules=["color-contrast"]) == [], function
        for _ in visit.widths([PHONE]):  # what stands around a function is the same for all of them
            assert visit.violations() == []


def test_on_a_phone_the_answer_stands_above_the_fold(chromium):
    with looking(chromium, viewport=PHONE) as visit:
        for function in FUNCTIONS:
            visit.function(function)
            box = visit.page.locator("#value").bounding_box()
            assert box["y"] + 60 <= PHONE["height"], function
            assert not visit.page.locator("form:visible .more .field").first.is_visible()
        for name in ("API documentation", "Index", "Health"):
            assert visit.page.get_by_role("link", name=name).locator("visible=true").count() == 1
        assert visit.page.locator(".version").locator("visible=true").count() == 1


def test_a_wide_window_is_used(chromium):
    with looking(chromium, viewport=WIDE) as visit:
        visit.function("ip", "ip=8.8.8.8")
        code = visit.page.locator(".card.code").bounding_box()
        value = visit.page.locator("#value").bounding_box()
        assert code["x"] >= value["x"] + value["width"]
        assert code["x"] + code["width"] > WIDE["width"] - 100


SMALL = {"width": 320, "height": 640}
COPIED_WHOLE = [("hash", "algorithm=md5,sha512"), ("password", "length=1000"), ("uuid", ""), ("uuid", "count=3")]


def test_what_is_copied_whole_has_one_size_and_is_seen_whole(look):
    for function, settings in COPIED_WHOLE:
        look.function(function, settings)
        for width in look.widths([SMALL, *ALL_SIZES]):
            sizes, clipped = look.page.evaluate(SEEN)
            assert len(sizes) == 1, (settings, width)
            assert clipped == [], (settings, width)


SEEN = """() => {
  const values = [...document.querySelectorAll("#value :is(.hero, .rows output)")];
  const clipped = values.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1);
  return [[...new Set(values.map((one) => getComputedStyle(one).fontSize))], clipped.map((one) => one.textContent)];
}"""


def test_letters_of_charts_are_readable(look):
    """A figure is drawn anew where the window has another size."""
    look.function("text")
    for width in look.widths({"width": width, "height": 900} for width in (390, 820, 1041, 1280, 1920)):
        heights = look.page.eval_on_selector_all(
            "#figure text",
            """(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)
              * one.ownerSVGElement.getBoundingClientRect().width / one.ownerSVGElement.viewBox.baseVal.width)""",
        )
        assert min(heights) >= 12, width


def test_the_clock_goes_on_without_asking(look):
    look.function("time")
    asked = look.requests()
    first = look.value()[0]
    look.page.wait_for_selector(f'#value .hero:not(:text-is("{first}"))')
    assert asked == []


def test_nor_by_errors_and_long_answers(look):
    for function, settings in [("hash", "iterations=0"), ("random", "count=500&max=1000")]:
        look.function(function, settings)
        look.photograph(f"{function}-{settings.partition('=')[0]}")
        assert look.violations("main") == [], function


def test_the_keyboard_does_everything(visit):
    visit.function("number")
    page = visit.page
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("form[data-name=number] :focus")).to_have_count(1)
    assert "#/number" in page.url
    visit.field("max").focus()
    visit.answered(lambda: page.keyboard.press("ArrowUp"))
    assert visit.field("max").input_value() == "101"
    visit.answered(lambda: page.keyboard.press("Control+Enter"))
    visit.answered(lambda: page.keyboard.press("Enter"))
    page.get_by_role("tab", name="Answer").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-curl")).to_be_focused()
    expect(page.locator("#code")).to_contain_text("curl 'http")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tab-javascript")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#tab-answer")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("#tab-javascript")).to_be_focused()
