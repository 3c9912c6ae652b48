"""Each function in another engine: an answer, errors, a link, a paste, both themes, and no complaint of the page."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import DESKTOP, PHONE, visiting_in_firefox

pytestmark = pytest.mark.browser

#: By function: settings and a part of their answer.
FUNCTIONS = {
    "hash": ("input=abc", "ba7816bf"),
    "ip": ("ip=8.8.8.8", "Mountain View"),
    "ip_network": ("network=10.0.0.0%2F24", "10.0.0.255"),
    "random": ("min=7&max=9", ""),
    "random_items": ("items=Ada&count=1", "Ada"),
    "random_dice": ("dice=3d6", "Least"),
    "uuid": ("version=7", "Made at"),
    "uuid_inspect": ("uuid=01890a5d-ac96-774b-bcce-b302099a8057", "2023-06-30"),
    "password": ("length=20", "Strength"),
    "text": ("operation=base64_decode&text=YWJj", "abc"),
    "time": ("datetime=2026-01-31T10:00:00Z", "2026-01-31"),
    "number": ("decimal=true&precision=3", "."),
}
#: A field of numbers and one of text, a value that each refuses, and a part of the error.
REFUSED = {
    "number": ("precision", "99", "recision must be between"),
    "time": ("timezone", "Europe/Berln", "Invalid timezone"),
}


@pytest.fixture(scope="module")
def visit(firefox):
    """A window for all tests: a new one takes Firefox more than a second."""
    with visiting_in_firefox(firefox) as visit:
        yield visit


def test_a_link_opens_an_answer_that_fits_in_both_themes(visit, subtests):
    for function, (settings, answer) in FUNCTIONS.items():
        with subtests.test(function=function):
            visit.function(function, settings)
            for _ in visit.widths([PHONE, DESKTOP]):
                expect(visit.page.locator("#value")).to_contain_text(answer)
    for theme in ("light", "dark"):
        visit.page.get_by_label("Theme").locator("visible=true").select_option(theme)
        dark = "getComputedStyle(document.body).backgroundColor === 'rgb(13, 20, 19)'"
        assert visit.page.evaluate(dark) == (theme == "dark")
    assert visit.violations() == []


def write(visit, field, text):
    """Type over what stands in a field; ``fill`` adds to what stands in a field of numbers."""
    visit.field(field).focus()
    visit.page.keyboard.press("Control+a")
    visit.page.keyboard.type(text)


def test_what_is_typed_stands_in_the_address_and_can_be_pasted_and_an_error_stands_at_its_field(visit, subtests):
    for function, (field, refused, error) in REFUSED.items():
        with subtests.test(function=function):
            visit.function(function, anew=True)
            write(visit, field, refused)
            expect(visit.page.locator("form:visible .invalid .error")).to_contain_text(error)
            visit.page.get_by_role("button", name="Reset").locator("visible=true").click()
            expect(visit.page.locator("form:visible .invalid")).to_have_count(0)
    visit.function("text", "operation=reverse")
    write(visit, "text", "1700000000")
    expect(visit.page.locator("#value .hero")).to_have_text("0000000071")
    assert visit.page.url == f"{visit.base}/#/text?text=1700000000&operation=reverse"
    visit.page.reload()
    expect(visit.page.locator("#value .hero")).to_have_text("0000000071")
    visit.field("text").focus()
    visit.page.keyboard.press("Control+a")
    visit.page.keyboard.press("Control+c")
    visit.page.get_by_label("Paste anything, or search").focus()
    visit.page.keyboard.press("Control+v")
    expect(visit.page.locator("#value")).to_contain_text("2023-11-14T23:13:20+01:00")
