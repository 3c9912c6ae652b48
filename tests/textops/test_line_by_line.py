"""/text/: operations line by line (X11), and packages that are not installed (F6)."""

import sys

import pytest

from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from textops import services
from textops.chains import apply
from textops.limits import Budget
from utilitysvc.kit import ServiceError


@each_row(
    ("operation", "text", "result"),
    rows("line_by_line_each_line.tsv"),
)
def test_x11_each_line(api, operation, text, result):
    """X11: by itself; joined by U+000A, and a line end at the end is kept."""
    assert api.ask("/text/", text=text, operation=operation, each_line=True).body["result"] == result


def test_x11_not_each_line_by_default(api):
    assert api.ask("/text/", text="ab\ncd", operation="reverse", each_line=False).body["result"] == "dc\nba"


@pytest.mark.parametrize("operation", ["analyze", "length", "count_matches", "unicode_report", "trim,length"])
def test_x11_not_with_what_ends_a_chain(api, operation):
    answer = api.ask("/text/", text="a", operation=operation, each_line="yes", find="a")
    name = operation.rpartition(",")[2]
    details = f"each_line and operation: {name} is about the whole text, and can only end a chain"
    assert (answer.status, answer.body) == (400, {"error": "Invalid parameter combination", "details": details})


@pytest.mark.parametrize(
    ("operation", "details"),
    [
        ("hex_decode", "Line 3: A hexadecimal digit is missing at position 1; a byte has 2"),
        ("trim,hex_decode", ("Line 3: Operation 2 (hex_decode): A hexadecimal digit is missing at position 1; "
         "a byte has 2")),
    ],
)  # fmt: skip
def test_x11_errors_name_the_line(api, operation, details):
    answer = api.ask("/text/", text="41\n\n4\n", operation=operation, each_line=True)
    assert (answer.status, answer.body) == (400, {"error": "Decoding failed", "details": details})


def test_x11_results_are_limited():
    asked = {"operation": "replace", "find": "a", "replacement": "b" * 1000, "each_line": True}
    assert len(services.process(text="a\n" * 1000, **asked)["result"]) == 1001 * 1000
    with pytest.raises(ServiceError, match="Result too large: Line 1048"):
        services.process(text="a\n" * 1100, **asked)
    # exactly 1 MiB with the line feed between the two lines, and a byte more
    asked["replacement"] = "b" * (512 * 1024 - 1)
    assert len(services.process(text="a\nca", **asked)["result"]) == 1024 * 1024
    with pytest.raises(ServiceError, match="Result too large: Line 2"):
        services.process(text="a\ncca", **asked)


def test_x11_lines_beyond_the_time_are_refused():
    with pytest.raises(ServiceError) as refused:
        apply(["trim"], "a\nb", {"each_line": True}, Budget(-1))
    assert refused.value.error == "Chain too costly"
    assert refused.value.details.endswith("send fewer lines, or fewer operations")


def test_x11_what_the_lines_share_is_made_once():
    budget, made = Budget(), []
    for _ in range(2):
        budget.keep("pattern", lambda: made.append(1))
    assert made == [1]


@pytest.mark.slow
def test_x11_many_lines_are_ended():
    """X11, X9: after about a second of computing."""
    text = "1\n" * 500_000

    def refused():
        with pytest.raises(ServiceError, match="Chain too costly"):
            services.process(text=text, operation=["trim"] * 16, each_line=True)

    assert cpu_seconds(refused, repeats=1) < 15


@each_row(
    ("extra", "module", "values"),
    rows("line_by_line_extras_that_are_not_installed.json"),
)
def test_f6_extras_that_are_not_installed(api, monkeypatch, extra, module, values):
    """F6: 501, and the extra's name; operations that do not need it work."""
    monkeypatch.setitem(sys.modules, module, None)
    answer = api.ask("/text/", **{"text": "1", **values})
    assert (answer.status, answer.body["error"]) == (501, "Not installed")
    assert f"utilitysvc[{extra}]" in answer.body["details"]
    assert api.ask("/text/", text="a", operation="replace", find="a").status == 200
