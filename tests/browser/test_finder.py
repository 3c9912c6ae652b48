"""One box for whatever one has, and Ctrl+K for going anywhere: a text is named, and one press leads to the answer."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, PHONE, visiting
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
                expect(page.locator("#paste [role=status]")).to_contain_text(
                    f"{name}. Press ↓ for what else it may be."
                )
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


def test_what_is_typed_is_asked_about_and_the_box_is_for_everyone(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("number", {})
        visit.page.get_by_label(BOX).press_sequentially("1700000000")
        first_option(visit, "paste", "Unix timestamp: Show the time")
        assert "#/number" in visit.page.url
        assert visit.violations("#paste") == []
        for _ in visit.widths(ALL_SIZES):
            pass
        visit.page.keyboard.press("Escape")
        expect(visit.page.locator("#paste-list")).to_be_hidden()


def test_a_result_goes_on_as_input_and_its_next_step_is_offered(visit):
    visit.function("text", {"operation": "base64_decode", "text": "eyJhIjogWzEsIDJdfQ=="})
    offer = visit.page.locator(".offer", has_text="The result looks like JSON.")
    visit.answered(lambda: offer.get_by_role("link", name="Indent it").click())
    assert visit.value() == ['{\n  "a": [\n    1,\n    2\n  ]\n}']
    visit.button("Use as input").click()
    first_option(visit, "paste", "Any text: Hash it")
    visit.function("text", {"text": "8.8.8.8"})
    offer = visit.page.locator(".offer", has_text="This looks like an IP address.")
    visit.answered(lambda: offer.get_by_role("link").click())
    visit.shows("Mountain View")


FIRST_FOUND = """(words) => {
  const box = document.querySelector("dialog.palette input");
  return words.map((word) => {
    box.value = word;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    return [word, document.getElementById("palette-0").firstChild.data];
  });
}"""


def test_the_functions_stand_first_and_everyday_words_find_what_is_meant(visit):
    visit.function("number")
    visit.page.keyboard.press("Control+k")
    kinds = visit.page.locator(".palette li span")
    for index in range(8):
        expect(kinds.nth(index)).to_have_text("Function")
    visit.page.keyboard.type("tokyo")
    first_option(visit, "palette", "Asia/Tokyo")  # once the zones are there
    words = rows("words.tsv")
    assert visit.page.evaluate(FIRST_FOUND, [word for word, _ in words]) == words
    visit.page.get_by_role("combobox", name="Go to").fill("qqq")
    expect(visit.page.locator(".palette .nothing")).to_have_text("Nothing is called “qqq”")
    first_option(visit, "palette", "Any text: Hash it")
    assert visit.violations(".palette") == []
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator(".palette")).to_be_hidden()


FOUND = {
    "PascalCase": "text?operation=pascalcase",
    "passw": "password",
    "sha3-512": "hash?algorithm=sha3-512",
    "time difference": "time?operation=difference&timezone=Europe%2FBerlin",
    "Asia/Tokyo": "time?operation=difference&timezone=Asia%2FTokyo",  # Base64 has these letters, too
}


def test_ctrl_k_goes_to_functions_operations_algorithms_and_zones(visit, subtests):
    visit.function("number")
    for letters, address in FOUND.items():
        with subtests.test(letters=letters):
            visit.page.keyboard.press("Control+k")
            visit.page.keyboard.type(letters)
            visit.answered(lambda: visit.page.keyboard.press("Enter"))
            assert visit.page.url == f"{visit.base}/#/{address}"
    visit.function("text", {"text": "abc"})
    visit.page.keyboard.press("Control+k")
    visit.page.keyboard.type("text base64_e")
    expect(visit.page.locator(".palette li")).to_have_count(1)
    visit.answered(lambda: visit.page.keyboard.press("Enter"))
    assert visit.value() == ["YWJj"]  # what was typed stays
