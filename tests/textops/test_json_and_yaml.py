"""/text/: JSON laid out anew (X10), JSON Path, sorted JSON and YAML (X13), by suites and on drawn texts."""

import json
import os
import sys
from functools import partial
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.measure import takes_longer
from tests.tables import each_row, rows
from textops.json_query import json_path, json_sort_keys
from textops.json_text import MAX_DEPTH, json_format, json_minify
from textops.limits import Budget
from textops.yaml_reading import MAX_BYTES, yaml_to_json
from textops.yaml_writing import json_to_yaml
from utilitysvc.kit import ServiceError
from utilitysvc.kit.codecs import CodecError

unhurried = settings(deadline=None)

# https://github.com/jsonpath-standard/jsonpath-compliance-test-suite, with its licence beside it
SUITE = json.loads((Path(__file__).parent / "jsonpath/cts.json").read_text(encoding="utf-8"))["tests"]
#: Valid documents of the suite that are refused: with tabs that the parser takes for a part of the text, where a space
#: may stand, with a name that is there twice, since both are null, and with a directive for YAML 1.1.
REMAINING = {"2JQS", "6BCT", "A2M4", "DC7X", "J3BT", "K54U", "MUS6/02", "MUS6/03", "MUS6/04", "Y79Y/010"}
#: What JSON does not have, or not in one document.
OTHER_VALUES = (
    "No document",
    "A second document",
    "The tag",
    "Too many tags or anchors",
    "Ryml trees cannot handle containers as keys",
)


def refusal(function, *arguments, **more):
    with pytest.raises((CodecError, ServiceError)) as refused:
        function(*arguments, **more)
    return str(refused.value)


def as_the_suite_says(case):
    try:
        result = json.loads(json_path(json.dumps(case.get("document")), path=case["selector"]))
    except ServiceError as refused:
        return "invalid_selector" in case and refused.error in ("Invalid path specified", "Path parameter is required")
    return "invalid_selector" not in case and result in case.get("results", [case.get("result")])


def test_x13_json_path_compliance_suite():
    """X13: RFC 9535."""
    assert [case["name"] for case in SUITE if not as_the_suite_says(case)] == []
    assert len(SUITE) > 600


@pytest.mark.skipif(sys.version_info < (3, 12), reason="version 1 of the library has other messages")
@each_row(("path", "details"), rows("invalid_paths.tsv"))
def test_x13_invalid_paths_are_refused(api, path, details):
    """X13, G17: with the library's message, the position and a link."""
    answer = api.ask("/text/", text="{}", operation="json_path", path=path)
    details += ". Syntax: https://www.rfc-editor.org/rfc/rfc9535"
    assert answer == (400, {"error": "Invalid path specified", "details": details})


@each_row(
    ("text", "path", "said"),
    [
        ("{}", "", "Path parameter is required"),
        ("{}", "$" + "['a']" * 200, "Path must be at most 1000 characters"),
        ("{}", "$[?" + "!" * 900 + "@.a]", "Invalid path specified: The path is nested too deeply"),
        # A dot is seven characters for RE2, as it matches no line break.
        ('["a"]', f"$[?match(@,'{'.' * 200}')]", "Pattern must be at most 1000 characters"),
        # Without the bound, brackets as deep as these overflow the stack of iregexp_check, and end the process.
        (json.dumps(["(" * 30_000]), "$[?match(@,@)]", "Pattern must be at most 1000 characters"),
        (json.dumps(["a" * 300_000]), '$[?match(@,"a{1000}")]', "Pattern too costly"),
    ],
)
def test_x13_paths_that_are_too_much_are_refused(text, path, said):
    """X12, X13."""
    assert refusal(json_path, text, path=path).startswith(said)


@each_row("read", [partial(json_path, path="$"), json_sort_keys, json_to_yaml, yaml_to_json, json_format])
def test_x13_results_are_limited_in_bytes(read):
    fitting = len(read('["é"]').encode())
    assert len(read('["é"]', largest=fitting).encode()) == fitting
    assert refusal(read, '["é"]', largest=fitting - 1).startswith("Result too large")


