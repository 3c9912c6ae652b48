"""Addresses: many at once as a table, and a map that zooms and moves."""

import csv
import io

import pytest
from playwright.sync_api import expect

from tests.browser.browser import PHONE, WIDE, visiting

pytestmark = pytest.mark.browser

PASTED = "8.8.8.8\n10.0.0.1\nfoo\n"


def test_pasted_addresses_are_a_table_to_download(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("ip")
        visit.field("ip").focus()
        visit.answered(lambda: visit.paste(PASTED))
        rows = visit.page.locator("#value tbody tr")
        assert [cells.split("\t")[0] for cells in rows.all_inner_texts()] == ["8.8.8.8", "10.0.0.1", "foo"]
        assert "Mountain View" in rows.nth(0).inner_text()
        assert "private address" in rows.nth(1).inner_text()
        assert "Invalid IP address provided" in rows.nth(2).inner_text()
        with visit.page.expect_download() as download:
            visit.page.get_by_role("button", name="Download CSV").click()
        saved = list(csv.DictReader(io.StringIO(download.value.path().read_text())))
        assert [row["Address"] for row in saved] == ["8.8.8.8", "10.0.0.1", "foo"]
        assert saved[0]["Country"] == "United States"


def seen(visit):
    """The part of the map that is seen: left, top, width and height, each as a share of the whole."""
    chart = visit.page.locator("svg.locator")
    left, top, width, height = map(float, chart.get_attribute("viewBox").split())
    grid = chart.locator(".graticule").evaluate("(grid) => [grid.getBBox().width, grid.getBBox().height]")
    return [round(left / grid[0], 2), round(top / grid[1], 2), round(width / grid[0], 2), round(height / grid[1], 2)]


WHOLE = [0, 0, 1, 1]


def test_the_map_zooms_to_the_place(chromium, subtests):
    """In windows of two sizes, with another place in each, so that the map is drawn anew."""
    with visiting(chromium) as visit:
        for viewport, address in [(PHONE, "8.8.8.8"), (WIDE, "2001:4860:4860::8888")]:
            with subtests.test(width=viewport["width"]):
                visit.page.set_viewport_size(viewport)
                visit.function("ip", {"ip": address})
                assert seen(visit) == WHOLE
                chart = visit.page.locator("svg.locator")
                nearer = visit.page.get_by_role("button", name="Zoom to the place")
                for _ in range(4):
                    nearer.click()
                expect(nearer).to_be_disabled()
                assert seen(visit)[2:] == [0.06, 0.06]
                mark, box = visit.page.locator("#figure .place").bounding_box(), chart.bounding_box()
                assert abs(mark["x"] + mark["width"] / 2 - box["x"] - box["width"] / 2) < 2  # in the middle
                assert abs(mark["y"] + mark["height"] / 2 - box["y"] - box["height"] / 2) < 2
                assert 8 < mark["width"] < 14  # as large as before
                visit.page.get_by_role("button", name="Zoom out").click()
                assert not nearer.is_disabled()


def test_the_map_is_moved_by_the_mouse_and_by_keys(visit):
    visit.function("ip", {"ip": "8.8.8.8"})
    chart, mouse, keyboard = visit.page.locator("svg.locator"), visit.page.mouse, visit.page.keyboard
    chart.hover()
    with visit.page.expect_event("console", lambda message: message.text == "scrolled"):
        visit.page.evaluate("addEventListener('wheel', () => console.log('scrolled'))")
        mouse.wheel(0, -100)
    assert seen(visit) == WHOLE  # it is the page that is scrolled
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(*middle)
    keyboard.down("Control")  # as two fingers on a touchpad do
    mouse.wheel(0, -240)
    keyboard.up("Control")
    until(visit, [0.25, 0.25, 0.5, 0.5])
    mouse.move(*middle)
    mouse.down()
    mouse.move(middle[0] + box["width"] / 4, middle[1], steps=3)
    mouse.up()
    until(visit, [0.12, 0.25, 0.5, 0.5])
    mouse.wheel(0, 240)  # the map has been clicked by now
    until(visit, WHOLE)
    mouse.dblclick(box["x"] + 5, box["y"] + 5)
    until(visit, [0, 0, 0.5, 0.5])
    visit.page.get_by_role("group", name="Map").focus()
    for key, part in {
        "0": WHOLE,
        "+": [0.25, 0.25, 0.5, 0.5],
        "ArrowLeft": [0.17, 0.25, 0.5, 0.5],
        "ArrowDown": [0.17, 0.33, 0.5, 0.5],
        "-": WHOLE,
    }.items():
        keyboard.press(key)
        until(visit, part)


def until(visit, part):
    """Wait until this part is seen: a wheel and a finger are answered in their own time."""
    for _ in range(600):
        if all(abs(one - other) <= 0.02 for one, other in zip(seen(visit), part, strict=True)):
            return
        visit.page.wait_for_timeout(50)
    assert seen(visit) == part


def test_the_map_is_moved_by_fingers(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("ip", {"ip": "8.8.8.8"})
        chart = visit.page.locator("svg.locator")
        chart.scroll_into_view_if_needed()
        box = chart.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        fingers = visit.devtools()
        touch(fingers, "touchStart", (x - 20, y), (x + 20, y))
        for reach in (25, 30, 35, 40):
            touch(fingers, "touchMove", (x - reach, y), (x + reach, y))
        touch(fingers, "touchEnd")
        until(visit, [0.25, 0.25, 0.5, 0.5])
        touch(fingers, "touchStart", (x, y))
        for way in (15, 30, 45, 60):
            touch(fingers, "touchMove", (x - way, y))
        touch(fingers, "touchEnd")
        until(visit, [0.25 + 30 / box["width"], 0.25, 0.5, 0.5])


def touch(fingers, kind, *points):
    named = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
    fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})


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
