"""On a phone nothing covers what is read, and nothing is scrolled sideways."""

import pytest

from tests.browser.browser import PHONE, visiting

pytestmark = pytest.mark.browser

SHOWN = [
    ("hash", ""),
    ("hash", "algorithm=sha512%2Csha256%2Cmd5"),
    ("ip", "ip=8.8.8.8"),
    ("random", "count=500&max=1000000"),
    ("uuid", "version=7"),
    ("uuid", "version=7&count=30"),
    ("uuid", "count=30&format=urn"),
    ("password", "length=1000"),
    ("password", "length=1000&count=3"),
    ("password", "kind=words&words=12&count=3"),
    ("text", "text=" + "x" * 400 + "&operation=reverse"),
    ("time", ""),
    ("time", "operation=timezones"),
    ("time", "operation=transitions&timezone=Europe%2FBerlin&start=1900-01-01&end=2030-01-01"),
    ("number", "decimal=true&precision=9&count=20"),
]


@pytest.mark.parametrize(("function", "settings"), SHOWN)
def test_copy_buttons_cover_nothing_and_the_page_fits(chromium, function, settings):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function(function, settings)
        visit.photograph(f"phone-{function}-{settings[:20]}")
        assert visit.page.locator("#value").get_by_text("Copy").first.is_visible() or function == "ip"
        assert visit.page.evaluate(COVERED) == []
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert visit.violations() == []


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
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("uuid", "version=7&count=30")
        rows = visit.page.locator("#value .rows output")
        assert rows.count() == 30
        assert rows.evaluate_all(
            "(all) => all.every((one) => one.scrollWidth <= one.clientWidth && one.clientHeight < 30)"
        )
        assert rows.first.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 11.5
