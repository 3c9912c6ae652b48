"""What is kept of calls, beside the steps of kept.json: where time or another window takes part."""

import pytest

from tests.browser.browser import visiting_alone
from tests.browser.steps import perform
from tests.browser.visit import SHOWN

pytestmark = pytest.mark.browser


def test_what_is_half_typed_is_no_call_and_one_that_stands_is_kept_by_itself(chromium):
    with visiting_alone(chromium) as visit:
        visit.page.clock.install(time=0)
        visit.page.clock.pause_at(1000)
        visit.function("text")
        for text in ("h", "hell", "hello"):
            visit.answered(lambda text=text: [visit.field("text").fill(text), visit.page.clock.run_for(200)])
        visit.page.clock.run_for(1500)
        assert visit.probe("recent") == []
        visit.page.clock.run_for(1000)
        assert visit.probe("recent") == ["text?text=hello"]
        visit.answered(lambda: [visit.field("text").fill("hello you"), visit.page.keyboard.press("Control+Enter")])
        visit.until("recent", ["text?text=hello+you", "text?text=hello"])  # at once, for who asks for it


def test_one_switch_deletes_all_at_once_and_keeps_nothing_more_in_any_window(visit):
    def switched():
        visit.button("History").click()
        visit.page.get_by_role("dialog").get_by_role("switch").click()
        visit.page.keyboard.press("Escape")
        return visit.probe("kept")

    visit.function("random", {"count": 4})
    other = visit.page.context.new_page()
    other.goto(f"{visit.base}/#/random")
    other.wait_for_selector(SHOWN)
    assert switched() == {"utilitysvc.keeping": "false"}
    other.get_by_role("button", name="Generate").locator("visible=true").click()
    other.close()
    visit.fill(count="5")
    visit.page.reload()
    visit.page.wait_for_selector(SHOWN)
    assert visit.probe("kept") == {"utilitysvc.keeping": "false"}
    assert switched() == {"utilitysvc.keeping": "true"}
    visit.answered(lambda: visit.button("Generate").click())
    assert visit.probe("recent") == ["random?count=5"]


def test_no_more_than_fifty_calls_are_kept(visit):
    kept = [f"random?count={count}" for count in range(50, 0, -1)]
    opened = {"open": ["random", {"count": 60}], "key": "Control+Enter", "recent": ["random?count=60", *kept[:-1]]}
    perform(visit, [{"keep": {"recent": kept}}, opened])
