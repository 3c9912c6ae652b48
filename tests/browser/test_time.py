"""The same instant in zones that a person chooses, their working hours, and clocks that go on."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def lines(visit):
    visit.page.wait_for_selector(".zones li")
    return [" ".join(text.split()[:-1]) for text in visit.page.locator(".zones li").all_inner_texts()]


def test_an_instant_is_shown_in_zones_that_are_kept(visit):
    visit.function("time", {"datetime": "2026-01-31T10:00:00Z"})
    assert lines(visit) == [
        "UTC Sat 2026-01-31 10:00:00 +00:00",
        "New York Sat 2026-01-31 05:00:00 -05:00",
        "Tokyo Sat 2026-01-31 19:00:00 +09:00",
    ]
    zone = visit.page.get_by_label("Zone to add")
    zone.fill("Europe/Berln")
    visit.button("Add zone").click()
    visit.page.get_by_text("Invalid timezone: Europe/Berln").wait_for()
    zone.fill("Asia/Kathmandu")
    visit.page.route("**/batch/", lambda route: route.abort())
    zone.press("Enter")
    visit.page.get_by_text("The service cannot be reached").wait_for()
    assert len(lines(visit)) == 3
    visit.page.unroute("**/batch/")
    zone.press("Enter")
    visit.page.locator(".zones").get_by_text("15:45:00").wait_for()
    assert visit.page.get_by_text("The service cannot be reached").count() == 0
    visit.button("Remove UTC").click()
    expect(visit.page.locator(".zones li")).to_have_count(3)
    visit.page.reload()
    assert [line.partition(" Sat")[0] for line in lines(visit)] == ["New York", "Tokyo", "Kathmandu"]
    visit.errors.clear()  # the browser reports the request that was cut


def test_an_hour_is_chosen_when_people_in_several_zones_work(visit):
    visit.function("time", {"datetime": "2026-01-31T10:00:00", "timezone": "Europe/Berlin"})
    grid = visit.page.get_by_role("region", name="Working hours")
    expect(grid.locator("th.chosen")).to_have_text("10")
    assert grid.locator("tbody tr").nth(1).locator("td").all_inner_texts()[:8] == [
        "18",
        "19",
        "20",
        "21",
        "22",
        "23",
        "0",
        "1",
    ]
    visit.page.get_by_text("There is no hour when everyone is at work").wait_for()
    visit.answered(lambda: grid.get_by_role("button", name="Choose 15:00").click())
    assert visit.field("datetime").input_value() == "2026-01-31 15:00"
    assert visit.value() == ["2026-01-31T15:00:00+01:00"]
    visit.button("Remove Asia/Tokyo").click()
    visit.page.get_by_text("Everyone is at work from 15:00 to 17:00 in Berlin").wait_for()


def test_clocks_go_on_without_asking(visit):
    visit.function("time")
    shown = lines(visit)[0]
    first = visit.value()[0]
    asked = visit.requests()
    visit.page.wait_for_selector(f'#value .hero:not(:text-is("{first}"))')
    visit.page.wait_for_selector(f'.zones li:first-child .there:not(:has-text("{shown.split()[3]}"))')
    assert asked == []
