"""/text/ as it is asked: rules X1-X3, X8, B4, and G2-G6 for text. What the operations do has files of its own."""

import pytest

from tests.tables import each_row, rows
from textops import services
from textops.operations import OPERATIONS
from textops.views import TextView
from utilitysvc.kit import ServiceError

# Those of the specification and then those of X10 and later rules, in their order.
GROUPS = rows("operations.json")
NAMES = [name for _, name, *_ in GROUPS]
COUNTS = ["analyze", "length", "word_count", "line_count", "count_matches", "unicode_report"]
SUPPORTED = f"Supported operations: {', '.join(NAMES)}"
FINDING = {"find": "b", "replacement": "c", "path": "$.a", "other": ""}


NOT_EMPTY = ["json_format", "json_minify", "jwt_decode", "json_path", "json_sort_keys", "json_to_yaml", "yaml_to_json"]


def test_operations_are_those_of_the_specification_in_their_order():
    assert [[row.group, name] for name, row in OPERATIONS.items()] == [[group, name] for group, name, *_ in GROUPS]
    reads = {
        name: [each for each in row.reads if each not in ("largest", "budget")] for name, row in OPERATIONS.items()
    }
    assert [[name, read] for name, read in reads.items() if read] == rows("parameters_read.json")
    assert [name for name, row in OPERATIONS.items() if row.final] == COUNTS


@each_row(("operation", "text", "result"), [row[1:] for row in GROUPS if row[2:]])
def test_every_operation_answers(api, operation, text, result):
    """X2, G1, G5: the same by GET and POST, keys in the order of the table, counts as strings."""
    status, body = api.ask("/text/", text=text, operation=operation, **FINDING)
    assert status == 200
    assert list(body.items()) == [("original_text", text), ("operation", operation), ("result", result)]


def test_analyze_is_the_default(api):
    """G5: its keys in the order of the tables; the counts are numbers."""
    status, body = api.ask("/text/", text="A b")
    assert (status, list(body)) == (200, ["original_text", "operation", "analysis"])
    assert (body["original_text"], body["operation"]) == ("A b", "analyze")
    assert [[*item] for item in body["analysis"].items()] == rows("default_analysis.json")


@each_row(("parameters", "part"), rows("taken.json"))
def test_values_are_taken(api, parameters, part):
    """X1: texts as they are, never trimmed. G2, B4: names in canonical spelling, empty parts ignored. X8: any shift."""
    answer = api.post("/text/", parameters)
    assert (answer.status_code, answer.json()) == (200, answer.json() | part)


@each_row(("parameters", "expected"), rows("refused.json"))
def test_first_error_is_reported(api, parameters, expected):
    """X1, X10, G3, G4, G17: text, operation, format, shift, find, replacement, and only then the text's own."""
    answer = api.post("/text/", parameters)
    body = answer.json()
    error, details = expected
    assert (answer.status_code, body) == (400, {"error": error, "details": details or body["details"]})


@each_row("operation", [name for name in NAMES if name not in (*NOT_EMPTY, "url_parse")])
def test_empty_text_is_valid_for_every_operation(api, operation):
    """X1: but those that read JSON, YAML or a URL."""
    status, body = api.ask("/text/", text="", operation=operation, find="a", other="")
    assert status == 200
    assert body.get("result", "analysis" in body) in ("", "0", "[]", True)


def test_what_no_operation_reads_is_not_read(api):
    """B4: nor is it told as a misspelt name would be (G16), as another operation knows it."""
    asked = {"text": "a", "operation": "trim", "shift": "x", "find": 1, "replacement": [], "fnid": 1}
    answer = api.post("/text/", asked)
    assert (answer.status_code, answer.headers["X-Ignored-Parameters"]) == (200, "fnid")


@each_row(("given", "name"), rows("list_entries.json"))
def test_list_entries_are_single_names(api, given, name):
    """G2: a number is a text, and no name."""
    body = api.post("/text/", {"text": "a", "operation": given}).json()
    assert body["error"] == "Invalid operation specified"
    assert body["details"].startswith(f"{SUPPORTED}. Unknown operation: {name}")


@each_row(
    ("names", "details"),
    [
        ([], "A chain has 1 to 16 operations, requested: 0"),
        (["rot13"] * 17, "A chain has 1 to 16 operations, requested: 17"),
        (["length", "rot13"], "length can only be the last in a chain of operations"),
        (["shout"], f"{SUPPORTED}. Unknown operation: shout"),
        ("shout", f"{SUPPORTED}. Unknown operation: shout"),
    ],
)
def test_service_refuses_by_itself(names, details):
    """B4, without a serializer before it."""
    with pytest.raises(ServiceError) as refused:
        services.process(text="a", operation=names)
    assert str(refused.value) == f"Invalid operation specified: {details}"


@each_row(("operation", "text", "body"), rows("bare_results.tsv"))
@each_row(
    ("extra", "headers", "end"),
    rows("bare_requests.json"),
)
def test_bare_result(api, operation, text, body, extra, headers, end):
    """X3: exactly the result. G6: with one newline; format=text wins over output."""
    for ask in (api.get, api.post):
        answer = ask("/text/", {"text": text, "operation": operation, **extra}, **headers)
        assert (answer.status_code, answer.content.decode()) == (200, body + end)
        shown = [answer.headers[name] for name in ("Content-Type", "Cache-Control", "Vary")]
        assert shown == ["text/plain; charset=utf-8", "no-store", "Accept"]


@each_row(
    "wrong",
    rows("errors_stay_json.json"),
)
def test_errors_stay_json(api, wrong):
    """X3."""
    answer = api.post("/text/", {"text": "a", "format": "text", "output": "text"} | wrong, accept="text/plain")
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/json")
    assert list(answer.json()) == ["error", "details"]


@each_row(
    ("operation", "short", "long"),
    [
        ("uppercase", True, False),
        ("analyze", True, False),
        ("replace", False, False),
        ("slugify", False, False),
        ("unicode_report", False, False),
    ],
)
def test_what_has_a_budget_of_time_or_reads_files_is_never_light(operation, short, long):
    """S5: any other operation is light for at most a thousand characters."""
    light = TextView.operations.rows[operation].light
    assert [bool(light and light({"text": "a" * size})) for size in (1000, 1001)] == [short, long]
