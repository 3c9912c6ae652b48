"""Passwords that a site's rules allow, all equally likely (P8).

The passwords are numbered from 0, and a random number chooses one. To find it, the passwords that go on in a given way
are counted, character by character. Their number depends on three things: how many characters follow, which required
classes are still missing, and how often the last character stands in a row.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from passwords.site_rules import SiteRules


def numbered(rules: SiteRules, length: int) -> tuple[int, Callable[[int], str]]:
    """Return how many passwords of ``length`` the rules allow, and a function from the number of one to itself."""
    count = _counting(rules, length)
    every_class = frozenset(range(len(rules.required)))
    # Characters that are in the same required classes can stand for each other.
    alike: dict[frozenset[int], str] = {}
    for character in rules.characters:
        classes = frozenset(index for index in every_class if character in rules.required[index])
        alike[classes] = alike.get(classes, "") + character

    def next_characters(last: str, missing: frozenset[int], run: int) -> Iterator[tuple[str, frozenset[int], int]]:
        if last:
            yield last, missing, run + 1
        for classes, characters in alike.items():
            yield characters.replace(last, "") if last else characters, missing - classes, 1

    def password(number: int) -> str:
        found, missing, run = "", every_class, 0
        for left in reversed(range(length)):
            for characters, still_missing, new_run in next_characters(found[-1:], missing, run):
                each = count(still_missing, left, new_run)
                if number < each * len(characters):
                    place, number = divmod(number, each)
                    found, missing, run = found + characters[place], still_missing, new_run
                    break
                number -= each * len(characters)
        return found

    possible = sum(
        len(characters) * count(missing, length - 1, run)
        for characters, missing, run in next_characters("", every_class, 0)
    )
    return possible, password


def _counting(rules: SiteRules, length: int) -> Callable[[frozenset[int], int, int], int]:
    """Return the function that counts how a password can go on: see ``count``."""
    longest_run = length if rules.max_consecutive is None else min(length, rules.max_consecutive)

    @cache
    def strings_up_to(size: int) -> list[int]:
        """Return for each length how many strings up to it, of ``size`` characters, do not repeat the one before."""
        sums = [1]  # the empty string
        for end in range(length):
            # One of the other characters begins, and stands at most longest_run times in a row.
            sums.append(sums[-1] + (size - 1) * _between(sums, end - longest_run, end))
        return sums

    @cache
    def alphabets(missing: frozenset[int]) -> Counter[int]:
        """Return the sizes of the alphabets to count with, and how often, by inclusion and exclusion.

        All passwords, minus those without one of the missing classes, plus those without two, and so on.
        """
        without = Counter({frozenset[str](): 1})
        for index in missing:
            for left_out, times in list(without.items()):
                without[left_out | rules.required[index]] -= times
        sizes: Counter[int] = Counter()
        for left_out, times in without.items():
            sizes[len(rules.characters) - len(left_out)] += times
        return sizes

    def count(missing: frozenset[int], left: int, run: int) -> int:
        """Count the ways to go on with ``left`` characters after one that stands ``run`` times in a row."""
        if run > longest_run:
            return 0
        return sum(
            times * _between(strings_up_to(size), left - (longest_run - run) - 1, left)
            for size, times in alphabets(missing).items()
            if times
        )

    return count


def _between(sums: list[int], after: int, end: int) -> int:
    """Return what lies in ``sums`` from behind ``after``, which may be before the beginning, to ``end``."""
    return sums[end] - (sums[after] if after >= 0 else 0)
