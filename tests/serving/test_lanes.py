"""Where a request is answered: on the event loop or in the threads of a lane (S5)."""

import json
from types import SimpleNamespace

import pytest
from django.urls import Resolver404, resolve

from hashing.views import HashView
from tests.tables import each_row, rows
from utilitysvc.serving.front import LARGE_BYTES, SMALL_BYTES, lane_of


@each_row("path, parameters, lane", rows("lanes.tsv"))
def test_s5_lane(path, parameters, lane):
    """``%1000`` in the parameters stands for so many characters."""
    data = {
        name: "a" * int(value[1:]) if str(value)[:1] == "%" else value for name, value in json.loads(parameters).items()
    }
    try:
        match = resolve(path)
        view = match.func.cls
    except Resolver404:
        match = view = None
    takes_post = view and "post" in view.http_method_names
    meta = {"QUERY_STRING": "", "CONTENT_TYPE": "application/json"}
    method, body = ("POST", json.dumps(data).encode()) if takes_post else ("GET", b"")
    asked = SimpleNamespace(view=view, resolver_match=match, method=method, META=meta)
    assert (lane_of(asked, body) or "loop") == lane


@pytest.mark.parametrize(
    ("size", "lane"),
    [(SMALL_BYTES, None), (SMALL_BYTES + 1, "expensive"), (LARGE_BYTES, "expensive"), (LARGE_BYTES + 1, "large")],
)
def test_s5_a_long_query_is_not_read_on_the_event_loop(size, lane):
    meta = {"QUERY_STRING": "input=" + "a" * (size - len("input="))}
    asked = SimpleNamespace(view=HashView, resolver_match=resolve("/hash/"), method="GET", META=meta)
    assert lane_of(asked, b"") == lane
