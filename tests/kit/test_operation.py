"""The table of operations: what it chooses and merges, and the mistakes in a declaration that it tells at import."""

import re
from dataclasses import replace
from functools import partial
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
    Repeated,
    TextParameter,
)
from utilitysvc.kit.rules import Bounds, Choices, Length
from utilitysvc.kit.service_error import ServiceError
from utilitysvc.kit.view import ComputeView


class Result(TypedDict):
    said: str


NAMES = Choices("operation", ("greet", "part"), {"hello": "greet"})


WHO = partial(TextParameter, missing=("Who parameter is required", "Name somebody"), help_text="Whom")
WHAT = partial(ChoiceParameter, names=NAMES, default="greet", help_text="What")


class Greeting(ParameterSerializer):
    request_only = ("operation",)

    who = WHO(aliases=("whom", "name"))
    operation = WHAT()
    loud = BooleanParameter(default=False, help_text="Loudly")


class Parting(ParameterSerializer):
    request_only = ("operation",)

    who = WHO(alternatives=("number",))
    operation = WHAT()
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


def test_subclass_inherits_what_is_said_of_the_parameters_that_it_has():
    """F2, G16: the other names of a parameter that a host takes away have no effect."""

    class Nameless(Greeting):
        who = None

    assert Nameless.read({"name": "Ann"}) == {"operation": "greet", "loud": False}
    assert [*Nameless.request_only] == ["operation"]


@each_row(("data", "said"), rows("operation_answers.json"))
def test_request_chooses_its_operation_whose_first_error_is_reported(data, said):
    """G1, G4: an operation that does not exist is refused by the default one, after what stands before its name."""
    try:
        answer = OPERATIONS.chosen(data).answer(data)["said"]
    except ServiceError as exc:
        answer = str(exc)
    assert answer == said


def test_table_says_what_interfaces_need():
    assert list(OPERATIONS.fields) == ["who", "operation", "number", "until", "loud"]
    assert OPERATIONS.operations_using("loud") == ("greet",)
    assert OPERATIONS.operations_using("who") == ()
    assert [OPERATIONS.requires(name) for name in ("who", "operation", "loud")] == [False, False, False]
    assert Operations(GREET).requires("who")
    assert OPERATIONS.fields["who"].spellings == ("who", "whom", "name")
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
    together = Operations(*rows, selector="operation", combine=lambda chosen: chosen[1])
    assert together.chosen({"operation": "greet,part"}) is rows[1]
    assert together.chosen({"operation": "part"}) is rows[1]
    assert together.chosen({"operation": ","}) is rows[0]
    with pytest.raises(TypeError, match="'operation' takes several names, and no combine"):
        Operations(*rows, selector="operation")


# --- mistakes that are told at import


def declare(**attributes):
    type("Declared", (ParameterSerializer,), attributes)


def unannotated(*, who, loud):
    return {}


def shout(*, who: str, loud: bool = True) -> Result:
    """Say hello, loudly unless that is not wanted."""
    return greet(who=who, loud=loud)


def state(**row):
    right = {"name": "x", "function": greet, "parameters": Greeting, "plain_text": plain, "examples": {"One": {}}}
    Operation(**right | row)


def view(**attributes):
    type("View", (ComputeView,), attributes | {"operations": OPERATIONS})


A = partial(IntegerParameter, bounds=Bounds("a", 1, 2), help_text="x")


@each_row(
    ("make", "arguments", "complaint"),
    [
        (declare, {"a": IntegerParameter(required=False)}, r"Declared\.a: help_text is missing"),
        (declare, {"a": A()}, r"Declared\.a: it is required, so that `missing`"),
        (
            declare,
            {"a": serializers.IntegerField(help_text="x")},
            r"Declared\.a: a IntegerField is not a kind of param",
        ),
        (declare, {"output": A(required=False)}, r"Declared\.output: every path has"),
        (declare, {"a": A(default=3)}, r"Declared\.a: the default 3 is not allowed: A must be between 1 and 2"),
        (declare, {"a": ChoiceParameter(names=NAMES, default="x", help_text="x")}, "the default 'x' is not allowed"),
        (declare, {"a": BooleanParameter(default="perhaps", help_text="x")}, r"Declared\.a: .* must be a boolean"),
        (declare, {"a": A(required=False, alternatives=("b",))}, r"Declared\.a: its alternatives name no field.*: b"),
        (declare, {"request_only": ("b",)}, r"Declared\.request_only names no field of it: b"),
        (state, {"function": part}, "its function and Greeting differ: got an unexpected keyword argument 'loud'"),
        (state, {"parameters": NoParameters}, "its function and NoParameters differ: missing a required"),
        (state, {"function": unannotated}, "not annotated"),
        (state, {"function": shout}, "loud is True by default in its function, and False in its serializer"),
        (state, {"examples": {}}, "no example"),
        (state, {"answers": {"Three": {}}}, "answers to no example: Three"),
        (partial(Operations, GREET, PART), {}, "a selector or a choose"),
        (partial(Operations, GREET, GREET), {"selector": "operation"}, "names of their own"),
        (
            partial(Operations, GREET, replace(PART, examples=GREET.examples)),
            {"selector": "operation"},
            "two examples or refusals of one path share a title: One",
        ),
        (partial(Operations, GREET), {"selector": "operation"}, "the closed list of 'operation' and the operations'"),
        (partial(Operations, GREET, PART), {"selector": "oops"}, "the closed list of 'oops' and the operations'"),
        (view, {"__doc__": "Text."}, "a view has a name"),
        (view, {"name": "silent", "__doc__": ""}, "a docstring"),
    ],
)
def test_mistake_in_a_declaration(make, arguments, complaint):
    with pytest.raises(TypeError, match=complaint):
        make(**arguments)


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


class Lists(ParameterSerializer):
    names = ListParameter(
        bounds=Bounds("names", 0, 3), missing=("Some names are needed", ""), help_text="Names, or none"
    )
    letters = ChoicesParameter(
        names=Choices("letter", ("a", "b")), missing=("Some letters are needed", ""), help_text="Letters"
    )


@each_row(
    ("names", "letters", "read"),
    [
        *((names, "b", {"names": [], "letters": ("b",)}) for names in ([], ",", [" "])),
        (Repeated(["", "a"]), "b", {"names": ["a"], "letters": ("b",)}),
        (Repeated(["", ""]), "b", "Some names are needed"),
        *(("a", letters, "Some letters are needed") for letters in (None, "", ",", [], [""])),
    ],
)
def test_empty_list_is_a_value_within_its_bounds_and_else_is_not_given(names, letters, read):
    """G1, G3: in a query neither is given, however often its name is repeated."""
    try:
        values = Lists.read({"names": names, "letters": letters})
    except ServiceError as exc:
        values = str(exc)
    assert values == read


def test_kind_describes_itself():
    """S2: one type each."""
    kinds = {**KINDS, "boolean": BooleanParameter(help_text="x")}
    assert {name: kind.json_schema() for name, kind in kinds.items()} == dict(rows("operation_schemas.json"))


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
