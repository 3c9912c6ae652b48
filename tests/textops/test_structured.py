"""/text/: JSON Path, sorted JSON, YAML and URLs (X13)."""

import json
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.measure import takes_longer
from tests.tables import each_row, rows
from textops.json_query import REPETITIONS, json_path, json_sort_keys
from textops.json_text import json_minify
from textops.limits import Budget
from textops.url_parts import url_parse
from textops.yaml_reading import yaml_to_json
from textops.yaml_writing import json_to_yaml
from utilitysvc.kit import ServiceError
from utilitysvc.kit.codecs import CodecError

# https://github.com/jsonpath-standard/jsonpath-compliance-test-suite, with its licence beside it
SUITE = json.loads((Path(__file__).parent / "jsonpath/cts.json").read_text(encoding="utf-8"))["tests"]
SYNTAX = ". Syntax: https://www.rfc-editor.org/rfc/rfc9535"


def as_the_suite_says(case):
    try:
        result = json.loads(json_path(json.dumps(case.get("document")), path=case["selector"]))
    except ServiceError as refusal:
        return "invalid_selector" in case and refusal.error in ("Invalid path specified", "Path parameter is required")
    return "invalid_selector" not in case and result in case.get("results", [case.get("result")])


def test_x13_json_path_compliance_suite():
    """X13: RFC 9535."""
    assert [case["name"] for case in SUITE if not as_the_suite_says(case)] == []
    assert len(SUITE) > 600


@each_row(
    ("text", "path", "result"),
    rows("structured_json_path_values.tsv"),
)
def test_x13_json_path_values(text, path, result):
    """X13: numbers as written; match and search by RE2."""
    assert json_path(text, path=path).replace("\n", "").replace(" ", "") == result


@pytest.mark.parametrize("pattern", ["a{1001}", "(a{100}){100}", "\\\\p{L}{1000}", "a{3,2}"])
def test_x13_repetitions_that_re2_does_not_know_are_refused(api, pattern):
    """RFC 9485 allows them, so that an empty answer would be wrong."""
    answer = api.ask("/text/", text='["a"]', operation="json_path", path=f'$[?match(@,"{pattern}")]')
    assert answer == (400, {"error": "Invalid pattern specified", "details": REPETITIONS})


def test_x13_pattern_that_is_too_costly_for_a_text_is_refused(api):
    text = json.dumps(["a" * 300_000])
    answer = api.post("/text/", {"text": text, "operation": "json_path", "path": '$[?match(@,"a{1000}")]'})
    assert (answer.status_code, json.loads(answer.content)["error"]) == (400, "Pattern too costly")


@pytest.mark.skipif(sys.version_info < (3, 12), reason="version 1 of the library has other messages")
@each_row(("path", "details"), rows("structured_invalid_paths_are_refused.tsv"))
def test_x13_invalid_paths_are_refused(api, path, details):
    answer = api.ask("/text/", text="{}", operation="json_path", path=path)
    assert (answer.status, answer.body) == (400, {"error": "Invalid path specified", "details": details + SYNTAX})


def test_x13_a_path_that_is_nested_too_deeply_is_refused():
    with pytest.raises(ServiceError) as refused:
        json_path("{}", path="$[?" + "!" * 900 + "@.a]")
    assert (refused.value.error, refused.value.details) == ("Invalid path specified", "The path is nested too deeply")


def test_x13_a_pattern_in_a_path_that_is_too_long_is_refused():
    """X12, X13: rather than found nowhere. A dot is seven characters for RE2, as it matches no line break."""
    with pytest.raises(ServiceError, match="Pattern must be at most 1000 characters"):
        json_path('["a"]', path=f"$[?match(@,'{'.' * 200}')]")


@each_row("read", [partial(json_path, path="$"), json_sort_keys, json_to_yaml, yaml_to_json])
def test_x13_results_are_limited_in_bytes(read):
    fitting = len(read('["é"]').encode())
    assert len(read('["é"]', largest=fitting).encode()) == fitting
    with pytest.raises(ServiceError, match="Result too large"):
        read('["é"]', largest=fitting - 1)


@pytest.mark.parametrize("asked", [{}, {"path": ""}, {"path": None}])
def test_x13_path_is_required(api, asked):
    body = api.post("/text/", {"text": "{}", "operation": "json_path", **asked}).json()
    assert body["error"] == "Path parameter is required"


def test_x13_path_is_required_of_the_library_too():
    with pytest.raises(ServiceError, match="Path parameter is required"):
        json_path("{}", path="")


