"""Time in the console: zones beside each other, drawings, a calendar."""

import pytest

from tests.browser.browser import ALL_SIZES, DESKTOP, PHONE, WIDE, looking, visiting, visiting_alone

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESKTOP, WIDE], ids=lambda size: str(size["width"]))


def lines(visit):
    visit.page.wait_for_selector(".zones li")
    return [text.split() for text in visit.page.locator(".zones li").all_inner_texts()]


def test_an_instant_is_shown_in_zones_that_are_kept(chromium, subtests):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("time", "datetime=2026-01-31T10:00:00Z")
        assert [line[:4] for line in lines(visit)] == [
            ["UTC", "Sat", "2026-01-31", "10:00:00"],
            ["America/New_York", "Sat", "2026-01-31", "05:00:00"],
            ["Asia/Tokyo", "Sat", "2026-01-31", "19:00:00"],
        ]
        visit.page.get_by_label("Zone to add").fill("Asia/Kathmandu")
        visit.page.get_by_label("Zone to add").press("Enter")
        visit.page.locator(".zones").get_by_text("15:45:00").wait_for()
        visit.page.get_by_role("button", name="Remove UTC").click()
        for viewport in ALL_SIZES:
            with subtests.test(width=viewport["width"]):
                visit.page.set_viewport_size(viewport)
                visit.photograph(f"zones-{viewport['width']}")
                assert visit.violations("#outcome") == []
        visit.page.reload()
        assert [line[0] for line in lines(visit)] == ["America/New_York", "Asia/Tokyo", "Asia/Kathmandu"]


def test_a_zone_that_is_none_is_refused(visit):
    visit.function("time", "datetime=2026-01-31T10:00:00Z")
    visit.page.get_by_label("Zone to add").fill("Europe/Berln")
    visit.page.get_by_role("button", name="Add zone").click()
    visit.page.get_by_text("Invalid timezone: Europe/Berln").wait_for()
    assert len(lines(visit)) == 3


def test_a_zone_is_added_when_the_service_is_back(chromium):
    with visiting_alone(chromium, service_workers="block") as visit:
        visit.function("time", "datetime=2026-01-31T10:00:00Z")
        before = lines(visit)
        visit.page.get_by_label("Zone to add").fill("Asia/Kathmandu")
        visit.page.route("**/batch/", lambda route: route.abort())
        visit.page.get_by_role("button", name="Add zone").click()
        visit.page.get_by_text("The service cannot be reached").wait_for()
        assert lines(visit) == before
        visit.page.unroute("**/batch/")
        visit.page.get_by_role("button", name="Add zone").click()
        visit.page.locator(".zones").get_by_text("15:45:00").wait_for()
        assert visit.page.get_by_text("The service cannot be reached").count() == 0


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


def test_any_form_is_read_as_it_is_typed(visit, subtests):
    visit.function("time", "timezone=UTC")
    for text, instant in TYPED.items():
        with subtests.test(text=text):
            visit.answered(lambda text=text: visit.field("datetime").fill(text))
            assert visit.value() == [instant]
            assert "Unix seconds" in visit.page.inner_text("#value")
            assert "Unix milliseconds" in visit.page.inner_text("#value")


@SIZES
def test_what_can_be_drawn_is(chromium, viewport):
    with looking(chromium, viewport=viewport) as visit:
        visit.function("time", "operation=transitions&timezone=Europe%2FBerlin&start=2026-01-01&end=2027-01-01")
        drawn = visit.page.locator("#figure svg[role=img]")
        assert "2026-03-29 +02:00, 2026-10-25 +01:00" in drawn.get_attribute("aria-label")
        assert visit.violations("#outcome") == []
        visit.photograph(f"transitions-{viewport['width']}")
        visit.function("time", "operation=difference&start=2026-01-31&end=2026-03-01+12%3A00")
        visit.page.wait_for_selector("#figure svg.span")
        assert drawn.get_attribute("aria-label").startswith("1 month, 1 day, 12 hours from 2026-01-31")
        assert visit.page.locator("#figure rect").count() == 3
        visit.photograph(f"difference-{viewport['width']}")
        assert visit.violations("#outcome") == []


@SIZES
def test_the_changes_of_a_described_zone_are_drawn(chromium, viewport):
    with looking(chromium, viewport=viewport) as visit:
        visit.function("time", "operation=timezone_info&timezone=Europe%2FBerlin&datetime=2026-05-05")
        drawn = visit.page.locator("#figure svg.timeline")
        assert "2025-10-26 +01:00, 2026-03-29 +02:00, 2026-10-25 +01:00" in drawn.get_attribute("aria-label")
        assert drawn.locator("circle").count() == 1  # where the instant stands
        visit.photograph(f"timezone-{viewport['width']}")
        assert visit.violations("#outcome") == []


@pytest.mark.parametrize(
    ("settings", "label"),
    [
        ("timezone=Asia%2FTokyo&datetime=2026-05-05", "1951-09-0"),  # the last change was long ago
        (
            "timezone=Europe%2FBerlin&datetime=1850-01-01",
            "1893-04-01 +01:00",
        ),  # the first comes in 43 years, and the offset has seconds
        ("timezone=Africa%2FAbidjan&datetime=2026-01-01", "1912-01-01 +00:00"),
    ],
)
def test_a_change_far_away_is_drawn_too(look, settings, label):
    look.function("time", f"operation=timezone_info&{settings}")
    assert label in look.page.locator("#figure svg.timeline").get_attribute("aria-label")


def test_a_zone_without_changes_has_no_time_line(look):
    look.function("time", "operation=timezone_info&timezone=UTC")
    assert not look.page.locator("#figure").is_visible()


def test_a_date_is_picked(visit):
    visit.function("time")
    assert visit.page.get_by_role("button", name="Pick Datetime from a calendar").is_enabled()
    picker = visit.page.locator("[data-control=datetime] .picker")
    visit.answered(lambda: picker.evaluate(PICK))
    assert visit.field("datetime").input_value() == "2026-05-05T12:34:56"
    assert visit.value()[0].startswith("2026-05-05T12:34:56")


PICK = """(picker) => {
  picker.value = "2026-05-05T12:34:56";
  picker.dispatchEvent(new Event("input", { bubbles: true }));
}"""
