"""The table of operations: what it chooses and merges, and the mistakes in a declaration that it tells at import."""

import re
from math import nan
from typing import TypedDict

import pytest
from rest_framework import serializers

from tests.tables import each_row, rows
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import NoParameters, ParameterSerializer
from utilitysvc.kit.parameters import (
    BooleanParameter,
    ChoiceParameter,
    ChoicesParameter,
    DecimalParameter,
    IntegerParameter,
    ListParameter,
    TextParameter,
)
from utilitysvc.kit.raw_values import Repeated
from utilitysvc.kit.rules import Bounds, Choices, Length
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView


class Result(TypedDict):
    said: str


NAMES = Choices("operation", ("greet", "part"), {"hello": "greet"})


class Named(ParameterSerializer):
    missing = {"who": ("Who parameter is required", "Name somebody")}
    request_only = ("operation",)

    who = TextParameter(help_text="Whom")
    operation = ChoiceParameter(names=NAMES, default="greet", help_text="What")


class Greeting(Named):
    aliases = {"who": ("whom", "name")}

    loud = BooleanParameter(default=False, help_text="Loudly")


class Parting(Named):
    alternatives = {"who": ("number",)}

    number = IntegerParameter(bounds=Bounds("number", 1, 9), required=False, help_text="How many")
    until = TextParameter(required=False, help_text="Until when")


def greet(*, who: str, loud: bool) -> Result:
    """Say hello.

    Nobody hears what stands here.
    """
    return {"said": f"Hello {who}{'!' * loud}"}


def part(*, who: str = "all", number: int = 1, until: str = "", more: str = "") -> Result:
    """Say goodbye."""
    return {"said": f"Bye {who} {number}{until}{more}"}


def plain(result):
    return result["said"]


GREET = Operation("greet", greet, Greeting, plain, examples={"One": {"who": "Ann"}}, error_examples={"Nobody": {}})
PART = Operation(
    "part", part, Parting, plain, examples={"Two": {"operation": "part", "who": "Ann"}}, example_kwargs={"more": "."}
)
OPERATIONS = Operations(GREET, PART, selector="operation")


@each_row(
    ("data", "name"),
    [
        ({}, "greet"),
        ({"operation": ""}, "greet"),
        ({"operation": None}, "greet"),
        ({"operation": "part"}, "part"),
        ({"operation": " PART "}, "part"),
        ({"operation": "hello"}, "greet"),
        ({"operation": "leave"}, "greet"),  # whose serializer refuses the name, after what stands before it
        ({"operation": ["part"]}, "greet"),
    ],
)
def test_request_chooses_its_operation(data, name):
    assert OPERATIONS.chosen(data).name == name


@each_row(
    ("data", "refusal"),
    rows("operation_first_error_is_reported_although.json"),
)
def test_first_error_is_reported_although_the_operation_is_chosen_first(data, refusal):
    """G4."""
    with pytest.raises(ServiceError) as exc_info:
        OPERATIONS.chosen(data).answer(data)
    assert str(exc_info.value) == refusal


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"who": "Ann"}, "Hello Ann"),
        ({"whom": "Ann", "loud": "yes"}, "Hello Ann!"),
        ({"name": "Bob", "whom": "Ann"}, "Hello Ann"),  # aliases in their order
        ({"operation": "part", "who": "Ann", "loud": "maybe"}, "Bye Ann 1"),  # not one of its parameters
        ({"operation": "part", "number": "3"}, "Bye all 3"),  # number stands for who
    ],
)
def test_operation_reads_its_own_parameters(data, said):
    """G1."""
    assert OPERATIONS.chosen(data).answer(data) == {"said": said}


