"""Forms, beside the steps of forms.json: what is asked while somebody types, and every entry of the side bar."""

import pytest

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
