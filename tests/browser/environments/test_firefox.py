"""Each function in another engine: an answer, errors, a link, tasks, both themes, and no complaint of the page."""

import pytest

from tests.browser.browser import DESKTOP, PHONE, visiting_alone
from tests.browser.steps import TASKS, perform, performed
from tests.tables import rows

pytestmark = pytest.mark.browser

PERFORMED = ["Decode a JWT ◇", "Digest of a text", "A meeting in three zones"]


@pytest.fixture(scope="module")
def visit(firefox):
    """A window for all tests: a new one takes Firefox more than a second."""
    with visiting_alone(firefox) as visit:
        yield visit
        assert visit.errors == []


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


def test_an_error_stands_at_its_field_and_what_is_typed_in_the_address(visit, subtests):
    for title, *steps in rows("typed.json"):
        with subtests.test(title):
            perform(visit, steps)


@pytest.mark.parametrize("task", PERFORMED)
def test_a_task_takes_the_promised_steps(visit, task):
    assert performed(visit, task) == TASKS[task][0]