def test_table_says_what_interfaces_need():
    assert list(OPERATIONS.fields) == ["who", "operation", "number", "until", "loud"]
    assert OPERATIONS.operations_using("loud") == ("greet",)
    assert OPERATIONS.operations_using("who") == ()
    assert [OPERATIONS.requires(name) for name in ("who", "operation", "loud")] == [False, False, False]
    assert Operations(GREET).requires("who")
    assert OPERATIONS.aliases == {"who": ("whom", "name")}
    assert OPERATIONS.known_names == {
        "who", "operation", "number", "until", "loud", "whom", "name", "output",
    }  # fmt: skip
    assert OPERATIONS.examples == {"One": {"who": "Ann"}, "Two": {"operation": "part", "who": "Ann"}}
    assert OPERATIONS.error_examples == {"Nobody": {}}
    assert (GREET.summary, PART.example_answer("Two")) == ("Say hello", {"said": "Bye Ann 1."})


def test_several_names_make_one_operation():
    """B4: of a chain."""

    class Chain(ParameterSerializer):
        operation = ChoicesParameter(names=NAMES, default="greet", help_text="What")

    def say(*, operation: tuple[str, ...] | str) -> Result:
        """Say it."""
        return {"said": str(operation)}

    rows = [Operation(name, say, Chain, plain, {name: {"operation": name}}) for name in NAMES.values]
    together = Operations(*rows, selector="operation", combine=lambda chosen: chosen[-1])
    assert together.chosen({"operation": "greet,part"}) is rows[1]
    assert together.chosen({"operation": "part"}) is rows[1]
    assert together.chosen({"operation": ","}) is rows[0]
    with pytest.raises(TypeError, match="'operation' takes several names, and no combine"):
        Operations(*rows, selector="operation")


# --- mistakes that are told at import


def declare(**attributes):
    type("Declared", (ParameterSerializer,), attributes)


@each_row(
    ("attributes", "complaint"),
    [
        ({"a": IntegerParameter(required=False)}, r"Declared\.a: help_text is missing"),
        ({"a": IntegerParameter(help_text="x")}, r"Declared\.a: it is required, so that `missing`"),
        ({"a": serializers.IntegerField(help_text="x")}, r"Declared\.a: a IntegerField is not a kind of parameter"),
        ({"output": TextParameter(required=False, help_text="x")}, r"Declared\.output: every path has"),
        (
            {"a": IntegerParameter(bounds=Bounds("a", 1, 2), default=3, help_text="x")},
            r"Declared\.a: the default 3 is not allowed: A must be between 1 and 2",
        ),
        (
            {"a": ChoiceParameter(names=NAMES, default="x", help_text="x")},
            r"Declared\.a: the default 'x' is not allowed",
        ),
        ({"a": BooleanParameter(default="perhaps", help_text="x")}, r"Declared\.a: .* must be a boolean"),
        ({"aliases": {"b": ("c",)}}, r"Declared\.aliases names no field of it: b"),
        ({"missing": {"b": ("c", "")}}, r"Declared\.missing names no field of it: b"),
        ({"alternatives": {"b": ("c",)}}, r"Declared\.alternatives names no field of it: b"),
        ({"request_only": ("b",)}, r"Declared\.request_only names no field of it: b"),
    ],
)
def test_mistake_in_a_serializer(attributes, complaint):
    with pytest.raises(TypeError, match=complaint):
        declare(**attributes)


def unannotated(*, who, loud):
    return {}


def shout(*, who: str, loud: bool = True) -> Result:
    """Say hello, loudly unless that is not wanted."""
    return greet(who=who, loud=loud)


@each_row(
    ("row", "complaint"),
    [
        ({"function": part}, "its function and Greeting differ: got an unexpected keyword argument 'loud'"),
        ({"parameters": NoParameters}, "its function and NoParameters differ: missing a required"),
        ({"function": unannotated}, "not annotated"),
        ({"function": shout}, "loud is True by default in its function, and False in its serializer"),
        ({"examples": {}}, "no example"),
        ({"answers": {"Three": {}}}, "answers to no example: Three"),
    ],
)
def test_mistake_in_an_operation(row, complaint):
    right = {"name": "x", "function": greet, "parameters": Greeting, "plain_text": plain, "examples": {"One": {}}}
    with pytest.raises(TypeError, match=complaint):
        Operation(**right | row)


