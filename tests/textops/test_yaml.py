"""/text/: YAML and JSON (X13)."""

import json
import subprocess
import sys

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.service import ROOT
from tests.tables import each_row, rows
from textops.limits import Budget
from textops.yaml_reading import MAX_BYTES, yaml_to_json
from textops.yaml_writing import json_to_yaml
from utilitysvc.kit import ServiceError
from utilitysvc.kit.codecs import CodecError

#: Valid documents of the suite that are refused: with tabs that the parser takes for a part of the text, where a space
#: may stand, with a name that is there twice, since both are null, and with a directive for YAML 1.1.
REMAINING = {"2JQS", "6BCT", "A2M4", "DC7X", "J3BT", "K54U", "MUS6/02", "MUS6/03", "MUS6/04", "Y79Y/010"}
#: What JSON does not have, or not in one document.
OTHER_VALUES = ("No document", "A second document", "The tag", "Ryml trees cannot handle containers as keys")


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


@each_row(("text", "result"), rows("yaml_values.json"))
def test_x13_yaml_by_the_core_schema(api, text, result):
    made = api.post("/text/", {"text": text, "operation": "yaml_to_json,json_minify"}).json()
    assert made.get("result") == result, made


@each_row(("text", "details"), rows("yaml_refused.json"))
def test_x13_yaml_that_is_refused(api, text, details):
    answer = api.post("/text/", {"text": text, "operation": "yaml_to_json"})
    assert (answer.status_code, answer.json()) == (400, {"error": "Decoding failed", "details": details})


@each_row(("text", "result"), [("[" * 512 + "]" * 512, None), ("[" * 513 + "]" * 513, 512), ("- " * 513 + "a", 0)])
def test_x13_yaml_is_nested_512_deep(text, result):
    if result is None:
        assert yaml_to_json(text)
    else:
        with pytest.raises(CodecError, match=f"Nested more than 512 deep at position {result}"):
            yaml_to_json(text)


def test_x13_yaml_checks_the_time():
    """B4: while it reads."""
    with pytest.raises(ServiceError, match="YAML too costly"):
        yaml_to_json("- a\n" * 100, budget=Budget(-1))


def test_x13_the_parser_writes_no_errors_in_a_process_of_one_thread():
    """B12: the command tells an error in one line."""
    script = "from textops.yaml_reading import *\ntry: yaml_to_json('[')\nexcept CodecError: print('refused')"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("refused\n", "")


def test_x13_yaml_bombs_are_refused():
    """X13: a billion laughs."""
    bomb = "a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for name, before in zip("bcdefghi", "abcdefgh", strict=True):
        bomb += f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    with pytest.raises(ServiceError, match="Result too large"):
        yaml_to_json(bomb)


def test_x13_yaml_size():
    assert yaml_to_json("a" * MAX_BYTES) == f'"{"a" * MAX_BYTES}"'
    with pytest.raises(ServiceError, match="Text too long: YAML may have 256 KiB, and this has 257"):
        yaml_to_json("a" * (MAX_BYTES + 1))


@each_row(
    ("word", "value"),
    [("null", "null"), ("Null", "null"), ("NULL", "null"), ("~", "null"), ("nUll", '"nUll"')]
    + [(word, "true") for word in ("true", "True", "TRUE")]
    + [(word, "false") for word in ("false", "False", "FALSE")]
    + [(word, f'"{word}"') for word in ("tRUE", "no", "Yes", "on", "y")],
)
def test_x13_words_of_the_core_schema(word, value):
    """X13: https://yaml.org/spec/1.2.2/#103-core-schema"""
    assert yaml_to_json(word) == value


@each_row(
    ("text", "details"),
    [
        ('{"a":1,"a":2}', 'The name "a" a second time in one object at position 7; keep one of them'),
        ('[{"a":{"a":["a"]},"b":"]}","\\u0061":1}]', 'The name "\\u0061" a second time in one object at position 27'),
    ],
)
def test_x13_json_with_a_repeated_name_is_no_yaml(api, text, details):
    """X13: as in the other direction; the values of a document may repeat."""
    answer = api.post("/text/", {"text": text, "operation": "json_to_yaml"})
    assert (answer.status_code, answer.json()["error"]) == (400, "Decoding failed")
    assert answer.json()["details"].startswith(details)


PLAIN = "no Yes null 1 1.5 0x1f a:b # [ {} @a << ~ !x &a *b a,b %x y .inf = - -- --- ... 0o7 1e3 +1 _ 1:30"
WORDS = [
    *PLAIN.split(" "),
    *(
        "2001-01-01",
        "é",
        "😀",
        "a: b",
        "a #b",
        "- x",
        "",
        "x y",
        "it's",
        '"q"',
        "m\nl",
        "t\t",
        "\x85",
        "\u2028",
        "\ufeff",
    ),
    *(" a", "a ", "a:", "x: ", "\x7f", "\x00", "key#", "null "),
]
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
