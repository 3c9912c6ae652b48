"""/password/ with minimums: rule P9."""

import math
from collections import Counter
from itertools import product

import pytest

from passwords import minimums, services
from tests.passwords import CLASSES, allowed, keeping
from tests.tables import each_row, rows


@each_row("sizes, needed", rows("minimums_counts_and_numbers_against_trying.json"))
@each_row("length", range(7))
def test_p9_counts_and_numbers_against_trying_all(sizes, needed, length):
    """As many numbers lead to certain counts of the classes as there are passwords with these counts."""
    letters = [index for index, size in enumerate(sizes) for _ in range(size)]
    drawn = (tuple(map(password.count, range(len(sizes)))) for password in product(letters, repeat=length))
    found = Counter(
        counts for counts in drawn if all(count >= least for count, least in zip(counts, needed, strict=True))
    )
    counted = minimums.count_passwords(length, sizes, needed)
    possible = counted[(1 << len(sizes)) - 1][length]
    assert possible == sum(found.values())
    numbered = Counter(minimums.class_counts(number, length, sizes, needed, counted) for number in range(possible))
    assert numbered == found


@each_row("characters, length, given, needed", rows("minimums_the_entropy_counts_what_can_come.json"))
def test_p9_the_entropy_counts_what_can_come(characters, length, given, needed):
    """The entropy counts them, no other comes, and all of them can be had."""
    passwords = set(allowed(characters, length, needed))
    for _ in range(20):
        result = services.generate_password(length=length, **keeping(characters), **given)
        assert result["password"] in passwords
    assert result["entropy"] == round(math.log2(len(passwords)), 1)
    if 1 < len(passwords) <= 100:
        several = services.generate_password(length=length, **keeping(characters), **given, count=len(passwords))
        assert set(several["passwords"]) == passwords


@pytest.mark.slow
def test_p9_uniform_over_the_passwords():
    """Two hundred draws for each; each within seven standard deviations of that."""
    passwords = list(allowed("a01", 3, {"lowercase": 1, "numbers": 2}))
    draws = 200 * len(passwords)
    found = Counter(
        services.generate_password(length=3, **keeping("a01"), min_numbers=2)["password"] for _ in range(draws)
    )
    assert set(found) == set(passwords)
    bound = 7 * (200 * (1 - 1 / len(passwords))) ** 0.5
    assert all(abs(times - 200) < bound for times in found.values())


def test_p9_a_minimum_of_zero_changes_nothing(api):
    """Nor is it an error of a class that is off."""
    zeros = {f"min_{name}": 0 for name in CLASSES}
    plain, given = (api.ask("/password/", length=3, numbers=False, **more).body for more in ({}, zeros))
    assert plain["entropy"] == given["entropy"]
    assert sorted(given["character_types"].values()) == [0, 1, 1, 1]