@pytest.mark.parametrize(
    ("arguments", "options", "complaint"),
    [
        ((GREET, PART), {}, "a selector or a choose"),
        ((GREET, GREET), {"selector": "operation"}, "names of their own"),
        ((GREET,), {"selector": "operation"}, "the closed list of 'operation' and the operations' names differ"),
    ],
)
def test_mistake_in_a_table(arguments, options, complaint):
    with pytest.raises(TypeError, match=complaint):
        Operations(*arguments, **options)


def test_view_without_a_name_or_a_docstring():
    with pytest.raises(TypeError, match="a view has a name"):
        type("Nameless", (ComputeView,), {"__doc__": "Text.", "operations": OPERATIONS})
    with pytest.raises(TypeError, match="a docstring"):
        type("Silent", (ComputeView,), {"name": "silent", "__doc__": "", "operations": OPERATIONS})


# --- the kinds by themselves

KINDS = {
    "decimal": DecimalParameter(bounds=Bounds("a", -9, 9), help_text="x"),
    "list": ListParameter(bounds=Bounds("names", 1, 3), required=False, help_text="x"),
    "text": TextParameter(length=Length("name", 2), help_text="x"),
}


@each_row(("kind", "given", "value"), rows("operation_kinds.json"))
def test_kind_takes(kind, given, value):
    """A decimal is exact."""
    taken = KINDS[kind].to_internal_value(given)
    assert (str(taken) if kind == "decimal" else taken) == value


@each_row(("kind", "given", "complaint"), [*rows("operation_refused_by_kinds.json"), ("decimal", nan, "a number")])
def test_kind_refuses(kind, given, complaint):
    with pytest.raises(ServiceError, match=re.escape(complaint)):
        KINDS[kind].to_internal_value(given)


NO_LETTER = ("Letters parameter is required", "Give some letters")


class Lists(ParameterSerializer):
    missing = {"names": ("Names parameter is required", "Give some names"), "letters": NO_LETTER}

    names = ListParameter(bounds=Bounds("names", 0, 3), help_text="Names, or none")
    letters = ChoicesParameter(names=Choices("letter", ("a", "b")), help_text="Letters")


@each_row("names", [[], ",", [" "]])
def test_empty_list_within_its_bounds_is_a_value(names):
    assert Lists.read({"names": names, "letters": "b"}) == {"names": [], "letters": ("b",)}


def test_empty_list_in_a_query_is_not_given_however_often_its_name_is_repeated():
    """G1, G3."""
    assert Lists.read({"names": Repeated(["", "a"]), "letters": "b"})["names"] == ["a"]
    with pytest.raises(ServiceError, match="Names parameter is required"):
        Lists.read({"names": Repeated(["", ""]), "letters": "b"})


@each_row("letters", [None, "", ",", [], [""]])
def test_required_names_of_which_none_is_given_are_missing(letters):
    """G3: an empty list counts as not given, in a required parameter too."""
    with pytest.raises(ServiceError, match=": ".join(NO_LETTER)):
        Lists.read({"names": "a", "letters": letters})


def test_kind_describes_itself():
    """S2: one type each."""
    kinds = {**KINDS, "boolean": BooleanParameter(help_text="x")}
    assert {name: kind.json_schema() for name, kind in kinds.items()} == {
        "list": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3},
        "decimal": {"type": "number", "minimum": -9, "maximum": 9},
        "text": {"type": "string", "maxLength": 2},
        "boolean": {"type": "boolean"},
    }


# --- what the view does with names


@each_row(
    ("query", "header"),
    rows("operation_ignored_names.json"),
)
def test_ignored_names_are_told(api, query, header):
    """G16: in the order given, at most ten, harmless ones only."""
    assert api.get("/uuid/", query).headers.get("X-Ignored-Parameters") == header


def test_ignored_names_of_a_post_are_those_of_the_query_too(api):
    """G16."""
    response = api.send("POST", "/uuid/", query="count=2&y=1", body={"x": 1}, content_type="application/json")
    assert response.headers["X-Ignored-Parameters"] == "count, y, x"
    assert response.json()["count"] == 1
