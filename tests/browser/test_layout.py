"""For everyone: in every size, in the dark, and for screen readers."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, DESKTOP, PHONE, SMALL, WIDE, visiting
from tests.tables import rows

pytestmark = pytest.mark.browser


def test_each_answer_fits_every_window_and_shuts_nobody_out(chromium, subtests):
    """Nothing is covered, cut off, broken within a date or wider than the window; axe-core finds nothing."""
    with visiting(chromium) as visit:
        for function, settings in rows("fitting.json"):
            with subtests.test(function=function, settings=settings):
                visit.page.emulate_media(color_scheme="light")
                visit.function(function, settings)
                for width in visit.widths(ALL_SIZES):
                    assert [visit.probe(name) for name in ("covered", "broken", "small")] == [[], [], []], width
                assert visit.violations() == []
                visit.page.emulate_media(color_scheme="dark")
                assert visit.violations(rules=["color-contrast"]) == []


def test_on_a_phone_the_answer_comes_before_what_is_optional(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        for function in ("hash", "ip", "random", "uuid", "password", "text", "time", "number"):
            visit.function(function)
            visit.page.wait_for_load_state("networkidle")
            assert visit.probe("answerComesFirst", 200 if function == "hash" else 60), function  # a whole digest
        visit.page.set_viewport_size(SMALL)
        heights = visit.page.locator(".side .go").evaluate_all("(all) => all.map((one) => one.clientHeight)")
        assert max(heights) < 48


def test_what_is_copied_exactly_has_one_size_and_a_scale_its_names_apart(visit):
    for function, settings in [("hash", {"algorithm": "md5,sha512"}), ("uuid", {"count": 3}), ("password", {})]:
        visit.function(function, settings)
        for width in visit.widths(ALL_SIZES):
            assert len(visit.probe("sizes")) == 1, width
            assert visit.probe("areApart"), width


def test_a_wide_window_is_used(chromium):
    with visiting(chromium, viewport=WIDE) as visit:
        visit.function("time", {"datetime": "2026-01-31T10:00:00"})
        visit.page.locator(".hours").wait_for()
        code, value, figure = (visit.page.locator(name).bounding_box() for name in (".card.code", "#value", "#figure"))
        assert code["x"] >= value["x"] + value["width"]
        assert figure["width"] > 2 * value["width"]
        assert not visit.page.locator("#code").is_visible()  # unfolded by a person alone
        for width in visit.widths([DESKTOP, WIDE]):
            hours = visit.page.locator(".wide:has(.hours)")
            assert hours.evaluate("(one) => one.scrollWidth <= one.clientWidth"), width


#: The documentation follows the choice before Swagger UI is loaded, and whatever that is.
NO_SWAGGER_UI = {"content_type": "text/javascript", "body": "window.SwaggerUIBundle = () => {};"}


@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
def test_the_theme_is_chosen_and_kept(visit, system, chosen):
    visit.page.emulate_media(color_scheme=system)
    visit.function("number")
    assert visit.probe("theme") == system
    choice = visit.page.get_by_label("Theme").locator("visible=true")
    choice.select_option(chosen)
    visit.page.reload()
    visit.page.wait_for_selector("#outcome:not([hidden])")
    assert visit.probe("theme") == chosen
    visit.page.route("**/swagger-ui-bundle.js", lambda route: route.fulfill(**NO_SWAGGER_UI))
    visit.open("/docs/")
    expect(visit.page.locator("html.dark-mode")).to_have_count(int(chosen == "dark"))
    visit.page.go_back()
    choice.select_option("")
    assert visit.probe("theme") == system
