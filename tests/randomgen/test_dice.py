"""/random/dice/: rules R4 and R5."""

import struct
from collections import Counter

import pytest

from randomgen import dice, services
from tests.tables import each_row
from utilitysvc.kit.clock import example_clock

INVALID = "Invalid dice notation"
HOW = "write dice as 3d6, d20 or 2d6+1d4-2"


def throwing(*offsets):
    """A generator of whole draws: each die's value less one, whatever its sides."""
    left = iter(offsets)
    return lambda secure: lambda size: struct.pack(f"={size // 8}Q", *(next(left) for _ in range(size // 8)))


def test_r4_one_roll():
    result = services.roll_dice(dice="2d6+1d4-2", source=throwing(5, 0, 3), clock=example_clock)
    assert list(result.items()) == [
        ("rolls", [{"dice": "2d6", "values": [6, 1]}, {"dice": "1d4", "values": [4]}]),
        ("total", 9),
        ("range", {"min": 1, "max": 14}),
        ("count", 1),
        ("options", {"secure": False}),
        ("timestamp", "2026-11-21 12:00:00"),
    ]


def test_r4_several_rolls():
    result = services.roll_dice(dice="d20-d4", count=2, source=throwing(19, 0, 0, 3), clock=example_clock)
    assert list(result) == ["results", "range", "count", "options", "timestamp"]
    assert result["results"] == [
        {"rolls": [{"dice": "1d20", "values": [20]}, {"dice": "-1d4", "values": [1]}], "total": 19},
        {"rolls": [{"dice": "1d20", "values": [1]}, {"dice": "-1d4", "values": [4]}], "total": -3},
    ]
    assert result["range"] == {"min": -3, "max": 19}


@each_row(
    ("notation", "rolls", "constant"),
    [
        ("3d6", ["3d6"], 0),
        ("d20", ["1d20"], 0),
        ("D20", ["1d20"], 0),
        ("03d06", ["3d6"], 0),
        (" 2d6 + 1d4 - 2 ", ["2d6", "1d4"], -2),
        ("2d6 1d4 -2", ["2d6", "1d4"], -2),  # what a query makes of an unescaped +
        ("2d6 d4 3", ["2d6", "1d4"], 3),
        ("-1d4+3", ["-1d4"], 3),
        ("+d4-d4", ["1d4", "-1d4"], 0),
        ("5+d6+1000000", ["1d6"], 1000005),
        ("100d1000", ["100d1000"], 0),
        ("d2", ["1d2"], 0),
        ("+".join(["d6"] * 100), ["1d6"] * 100, 0),
    ],
)
def test_r4_notation(notation, rolls, constant):
    parsed = dice.parse(notation)
    assert ([str(roll) for roll in parsed.rolls], parsed.constant) == (rolls, constant)


@each_row(
    ("notation", "details"),
    [
        ("d", f"Unexpected 'd' at position 0; {HOW}"),
        ("3d", f"Unexpected 'd' at position 1; {HOW}"),
        ("3d6x", f"Unexpected 'x' at position 3; {HOW}"),
        ("3d6+", f"Unexpected '+' at position 3; {HOW}"),
        ("3d6 ++ 2", f"Unexpected '++ 2' at position 4; {HOW}"),
        ("d6d6", f"Unexpected 'd6' at position 2; {HOW}"),
        ("2d6*2", f"Unexpected '*2' at position 3; {HOW}"),
        ("٣d6", f"Unexpected '٣d6' at position 0; {HOW}"),
        ("1d6\0", f"Unexpected '\\x00' at position 3; {HOW}"),
        ("e\u0301\U0001f600", f"Unexpected 'e\u0301\U0001f600' at position 0; {HOW}"),
        (" ", f"Nothing follows; {HOW}"),
        ("7", "There are no dice in it; write it as in 3d6 or 2d6+7"),
        ("3-5", "There are no dice in it; write it as in 3d6 or 2d6-2"),
        ("0d6", "The number of dice is 1 to 100, at position 0"),
        ("d4+101d6", "The number of dice is 1 to 100, at position 3"),
        ("d1", "The number of sides is 2 to 1000, at position 1"),
        ("d1001", "The number of sides is 2 to 1000, at position 1"),
        ("9" * 900 + "d6", "The number of dice is 1 to 100, at position 0"),
        ("d6+1000001", "A number that is added is 0 to 1000000, at position 3"),
        ("60d6+41d6", "At most 100 dice, dice given: 101"),
        ("d6" + "+1" * 500, "At most 1000 characters, characters given: 1002"),
    ],
)
def test_r4_invalid_notation(api, notation, details):
    assert api.ask("/random/dice/", dice=notation) == (400, {"error": INVALID, "details": details})


@pytest.mark.parametrize(
    ("notation", "writings"),
    [
        ("2 d6", ["2d6", "2+d6"]),
        (" 2\td6 ", ["2d6", "2+d6"]),
        ("1d4 + 2  d6 3 d8", ["1d4 + 2d6 3d8", "1d4 + 2+d6 3+d8"]),
    ],
)
def test_r4_a_number_a_space_and_a_die_have_two_readings(api, notation, writings):
    """Each of the writings is taken."""
    status, body = api.ask("/random/dice/", dice=notation)
    assert (status, body["error"], list(body)[-1]) == (400, INVALID, "readings")
    assert [reading["write"] for reading in body["readings"]] == writings
    totals = {api.ask("/random/dice/", dice=writing, seed="a").body["total"] for writing in writings}
    assert len(totals) == 2


@each_row(
    ("parameters", "error", "details"),
    [
        ({}, "Dice parameter is required", "Provide the dice in the dice parameter, as 3d6 or 2d6+1d4-2"),
        ({"dice": ""}, "Dice parameter is required", None),
        ({"dice": "d6", "count": 0}, "Count must be between 1 and 1000", "Requested count: 0"),
        ({"dice": "d6", "count": 1001}, "Count must be between 1 and 1000", "Requested count: 1001"),
        ({"dice": "d6", "count": "x"}, "Invalid parameter type", "count must be an integer"),
        ({"dice": "d6", "secure": "x"}, "Invalid parameter type", "secure must be a boolean"),
        ({"dice": "d", "count": 0}, INVALID, None),
        ({"dice": "d", "count": "x"}, "Invalid parameter type", "count must be an integer"),
        ({"dice": "d", "seed": "a", "secure": True}, "Invalid parameter combination", None),
        ({"dice": "d6", "seed": "x" * 257}, "Invalid seed specified", None),
    ],
)
def test_r4_refused(api, parameters, error, details):
    status, body = api.ask("/random/dice/", **parameters)
    assert (status, body["error"]) == (400, error)
    assert details in (None, body["details"])


@pytest.mark.parametrize("secure", [True, False])
def test_r4_every_face_is_equally_likely(secure):
    """6,000 throws; each face within seven standard deviations of 1,000."""
    results = services.roll_dice(dice="6d6", count=1000, secure=secure)["results"]
    found = Counter(value for result in results for value in result["rolls"][0]["values"])
    assert set(found) == set(range(1, 7))
    assert all(abs(times - 1000) < 7 * (6000 * (1 / 6) * (5 / 6)) ** 0.5 for times in found.values())


def test_r4_total_lies_in_the_range():
    result = services.roll_dice(dice="3d6-2d8+4", count=1000)
    totals = [roll["total"] for roll in result["results"]]
    assert result["range"] == {"min": -9, "max": 20}
    assert min(totals) >= -9
    assert max(totals) <= 20
    assert all(
        roll["total"] == sum(roll["rolls"][0]["values"]) - sum(roll["rolls"][1]["values"]) + 4
        for roll in result["results"]
    )


@pytest.mark.parametrize(("query", "lines"), [("dice=d2-d2%2B5&count=3", 3), ("dice=3d6", 1)])
def test_r4_plain_text_is_the_totals(api, query, lines):
    text = api.get("/random/dice/", f"{query}&output=text").content.decode()
    assert len(text.splitlines()) == lines
    assert all(line.isdigit() for line in text.splitlines())
