"""Passwords that a site's rules allow, all equally likely (P8).

The passwords are numbered from 0, and a random number chooses one. To find it, the passwords that begin in a given way
are counted. Their number depends on three things: how many characters follow, which required classes are still missing,
and how often the last character has been repeated. Missing classes are counted by inclusion and exclusion: all
passwords, minus those without one class, plus those without two, and so on.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from passwords.site_rules import SiteRules
from utilitysvc.drawing.sources import RandomBytes
from utilitysvc.drawing.uniform import integer_below


class RuledPasswords:
    """The passwords of one length that the rules allow. ``possible`` is their number."""

    def __init__(self, rules: SiteRules, length: int) -> None:
        self.length = length
        self._characters = rules.characters
        self._required = rules.required
        self._longest_run = min(length, length if rules.max_consecutive is None else rules.max_consecutive)
        self._sums: dict[int, list[int]] = {}
        # Characters that are in the same required classes can stand for each other.
        self._alike: dict[frozenset[int], str] = {}
        for character in rules.characters:
            classes = frozenset(index for index, required in enumerate(rules.required) if character in required)
            self._alike[classes] = self._alike.get(classes, "") + character
        self._terms = cache(self._find_terms)
        self.possible = self._count_from_start()

    def password(self, number: int) -> str:
        """Return the password of this ``number``, from 0 to ``possible`` - 1."""
        password = ""
        missing = frozenset(range(len(self._required)))
        run = 0
        while len(password) < self.length:
            left = self.length - len(password) - 1
            last = password[-1:]
            if last:
                repeating = self._count(missing, left, run + 1)
                if number < repeating:
                    password, run = password + last, run + 1
                    continue
                number -= repeating
            for classes, alike in self._alike.items():
                others = alike.replace(last, "") if last else alike
                each = self._count(missing - classes, left, 1)
                if number < each * len(others):
                    place, number = divmod(number, each)
                    password, run, missing = password + others[place], 1, missing - classes
                    break
                number -= each * len(others)
        return password

    def drawn(self, randbytes: RandomBytes) -> Iterator[str]:
        """Yield random passwords."""
        while True:
            yield self.password(integer_below(self.possible, randbytes))

    def _count_from_start(self) -> int:
        if not self._longest_run:
            return 0
        missing = frozenset(range(len(self._required)))
        return sum(
            len(alike) * self._count(missing - classes, self.length - 1, 1) for classes, alike in self._alike.items()
        )

    def _count(self, missing: frozenset[int], left: int, run: int) -> int:
        """Count the ways to go on with ``left`` characters after one that stands ``run`` times in a row.

        They must include all classes in ``missing``. That character is in none of these.
        """
        if run > self._longest_run:
            return 0
        return sum(sign * self._count_without(size, left, run) for size, sign in self._terms(missing))

    def _find_terms(self, missing: frozenset[int]) -> tuple[tuple[int, int], ...]:
        """Return the terms of the inclusion and exclusion: how many characters remain, and how often that counts."""
        signs: Counter[frozenset[str]] = Counter({frozenset(): 1})
        for index in missing:
            for left_out, sign in list(signs.items()):
                signs[left_out | self._required[index]] -= sign
        terms: Counter[int] = Counter()
        for left_out, sign in signs.items():
            terms[len(self._characters) - len(left_out)] += sign
        return tuple((size, sign) for size, sign in terms.items() if sign)

    def _count_without(self, size: int, left: int, run: int) -> int:
        """Count the ways to go on with ``left`` of ``size`` characters after one of them that stands ``run`` times.

        When its longest run is reached, another character follows or the password ends.
        """
        sums = self._sums.get(size) or self._sums.setdefault(size, self._find_sums(size))
        too_long = left - (self._longest_run - run) - 1
        return sums[left] - (sums[too_long] if too_long >= 0 else 0)

    def _find_sums(self, size: int) -> list[int]:
        """Return for each length how many strings up to it do not begin with the character before them."""
        sums = [1]  # the empty string
        for length in range(1, self.length + 1):
            # One of size - 1 other characters begins. What can follow it does not depend on which one it is.
            too_long = length - 1 - self._longest_run
            following = sums[length - 1] - (sums[too_long] if too_long >= 0 else 0)
            sums.append(sums[-1] + (size - 1) * following)
        return sums
