"""/password/: rules P1-P4 and P6, and the errors of all its operations."""

import json
import math
import string
from collections import Counter
from itertools import permutations, product

import pytest

from passwords import services
from tests.measure import cpu_seconds
from tests.passwords import ALL, CLASSES, allowed, keeping
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock


def source_of(octets):
    """A source that gives these octets once, then nothing more."""
    left = [bytes(octets)]

    def randbytes(size):
        if not left:
            raise EOFError
        return left.pop()

    return lambda secure: randbytes


def test_answer_has_the_keys_of_the_table_in_their_order():
    """G5, P3."""
    result = services.generate_password(
        length=4, **keeping("Aa0!"), source=source_of([3, 2, 1, 0]), clock=example_clock
    )
    assert json.dumps(result) == json.dumps(rows("password_answer.json")[0])


def test_every_character_has_as_many_octets():
    """P1: of the 256 octets each character gets as many as any other, and the rest are drawn again."""
    for size in range(1, len(ALL) + 1):
        characters = ALL[-size:]
        share = 256 // size
        octets = [*range(share * size, 256), *range(256)]  # the rest comes first, and must not be taken
        result = services.generate_password(length=share * size, **keeping(characters), source=source_of(octets))
        assert Counter(result["password"]) == dict.fromkeys(characters, share), size


@each_row("characters, length", rows("password_every_password_that_may_come_is.json"))
def test_every_password_that_may_come_is_equally_likely(characters, length):
    """P1: over every sequence of octets. One whose password lacks a class asks for more, and is left out."""
    found = Counter()
    for octets in product(range(len(characters)), repeat=length):
        try:
            result = services.generate_password(length=length, **keeping(characters), source=source_of(octets))
        except EOFError:
            continue
        found[result["password"]] += 1
    assert found == dict.fromkeys(allowed(characters, length), 1)


@each_row("characters, length", rows("password_entropy_counts_what_can_come.json"))
def test_entropy_counts_what_can_come(characters, length):
    """P3: against counting them one by one."""
    result = services.generate_password(length=length, **keeping(characters))
    assert result["entropy"] == round(math.log2(len(list(allowed(characters, length)))), 1)
    assert result["length"] == len(result["password"]) == length


@each_row("length, entropy, level", rows("password_strength_levels_begin_at_40_and_75.json"))
def test_strength_levels_begin_at_40_and_75_bits(api, length, entropy, level):
    """P3: of symbols alone each is worth exactly 5 bits."""
    _, body = api.ask("/password/", length=length, uppercase=False, lowercase=False, numbers=False)
    assert (body["entropy"], body["strength_level"]) == (entropy, level)


@each_row("length", [1, 3, 4, 5, 50, 1000, None])
@each_row("left_out", rows("password_classes_left_out.json"))
def test_chosen_classes_occur_and_no_other(api, length, left_out):
    """P1, P3, the default of the specification: 50 characters of all classes."""
    _, body = api.ask("/password/", length=length, **dict.fromkeys(left_out, False))
    password, types = body["password"], body["character_types"]
    assert body["length"] == len(password) == (length or 50)
    assert types == {name: sum(character in alphabet for character in password) for name, alphabet in CLASSES.items()}
    assert all(types[name] == 0 for name in left_out)
    assert len(password) < 4 - len(left_out) or all(types[name] > 0 for name in CLASSES if name not in left_out)
    assert "excluded" not in body


@each_row("parameters, excluded", rows("excluded.json"))
def test_exclusions(api, parameters, excluded):
    """P2, P3, P6."""
    _, body = api.ask("/password/", length=1000, **parameters)
    assert list(body.items())[-1] == ("excluded", excluded)
    assert set(body["password"]).isdisjoint(excluded)


@each_row("parameters", [{"exclude": ""}, {"exclude": None}, {"exclude_similar": "no"}])
def test_excluded_is_left_out_where_nothing_is(api, parameters):
    """P3."""
    assert "excluded" not in api.ask("/password/", **parameters).body


@each_row("parameters, error", rows("refused.json"))
def test_refused(api, parameters, error):
    """The errors of the specification, P4-P6, P8, P9, G3, G4 in the shape of G12: error alone."""
    response = api.post("/password/", parameters)
    assert (response.status_code, response.json()) == (400, {"error": error})


def test_first_error_alone_is_reported(api):
    """G4: every parameter is wrong; each in turn is put right, and the next one's error appears."""
    table = rows("first_error.json")
    parameters = {name: "x" for name, *_ in reversed(table)}
    for name, good, error in table:
        assert api.ask("/password/", **parameters).body == {"error": error}
        parameters[name] = good
    assert api.ask("/password/", **parameters).body == {"error": "At least one character type must be enabled"}


def test_a_class_emptied_by_exclusions_but_not_chosen_is_no_error(api):
    """P4."""
    assert api.ask("/password/", exclude=string.punctuation, symbols=False).body["character_types"]["symbols"] == 0


def test_the_rarest_acceptance_is_still_quick():
    """P1: three classes of one character and one of 32, at length 4: one draw in 1,954 has them all."""
    settings = keeping("Aa0" + string.punctuation)
    assert cpu_seconds(lambda: [services.generate_password(length=4, **settings) for _ in range(20)]) / 20 < 0.1


@pytest.mark.parametrize("count", [2, "100"])
def test_several(api, count):
    """P6: all different, in the place of one; what is of one alone is left out."""
    _, body = api.ask("/password/", count=count, exclude="a")
    assert list(body) == ["passwords", "length", "timestamp", "strength_level", "entropy", "excluded"]
    assert len(set(body["passwords"])) == len(body["passwords"]) == int(count)
    assert {len(password) for password in body["passwords"]} == {body["length"]} == {50}


@each_row("characters, length, count", rows("password_all_of_them.json"))
def test_all_that_there_are_can_be_had(characters, length, count):
    """P6, P1: as many as there are, and each of them."""
    result = services.generate_password(length=length, **keeping(characters), count=count)
    assert set(result["passwords"]) == set(allowed(characters, length))


@each_row("characters, length, count", rows("password_selections.json"))
def test_every_selection_is_equally_likely(characters, length, count):
    """P6: over every sequence of octets that is long enough for all but a few to have found their selection.

    A sequence that finds it early counts for all that go on from it, so that each has the weight of the draws left.
    """
    found = Counter()
    for octets in product(range(len(characters)), repeat=5 * length):
        try:
            result = services.generate_password(
                length=length, **keeping(characters), count=count, source=source_of(octets)
            )
        except EOFError:
            continue
        found[tuple(result["passwords"])] += 1
    assert set(found) == set(permutations(allowed(characters, length), count))
    assert len(set(found.values())) == 1


@each_row("count", [1, 3])
def test_plain_text_is_one_a_line(api, count):
    """G6."""
    lines = api.get("/password/", f"length=30&count={count}&output=text").content.decode().splitlines(keepends=True)
    assert [len(line) for line in lines] == [31] * count
