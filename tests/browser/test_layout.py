"""For everyone: in every size, in the dark, on paper, by keyboard and for screen readers."""

import hashlib
import itertools

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, DESKTOP, PHONE, SMALL, WIDE, visiting
from tests.tables import rows

pytestmark = pytest.mark.browser

#: The buttons that meet a text beside them, with this text.
COVERED = """() => {
  const box = (node) => node.getBoundingClientRect();
  const beside = (one, other) => one.right <= other.left || other.right <= one.left;
  const below = (one, other) => one.bottom <= other.top || other.bottom <= one.top;
  const meet = (one, other) => !beside(one, other) && !below(one, other);
  const texts = [...document.querySelectorAll("#outcome :is(output, .note, .caption, dt, dd, [role=tablist])")];
  return [...document.querySelectorAll("#outcome .copy, .tabs select")].flatMap((button) =>
    texts
      .filter((text) => !text.contains(button) && meet(box(button), box(text)))
      .map((text) => `${button.textContent}: ${text.textContent}`));
}"""
#: Dates and short values of one word that are broken across lines, and values that are cut off.
BROKEN = r"""() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const height = (node) => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight);
  const dates = all("main .date").filter((node) => node.getClientRects().length > 1);
  const whole = all("#value :is(.hero, .rows output, dd > span)");
  const words = whole.filter(({ textContent: text }) => text.length <= 36 && !/\s/.test(text.trim()));
  const short = words.filter((node) => height(node) > 1.9);
  const cut = whole.filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth);
  return [...dates, ...(innerWidth >= 390 ? short : []), ...cut].map((node) => node.textContent);
}"""


def test_each_answer_fits_every_window_and_shuts_nobody_out(chromium, subtests):
    """Nothing is covered, cut off, broken within a date or wider than the window; axe-core finds nothing."""
    with visiting(chromium) as visit:
        for function, settings in rows("fitting.json"):
            with subtests.test(function=function, settings=settings):
                visit.page.emulate_media(color_scheme="light")
                visit.function(function, settings)
                for width in visit.widths(ALL_SIZES):
                    assert visit.page.evaluate(COVERED) == [], width
                    assert visit.page.evaluate(BROKEN) == [], width
                    letters = visit.page.locator("#figure text").evaluate_all(LETTERS)
                    assert min([12, *letters]) >= 12, width
                assert visit.violations() == []
                visit.page.emulate_media(color_scheme="dark")
                assert visit.violations(rules=["color-contrast"]) == []


LETTERS = """(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)
  * one.ownerSVGElement.getBoundingClientRect().width / one.ownerSVGElement.viewBox.baseVal.width)"""


def test_on_a_phone_the_answer_comes_before_what_is_optional(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        for function in ("hash", "ip", "random", "uuid", "password", "text", "time", "number"):
            visit.function(function)
            visit.page.wait_for_load_state("networkidle")
            value = visit.page.locator("#value").bounding_box()
            more = visit.page.locator(".more").locator("visible=true").bounding_box()
            assert value["y"] + min(60, value["height"]) <= PHONE["height"], function
            assert value["y"] + value["height"] <= more["y"] < value["y"] + value["height"] + 60, function
            assert not visit.page.locator("form:visible .more .field").first.is_visible()
        visit.function("hash", {"iterations": 0})
        assert not visit.page.locator("form:visible .invalid").is_visible()
        visit.shows("Iterations must be between 1 and 10000")  # as its field is folded away
        visit.function("hash", {})
        digest = visit.page.locator("#value output").bounding_box()
        assert digest["y"] + digest["height"] <= PHONE["height"]
        for name in ("API documentation", "Index", "Health"):
            assert visit.page.get_by_role("link", name=name).locator("visible=true").count() == 1
        assert visit.page.locator(".version").locator("visible=true").count() == 1
        visit.page.set_viewport_size(SMALL)
        heights = visit.page.locator(".side .go").evaluate_all("(all) => all.map((one) => one.clientHeight)")
        assert max(heights) < 48


def test_what_is_copied_exactly_has_one_size_and_a_scale_its_names_apart(visit):
    sizes = "(all) => [...new Set(all.map((one) => getComputedStyle(one).fontSize))]"
    for function, settings in [("hash", {"algorithm": "md5,sha512"}), ("uuid", {"count": 3})]:
        visit.function(function, settings)
        for width in visit.widths(ALL_SIZES):
            assert len(visit.page.locator("#value :is(.hero, .rows output)").evaluate_all(sizes)) == 1, width
    visit.function("password")
    for width in visit.widths([SMALL, PHONE]):
        spans = visit.page.locator("#figure .label").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
        )
        assert len(spans) == 3
        assert all(one[1] < other[0] for one, other in itertools.pairwise(spans)), width


