"""/password/: rules P1-P4 and P6, and the errors of the specification. Passphrases are in test_passphrases.py."""

import inspect
import math
import os
import string
from collections import Counter
from itertools import permutations, product

import pytest

from passwords import services
from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from utilitysvc.drawing import sources
from utilitysvc.kit.clock import example_clock

UPPERCASE, LOWERCASE, DIGITS = string.ascii_uppercase, string.ascii_lowercase, string.digits
SYMBOLS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"  # the 32 of ASCII
ALL = UPPERCASE + LOWERCASE + DIGITS + SYMBOLS
CLASSES = {"uppercase": UPPERCASE, "lowercase": LOWERCASE, "numbers": DIGITS, "symbols": SYMBOLS}
SIMILAR = "il1LIo0O"
AMBIGUOUS = "{}[]()/\\'\"`~,;:.<>"

NO_CLASS = "At least one character type must be enabled"


def wrong_type(name, wanted):
    return f"Invalid parameter type: {name} must be {wanted}"


def keeping(characters):
    """The settings under which only these characters are left."""
    chosen = {name: not set(alphabet).isdisjoint(characters) for name, alphabet in CLASSES.items()}
    return chosen | {"exclude": "".join(sorted(set(ALL) - set(characters)))}


def source_of(octets):
    """A source whose secure generator gives these octets once, then nothing more."""
    left = [bytes(octets)]

    def randbytes(size):
        if not left:
            raise EOFError
        return left.pop()

    def source(secure):
        assert secure, "a password is drawn from the operating system's generator (P1)"
        return randbytes

    return source


def test_answer_has_the_keys_of_the_table_in_their_order():
    """G5, P3."""
    result = services.generate_password(
        length=4,
        **keeping("Aa0!"),
        source=source_of([3, 2, 1, 0]),
        clock=example_clock,
    )
    assert list(result.items()) == [
        ("password", "!0aA"),
        ("length", 4),
        ("timestamp", "2026-11-21 12:00:00"),
        ("strength_level", "weak"),
        ("entropy", 4.6),  # log2 of 4!
        ("character_types", {"uppercase": 1, "lowercase": 1, "numbers": 1, "symbols": 1}),
        ("excluded", "".join(sorted(set(ALL) - set("Aa0!")))),
    ]
    assert list(result["character_types"]) == ["uppercase", "lowercase", "numbers", "symbols"]


@pytest.mark.parametrize(
    ("generate", "parameters"), [(services.generate_password, {}), (services.generate_passphrase, {"words": 3})]
)
def test_operating_systems_generator_is_the_only_one(generate, parameters):
    """P1."""
    asked = []

    def source(secure):
        asked.append(secure)
        return os.urandom

    generate(**parameters, source=source)
    assert asked == [True]
    assert inspect.signature(generate).parameters["source"].default is sources.byte_source


def test_every_character_has_as_many_octets():
    """P1: of the 256 octets each character gets as many as any other, and the rest are drawn again."""
    for size in range(1, len(ALL) + 1):
        characters = ALL[-size:]
        share = 256 // size
        octets = [*range(share * size, 256), *range(256)]  # the rest comes first, and must not be taken
        result = services.generate_password(length=share * size, **keeping(characters), source=source_of(octets))
        assert Counter(result["password"]) == dict.fromkeys(characters, share), size


@each_row(
    ("characters", "length"),
    rows("password_every_password_that_may_come_is.json"),
)
def test_every_password_that_may_come_is_equally_likely(characters, length):
    """P1: over every sequence of octets. One whose password lacks a class asks for more, and is left out."""
    found = Counter()
    for octets in product(range(len(characters)), repeat=length):
        try:
            result = services.generate_password(length=length, **keeping(characters), source=source_of(octets))
        except EOFError:
            continue
        found[result["password"]] += 1
    assert set(found) == set(allowed_passwords(characters, length))
    assert set(found.values()) == {1}


def allowed_passwords(characters, length):
    """P1, by trying all: every class that is chosen occurs, where the length allows."""
    classes = [set(alphabet) & set(characters) for alphabet in CLASSES.values() if set(alphabet) & set(characters)]
    for letters in product(characters, repeat=length):
        if length < len(classes) or all(alphabet & set(letters) for alphabet in classes):
            yield "".join(letters)


@each_row(
    ("characters", "length"),
    rows("password_entropy_counts_what_can_come.json"),
)
def test_entropy_counts_what_can_come(characters, length):
    """P3: against counting them one by one."""
    result = services.generate_password(length=length, **keeping(characters))
    count = sum(1 for _ in allowed_passwords(characters, length))
    assert result["entropy"] == round(math.log2(count), 1)
    assert result["length"] == len(result["password"]) == length


