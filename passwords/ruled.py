"""Passwords that a site's rules allow, all equally likely (P8).

The passwords are numbered from 0, and a random number chooses one. To find it, the passwords that go on in a given way
are counted, character by character. Their number depends on three things: how many characters follow, which required
classes are still missing, and how often the last character stands in a row.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from passwords.site_rules import SiteRules

Classes = frozenset[int]  # of required classes, by their index


def numbered(rules: SiteRules, length: int) -> tuple[int, Callable[[int], str]]:
    """Return how many passwords of ``length`` the rules allow, and a function from the number of one to itself."""
    count = _counting(rules, length)
    every_class = frozenset(range(len(rules.required)))

    @cache
    def alike(missing: Classes) -> dict[Classes, str]:
        """Return the characters by the missing classes that they are in. Those of the same can stand for each other."""
        found: dict[Classes, str] = {}
        for character in rules.characters:
            classes = frozenset(index for index in missing if character in rules.required[index])
            found[classes] = found.get(classes, "") + character
        return found

    def next_characters(last: str, missing: Classes, run: int) -> Iterator[tuple[str, Classes, int]]:
        if last:
            yield last, missing, run + 1
        for classes, characters in alike(missing).items():
            yield characters.replace(last or "\0", ""), missing - classes, 1

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

    first = next_characters("", every_class, 0)
    return sum(len(characters) * count(missing, length - 1, run) for characters, missing, run in first), password


def _counting(rules: SiteRules, length: int) -> Callable[[Classes, int, int], int]:
    """Return the function that counts how a password can go on: see ``count``."""
    longest_run = length if rules.max_consecutive is None else min(length, rules.max_consecutive)

    @cache
    def sums(size: int) -> list[int]:
        """Return how many strings of fewer than 0, 1, 2... characters of ``size`` do not repeat the one before."""
        found = [0, 1]
        for end in range(1, length + 1):
            # One of the other characters begins, and stands at most longest_run times in a row.
            found.append(found[-1] + (size - 1) * (found[end] - found[max(end - longest_run, 0)]))
        return found

    @cache
    def alphabets(missing: Classes) -> Counter[int]:
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

    @cache
    def count(missing: Classes, left: int, run: int) -> int:
        """Count the ways to go on with ``left`` characters after one that stands ``run`` times in a row."""
        if run > longest_run:
            return 0
        shortest = max(left - (longest_run - run), 0)  # what is left once the run has ended
        return sum(times * (sums(size)[left + 1] - sums(size)[shortest]) for size, times in alphabets(missing).items())

    return count
