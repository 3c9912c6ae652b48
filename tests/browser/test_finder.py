"""One box for whatever one has, and the search: a text is named, and one press leads to the answer."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import perform
from tests.tables import rows

pytestmark = pytest.mark.browser


def test_what_is_pasted_is_named_and_answered_at_once_or_by_a_press(visit, subtests):
    page = visit.page
    for text, named, answer, when in rows("pasted.tsv"):
        with subtests.test(text=text[:40]):
            visit.function("number", {})
            page.get_by_label("Paste anything, or search").focus()
            visit.paste(text)
            if when == "at once":
                name = named.partition(":")[0][1:]
                said = f"{name}. Press ↓ for what else it may be."
                expect(page.locator("#paste [role=status]")).to_contain_text(said)
                visit.shows(answer)
                expect(page.locator("#paste-list")).to_be_hidden()
                page.keyboard.press("ArrowDown")
            else:
                assert page.url.startswith(f"{visit.base}/#/number")
            expect(page.locator("#paste-0")).to_contain_text(named)
            page.keyboard.press("Enter")
            visit.shows(answer)
            if answer == "Fill in input":
                expect(visit.field("input")).to_be_focused()
                page.keyboard.insert_text("abc")
                expect(page.locator("#value .verdict")).to_contain_text("matches the expected digest")


def test_everyday_words_find_what_is_meant(visit):
    zones = {"key": "Control+k", "type": "tokyo", "says": {"#palette-0": "Asia/Tokyo"}}  # once they are there
    perform(visit, [{"open": ["number", {}]}, zones])
    words = rows("words.tsv")
    assert visit.probe("found", [word for word, _ in words]) == words