def count_by_classes_seen(sizes, length):
    """P1's count character by character: how many strings have seen which classes."""
    seen = Counter({0: 1})
    for _ in range(length):
        following = Counter()
        for mask, count in seen.items():
            for index, size in enumerate(sizes):
                following[mask | 1 << index] += count * size
        seen = following
    return seen[(1 << len(sizes)) - 1] if length >= len(sizes) else sum(seen.values())


@each_row("classes", [("numbers",), ("uppercase", "symbols"), ("uppercase", "lowercase", "numbers"), CLASSES])
@each_row("length", [1, 2, 3, 4, 5, 8, 50, 1000])
def test_entropy_of_whole_classes(api, classes, length):
    """P3: against another way to count, up to the longest password."""
    chosen = {name: name in classes for name in CLASSES}
    _, body = api.ask("/password/", length=length, **chosen)
    assert body["entropy"] == round(
        math.log2(count_by_classes_seen([len(CLASSES[name]) for name in classes], length)), 1
    )


@each_row(
    ("length", "entropy", "level"),
    rows("password_strength_levels_begin_at_40_and_75.json"),
)
def test_strength_levels_begin_at_40_and_75_bits(api, length, entropy, level):
    """P3: of symbols alone each is worth exactly 5 bits."""
    _, body = api.ask("/password/", length=length, uppercase=False, lowercase=False, numbers=False)
    assert (body["entropy"], body["strength_level"]) == (entropy, level)


@each_row("length", [1, 3, 4, 5, 50, 1000, None])
@each_row("left_out", [(), ("symbols",), ("uppercase", "numbers"), ("uppercase", "lowercase", "symbols")])
def test_chosen_classes_occur_and_no_other(api, length, left_out):
    """P1, P3, the default of the specification: 50 characters of all classes."""
    _, body = api.ask("/password/", length=length, **dict.fromkeys(left_out, False))
    password, types = body["password"], body["character_types"]
    chosen = [name for name in CLASSES if name not in left_out]
    assert body["length"] == len(password) == (length or 50)
    assert types == {name: sum(character in alphabet for character in password) for name, alphabet in CLASSES.items()}
    assert sum(types.values()) == len(password)
    assert all(types[name] == 0 for name in left_out)
    assert len(password) < len(chosen) or all(types[name] > 0 for name in chosen)
    assert "excluded" not in body


def test_every_character_can_come():
    """P1: all 94; a thousand characters miss a certain one with a probability of 2e-5, ten thousand of 3e-47."""
    drawn = "".join(services.generate_password(length=1000)["password"] for _ in range(10))
    assert set(drawn) == set(ALL)


@each_row(
    ("parameters", "excluded"),
    [
        ({"exclude_similar": True}, SIMILAR),
        ({"exclude_ambiguous": "on"}, AMBIGUOUS),
        ({"exclude": "abcABC012!"}, "abcABC012!"),
        ({"exclude": "aaa"}, "a"),
        ({"exclude": " é\x00\U0001f600"}, " é\x00\U0001f600"),
        ({"exclude": 1}, "1"),
        ({"exclude_similar": True, "exclude_ambiguous": True, "exclude": "xyz{"}, SIMILAR + AMBIGUOUS + "xyz"),
    ],
)
def test_exclusions(api, parameters, excluded):
    """P2, P3: sorted by code point, each once, also those that are in no class."""
    status, body = api.ask("/password/", length=1000, **parameters)
    assert (status, body["excluded"]) == (200, "".join(sorted(excluded)))
    assert set(body["password"]).isdisjoint(excluded)
    assert list(body)[-1] == "excluded"


@pytest.mark.parametrize("parameters", [{}, {"exclude": ""}, {"exclude": None}, {"exclude_similar": "no"}])
def test_excluded_is_left_out_where_nothing_is(api, parameters):
    """P3."""
    assert "excluded" not in api.ask("/password/", **parameters).body


@each_row(
    ("parameters", "error"),
    [
        *rows("password_refused.json"),
        ({"exclude": "x" * 1001}, "Exclude must be at most 1000 characters"),
        ({"exclude": "\U0001f600" * 1001}, "Exclude must be at most 1000 characters"),
    ],
)
def test_refused(api, parameters, error):
    """The error of the specification, P4, G3 in the shape of G12: error alone."""
    assert api.ask("/password/", **parameters) == (400, {"error": error})


