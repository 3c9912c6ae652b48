"""Addresses: many at once as a table, and a map that zooms and moves."""

import csv
import io

import pytest
from playwright.sync_api import expect

from tests.browser.browser import PHONE, visiting

pytestmark = pytest.mark.browser


def test_pasted_addresses_are_a_table_to_download(visit):
    visit.function("ip")
    visit.field("ip").focus()
    visit.answered(lambda: visit.paste("8.8.8.8\n10.0.0.1\nfoo\n"))
    told = ["Mountain View", "private address", "Invalid IP address provided"]
    expect(visit.page.locator("#value tbody td:nth-child(2)")).to_contain_text(told)
    with visit.page.expect_download() as download:
        visit.button("Download CSV").click()
    saved = list(csv.DictReader(io.StringIO(download.value.path().read_text())))
    assert [row["Address"] for row in saved] == ["8.8.8.8", "10.0.0.1", "foo"]
    assert saved[0]["Country"] == "United States"


WHOLE = [0, 0, 1, 1]
MIDDLE = [0.25, 0.25, 0.5, 0.5]
BY_KEYS = {
    "0": WHOLE,
    "+": MIDDLE,
    "ArrowLeft": [0.17, 0.25, 0.5, 0.5],
    "ArrowDown": [0.17, 0.33, 0.5, 0.5],
    "-": WHOLE,
}


def until(visit, part):
    """Wait until this part is seen: a wheel and a finger are answered in their own time."""
    visit.page.wait_for_function("(part) => probes.isSeen(part)", arg=part)


def located(visit):
    """The map of an address: its middle and its width."""
    visit.function("ip", {"ip": "8.8.8.8"})
    chart = visit.page.locator("svg.locator")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]


def test_the_map_zooms_and_moves_by_the_mouse_by_keys_and_by_buttons(visit):
    x, y, width = located(visit)
    mouse, keyboard = visit.page.mouse, visit.page.keyboard
    mouse.move(x, y)
    with visit.page.expect_event("console", lambda message: message.text == "scrolled"):
        visit.page.evaluate("addEventListener('wheel', () => console.log('scrolled'))")
        mouse.wheel(0, -1)
    until(visit, WHOLE)  # it is the page that is scrolled
    keyboard.down("Control")  # as two fingers on a touchpad do
    mouse.wheel(0, -240)
    keyboard.up("Control")
    until(visit, MIDDLE)
    mouse.down()
    mouse.move(x + width / 4, y, steps=3)
    mouse.up()
    until(visit, [0.12, 0.25, 0.5, 0.5])
    mouse.wheel(0, 240)  # the map has been clicked by now
    until(visit, WHOLE)
    mouse.dblclick(x - width / 2 + 5, y)
    until(visit, [0, 0.25, 0.5, 0.5])
    visit.page.get_by_role("group", name="Map").focus()
    for key, part in BY_KEYS.items():
        keyboard.press(key)
        until(visit, part)
    for _ in range(4):
        visit.button("Zoom to the place").click()
    expect(visit.button("Zoom to the place")).to_be_disabled()
    mark = visit.page.locator("#figure .place").bounding_box()
    assert abs(mark["x"] + mark["width"] / 2 - x) < 2  # in the middle
    assert abs(mark["y"] + mark["height"] / 2 - y) < 2
    assert 8 < mark["width"] < 14  # as large as before
    visit.button("Zoom out").click()
    expect(visit.button("Zoom to the place")).to_be_enabled()


def test_the_map_is_moved_by_fingers(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        x, y, width = located(visit)
        fingers = visit.devtools()

        def touch(kind, *places):
            points = [{"x": x + place, "y": y, "id": index} for index, place in enumerate(places)]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", -20, 20)
        for reach in (25, 30, 35, 40):
            touch("touchMove", -reach, reach)
        touch("touchEnd")
        until(visit, MIDDLE)
        touch("touchStart", 0)
        for way in (15, 30, 45, 60):
            touch("touchMove", -way)
        touch("touchEnd")
        until(visit, [0.25 + 30 / width, 0.25, 0.5, 0.5])


def test_an_address_beyond_the_map_has_none(visit):
    """Antarctica: its data would be a sixth of the map."""
    visit.page.route("**/ip/*", answered_from_antarctica)
    visit.function("ip", {"ip": "8.8.8.8"})
    assert not visit.page.locator("#figure").is_visible()
    assert visit.page.get_by_role("link", name="IP Geolocation by DB-IP").is_visible()


def answered_from_antarctica(route):
    answer = route.fetch().json()
    answer["location"] |= {"latitude": -77.85, "longitude": 166.67}
    route.fulfill(json=answer)