def test_a_wide_window_is_used(chromium):
    with visiting(chromium, viewport=WIDE) as visit:
        visit.function("time", {"datetime": "2026-01-31T10:00:00"})
        visit.page.locator(".hours").wait_for()
        code, value, figure = (visit.page.locator(name).bounding_box() for name in (".card.code", "#value", "#figure"))
        assert code["x"] >= value["x"] + value["width"]
        assert figure["width"] > 2 * value["width"]
        assert not visit.page.locator("#code").is_visible()  # unfolded by a person alone
        for width in visit.widths([DESKTOP, WIDE]):
            assert visit.page.locator(".wide:has(.hours)").evaluate("(one) => one.scrollWidth <= one.clientWidth"), (
                width
            )


def test_paper_shows_what_was_asked_and_answered_and_nothing_to_press(visit):
    visit.function("time", {"datetime": "2026-01-31T10:00:00"})
    visit.page.emulate_media(media="print")
    for shown in ("h1", "#value output", "[name=datetime]"):
        assert visit.page.locator(shown).locator("visible=true").count() >= 1, shown
    for hidden in ("nav", "#paste", "footer", ".actions", "#value .copy", ".tabs"):
        assert visit.page.locator(hidden).locator("visible=true").count() == 0, hidden


COLOURS = """() => {
  const frames = [...document.querySelectorAll("meta[name=theme-color]")];
  const { content } = frames.find(({ media }) => matchMedia(media).matches);
  return [content, getComputedStyle(document.body).backgroundColor];
}"""
#: The documentation follows the choice before Swagger UI is loaded, and whatever that is.
NO_SWAGGER_UI = {"content_type": "text/javascript", "body": "window.SwaggerUIBundle = () => {};"}


def theme(visit):
    """The theme that is seen. The frame of the window has the colour of the page."""
    frame, page = visit.page.evaluate(COLOURS)
    colour = [int(frame[at : at + 2], 16) for at in (1, 3, 5)]
    assert page == f"rgb({', '.join(map(str, colour))})"
    return "light" if max(colour) > 128 else "dark"


@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
def test_the_theme_is_chosen_and_kept(visit, system, chosen):
    visit.page.emulate_media(color_scheme=system)
    visit.function("number")
    assert theme(visit) == system
    choice = visit.page.get_by_label("Theme").locator("visible=true")
    choice.select_option(chosen)
    visit.page.reload()
    visit.page.wait_for_selector("#outcome:not([hidden])")
    assert theme(visit) == chosen
    visit.page.route("**/swagger-ui-bundle.js", lambda route: route.fulfill(**NO_SWAGGER_UI))
    visit.open("/docs/")
    expect(visit.page.locator("html.dark-mode")).to_have_count(int(chosen == "dark"))
    visit.page.go_back()
    choice.select_option("")
    assert theme(visit) == system


def test_the_keyboard_does_everything_and_the_value_is_read_out(visit):
    visit.function("number")
    page = visit.page
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("form[data-name=number] :focus")).to_have_count(1)
    assert "#/number" in page.url
    visit.field("max").focus()
    visit.answered(lambda: page.keyboard.press("ArrowUp"))
    assert visit.field("max").input_value() == "101"
    visit.answered(lambda: page.keyboard.press("Control+Enter"))
    assert visit.value()[0] in page.locator("#status").text_content()
    page.get_by_role("tab", name="Answer").focus()
    for key, tab in {"ArrowRight": "curl", "End": "javascript", "Home": "answer", "ArrowLeft": "javascript"}.items():
        page.keyboard.press(key)
        expect(page.locator(f"#tab-{tab}")).to_be_focused()
    expect(page.locator("#code")).to_contain_text("await fetch")
    visit.button("JSON and code").click()
    assert not page.locator("#code").is_visible()


def test_all_forms_of_an_input_stand_at_a_glance(visit):
    visit.function("hash", {"input": "abc"})
    names, values = glance(visit)
    found = dict(zip(names, values, strict=True))
    assert found["md5"] == hashlib.md5(b"abc").hexdigest()
    others = visit.page.locator("form:visible input[name=algorithm]:not(:checked)")
    assert set(names) == set(others.evaluate_all("(all) => all.map(({ value }) => value)")) - {"whirlpool", "adler32"}
    visit.function("text", {"text": "user id"})
    names, values = glance(visit)
    assert len(values) == len(set(values))  # equal ones share a line
    assert "lowercase" not in ", ".join(names)  # it is the text itself
    assert "Base64 decode" not in ", ".join(names)  # it is no Base64
    for name, value in {"camelCase": "userId", "Hex encode": "75736572206964"}.items():
        assert value in [value for shown, value in zip(names, values, strict=True) if name in shown.split(", ")]
    visit.page.locator("#glance summary").click()
    visit.fill(text="user ids")
    expect(visit.page.locator("#glance details:not([open])")).to_have_count(1)  # as it was left


def glance(visit):
    visit.page.wait_for_selector(".glance div")
    return [visit.page.locator(f".glance {tag}").all_inner_texts() for tag in ("dt", "dd span")]
