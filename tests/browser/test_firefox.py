"""Each function in another engine: an answer, an error, a link, a paste, both themes, and no complaint of the page."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import DESKTOP, PHONE, visiting_in_firefox

pytestmark = pytest.mark.browser

#: By function: settings and a part of their answer; a field, a value of it that is refused, and a part of the error.
FUNCTIONS = {
    "hash": ("input=abc", "ba7816bf", "iterations", "0", "Iterations must be between"),
    "ip": ("ip=8.8.8.8", "Mountain View", "ip", "1.2.3", "Invalid IP address"),
    "ip_network": ("network=10.0.0.0%2F24", "10.0.0.255", "network", "10.0.0.0/33", "Invalid network"),
    "random": ("min=7&max=9", "", "count", "0", "ount must be between"),
    "random_items": ("items=Ada&count=1", "Ada", "count", "0", "ount must be between"),
    "random_dice": ("dice=3d6", "Least", "dice", "3x6", "Invalid dice notation"),
    "uuid": ("version=7", "Made at", "count", "0", "ount must be between"),
    "uuid_inspect": ("uuid=01890a5d-ac96-774b-bcce-b302099a8057", "2023-06-30", "uuid", "xyz", "Invalid UUID"),
    "password": ("length=20", "Strength", "length", "1001", "Length must be between"),
    "text": ("operation=base64_decode&text=YWJj", "abc", "text", "!", "Decoding failed"),
    "time": ("datetime=2026-01-31T10:00:00Z", "2026-01-31", "timezone", "Europe/Berln", "Invalid timezone"),
    "number": ("decimal=true&precision=3", ".", "precision", "99", "recision must be between"),
}


@pytest.fixture(scope="module")
def window(firefox):
    """A window for all tests: a new one takes Firefox more than a second."""
    with visiting_in_firefox(firefox) as visit:
        yield visit


@pytest.fixture
def visit(window):
    window.open("/health/live/").page.evaluate("() => [localStorage, sessionStorage].forEach((each) => each.clear())")
    window.page.set_viewport_size(DESKTOP)
    yield window
    assert window.foreign == []
    assert window.errors == []


def test_a_link_opens_an_answer_and_an_error_stands_at_its_field(visit, subtests):
    for function, (settings, answer, field, refused, error) in FUNCTIONS.items():
        with subtests.test(function=function):
            visit.function(function, settings)
            expect(visit.page.locator("#value")).to_contain_text(answer)
            write(visit, field, refused)
            said = visit.page.locator("form:visible .invalid .error, #value :is(.message, .verdict)").first
            expect(said).to_contain_text(error)
            visit.page.get_by_role("button", name="Reset").locator("visible=true").click()
            expect(visit.page.locator("form:visible .invalid")).to_have_count(0)


def write(visit, field, text):
    """Type over what stands in a field; ``fill`` adds to what stands in a field of numbers."""
    visit.field(field).focus()
    visit.page.keyboard.press("Control+a")
    visit.page.keyboard.type(text)


PASTED = {
    "1700000000": "2023-11-14T23:13:20+01:00",
    "01890a5d-ac96-774b-bcce-b302099a8057": "2023-06-30T03:34:18.518Z",
    "8.8.8.8": "Mountain View",
    "eyJhIjogWzEsIDJdfQ==": '"a": [',
}


def test_what_is_pasted_is_answered(visit, subtests):
    for text, answer in PASTED.items():
        with subtests.test(text=text):
            write_to_clipboard(visit, text)
            visit.page.get_by_label("Paste anything, or search").focus()
            visit.page.keyboard.press("Control+a")  # what the box holds of the row before
            visit.page.keyboard.press("Control+v")
            expect(visit.page.locator("#value")).to_contain_text(answer)


def write_to_clipboard(visit, text):
    """By the page's own button, as a test has no permission to write there."""
    visit.function("text", f"operation=uppercase&text={text}")
    visit.field("text").focus()
    visit.page.keyboard.press("Control+a")
    visit.page.keyboard.press("Control+c")
    visit.function("number")


def test_the_address_keeps_what_is_typed(visit):
    visit.function("text", "operation=reverse")
    write(visit, "text", "abc")
    expect(visit.page.locator("#value .hero")).to_have_text("cba")
    assert visit.page.url == f"{visit.base}/#/text?text=abc&operation=reverse"
    visit.page.reload()
    expect(visit.page.locator("#value .hero")).to_have_text("cba")


@pytest.mark.parametrize(("viewport", "theme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desk"])
def test_every_function_fits_in_both_themes(visit, theme, viewport):
    visit.page.set_viewport_size(viewport)
    visit.function("number")
    visit.page.get_by_label("Theme").locator("visible=true").select_option(theme)
    dark = "getComputedStyle(document.body).backgroundColor === 'rgb(13, 20, 19)'"
    assert visit.page.evaluate(dark) == (theme == "dark")
    for function in FUNCTIONS:
        visit.function(function)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], function
    assert visit.violations() == []
