"""/text/: what chains may cost (B4), where they fail (G17), how large results may be (X10), and the documentation."""

import json
from pathlib import Path

import pytest

from tests.tables import each_row, rows
from textops import services
from textops.chains import apply
from textops.limits import Budget
from textops.operations import OPERATIONS
from utilitysvc.kit import ServiceError

MIB = 1024 * 1024
ROOM = MIB - 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "operations"),
    [
        ("a" * ROOM, ["camelcase", "titlecase", "slugify", "analyze"]),
        ("a" * ROOM, ["nfkc", "remove_accents", "nfkc", "slugify"]),
        ("a" * (MIB // 4), ["slugify"] * 16),
        ("a" * ROOM, ["uppercase", "lowercase", "swapcase", "rot13"] * 4),
        ("a" * ROOM, ["base64_encode", "base64_decode"] * 8),
        ("a" * ROOM, ["base64_encode"] * 7),
        ("a", ["base64_encode"] * 16),
        # One operation by itself, the limit of the body bounds.
        ("'" * ROOM, ["html_encode"]),
    ],
)
def test_chains_that_pass(api, text, operations):
    """B4: any four that do not lengthen on 1 MiB, any sixteen on 256 KiB, sixteen light ones on 1 MiB."""
    assert api.post("/text/", {"text": text, "operation": operations}).status_code == 200


def test_chain_that_takes_too_long_is_refused():
    """B4: the operation at which is named; one operation alone is not bounded."""
    assert apply(["trim"], "a", {}, Budget(-1)) == "a"
    with pytest.raises(ServiceError) as refused:
        apply(["trim", "reverse"], "a", {}, Budget(-1))
    assert refused.value.error == "Chain too costly"
    took = "It took more than about a second; send fewer operations, or less text"
    assert refused.value.details == f"Operation 2 (reverse): {took}"


def test_readings_are_told_of_the_text_that_was_sent(api):
    """G18: the caller cannot correct the result of the operation before."""
    alone = api.ask("/text/", text="Pj4 ", operation="base64_decode")
    second = api.ask("/text/", text=" 4jP", operation="reverse,base64_decode")
    assert "readings" in alone.body
    assert "readings" not in second.body


def test_result_of_a_chain_is_limited_in_bytes():
    """X6, B4: 200,000 letters of two bytes become 600,000 of two each, more than the megabyte of a short text."""
    with pytest.raises(ServiceError, match=r"Operation 2 .uppercase.: The result would have 1171 KiB"):
        services.process(text="a" * 10, operation=["replace", "uppercase"], find="a", replacement="ΐ" * 20_000)


@each_row(
    ("operations", "text", "details"),
    rows("chains_decoding_fault_names_its_operation_and_place.tsv"),
)  # fmt: skip
def test_decoding_fault_names_its_operation_and_place(api, operations, text, details):
    """G17, X8, X10: within a chain the position is in what the operation was given."""
    answer = api.ask("/text/", text=text, operation=operations)
    assert (answer.status, answer.body["error"], answer.body["details"]) == (400, "Decoding failed", details)


@each_row(
    ("size", "replacement", "operations", "details"),
    rows("chains_result_is_limited.json"),
)  # fmt: skip
def test_result_is_limited(api, size, replacement, operations, details):
    """X10: 1 MiB, or twelve times the text; of each operation in a chain."""
    asked = {"text": "a" * size, "operation": operations, "find": "a", "replacement": replacement}
    response = api.post("/text/", asked)
    assert response.status_code == (400 if details else 200)
    if details:
        assert response.json() == {"error": "Result too large", "details": details}


@pytest.mark.slow
def test_formatted_json_is_limited(api):
    """X10: 50,000 numbers, 500 deep, would be fifty megabytes."""
    text = f"{'[' * 500}{'1,' * 50_000}1{']' * 500}"
    response = api.post("/text/", {"text": text, "operation": "json_format"})
    assert response.json()["error"] == "Result too large"


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["\ufdfa", "\U0001faf0", '"', "\x7f", "é", "\ufdfb"])
def test_no_operation_by_itself_makes_too_much(unit):
    """X10: but for those that are told how much they may make. Twelve times the text is more than 1 MiB here."""
    text = unit * (100_000 // len(unit.encode()))
    for name, row in OPERATIONS.items():
        if not row.limits and not row.final and not name.endswith(("_decode", "_unescape", "_minify", "_parse")):
            assert services.process(text=text, operation=name)["result"] is not None


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