@pytest.mark.parametrize("value", [["a"], {"a": 1}, True])
def test_exclude_that_is_no_text_is_refused(api, value):
    """G2, G3."""
    response = api.post("/password/", {"exclude": value})
    assert (response.status_code, response.json()) == (400, {"error": wrong_type("exclude", "a string")})


def test_a_class_emptied_by_exclusions_but_not_chosen_is_no_error(api):
    """P4."""
    status, body = api.ask("/password/", exclude=SYMBOLS, symbols=False)
    assert (status, body["character_types"]["symbols"]) == (200, 0)


def test_first_fault_alone_is_reported(api):
    """G4: every parameter is wrong; each in turn is put right, and the next one's error appears."""
    wanted = {"length": ("an integer", 8)} | dict.fromkeys(CLASSES, ("a boolean", False))
    wanted |= dict.fromkeys(("exclude_similar", "exclude_ambiguous"), ("a boolean", False))
    wanted["count"] = ("an integer", 1)
    parameters = dict.fromkeys(reversed(wanted), "x")
    for name, (kind, good) in wanted.items():
        assert api.ask("/password/", **parameters).body == {"error": wrong_type(name, kind)}
        parameters[name] = good
    assert api.ask("/password/", **parameters).body == {"error": NO_CLASS}


def test_the_rarest_acceptance_is_still_quick():
    """P1: three classes of one character and one of 32, at length 4: one draw in 1,954 has them all."""
    settings = keeping("Aa0" + SYMBOLS)

    def draw():
        types = services.generate_password(length=4, **settings)["character_types"]
        assert types == {"uppercase": 1, "lowercase": 1, "numbers": 1, "symbols": 1}

    assert cpu_seconds(lambda: [draw() for _ in range(20)]) / 20 < 0.1


def test_a_long_password_is_drawn_in_bulk():
    """P1: a few calls to the operating system, not one for each character."""
    sizes = []
    services.generate_password(length=1000, source=lambda secure: lambda size: sizes.append(size) or os.urandom(size))
    assert len(sizes) <= 3


@pytest.mark.parametrize("count", [2, "100"])
def test_several(api, count):
    """P6: all different, in the place of one; what is of one alone is left out."""
    _, body = api.ask("/password/", count=count, exclude="a")
    assert list(body) == ["passwords", "length", "timestamp", "strength_level", "entropy", "excluded"]
    assert len(set(body["passwords"])) == len(body["passwords"]) == int(count)
    assert {len(password) for password in body["passwords"]} == {body["length"]} == {50}


def test_one_of_several_is_one(api):
    """P6."""
    assert list(api.ask("/password/", count=1).body) == list(api.ask("/password/").body)


@pytest.mark.parametrize(("characters", "length", "count"), [("ab", 1, 2), ("0123456789", 2, 100), ("aA0!", 4, 24)])
def test_all_that_there_are_can_be_had(characters, length, count):
    """P6, P1: as many as there are, and each of them."""
    result = services.generate_password(length=length, **keeping(characters), count=count)
    assert set(result["passwords"]) == set(allowed_passwords(characters, length))


@pytest.mark.parametrize(("characters", "length", "count"), [("abc", 1, 2), ("Ab", 2, 2), ("ab", 2, 3)])
def test_every_selection_is_equally_likely(characters, length, count):
    """P6: over every sequence of octets that is long enough for all but a few to have found their selection.

    A sequence that finds it early counts for all that go on from it, so that each has the weight of the draws left.
    """
    passwords = list(allowed_passwords(characters, length))
    found = Counter()
    for octets in product(range(len(characters)), repeat=5 * length):
        try:
            result = services.generate_password(
                length=length, **keeping(characters), count=count, source=source_of(octets)
            )
        except EOFError:
            continue
        found[tuple(result["passwords"])] += 1
    assert set(found) == set(permutations(passwords, count))
    assert len(set(found.values())) == 1


def test_plain_text_of_several_is_one_a_line(api):
    """G6."""
    lines = api.get("/password/", "length=30&count=3&output=text").content.decode().splitlines(keepends=True)
    assert [len(line) for line in lines] == [31, 31, 31]


def test_the_longest_exclusion_is_taken(api):
    """P6."""
    assert api.ask("/password/", exclude="é" * 1000).body["excluded"] == "é"


def test_plain_text_is_the_password(api):
    """G6."""
    text = api.get("/password/", "length=30&output=text").content.decode()
    assert len(text) == 31
    assert text.endswith("\n")
