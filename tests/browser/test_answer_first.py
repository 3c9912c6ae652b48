"""The answer first: an error once, meanings to choose from, JSON and code folded away, the beginning of large texts."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.browser import DESKTOP, WIDE, visiting_alone

pytestmark = pytest.mark.browser


def test_g19_each_meaning_is_a_button_that_writes_it(visit):
    visit.function("time")
    visit.answered(lambda: visit.field("datetime").fill("05/06/2026"))
    reading = visit.page.locator("form:visible .invalid").get_by_role("button", name="2026-05-06")
    visit.answered(reading.click)
    assert visit.field("datetime").input_value() == "2026-05-06"
    assert visit.value()[0].startswith("2026-05-06T00:00:00")
    copy = visit.page.get_by_role("button", name="Copy Unix milliseconds")  # each fact is copied by itself
    assert visit.copied(copy) == "1778018400000"


def test_json_and_code_are_folded_away_until_they_are_wanted(visit):
    visit.function("uuid")
    assert not visit.page.locator("#code").is_visible()
    visit.page.get_by_role("tab", name="curl").click()
    assert visit.code().startswith("curl ")
    visit.page.get_by_role("button", name="JSON and code").click()
    assert not visit.page.locator("#code").is_visible()


def test_the_value_is_read_out(look):
    look.function("text", "text=abc&operation=uppercase")
    assert "ABC" in look.page.locator("#status").text_content()


# --- much

MUCH = "hello wörld 😀\n" * 14_000


def paste(visit, text):
    visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    visit.field("text").focus()
    visit.page.keyboard.press("Control+v")


def test_of_a_large_answer_the_beginning_is_shown_and_all_of_it_copied(visit):
    visit.function("text", "operation=uppercase")
    visit.answered(lambda: paste(visit, MUCH))
    assert len(visit.value()[0]) < 6000
    copy = visit.page.get_by_role("region", name="Result").get_by_role("button", name="Copy", exact=True)
    assert visit.copied(copy) == MUCH.upper()
    visit.unfold()
    assert len(visit.code()) < 25_000
    assert json.loads(visit.copied(visit.page.locator("#copy-code")))["result"] == MUCH.upper()
    visit.page.locator("#value").get_by_role("button", name="Show all").click()
    assert len(visit.page.locator("#value .hero").text_content()) == len(MUCH.upper())


def test_while_something_is_typed_one_call_is_on_its_way_and_it_is_kept_a_moment_later(chromium):
    """A key does not wait until a long text is written into the browser's storage."""
    with visiting_alone(chromium) as visit:
        visit.page.clock.install()
        visit.function("text", "operation=uppercase")
        visit.page.clock.pause_at("2100-01-01")
        asked, held = [], []
        visit.page.route("**/text/**", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks the function
        visit.page.on("request", lambda request: asked.append(request))  # noqa: PLW0108  # as above
        with visit.page.expect_request("**/text/**"):
            type_for_a_moment(visit, "a")
        for text in ("ab", "abc", "abcd"):
            type_for_a_moment(visit, text)
        kept = "() => sessionStorage.getItem('utilitysvc.draft.text') ?? ''"
        assert "abcd" not in visit.page.evaluate(kept)
        visit.page.clock.run_for(1000)
        assert "abcd" in visit.page.evaluate(kept)
        visit.page.unroute_all()  # which lets it go on
        visit.page.get_by_text("ABCD", exact=True).first.wait_for()
        texts = [request.post_data_json["text"] for request in asked if request.url.endswith("/text/")]
        assert texts == ["a", "abcd"]


def type_for_a_moment(visit, text):
    visit.field("text").fill(text)
    visit.page.clock.run_for(250)  # longer than the page waits for the next key


def test_an_error_that_is_out_of_view_is_said_in_the_answer_too(visit):
    visit.function("hash", "input=abc&iterations=0")
    expect(visit.page.locator("#value .message")).to_contain_text("Iterations must be between 1 and 10000")
    visit.field("iterations").evaluate("(field) => field.scrollIntoView({ block: 'center' })")
    visit.answered(lambda: visit.field("iterations").fill("20000"))
    expect(visit.page.locator("form:visible .invalid .error")).to_contain_text("Requested iterations: 20000")
    expect(visit.page.locator("#value")).to_be_hidden()


def test_an_empty_result_says_so_and_has_no_other_forms(look):
    look.function("text", "text=&operation=snakecase")
    content = "getComputedStyle(document.querySelector('#value .hero'), '::before').content"
    assert look.page.evaluate(content) == '"(empty)"'
    expect(look.page.locator("#glance details")).to_have_count(0)


def test_what_is_no_uuid_is_said_to_be_none(look):
    look.function("uuid_inspect", "uuid=xyz")
    expect(look.page.locator("#value .verdict.no")).to_contain_text("Invalid UUID")


def test_the_names_of_the_code_stand_in_one_line(look):
    look.function("random")
    for width in look.widths([DESKTOP, WIDE]):
        tops = look.page.locator("[role=tab]").evaluate_all("(all) => all.map((tab) => tab.offsetTop)")
        assert len(set(tops)) == 1, width