def test_x13_path_length():
    assert json_path("{}", path="$" + "['a']" * 199) == "[]"
    with pytest.raises(ServiceError, match="Path must be at most 1000 characters"):
        json_path("{}", path="$" + "['a']" * 200)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[" * 500 + "]" * 500, "$..*..*..*.zzz"),
        ("[" * 500 + "]" * 500, "$..[*]..[*]..[*]"),
        (f"[{'1,' * 50_000}1]", "$[?count($[*])>1]"),
        (f"[{'[1],' * 20_000}1]", "$..[?@..[?@>2]]"),
        (f"[{'1,' * 50_000}1]", "$[?$==$]"),
    ],
)
def test_x13_costly_paths_are_ended(text, path):
    """X13, X9: after about the time of the budget, which is a second in a request."""

    def refused():
        with pytest.raises(ServiceError, match=r"Path too costly"):
            json_path(text, path=path, budget=Budget(0.1))

    assert not takes_longer(refused, 4)


@each_row(
    ("text", "path"),
    rows("structured_every_loop_checks_the_time.tsv"),
)
def test_x13_every_loop_checks_the_time(text, path):
    """X9: the lists and objects of the document check it, and so do the parts that a slice takes from a list."""
    with pytest.raises(ServiceError, match=r"Path too costly"):
        json_path(text, path=path, budget=Budget(-1))


NESTED_TOO_DEEPLY = [
    "[" * 513 + "]" * 513,
    "[" * 100_000,
    '{"a":' * 513 + "1" + "}" * 513,
    '[{"a":' * 257 + "1" + "}]" * 257,
]


@each_row("text", ["{", "[NaN]", "[1,]", '{"a":1', "", *NESTED_TOO_DEEPLY])
@each_row("read", [lambda text: json_path(text, path="$"), json_sort_keys, json_to_yaml])
def test_x13_what_is_no_json_is_refused(read, text):
    """X10, G17: as by json_minify."""
    with pytest.raises(CodecError) as refused:
        read(text)
    with pytest.raises(CodecError) as minified:
        json_minify(text)
    assert str(refused.value) == str(minified.value)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('{"b":1.0,"a":{"d":[],"c":{"f":1,"e":2}}}', '{"a":{"c":{"e":2,"f":1},"d":[]},"b":1.0}'),
        ('{"b":1,"a":1,"b":0,"a":0}', '{"a":1,"a":0,"b":1,"b":0}'),
        ('{"é":1,"z":1,"😀":1,"\\uffff":1}', '{"z":1,"é":1,"\uffff":1,"😀":1}'),
        ("[2,1]", "[2,1]"),
    ],
)
def test_x13_json_sort_keys(text, result):
    """X13: by code points, which is not the order of UTF-16; names given twice are kept in their order."""
    assert json_sort_keys(text).replace("\n", "").replace(" ", "") == result


@each_row(
    ("text", "parts"),
    rows("structured_url_parse.json"),
)  # fmt: skip
def test_x13_url_parse(text, parts):
    """X13: as the URL standard has it; what is not there is null."""
    found = json.loads(url_parse(text))
    found["parameters"] = [[parameter["name"], parameter["value"]] for parameter in found["parameters"]]
    assert list(found.values())[1:] == parts


HOST = "A host that is missing or not valid"
HOSTS = "write a name, an IPv4 address, or an IPv6 address in brackets"


@each_row(
    ("text", "details"),
    rows("structured_what_is_no_url_is_refused.tsv"),
)
def test_x13_what_is_no_url_is_refused(api, text, details):
    answer = api.ask("/text/", text=text, operation="url_parse")
    assert (answer.status, answer.body) == (400, {"error": "Decoding failed", "details": details})


@pytest.mark.parametrize("digits", [4299, 4300, 4301, 5000])
def test_x13_long_numerals_stay_as_written(digits):
    """X13: however many digits Python converts to an integer."""
    numeral = "9" * digits
    assert json_sort_keys(numeral) == numeral
    assert json_to_yaml(numeral) == f"{numeral}\n"


def test_x13_the_deepest_json_is_searched():
    """X13: nested 512 deep, or refused where Python allows too few calls within each other."""
    try:
        found = json_path("[" * 512 + "1" + "]" * 512, path="$..[?@ == 1]")
    except ServiceError as exc:
        found = exc.error
    assert found in ("[\n  1\n]", "Path too costly")
