"""Where a request is answered: on the event loop or in the threads of a lane (S5)."""

import json

import pytest
from django.test import RequestFactory
from django.urls import Resolver404, resolve

from hashing.views import HashView
from tests.tables import each_row, rows
from utilitysvc.serving.front import SMALL_BYTES, Request
from utilitysvc.serving.lanes import LARGE_BYTES


@each_row("path, parameters, lane", rows("lanes.tsv"))
def test_s5_lane(path, parameters, lane):
    """``%1000`` in the parameters stands for so many characters."""
    data = {
        name: "a" * int(value[1:]) if str(value)[:1] == "%" else value for name, value in json.loads(parameters).items()
    }
    asked = RequestFactory().post(path, data, "application/json")
    try:
        asked.resolver_match = resolve(path)
        asked.view = asked.resolver_match.func.cls
        if "post" not in asked.view.http_method_names:
            asked.method = "GET"
    except Resolver404:
        asked.view = None
    assert (Request.lane(asked, json.dumps(data).encode()) or "loop") == lane


@pytest.mark.parametrize(
    ("size", "lane"),
    [(SMALL_BYTES, None), (SMALL_BYTES + 1, "expensive"), (LARGE_BYTES, "expensive"), (LARGE_BYTES + 1, "large")],
)
def test_s5_a_long_query_is_not_read_on_the_event_loop(size, lane):
    asked = RequestFactory().get("/hash/", query_params={"input": "a" * (size - len("input="))})
    asked.resolver_match, asked.view = resolve("/hash/"), HashView
    assert Request.lane(asked, b"") == lane
