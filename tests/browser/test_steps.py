"""What a person does on the page and sees then, step by step (steps.py). The titles name the rules."""

import pytest

from tests.browser.steps import TASKS, perform, performed
from tests.tables import rows

pytestmark = pytest.mark.browser


def test_each_answer_is_shown_as_people_read_it(visit, subtests):
    for title, *steps in rows("shown.json"):
        with subtests.test(title):
            perform(visit, steps)


@pytest.mark.parametrize("table", [rows("forms.json"), rows("kept.json")], ids=["forms", "kept"])
def test_the_page_does_what_a_person_wants(visit, table, subtests):
    for title, *steps in table:
        with subtests.test(title):
            perform(visit, steps)


def test_each_task_takes_the_promised_steps_and_no_more_than_the_best_peer(visit, subtests):
    for task, (promised, peer, _) in TASKS.items():
        with subtests.test(task):
            assert performed(visit, task) == promised <= peer
