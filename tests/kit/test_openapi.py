"""The description that is made of the views (S2), generated anew."""

import json
from typing import TypedDict

import pytest
from django.urls import path
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from hashing.views import HashView
from tests.description import agreed_schema
from tests.tables import each_row, rows
from utilitysvc.description import document
from utilitysvc.kit.openapi.schemas import described, merged, schema_of
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ChoiceParameter
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.view import ComputeView


def test_s2_the_description_is_the_agreed_one_and_leaves_nothing_to_guess(capsys):
    """Whoever changes the interface sees it here, and so does who reviews the change."""
    document.description.cache_clear()
    described = document.description()
    assert json.loads(agreed_schema.FILE.read_text()) == described, "if the change is meant: make schema"
    assert not GENERATOR_STATS
    assert capsys.readouterr() == ("", "")


@each_row(("one", "other", "both"), rows("openapi_merged.json"))
def test_s2_two_schemas_are_one_that_accepts_what_either_does(one, other, both):
    assert merged([one, other]) == both


def test_s2_an_annotation_that_says_nothing_of_json_is_refused():
    with pytest.raises(TypeError, match="no JSON Schema for"):
        schema_of(list[bytes])


def test_s2_no_schema_has_two_types():
    with pytest.raises(TypeError, match="no one type describes both"):
        merged([{"type": "string"}, {"type": "array"}])


@each_row(
    "name, brief, words",
    [
        ("format", False, "How the digest is written; default hex"),
        ("format", True, "How the digest is written"),
        ("iterations", False, "Number of rounds; 1 to 10000; default 1"),
        ("iterations", True, "Number of rounds; default 1"),
        ("uppercase", False, "Write the digest in upper case (hex only); default false"),
        ("uppercase", True, "Write the digest in upper case (hex only)"),
    ],
)
def test_s2_b13_words_of_a_parameter(name, brief, words):
    """B13: agents are told no default that goes without saying, as the first of a closed list."""
    assert described(HashView.operations, name, brief=brief) == words


class Held(TypedDict):
    sign: str
    held: int


class Lifted(TypedDict):
    sign: str
    lifted: str


class Signed(ParameterSerializer):
    request_only = ("sign",)

    sign = ChoiceParameter(names=Choices("sign", ("hold", "lift")), default="hold", aliases=("mark",), help_text="What")


def hold() -> Held:
    return {"sign": "+", "held": 1}


def lift() -> Lifted:
    return {"sign": "-", "lifted": "1"}


class WeighView(ComputeView):
    """Weigh."""

    name = "weigh"
    operations = Operations(
        Operation("hold", hold, Signed, str, examples={"Hold": {}}),
        Operation("lift", lift, Signed, str, examples={"Lift": {"mark": "lift"}}),
        selector="sign",
    )


def test_f1_s2_a_view_is_described_whose_app_is_not_installed():
    """Its tag is the path's. A free text does not tell results apart; an example may use another name."""
    site = SchemaGenerator(patterns=[path("scales/weigh/", WeighView.as_view())]).get_schema(public=True)
    post = site["paths"]["/scales/weigh/"]["post"]
    assert post["tags"] == ["scales"]
    assert post["requestBody"]["content"]["application/json"]["examples"]["Lift"] == {"value": {"mark": "lift"}}
    assert [*site["components"]["schemas"]["WeighAnswer"]["properties"]] == ["sign", "held", "lifted"]
