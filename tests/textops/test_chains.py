"""/text/: what chains and lines may cost (B4, X11), how large results may be (X10), extras (F6), the documentation."""

import json
import sys
from pathlib import Path

import pytest

from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from textops import services
from textops.limits import Budget
from textops.operations import OPERATIONS
from textops.services import apply, apply_to_lines
from utilitysvc.kit import ServiceError

MIB = 1024 * 1024


@pytest.mark.slow
@each_row("character, times, operations", rows("chains_that_pass.json"))
def test_chains_that_pass(api, character, times, operations):
    """B4: any four that do not lengthen on 1 MiB, any sixteen on 256 KiB, sixteen light ones on 1 MiB."""
    assert api.post("/text/", {"text": character * times, "operation": operations}).status_code == 200


LIMITS = {"largest": MIB, "budget": Budget(-1)}


@each_row(
    ("function", "operations", "text", "said"),
    [
        (apply, ["trim", "reverse"], "a", "Operation 2 (reverse): {}; send fewer operations, or less text"),
        (apply_to_lines, ["trim"], "a\nb", "{}; send fewer lines, or fewer operations"),
    ],
)
def test_what_takes_too_long_is_refused(function, operations, text, said):
    """B4, X11: the operation at which is named; one operation alone is not bounded."""
    assert apply([OPERATIONS["trim"]], "a", LIMITS) == "a"
    with pytest.raises(ServiceError) as refused:
        function([OPERATIONS[name] for name in operations], text, LIMITS)
    assert str(refused.value) == f"Chain too costly: {said.format('It took more than about a second')}"


@each_row(("size", "replacement", "operations", "details"), rows("large_results.json"))
def test_result_is_limited(api, size, replacement, operations, details):
    """X6, X10, B4: 1 MiB, or twelve times the text, in bytes; of each operation in a chain."""
    asked = {"text": "a" * size, "operation": operations, "find": "a", "replacement": replacement}
    response = api.post("/text/", asked)
    assert response.status_code == (400 if details else 200)
    if details:
        assert response.json() == {"error": "Result too large", "details": details}


@each_row(
    ("text", "replacement", "size"),
    [
        ("a\n" * 1000, 1000, 1001 * 1000),
        ("a\n" * 1100, 1000, "Line 1048"),
        # Exactly 1 MiB with the line feed between the two lines, and a byte more.
        ("a\nca", MIB // 2 - 1, MIB),
        ("a\ncca", MIB // 2 - 1, "Line 2"),
        ("a\nca\n", MIB // 2 - 1, "Line 2"),
        # Twelve times the text, in bytes.
        (f"{'é' * 99_999}a", 2_000_000, 2_099_999),
    ],
)
def test_x11_results_are_limited(text, replacement, size):
    asked = {"operation": "replace", "find": "a", "replacement": "b" * replacement, "each_line": True}
    if isinstance(size, int):
        assert len(services.process(text=text, **asked)["result"]) == size
    else:
        with pytest.raises(ServiceError, match=f"Result too large: {size}"):
            services.process(text=text, **asked)


@pytest.mark.slow
def test_x11_many_lines_are_ended():
    """X11, X9: after about a second of computing."""

    def refused():
        with pytest.raises(ServiceError, match="Chain too costly"):
            services.process(text="1\n" * 500_000, operation=["trim"] * 16, each_line=True)

    assert cpu_seconds(refused, repeats=1) < 15


@pytest.mark.slow
def test_formatted_json_is_limited(api):
    """X10: 50,000 numbers, 500 deep, would be fifty megabytes."""
    text = f"{'[' * 500}{'1,' * 50_000}1{']' * 500}"
    response = api.post("/text/", {"text": text, "operation": "json_format"})
    assert response.json()["error"] == "Result too large"


@pytest.mark.slow
@each_row("unit", ["\ufdfa", "\U0001faf0", '"', "\x7f", "é", "\ufdfb"])
def test_no_operation_by_itself_makes_too_much(unit):
    """X10: but for those that are told how much they may make. Twelve times the text is more than 1 MiB here."""
    text = unit * (100_000 // len(unit.encode()))
    for name, row in OPERATIONS.items():
        is_limited = row.final or {"largest", "budget"} & set(row.reads)
        if not is_limited and not name.endswith(("_decode", "_unescape", "_minify", "_parse")):
            assert services.process(text=text, operation=name)["result"] is not None


@each_row(("extra", "module", "values"), rows("extras.json"))
def test_f6_extras_that_are_not_installed(api, monkeypatch, extra, module, values):
    """F6: 501, and the extra's name; operations that do not need it work."""
    monkeypatch.setitem(sys.modules, module, None)
    answer = api.ask("/text/", **{"text": "1", **values})
    assert (answer.status, answer.body["error"]) == (501, "Not installed")
    assert f"utilitysvc[{extra}]" in answer.body["details"]
    assert api.ask("/text/", text="a", operation="replace", find="a").status == 200


def test_operations_of_the_documentation():
    """Its table has every operation with its effect and an example with its result."""
    page = (Path(__file__).parents[2] / "docs/text.md").read_text(encoding="utf-8")
    section = page.partition("## The operations\n")[2].partition("\n## ")[0]
    assert [line for line in section.splitlines() if line.startswith("| `")] == list(
        map(documented, OPERATIONS.values())
    )


def documented(row):
    """An operation as a row of the documentation's table."""
    more = "".join(f", {name} {shown(str(value))}" for name, value in row.example.items() if name != "text")
    result = services.process(operation=row.name, **row.example).get("result")
    made = "the numbers [below](#what-is-counted)" if result is None else shown(result)
    return f"| `{row.name}` | {row.effect} | {shown(row.example['text'])}{more} | {made} |"


def shown(text):
    """In a code span of a table: what cannot stand there is written as JSON writes it."""
    escaped = json.dumps(text, ensure_ascii="\u200b" in text)[1:-1]
    return f"`{escaped}`" if set(text) & set("\n\t\u200b") else f"`{text}`"
