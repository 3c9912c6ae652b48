"""Time in the console: zones beside each other, drawings, a calendar."""

import pytest

from tests.browser.browser import ALL_SIZES, PHONE, looking, visiting

pytestmark = pytest.mark.browser


def lines(visit):
    visit.page.wait_for_selector(".zones li")
    return [text.split() for text in visit.page.locator(".zones li").all_inner_texts()]


def test_an_instant_is_shown_in_zones_that_are_kept(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("time", "datetime=2026-01-31T10:00:00Z")
        assert [" ".join(line[:-2]) for line in lines(visit)] == [
            "UTC Sat 2026-01-31 10:00:00",
            "New York Sat 2026-01-31 05:00:00",
            "Tokyo Sat 2026-01-31 19:00:00",
        ]
        zone, add = visit.page.get_by_label("Zone to add"), visit.page.get_by_role("button", name="Add zone")
        zone.fill("Europe/Berln")
        add.click()
        visit.page.get_by_text("Invalid timezone: Europe/Berln").wait_for()
        assert len(lines(visit)) == 3
        zone.fill("Asia/Kathmandu")
        visit.page.route("**/batch/", lambda route: route.abort())
        add.click()
        visit.page.get_by_text("The service cannot be reached").wait_for()
        assert len(lines(visit)) == 3
        visit.page.unroute("**/batch/")
        zone.press("Enter")
        visit.page.locator(".zones").get_by_text("15:45:00").wait_for()
        assert visit.page.get_by_text("The service cannot be reached").count() == 0
        visit.page.get_by_role("button", name="Remove UTC").click()
        assert visit.violations("#outcome") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"zones-{width}")
        visit.page.reload()
        assert [line[0] for line in lines(visit)] == ["New", "Tokyo", "Kathmandu"]
        visit.errors.clear()  # the browser reports the request that was cut


def test_every_clock_goes_on(look):
    look.function("time")
    (first, *_) = lines(look)
    look.page.wait_for_selector(f'.zones li:first-child .there:not(:has-text("{first[3]}"))')


TYPED = {
    "1700000000": "2023-11-14T22:13:20+00:00",
    "31 January 2026 10:00": "2026-01-31T10:00:00+00:00",
    "1700000000123": "2023-11-14T22:13:20+00:00",
    "Sat, 31 Jan 2026 10:00:00 +0000": "2026-01-31T10:00:00+00:00",
}


PICK = """(picker) => {
  picker.value = "2026-05-05T12:34:56";
  picker.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def test_any_form_is_read_as_it_is_typed_or_picked(visit, subtests):
    visit.function("time", "timezone=UTC")
    for text, instant in TYPED.items():
        with subtests.test(text=text):
            visit.answered(lambda text=text: visit.field("datetime").fill(text))
            assert visit.value() == [instant]
            assert "Unix seconds" in visit.page.inner_text("#value")
            assert "Unix milliseconds" in visit.page.inner_text("#value")
    assert visit.page.get_by_role("button", name="Pick Datetime from a calendar").is_enabled()
    picker = visit.page.locator("[data-control=datetime] .picker")
    visit.answered(lambda: picker.evaluate(PICK))
    assert visit.field("datetime").input_value() == "2026-05-05T12:34:56"
    assert visit.value()[0].startswith("2026-05-05T12:34:56")


def test_what_can_be_drawn_is(chromium):
    with looking(chromium, viewport=PHONE) as visit:
        visit.function("time", "operation=transitions&timezone=Europe%2FBerlin&start=2026-01-01&end=2027-01-01")
        drawn = visit.page.locator("#figure svg[role=img]")
        assert "2026-03-29 +02:00, 2026-10-25 +01:00" in drawn.get_attribute("aria-label")
        assert visit.violations("#outcome") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"transitions-{width}")
        visit.function("time", "operation=difference&start=2026-01-31&end=2026-03-01+12%3A00")
        visit.page.wait_for_selector("#figure svg.span")
        assert drawn.get_attribute("aria-label").startswith("1 month, 1 day, 12 hours from 2026-01-31")
        assert visit.page.locator("#figure rect").count() == 3
        assert visit.violations("#outcome") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"difference-{width}")
        visit.function("time", "operation=timezone_info&timezone=Europe%2FBerlin&datetime=2026-05-05")
        label = visit.page.locator("#figure svg.timeline").get_attribute("aria-label")
        assert "2025-10-26 +01:00, 2026-03-29 +02:00, 2026-10-25 +01:00" in label
        assert visit.page.locator("#figure svg.timeline circle").count() == 1  # where the instant stands
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"timezone-{width}")
        assert visit.violations("#outcome") == []


FAR_AWAY = {
    "timezone=Asia%2FTokyo&datetime=2026-05-05": "1951-09-0",  # the last change was long ago
    "timezone=Europe%2FBerlin&datetime=1850-01-01": "1893-04-01 +01:00",  # the first, from an offset with seconds
    "timezone=Africa%2FAbidjan&datetime=2026-01-01": "1912-01-01 +00:00",
}


def test_a_change_far_away_is_drawn_too_and_a_zone_without_changes_has_no_time_line(look):
    for settings, label in FAR_AWAY.items():
        look.function("time", f"operation=timezone_info&{settings}")
        assert label in look.page.locator("#figure svg.timeline").get_attribute("aria-label")
    look.function("time", "operation=timezone_info&timezone=UTC")
    assert not look.page.locator("#figure").is_visible()
