"""A parameter serializer is used as any serializer of Django REST framework is (F2)."""

import copy

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from hashing.serializers import HashParameters
from hashing.services import hash_text
from tests.tables import each_row, rows
from timeops.views import TimeView
from utilitysvc.kit.rules import Bounds, Choices, Length
from utilitysvc.kit.service_error import ServiceError


def test_valid_data_with_aliases_and_defaults():
    serializer = HashParameters(data={"text": "hello", "algorithms": "MD5", "iterations": "2"})
    assert serializer.is_valid()
    assert serializer.errors == {}
    values = serializer.validated_data
    assert (values["input"], values["algorithm"], values["iterations"], values["format"]) == (
        "hello",
        ("md5",),
        2,
        "hex",
    )
    assert values == HashParameters.read({"text": "hello", "algorithms": "MD5", "iterations": "2"})
    assert hash_text(**values)["hash"] == "62109206880d38a4010a98e11243924a"


@each_row(
    ("parameters", "data", "errors"),
    [
        *((HashParameters, *row) for row in rows("serializers_errors.json")),
        (
            TimeView.operations.rows["difference"].parameters,
            {"end": "2026-11-22"},
            {"start": ["Missing required parameters: start required for operation difference"]},
        ),
        (
            TimeView.operations.rows["add"].parameters,
            {"amount": 1, "unit": "days", "duration": "P1D"},
            {
                "non_field_errors": [
                    (
                        "Invalid parameter combination: duration and amount exclude each other: a duration "
                        "replaces amount and unit"
                    )
                ]
            },
        ),
    ],
)
def test_one_error_under_the_name_of_its_parameter(parameters, data, errors):
    made = parameters(data=data)
    assert not made.is_valid()
    assert made.errors == errors


def test_invalid_data_raise_where_that_is_asked_for():
    with pytest.raises(ValidationError) as refused:
        HashParameters(data={"input": "a", "format": "octal"}).is_valid(raise_exception=True)
    assert list(refused.value.detail) == ["format"]
    with pytest.raises(ServiceError) as error:
        HashParameters.read({"input": "a", "format": "octal"})
    assert error.value.parameter == "format"


def test_it_nests_in_a_serializer_of_the_host():
    class Order(serializers.Serializer):
        number = serializers.IntegerField()
        digest = HashParameters()

    order = Order(data={"number": 1, "digest": {"input": "a"}})
    assert order.is_valid(), order.errors
    assert order.validated_data["digest"]["input"] == "a"
    wrong = Order(data={"number": 1, "digest": {"input": "a", "iterations": "x"}})
    assert not wrong.is_valid()
    assert list(wrong.errors["digest"]) == ["iterations"]


def test_rules_are_not_copied_with_the_fields_that_have_them():
    """A closed list of zones has 600 names, and every instance of a serializer copies its fields."""
    for rule in (Bounds("count", 1, 2), Length("name", 3), Choices("unit", ("m", "s"))):
        assert copy.deepcopy({"rule": rule})["rule"] is rule
