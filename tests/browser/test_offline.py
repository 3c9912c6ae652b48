"""Where the service cannot be reached, the page says so, keeps what was typed, and goes on by itself."""

import pytest

from tests.browser.browser import ALL_SIZES, PHONE, WHOLE_CHROMIUM, in_chromium, visiting_alone

pytestmark = pytest.mark.browser

AWAY = "The service cannot be reached"


def test_the_page_says_that_the_service_is_away_and_goes_on_by_itself(chromium):
    with visiting_alone(chromium, viewport=PHONE) as visit:
        visit.function("text", "operation=rot13&text=ab")
        visit.page.context.set_offline(True)
        visit.field("text").fill("abc")
        visit.page.locator("#value").get_by_text(AWAY).wait_for()
        assert visit.field("text").input_value() == "abc"
        assert visit.violations("#outcome") == []
        for _ in visit.widths(ALL_SIZES):
            pass
        visit.page.context.set_offline(False)
        visit.page.locator("#value .hero").wait_for()
        assert visit.value() == ["nop"]


@pytest.mark.skipif(not WHOLE_CHROMIUM, reason="no chromium here with windows, which alone installs pages")
def test_the_browser_would_install_it(driver):
    with in_chromium(*driver, WHOLE_CHROMIUM) as chromium, visiting_alone(chromium) as visit:
        visit.open("/")
        session = visit.devtools()
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [error["errorId"] for error in errors] == ["in-incognito"]  # as every window of a test is
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["manifest"]["startUrl"] == manifest["manifest"]["scope"] == f"{visit.base}/"
