"""Each function in another engine: an answer, errors, a link, tasks, both themes, and no complaint of the page."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import DESKTOP, PHONE, visiting_alone
from tests.browser.tasks import PROMISED, TASKS
from tests.tables import rows

pytestmark = pytest.mark.browser

#: A field of numbers and one of text, a value that each refuses, and a part of the error.
REFUSED = {
    "number": ("precision", "99", "recision must be between"),
    "time": ("timezone", "Europe/Berln", "Invalid timezone"),
}
PERFORMED = ["Decode a JWT", "Digest of a text", "A meeting in three zones"]


@pytest.fixture(scope="module")
def visit(firefox):
    """A window for all tests: a new one takes Firefox more than a second."""
    browser, base = firefox
    with visiting_alone(None, base, browser=browser) as visit:
        yield visit
        assert not visit.errors, "; ".join(visit.errors)


def test_a_link_opens_an_answer_that_fits_in_both_themes(visit, subtests):
    for function, settings, answer in rows("answers.json"):
        with subtests.test(function=function):
            visit.function(function, settings)
            for _ in visit.widths([PHONE, DESKTOP]):
                visit.shows(answer)
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


def test_an_error_stands_at_its_field_and_what_is_typed_in_the_address(visit, subtests):
    for function, (field, refused, error) in REFUSED.items():
        with subtests.test(function=function):
            visit.function(function, {})
            write(visit, field, refused)
            expect(visit.page.locator("form:visible .invalid .error")).to_contain_text(error)
            visit.button("Reset").click()
            expect(visit.page.locator("form:visible .invalid")).to_have_count(0)
    visit.function("text", {"operation": "reverse"})
    write(visit, "text", "1700000000")
    expect(visit.page.locator("#value .hero")).to_have_text("0000000071")
    assert visit.page.url == f"{visit.base}/#/text?text=1700000000&operation=reverse"
    visit.page.reload()
    expect(visit.page.locator("#value .hero")).to_have_text("0000000071")


@pytest.mark.parametrize("task", PERFORMED)
def test_a_task_takes_the_promised_steps(visit, task):
    assert sum(1 for _ in TASKS[task](visit)) == PROMISED[task][0]
