"""The answer first: an error once, meanings to choose from, JSON and code folded away, the beginning of large texts."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.browser import DESKTOP, WIDE, looking, visiting_alone

pytestmark = pytest.mark.browser


def test_an_error_is_said_once_and_a_whole_sentence(visit):
    visit.function("time")
    visit.answered(lambda: visit.field("timezone").fill("Europe/Berln"))
    error = visit.page.locator("form:visible .invalid .error").inner_text()
    assert "Did you mean Europe/Berlin" in error
    assert not visit.page.locator("#value").is_visible()
    assert visit.page.get_by_text("Invalid timezone").count() == 1


def test_g19_each_meaning_is_a_button_that_writes_it(visit):
    visit.function("time")
    visit.answered(lambda: visit.field("datetime").fill("05/06/2026"))
    reading = visit.page.locator("form:visible .invalid").get_by_role("button", name="2026-05-06")
    visit.answered(reading.click)
    assert visit.field("datetime").input_value() == "2026-05-06"
    assert visit.value()[0].startswith("2026-05-06T00:00:00")


def test_an_address_of_nobody_is_neither_good_nor_an_error(look):
    look.function("ip", "ip=10.0.0.1")
    assert look.page.locator("#outcome").get_attribute("data-kind") == "explained"
    assert look.value() == ["Private address"]


def test_only_the_step_that_fails_is_marked(look):
    look.function("text", "text=%21&operation=reverse%2Cbase64_decode%2Crot13")
    look.page.locator(".step.failed").wait_for()
    borders = look.page.eval_on_selector_all(
        ".step:not(.next) select", "(all) => all.map((one) => getComputedStyle(one).borderColor)"
    )
    assert borders[0] == borders[2] != borders[1]


def test_each_fact_is_copied_by_itself(visit):
    visit.function("time", "datetime=1700000000")
    assert visit.copied(visit.page.get_by_role("button", name="Copy Unix milliseconds")) == "1700000000000"


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


def test_the_skip_link_leads_to_the_form_that_is_shown(visit):
    visit.function("number")
    visit.page.keyboard.press("Tab")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("form:visible :focus")).to_have_count(1)
    assert visit.page.evaluate("document.activeElement.closest('form').dataset.name") == "number"
    assert "#/number" in visit.page.url


def test_a_key_is_asked_for_and_kept_for_the_visit(visit):
    def guarded(route):
        if route.request.headers.get("authorization") == "Bearer S3cret":
            return route.continue_()
        return route.fulfill(status=401, json={"error": "Unauthorized", "details": "Send a key"})

    visit.page.route("**/uuid/", guarded)
    visit.page.route("**/batch/", guarded)
    visit.function("uuid")
    key = visit.page.locator("#key")
    key.fill("S3cret")
    visit.answered(lambda: key.press("Enter"))
    assert visit.page.inner_text("#status").startswith("200")
    visit.page.reload()
    visit.page.wait_for_selector("#value .hero")
    assert "S3cret" not in visit.page.url + visit.page.evaluate("JSON.stringify({...localStorage})")


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


def test_while_something_is_typed_one_call_is_on_its_way_at_a_time(chromium):
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
    expect(look.page.locator("#value details")).to_have_count(0)


def test_what_is_no_uuid_is_said_to_be_none(look):
    look.function("uuid_inspect", "uuid=xyz")
    expect(look.page.locator("#value .verdict.no")).to_contain_text("Invalid UUID")


@pytest.mark.parametrize("viewport", [DESKTOP, WIDE], ids=lambda size: str(size["width"]))
def test_the_names_of_the_code_stand_in_one_line(chromium, viewport):
    with looking(chromium, viewport=viewport) as visit:
        visit.function("random")
        tops = visit.page.locator("[role=tab]").evaluate_all("(all) => all.map((tab) => tab.offsetTop)")
        assert len(set(tops)) == 1


def test_what_is_typed_is_kept_once_nothing_was_typed_for_a_moment(chromium):
    """A key does not wait until a long text is written into the browser's storage."""
    with visiting_alone(chromium) as visit:
        visit.page.clock.install()
        visit.function("text", "operation=uppercase")
        visit.page.clock.pause_at("2100-01-01")
        kept = "() => sessionStorage.getItem('utilitysvc.draft.text') ?? ''"
        type_for_a_moment(visit, "abc")
        assert "abc" not in visit.page.evaluate(kept)
        visit.page.clock.run_for(1000)
        assert "abc" in visit.page.evaluate(kept)
