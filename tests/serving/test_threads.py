"""Threads share fields, parsers and renderers: eight threads at once get the same answers as a single one."""

import json
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.conftest import fixed_part

THREADS = 8
CALLS = 600

#: Valid and invalid data for one function. Each kind of error has a message that is formatted when it is needed.
QUESTIONS = [
    {"input": "abc"},
    {"input": "abc", "algorithm": "md5,crc32", "uppercase": True},
    {"input": "é\U0001f600", "salt": "s", "iterations": 3, "format": "base64"},
    {"input": "abc", "algorithm": "none"},
    {"input": "abc", "iterations": 0},
    {"input": "abc", "iterations": 10_001},
    {"input": "abc", "iterations": "many"},
    {"input": "abc", "format": "roman"},
    {"input": "abc", "uppercase": "maybe"},
    {"input": ["abc"]},
    {"input": "\ud800"},
    {"input": "zz", "encoding": "hex"},
    {"input": "abc", "algorithm": "crc32", "key": "k"},
    {},
]


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
