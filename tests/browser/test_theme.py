"""Light or dark as one chooses, also against the system."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import PHONE, WIDE, visiting

pytestmark = pytest.mark.browser


def brightness(visit):
    colour = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return max(map(int, colour[4:-1].split(",")))


@pytest.mark.parametrize(("viewport", "system", "chosen"), [(PHONE, "light", "dark"), (WIDE, "dark", "light")])
def test_the_theme_is_chosen_and_kept(chromium, viewport, system, chosen):
    with visiting(chromium, viewport=viewport, color_scheme=system) as visit:
        visit.function("number")
        before = brightness(visit) > 128
        assert before == (system == "light")
        visit.page.get_by_label("Theme").locator("visible=true").select_option(chosen)
        assert (brightness(visit) > 128) != before
        assert visit.violations() == []
        visit.page.reload()
        visit.page.wait_for_selector("#outcome:not([hidden])")
        assert (brightness(visit) > 128) != before
        visit.open("/docs/")
        visit.page.wait_for_selector("#operations-UUID-get_uuid")
        expect(visit.page.locator("html.dark-mode")).to_have_count(int(chosen == "dark"))
