"""Where a request is answered: on the event loop or in the threads of a lane (S5)."""

import json

import pytest
from django.urls import Resolver404, resolve

from hashing.views import HashView
from tests.tables import each_row, rows
from utilitysvc.serving.lanes import SMALL_BYTES, lane_of


@each_row("path, parameters, lane", rows("lanes.tsv"))
def test_s5_lane(path, parameters, lane):
    """``%1000`` in the parameters stands for so many characters."""
    data = {
        name: "a" * int(value[1:]) if str(value)[:1] == "%" else value for name, value in json.loads(parameters).items()
    }
    try:
        match = resolve(path)
        view, captured = match.func.cls, match.kwargs
    except Resolver404:
        view, captured = None, {}
    takes_post = view and "post" in view.http_method_names
    meta = {"REQUEST_METHOD": "POST" if takes_post else "GET", "QUERY_STRING": "", "CONTENT_TYPE": "application/json"}
    body = json.dumps(data).encode() if takes_post else b""
    assert (lane_of(view, captured, meta, body) or "loop") == lane


@pytest.mark.parametrize(("size", "lane"), [(SMALL_BYTES, None), (SMALL_BYTES + 1, "expensive")])
def test_s5_a_long_query_is_not_read_on_the_event_loop(size, lane):
    meta = {"REQUEST_METHOD": "GET", "QUERY_STRING": "input=" + "a" * (size - len("input="))}
    assert lane_of(HashView, {}, meta, b"") == lane
