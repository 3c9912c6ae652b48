"""/random/dice/: rules R4 and R5."""

import pytest

from randomgen import dice, services
from tests.drawing import drawing
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock

INVALID = "Invalid dice notation"


def test_r4_one_roll():
    result = services.roll_dice(dice="2d6+1d4-2", source=drawing(5, 0, 3), clock=example_clock)
    assert [[*item] for item in result.items()] == rows("dice_answer.json")


def test_r4_several_rolls():
    result = services.roll_dice(dice="d20-d4", count=2, source=drawing(19, 0, 0, 3), clock=example_clock)
    assert [[*item] for item in result.items()] == rows("dice_answer_several.json")


@each_row("notation, rolls, constant", rows("dice_notation.json"))
def test_r4_notation(notation, rolls, constant):
    parsed, added = dice.parse(notation)
    assert ([f"{number}d{sides}" for number, sides in parsed], added) == (rolls, constant)


@each_row("notation, writings", rows("dice_two_readings.json"))
def test_r4_a_number_a_space_and_a_die_have_two_readings(api, notation, writings):
    """Each of the writings is taken."""
    status, body = api.ask("/random/dice/", dice=notation)
    assert (status, body["error"], list(body)[-1]) == (400, INVALID, "readings")
    assert [reading["write"] for reading in body["readings"]] == writings
    totals = {api.ask("/random/dice/", dice=writing, seed="a").body["total"] for writing in writings}
    assert len(totals) == 2


@pytest.mark.parametrize(("query", "lines"), [("dice=d2-d2%2B5&count=3", 3), ("dice=3d6", 1)])
def test_r4_plain_text_is_the_totals(api, query, lines):
    text = api.get("/random/dice/", f"{query}&output=text").content.decode()
    assert len(text.splitlines()) == lines
    assert all(line.isdigit() for line in text.splitlines())
