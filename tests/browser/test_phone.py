"""On a phone nothing covers what is read, and nothing is scrolled sideways."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser.browser import PHONE, looking

pytestmark = pytest.mark.browser

#: Functions, their settings, and whether the answer is of a kind that test_everyone.py does not examine.
SHOWN = [
    ("hash", "", False),
    ("hash", "algorithm=sha512%2Csha256%2Cmd5", True),
    ("ip", "ip=8.8.8.8", True),
    ("random", "count=100&max=1000000", False),
    ("uuid", "version=7", True),
    ("uuid", "version=7&count=30", True),
    ("uuid", "count=30&format=urn", False),
    ("password", "length=1000", False),
    ("password", "length=1000&count=3", False),
    ("password", "kind=words&words=12&count=3", True),
    ("text", "text=" + "x" * 400 + "&operation=reverse", False),
    ("time", "", False),
    ("time", "operation=timezones", False),
    ("time", "operation=transitions&timezone=Europe%2FBerlin&start=2000-01-01&end=2030-01-01", True),
    ("number", "decimal=true&precision=9&count=20", False),
]


def test_copy_buttons_cover_nothing_and_the_page_fits(chromium):
    with looking(chromium, viewport=PHONE) as visit:
        for function, settings, is_another_kind in SHOWN:
            visit.function(function, settings)
            visit.photograph(f"phone-{function}-{settings[:20]}")
            assert visit.page.locator("#value").get_by_text("Copy").first.is_visible(), settings
            assert visit.page.evaluate(COVERED) == [], settings
            assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], settings
            assert not is_another_kind or visit.violations("#outcome") == [], settings


#: The buttons that meet a text beside them, with this text; of a list only what is not scrolled away counts.
COVERED = """() => {
  const seen = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const list = node.closest(".rows")?.getBoundingClientRect() ?? { top, bottom };
    return { left, right, top: Math.max(top, list.top), bottom: Math.min(bottom, list.bottom) };
  };
  const beside = (one, other) => one.right <= other.left || other.right <= one.left;
  const below = (one, other) => one.bottom <= other.top || other.bottom <= one.top;
  const meet = (one, other) => !beside(one, other) && !below(one, other);
  const texts = [...document.querySelectorAll("#value :is(output, .note, .caption, dt, dd, summary), [role=tablist]")];
  return [...document.querySelectorAll("#outcome .copy")].flatMap((button) =>
    texts
      .filter((text) => !text.contains(button) && meet(seen(button), seen(text)))
      .map((text) => `${button.textContent}: ${text.textContent}`));
}"""


def test_uuids_fit_on_their_line(chromium):
    with looking(chromium, viewport=PHONE) as visit:
        visit.function("uuid", "version=7&count=30")
        rows = visit.page.locator("#value .rows output")
        assert rows.count() == 30
        assert rows.evaluate_all(
            "(all) => all.every((one) => one.scrollWidth <= one.clientWidth && one.clientHeight < 30)"
        )
        assert rows.first.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 11.5


SMALL = {"width": 320, "height": 640}
FOLDED = {"iterations=0": "Iterations must be between 1 and 10000", "without=key": "Fill in key"}


def test_an_error_whose_field_is_folded_away_is_said_in_the_answer(chromium):
    with looking(chromium, viewport=PHONE) as visit:
        for settings, said in FOLDED.items():
            visit.function("hash", settings)
            assert not visit.page.locator("form:visible .invalid").is_visible()
            expect(visit.page.locator("#value .message")).to_contain_text(said)


DATED = [
    "datetime=2026-01-31T10%3A30%3A00",
    "operation=recurrence&rule=every+weekday+at+9am",
    "operation=holidays&country=DE&year=2026",
    "operation=timezone_info&timezone=Europe%2FBerlin",
    "datetime=05%2F06%2F2026",
]


def test_a_date_is_never_broken(look):
    for settings in DATED:
        look.function("time", settings)
        for width in look.widths([SMALL, PHONE]):
            lines = look.page.locator("main .date").evaluate_all(
                "(all) => all.map((one) => one.getClientRects().length)"
            )
            assert set(lines) - {0} == {1}, (settings, width)


def test_most_of_two_texts_side_by_side_is_text(chromium):
    with looking(chromium, viewport=SMALL) as visit:
        visit.function("text", "text=Hello%2C+World%21%0AFish&operation=slugify&each_line=true")
        row = visit.page.locator(".sides tbody tr").first
        number, text, _, _ = row.locator("td").evaluate_all("(all) => all.map((one) => one.clientWidth)")
        assert number * 2 < text


@pytest.mark.parametrize("viewport", [SMALL, PHONE], ids=lambda size: str(size["width"]))
def test_the_names_on_the_scale_of_strength_stand_apart(chromium, viewport):
    with looking(chromium, viewport=viewport) as visit:
        visit.function("password")
        spans = visit.page.locator("#figure .label").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
        )
        assert len(spans) == 3
        assert all(one[1] < other[0] for one, other in itertools.pairwise(spans))


def test_buttons_above_have_one_line_in_a_small_window(chromium):
    with looking(chromium, viewport=SMALL) as visit:
        visit.function("random_dice")
        heights = visit.page.locator(".side .go").evaluate_all("(all) => all.map((one) => one.clientHeight)")
        assert max(heights) < 48
        assert visit.page.locator("form:visible .actions").evaluate("(node) => node.clientHeight") < 60
