"""/password/ with words: rules P5 and P6."""

import hashlib
import math
from itertools import product

from passwords import passphrases, services
from tests.drawing import drawing
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock

WORDS = passphrases.words_of_list()


def test_words_are_those_of_the_list():
    """P5: the list as the EFF publishes it, each word behind its dice, has this SHA-256.

    In it no word begins with another, none has a digit, and a capital does not make two the same, so that the exact
    entropy stands.
    """
    dice = ("".join(throw) for throw in product("123456", repeat=5))
    published = "".join(f"{throw}\t{word}\n" for throw, word in zip(dice, WORDS, strict=True))
    digest = hashlib.sha256(published.encode()).hexdigest()
    assert digest == "addd35536511597a02fa0a9ff1e5284677b8883b83e986e43f15a3db996b903e"


@each_row("settings, places, expected", rows("passphrases_passphrase_is_put_together.json"))
def test_passphrase_is_put_together(settings, places, expected):
    """P5, P3."""
    settings = {"words": 3, **settings}
    result = services.generate_passphrase(**settings, source=drawing(*places), clock=example_clock)
    words = settings["words"]
    bits = words * math.log2(7776) + (math.log2(10 * words) if settings.get("digit") else 0)
    assert list(result.items()) == [
        ("password", expected),
        ("length", len(expected)),
        ("timestamp", "2026-11-21 12:00:00"),
        ("strength_level", "weak" if bits < 40 else "medium" if bits < 75 else "strong"),
        ("entropy", round(bits, 1)),
        ("words", words),
    ]


@each_row("separator", ["", "-", "1", "11", "a", "ab", "ba1"])
@each_row("digit", [False, True])
@each_row("listed", [("ab", "aa", "b"), ("a-b", "ac", "c")])
def test_every_draw_makes_another_passphrase(listed, digit, separator):
    """P5: the number of passphrases by the formula, against putting all of them together, for lists like the EFF's."""
    for words in (1, 2, 3):
        made = set()
        for places in product(*[range(3)] * words, *[range(10 * words)] * digit):
            possible, drawn = passphrases.numbered(listed, words, separator, drawing(*places)(True), digit=digit)
            made.add(next(drawn))
        assert len(made) == possible


def test_every_word_and_digit_is_equally_likely():
    """P5: each place of the list stands for as many values of a draw as any other, and so does each digit's place."""
    drawn = {
        services.generate_passphrase(words=3, digit=True, separator=" ", source=drawing(5, 5, 5, place))["password"]
        for place in range(30)
    }
    word = WORDS[5]
    assert drawn == {
        " ".join(f"{word}{digit}" if here == place else word for here in range(3))
        for place in range(3)
        for digit in range(10)
    }
    for first in (0, 1, 4000, 7775):
        result = services.generate_passphrase(words=3, source=drawing(first, first + 7776, first))
        assert result["password"] == "-".join([WORDS[first]] * 3)


@each_row("words", [None, ""])
def test_without_words_it_is_a_password(api, words):
    """P5, G3: what is of passphrases has no effect then."""
    _, body = api.ask("/password/", words=words, separator="123456789", capitalize="x", digit="x", length=8)
    assert list(body) == ["password", "length", "timestamp", "strength_level", "entropy", "character_types"]
    assert body["length"] == 8


def test_parameters_of_characters_are_not_read(api):
    """P5."""
    unread = {"length": 0, "uppercase": "x", "exclude": "x" * 1001, "exclude_similar": "x"}
    assert api.ask("/password/", words=3, **unread).status == 200


def test_several(api):
    """P6, G6: in plain text one is on each line."""
    lines = api.get("/password/", "words=3&separator=%20&count=2&output=text").content.decode().splitlines()
    assert [len(line.split(" ")) for line in lines] == [3, 3]
    _, body = api.ask("/password/", words=4, count=100, separator="")
    assert list(body) == ["passwords", "timestamp", "strength_level", "entropy", "words"]
    assert len(set(body["passwords"])) == 100


def test_a_repeat_is_drawn_again():
    """P6."""
    result = services.generate_passphrase(words=3, count=2, source=drawing(*[0] * 6, 1, 0, 0))
    assert result["passwords"] == ["abacus-abacus-abacus", "abdomen-abacus-abacus"]
    assert "length" not in result  # each has its own
