"""Addresses in the console: a map that zooms, names for special ranges, many at once."""

import csv
import io

import pytest

from tests.browser import DESKTOP, PHONE, WIDE, visiting

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESKTOP, WIDE], ids=lambda size: str(size["width"]))
PASTED = "8.8.8.8\n10.0.0.1\nfoo\n"


@SIZES
def test_pasted_addresses_are_a_table_to_download(chromium, viewport):
    with visiting(chromium, viewport=viewport) as visit:
        visit.function("ip")
        visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", PASTED)
        visit.field("ip").focus()
        visit.answered(lambda: visit.page.keyboard.press("Control+v"))
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
        visit.photograph(f"addresses-{viewport['width']}")
        assert visit.violations() == []
        width = visit.page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"]


@SIZES
def test_the_map_zooms_to_the_place(chromium, viewport):
    with visiting(chromium, viewport=viewport) as visit:
        visit.function("ip", "ip=8.8.8.8")
        chart = visit.page.locator("#figure svg[role=img]")
        whole = chart.get_attribute("viewBox").split()
        nearer = visit.page.get_by_role("button", name="Zoom to the place")
        for _ in range(3):
            nearer.click()
        assert nearer.is_disabled()
        near = chart.get_attribute("viewBox").split()
        assert float(near[2]) == float(whole[2]) / 8
        mark, box = visit.page.locator("#figure .place").bounding_box(), chart.bounding_box()
        assert box["x"] <= mark["x"] <= box["x"] + box["width"]
        assert box["y"] <= mark["y"] <= box["y"] + box["height"]
        visit.photograph(f"map-{viewport['width']}")
        assert visit.violations() == []
        visit.page.get_by_role("button", name="Zoom out").click()
        assert not nearer.is_disabled()


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("10.0.0.1", "Private address"),
        ("fe80::1", "Link-local address"),
        ("100.64.0.1", "Shared address"),
        ("192.0.2.1", "Documentation address"),
        ("224.0.0.1", "Multicast address"),
        ("::", "Unspecified address"),
        ("240.0.0.1", "Reserved address"),
    ],
)
def test_an_address_of_nobody_is_named(visit, address, title):
    visit.function("ip", f"ip={address}")
    assert visit.value() == [title]
    assert visit.page.locator(".refused, .faulty").count() == 0
