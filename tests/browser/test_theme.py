"""Light or dark as one chooses, also against the system."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

#: The documentation follows the choice before Swagger UI is loaded, and whatever that is.
NO_SWAGGER_UI = "window.SwaggerUIBundle = () => {};"
COLOURS = """() => {
  const frames = [...document.querySelectorAll("meta[name=theme-color]")];
  const { content } = frames.find(({ media }) => matchMedia(media).matches);
  return [content, getComputedStyle(document.body).backgroundColor];
}"""


def shown(visit):
    """The theme that is seen. The frame of the window has the colour of the page."""
    frame, page = visit.page.evaluate(COLOURS)
    colour = [int(frame[at : at + 2], 16) for at in (1, 3, 5)]
    assert page == f"rgb({', '.join(map(str, colour))})"
    return "light" if max(colour) > 128 else "dark"


@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
def test_the_theme_is_chosen_and_kept(visit, system, chosen):
    visit.page.emulate_media(color_scheme=system)
    visit.function("number")
    assert shown(visit) == system
    choice = visit.page.get_by_label("Theme").locator("visible=true")
    choice.select_option(chosen)
    assert shown(visit) == chosen
    assert visit.violations(rules=["color-contrast"]) == []
    visit.page.reload()
    visit.page.wait_for_selector("#outcome:not([hidden])")
    assert shown(visit) == chosen
    visit.page.route(
        "**/swagger-ui-bundle.js", lambda route: route.fulfill(content_type="text/javascript", body=NO_SWAGGER_UI)
    )
    visit.open("/docs/")
    expect(visit.page.locator("html.dark-mode")).to_have_count(int(chosen == "dark"))
    visit.page.go_back()
    choice.select_option("")
    assert shown(visit) == system