@pytest.mark.slow
@each_row(
    ("text", "path"),
    [
        ("[" * 500 + "]" * 500, "$..*..*..*.zzz"),
        ("[" * 500 + "]" * 500, "$..[*]..[*]..[*]"),
        (f"[{'1,' * 50_000}1]", "$[?count($[*])>1]"),
        (f"[{'[1],' * 20_000}1]", "$..[?@..[?@>2]]"),
        (f"[{'1,' * 50_000}1]", "$[?$==$]"),
        (json.dumps([f"{3**power:b}" for power in range(76_000, 76_015)]), "$[?match(@,'.*1.{400}')]"),
    ],
)
def test_x13_costly_paths_are_ended(text, path):
    """X13, X9: after about the time of the budget, which is a second in a request."""
    assert not takes_longer(lambda: refusal(json_path, text, path=path, budget=Budget(0.1)), 4)


@each_row(("text", "path"), rows("paths_that_check_the_time.tsv"))
def test_x13_every_way_to_a_value_checks_the_time(text, path):
    """X9: the lists and objects of the document check it, and so do the parts that a slice takes from a list."""
    assert refusal(json_path, text, path=path, budget=Budget(-1)).startswith("Path too costly")


@each_row("text", ["[" * 513 + "]" * 513, "[" * 100_000])
@each_row("read", [partial(json_path, path="$"), json_sort_keys, json_to_yaml])
def test_x13_what_is_nested_too_deeply_is_refused(read, text):
    """X10, G17."""
    assert refusal(read, text) == "Nested more than 512 deep at position 512"


def test_x13_the_deepest_json_is_searched():
    """X13: nested 512 deep, or refused where Python allows too few calls within each other."""
    try:
        found = json_path("[" * 512 + "1" + "]" * 512, path="$..[?@ == 1]")
    except ServiceError as refused:
        found = refused.error
    assert found in ("[\n  1\n]", "Path too costly")


@each_row("digits", [4299, 4300, 4301, 5000])
def test_x13_long_numerals_stay_as_written(digits):
    """X13: however many digits Python converts to an integer."""
    numeral = "9" * digits
    assert (json_sort_keys(numeral), json_to_yaml(numeral)) == (numeral, f"{numeral}\n")


@each_row("innermost", ["1", "[]", "{}", "[ ]"])
def test_x10_depth(innermost):
    """X10: 512 levels, an empty one included, and no 513th."""
    levels = MAX_DEPTH - (innermost != "1")
    text = "[" * levels + innermost + "]" * levels
    assert (MAX_DEPTH, json_minify(text)) == (512, text.replace(" ", ""))
    assert json_sort_keys(text) == json_format(text)
    assert f"\n{'  ' * levels}{innermost.replace(' ', '')}\n" in json_format(text)
    assert refusal(json_minify, f"[{text}]") == "Nested more than 512 deep at position 512"
    assert refusal(json_format, '{"a":' * 512 + "[1]") == "Nested more than 512 deep at position 2560"
    assert refusal(json_format, "[" * 512 + "1 2") == "',' or ']' expected in the JSON, not '2' at position 514"


@pytest.mark.slow
@unhurried
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_x10_layout_is_that_of_the_standard_library(value):
    """X10: where names are given once, and numerals are Python's."""
    text = json.dumps(value, ensure_ascii=False)
    assert json_format(text) == json.dumps(value, ensure_ascii=False, indent=2)
    assert json_minify(text) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@unhurried
@given(
    st.lists(st.sampled_from(["{", "}", "[", "]", ",", ":", '"a"', "1", "-", "0.5", " ", "null", "\\"])).map("".join)
)
def test_x10_json_is_what_the_standard_library_takes(text):
    try:
        value = json.loads(text)
    except ValueError:
        assert refusal(json_format, text) == refusal(json_sort_keys, text)
    else:
        assert json.loads(json_format(text)) == json.loads(json_minify(text)) == value


@each_row(("name", "text", "documents"), rows("yaml_suite.json"))
def test_x13_yaml_test_suite(name, text, documents):
    """X13: every document that JSON can have, and no other."""
    try:
        found = [json.loads(yaml_to_json(text))]
    except CodecError as refused:
        found = str(refused)
    if documents == "error" or name in REMAINING:
        assert isinstance(found, str)
    elif isinstance(found, str):
        assert found.startswith(OTHER_VALUES)
    else:
        assert documents in (found, "not in JSON")


