"""What the page shows of answers: tables, marks in a text, drawings, explanations, and errors at their fields.

Of the rules U5, R3, R4, I14, X11-X15 and T19-T21, each in the title of its row.
"""

import pytest
from playwright.sync_api import expect

from tests.tables import rows

pytestmark = pytest.mark.browser


def value(visit, expected):
    assert visit.value() == expected


def has(visit, expected):
    visit.shows(*expected)


def facts(visit, expected):
    for name, text in expected.items():
        named = visit.page.locator("#value .facts div").filter(has=visit.page.get_by_text(name, exact=True))
        expect(named.locator("dd > :first-child")).to_have_text(text)


def region(visit, label):
    return visit.page.get_by_role("region", name=label, exact=True)


def cells(visit, expected):
    for label, lines in expected.items():
        shown = [row.locator("td").all_inner_texts() for row in region(visit, label).locator("tbody tr").all()]
        assert [[cell.partition(": ")[0] for cell in row] for row in shown] == lines


def marks(visit, expected):
    for label, texts in expected.items():
        region(visit, label).wait_for()
        assert region(visit, label).locator("mark").all_inner_texts() == texts


def figure(visit, expected):
    label = visit.page.locator("#figure svg[role=img]")
    label.wait_for()
    assert expected in label.get_attribute("aria-label")


def count(visit, expected):
    for selector, number in expected.items():
        expect(visit.page.locator(f"main :is({selector})").locator("visible=true")).to_have_count(number)


def status(visit, expected):
    assert visit.page.inner_text("#status").startswith(expected)


def kind(visit, expected):
    assert visit.page.locator("#outcome").get_attribute("data-kind") == expected


def invalid(visit, expected):
    """An error stands once, at the field or the step that caused it."""
    place = visit.page.locator("form:visible :is(.invalid .error, .step.failed output)")
    expect(place).to_contain_text(expected)
    assert visit.page.get_by_text(expected).count() == 1
    assert visit.page.locator("form:visible [aria-invalid]").count() == 1
    expect(visit.page.locator("#value")).to_be_hidden()


CHECKS = (value, has, facts, cells, marks, figure, count, status, kind, invalid)
SEEN = {check.__name__: check for check in CHECKS}


def test_each_answer_is_shown_as_people_read_it(visit, subtests):
    for title, function, settings, seen in rows("shown.json"):
        with subtests.test(title):
            visit.function(function, settings)
            for name, expected in seen.items():
                SEEN[name](visit, expected)
