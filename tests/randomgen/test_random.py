"""/random/: rules R1 and R2, and the errors of the specification. tests/drawing holds that draws are uniform."""

import os
import random
import struct
from fractions import Fraction

import pytest

from randomgen import services
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock

NOT_LESS = "Minimum value must be less than maximum value"


def out_of_range(name, value):
    return "Value out of range", f"{name} must be between -1000000 and 1000000, requested: {value}"


def bad_count(value):
    return "Count must be between 1 and 10000", f"Requested count: {value}"


def drawing(*words):
    """A generator whose draws are these, as offsets from min."""
    return lambda secure: lambda size: struct.pack(f"={len(words)}Q", *words)


def test_answer_has_the_keys_of_the_table_in_their_order():
    """G5: what the specification lists; both ends of the range can come."""
    result = services.random_integers(
        min=-2, max=4, count=4, unique=False, source=drawing(6, 0, 6, 1), clock=example_clock
    )
    assert list(result) == ["numbers", "count", "range", "options", "timestamp", "statistics"]
    assert result == {
        "numbers": [4, -2, 4, -1],
        "count": 4,
        "range": {"min": -2, "max": 4},
        "options": {"unique": False, "secure": False, "sorted": False},
        "timestamp": "2026-11-21 12:00:00",
        "statistics": {"sum": 5, "average": 1.25, "min_value": -2, "max_value": 4, "unique_count": 3},
    }
    assert [list(result[key]) for key in ("range", "options", "statistics")] == [
        ["min", "max"],
        ["unique", "secure", "sorted"],
        ["sum", "average", "min_value", "max_value", "unique_count"],
    ]


@pytest.mark.parametrize("numbers", [(0, 0, 1), (1,) * 7 + (2,) * 3, (1_999_999, 2_000_000, 3), (0, 1)])
def test_average_is_the_exact_quotient(numbers):
    """R2: the float nearest to it."""
    result = services.random_integers(
        min=-1_000_000, max=1_000_000, count=len(numbers), unique=False, source=drawing(*numbers)
    )
    drawn = [number - 1_000_000 for number in numbers]
    assert result["statistics"]["average"] == float(Fraction(sum(drawn), len(drawn)))


@each_row(
    ("parameters", "options", "size"),
    rows("random_answer_keeps_what_was_asked.json"),
)
def test_answer_keeps_what_was_asked(api, parameters, options, size):
    """R2, G2, G3 and the limits of the specification."""
    status, body = api.ask("/random/", **parameters)
    numbers, statistics = body["numbers"], body["statistics"]
    assert status == 200
    assert list(body["options"].values()) == options
    assert len(numbers) == body["count"] == size
    assert body["range"]["min"] <= min(numbers) <= max(numbers) <= body["range"]["max"]
    assert len(set(numbers)) == statistics["unique_count"]
    assert not options[0] or statistics["unique_count"] == size
    assert not options[2] or numbers == sorted(numbers)
    assert (statistics["sum"], statistics["min_value"], statistics["max_value"]) == (
        sum(numbers),
        min(numbers),
        max(numbers),
    )


def test_unsorted_stays_in_the_order_of_the_draw():
    """R2."""
    result = services.random_integers(min=1, max=100, count=3, source=drawing(50, 0, 99))
    assert result["numbers"] == [51, 1, 100]
    assert services.random_integers(min=1, max=100, count=3, sorted=True, source=drawing(50, 0, 99))["numbers"] == [
        *(1, 51, 100)
    ]


def test_repeats_come_only_where_they_may():
    """R2: drawn twice, 7 is drawn again where all must differ."""
    words = iter([(7, 7), (3,)])

    def source(secure):
        return lambda size: struct.pack(f"={size // 8}Q", *next(words))

    assert services.random_integers(min=0, max=9, count=2, source=source)["numbers"] == [7, 3]
    assert services.random_integers(min=0, max=9, count=2, unique=False, source=drawing(7, 7))["numbers"] == [7, 7]


@pytest.mark.parametrize("secure", [True, False])
def test_secure_names_the_generator(secure, monkeypatch):
    """R2."""
    used = set()
    monkeypatch.setattr(os, "urandom", lambda size: used.add("system") or bytes(size))
    monkeypatch.setattr(random, "randbytes", lambda size: used.add("fast") or bytes(size))
    result = services.random_integers(secure=secure)
    assert result["options"]["secure"] is secure
    assert used == {"system" if secure else "fast"}


@each_row(
    ("parameters", "expected"),
    rows("random_refused.json"),
)
def test_refused(api, parameters, expected):
    """The errors of the specification, R1, G3."""
    error, details = expected
    assert api.ask("/random/", **parameters) == (400, {"error": error, "details": details})


def test_first_fault_alone_is_reported(api):
    """R1: all types, then min's and max's bounds, their order, the count, and whether so many can differ."""
    parameters = dict.fromkeys(("sorted", "secure", "unique", "count", "max", "min"), "x")
    for name, bad_value in [("min", 1000001), ("max", 1000001), ("count", 10001)]:
        assert api.ask("/random/", **parameters).body["details"] == f"{name} must be an integer"
        parameters[name] = bad_value
    for name in ("unique", "secure", "sorted"):
        assert api.ask("/random/", **parameters).body["details"] == f"{name} must be a boolean"
        parameters[name] = True
    for mend, expected in [
        ({}, out_of_range("min", 1000001)),
        ({"min": 1}, out_of_range("max", 1000001)),
        ({"max": 1}, (NOT_LESS, "min: 1, max: 1")),
        ({"max": 2}, bad_count(10001)),
        ({"count": 10000}, ("Cannot generate unique numbers", "Requested count: 10000, range size: 2")),
    ]:
        parameters |= mend
        assert tuple(api.ask("/random/", **parameters).body.values()) == expected
    assert api.ask("/random/", **parameters | {"count": 2}).status == 200


def test_plain_text_is_one_a_line(api):
    """G6."""
    text = api.get("/random/", "min=-3&max=3&count=7&sorted=true&output=text").content.decode()
    assert text == "-3\n-2\n-1\n0\n1\n2\n3\n"
