"""Everyday tasks in as many steps as tasks.tsv promises: each is performed, and its steps are counted."""

import pytest

from tests.browser.tasks import PROMISED, TASKS

pytestmark = pytest.mark.browser


def test_each_task_takes_the_promised_steps_and_no_more_than_the_best_peer(visit, subtests):
    assert set(PROMISED) == set(TASKS)
    for task, steps in TASKS.items():
        with subtests.test(task=task):
            promised, peer = PROMISED[task]
            assert sum(1 for _ in steps(visit)) == promised <= peer
