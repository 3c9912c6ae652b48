"""Threads share fields, parsers and renderers: eight threads at once get the same answers as a single one."""

import json
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.conftest import fixed_part
from tests.tables import rows

THREADS = 8
CALLS = 600

QUESTIONS = rows("threads.json")


def test_eight_threads_get_the_answers_that_one_gets(api):
    def ask(question):
        response = api.post("/hash/", question)
        body = json.loads(response.content)
        body.pop("timestamp", None)
        return response.status_code, fixed_part(body)

    expected = [ask(question) for question in QUESTIONS]
    assert len({str(answer) for answer in expected}) == len(QUESTIONS)
    order = Random(0).choices(range(len(QUESTIONS)), k=CALLS)
    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(lambda index: ask(QUESTIONS[index]), order))
    assert answers == [expected[index] for index in order]
