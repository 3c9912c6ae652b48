"""One box for whatever one has, and the search: a text is named, and one press leads to the answer."""

import pytest
from playwright.sync_api import expect

from tests.tables import rows

pytestmark = pytest.mark.browser

BOX = "Paste anything, or search"


def first_option(visit, box, title):
    """Wait until this is the first that a box lists."""
    script = "([id, title]) => document.getElementById(id)?.firstChild.data === title"
    visit.page.wait_for_function(script, arg=[f"{box}-0", title])


def test_what_is_pasted_is_named_and_answered_at_once_or_by_a_press(visit, subtests):
    page = visit.page
    for text, named, answer, when in rows("pasted.tsv"):
        with subtests.test(text=text[:40]):
            visit.function("number", {})
            page.get_by_label(BOX).focus()
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
            first_option(visit, "paste", named)
            page.keyboard.press("Enter")
            visit.shows(answer)
            if answer == "Fill in input":
                expect(visit.field("input")).to_be_focused()
                page.keyboard.insert_text("abc")
                expect(page.locator("#value .verdict")).to_contain_text("matches the expected digest")


def test_the_functions_stand_first_and_everyday_words_find_what_is_meant(visit):
    visit.function("number")
    visit.page.keyboard.press("Control+k")
    expect(visit.page.locator("#palette li:nth-child(-n + 8) span")).to_have_text(["Function"] * 8)
    visit.page.keyboard.type("tokyo")
    first_option(visit, "palette", "Asia/Tokyo")  # once the zones are there
    words = rows("words.tsv")
    assert visit.probe("found", [word for word, _ in words]) == words
    visit.page.locator("#palette input").fill("qqq")
    expect(visit.page.locator("#palette .nothing")).to_have_text("Nothing is called “qqq”")
    first_option(visit, "palette", "Any text: Hash it")
    assert visit.violations("#palette") == []
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator("#palette")).to_be_hidden()
