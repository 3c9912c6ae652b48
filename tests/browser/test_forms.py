"""Forms, beside the steps of forms.json: what is asked while somebody types, large answers, and every entry."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import SMALL, visiting, visiting_alone

pytestmark = pytest.mark.browser


def test_while_something_is_typed_one_call_is_on_its_way(chromium):
    with visiting_alone(chromium) as visit:
        visit.page.clock.install()
        visit.function("text", {"operation": "uppercase"})
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


def test_each_answer_asks_one_batch(visit):
    visit.function("text", {"operation": "uppercase,reverse"})
    urls = visit.requests()
    visit.fill(text="abc")
    expect(visit.page.locator(".step .after")).to_have_text(["ABC", "CBA"])
    for _ in ("closed", "opened"):
        visit.page.locator("#glance summary").click()  # what was asked for is still there
    visit.fill(text="abcd")
    expect(visit.page.locator(".step .after")).to_have_text(["ABCD", "DCBA"])
    assert [url.removeprefix(visit.base) for url in urls] == ["/text/", "/batch/"] * 2


def test_clocks_go_on_without_asking(visit):
    visit.function("time")
    visit.page.wait_for_selector(".zones li")
    asked = visit.requests()
    for clock in ("#value .hero", ".zones li:first-child .there"):
        shown = visit.page.inner_text(clock)
        expect(visit.page.locator(clock)).not_to_have_text(shown)
    assert asked == []


MUCH = "hello wörld 😀\n" * 14_000


def test_of_a_large_answer_the_beginning_is_shown_and_all_of_it_copied(visit):
    visit.function("text", {"operation": "uppercase"})
    visit.field("text").focus()
    visit.answered(lambda: visit.paste(MUCH))
    assert len(visit.value()[0]) < 6000
    copy = visit.page.get_by_role("region", name="Result").get_by_role("button", name="Copy", exact=True)
    assert visit.copied(copy)[1] == MUCH.upper()
    assert len(visit.code()) < 25_000
    assert MUCH[:9].upper() in visit.copied(visit.page.locator("#copy-code"))[1]
    visit.page.locator("#value").get_by_role("button", name="Show all").click()
    assert len(visit.page.locator("#value .hero").text_content()) == len(MUCH.upper())


def test_every_entry_of_the_side_bar_greets_with_an_answer_that_fits(chromium):
    """Each function, each operation and each version of a UUID."""
    with visiting(chromium, viewport=SMALL) as visit:
        visit.function("hash")
        entries, chosen = visit.probe("entries")
        assert len(entries) > 90
        assert set(chosen) - set(entries) == set()
        for address, status, width in visit.probe("opened", [*entries, *(f"uuid?version={n}" for n in "13567")]):
            assert status.startswith("404" if address == "ip" else "200"), address  # nobody has 127.0.0.1
            assert width <= SMALL["width"], address