@each_row(
    ("text", "said"),
    [
        # What was written until it was refused: three gigabytes of it would fit into a request.
        ("- &a " + "x" * 1019 + "\n- *a" * 2000, "Result too large: The result would have 1025 KiB"),
        ("a" * (MAX_BYTES + 1), "Text too long: YAML may have 256 KiB, and this has 257"),
        ("a" * (MAX_BYTES + 1024), "Text too long: YAML may have 256 KiB, and this has 257"),
        (f"- &a {'[' * 300}1{']' * 300}\n- {'[' * 300}*a{']' * 300}", "Nested more than 512 deep at position 0"),
        (f"- &a {'[' * 300}1{']' * 300}\n- {'[' * 213}*a{']' * 213}", "Nested more than 512 deep at position 0"),
        (f"0x{'f' * 3499}", "A numeral of more than 3500 digits at position 0"),
    ],
)
def test_x13_yaml_that_is_too_much_is_refused(text, said):
    """X13: aliases, too, cannot make too much of it."""
    assert refusal(yaml_to_json, text).startswith(said)


@pytest.mark.slow
@each_row("unit", ["[! # ", "[!a #", "- &a % "])
def test_x13_tags_before_comments_take_linear_time(unit):
    """X9: each sign may begin a comment, in which the next tags then stand."""
    assert not takes_longer(lambda: refusal(yaml_to_json, unit * (MAX_BYTES // len(unit))), 1)


@each_row(
    "text",
    ["!!map &a\n!!str &b k: v", "!!seq [!!map {!!str a: b}, !!str c]", "'a! ! & & &amp; b!'", "- &a\n- &b\n- &c\n- &d"],
)
def test_x13_yaml_may_have_tags_and_anchors(text):
    assert yaml_to_json(text)


def test_x13_yaml_sizes():
    assert yaml_to_json("a" * MAX_BYTES) == f'"{"a" * MAX_BYTES}"'
    assert yaml_to_json(f"0x{'f' * 3498}") == str(16**3498 - 1)
    assert yaml_to_json("[" * 512 + "]" * 512) == json_format("[" * 512 + "]" * 512)
    assert yaml_to_json(f"- &a {'[' * 300}1{']' * 300}\n- {'[' * 212}*a{']' * 212}")


def test_x13_yaml_checks_the_time():
    """B4: while it reads, each hundred values."""
    assert refusal(yaml_to_json, "- a\n" * 100, budget=Budget(-1)).startswith("YAML too costly")
    assert yaml_to_json("- a\n" * 98, budget=Budget(-1))


PLAIN = "no Yes null 1 1.5 0x1f a:b # [ {} @a << ~ !x &a *b a,b %x y .inf = - -- --- ... 0o7 1e3 +1 _ 1:30"
WORDS = ["", *PLAIN.split(" "), *rows("yaml_texts.tsv")]
TEXTS = st.sampled_from(WORDS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_x13_json_to_yaml_and_back(value):
    written = json_to_yaml(json.dumps(value))
    assert json.loads(yaml_to_json(written)) == value


@given(st.recursive(st.none() | st.booleans() | st.integers() | TEXTS, lambda inner: st.lists(inner, max_size=3)))
def test_x13_yaml_reads_the_same_in_yaml_1_1(value):
    """X13: PyYAML reads YAML 1.1."""
    assert yaml.safe_load(json_to_yaml(json.dumps(value))) == value


@pytest.mark.parametrize("threads", [1, 2])
def test_standard_error_is_silent_for_a_yaml_error_and_then_itself_again(monkeypatch, capfd, threads):
    """X13, B12: the library writes its own lines, of which a command with one thread must show none.

    Another thread's lines must not be lost meanwhile.
    """
    monkeypatch.setattr("threading.active_count", lambda: threads)
    assert "position" in refusal(yaml_to_json, "a: [")
    os.write(2, b"after")
    error = capfd.readouterr().err
    assert error.endswith("after")
    assert (error == "after") == (threads == 1)
