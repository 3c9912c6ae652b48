"""The map of an address, which zooms and moves by a mouse and by fingers."""

import pytest

from tests.browser.browser import PHONE, visiting

pytestmark = pytest.mark.browser

WHOLE = [0, 0, 1, 1]
MIDDLE = [0.25, 0.25, 0.5, 0.5]


def located(visit):
    """The map of an address: its middle and its width."""
    visit.function("ip", {"ip": "8.8.8.8"})
    chart = visit.page.locator("svg.locator")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]


def test_the_map_zooms_and_moves_by_the_mouse(visit):
    x, y, width = located(visit)
    mouse, keyboard = visit.page.mouse, visit.page.keyboard
    mouse.move(x, y)
    with visit.page.expect_event("console", lambda message: message.text == "scrolled"):
        visit.page.evaluate("addEventListener('wheel', () => console.log('scrolled'))")
        mouse.wheel(0, -1)
    visit.sees(WHOLE)  # it is the page that is scrolled
    keyboard.down("Control")  # as two fingers on a touchpad do
    mouse.wheel(0, -240)
    keyboard.up("Control")
    visit.sees(MIDDLE)
    mouse.down()
    mouse.move(x + width / 4, y, steps=3)
    mouse.up()
    visit.sees([0.12, 0.25, 0.5, 0.5])
    mouse.wheel(0, 240)  # the map has been clicked by now
    visit.sees(WHOLE)
    mouse.dblclick(x - width / 2 + 5, y)
    visit.sees([0, 0.25, 0.5, 0.5])
    for _ in range(3):
        visit.button("Zoom to the place").click()
    mark = visit.page.locator("#figure .place").bounding_box()
    assert abs(mark["x"] + mark["width"] / 2 - x) < 2  # in the middle
    assert abs(mark["y"] + mark["height"] / 2 - y) < 2
    assert 8 < mark["width"] < 14  # as large as before


def test_the_map_is_moved_by_fingers(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        x, y, width = located(visit)
        fingers = visit.page.context.new_cdp_session(visit.page)

        def touch(kind, *places):
            points = [{"x": x + place, "y": y, "id": index} for index, place in enumerate(places)]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", -20, 20)
        for reach in (25, 30, 35, 40):
            touch("touchMove", -reach, reach)
        touch("touchEnd")
        visit.sees(MIDDLE)
        touch("touchStart", 0)
        for way in (15, 30, 45, 60):
            touch("touchMove", -way)
        touch("touchEnd")
        visit.sees([0.25 + 30 / width, 0.25, 0.5, 0.5])
