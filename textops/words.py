"""The words that identifiers are made of (X5).

They are found by one pattern, each line of which is a rule with its example. To change a rule, change its line, and the
table of tests/textops/test_casing.py.

The pattern is written in kinds of characters. In most texts it finds the words at once, by the sets of characters of
each kind. Where there are marks, joiners or letters beyond the Basic Multilingual Plane, ``re`` would take several
times as long: such a text is first rewritten as its *shape*, the kind of each character as one letter.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import cast

import regex

from textops.character_sets import LAST_OF_BASIC_PLANE, basic_plane_ranges

APOSTROPHES = "'\u2019"
SOFT_HYPHEN = "\u00ad"
_JOINERS = "\u200c\u200d" + SOFT_HYPHEN

#: The kinds of characters of which words are made, as sets in the syntax of ``regex``. In a shape there are further
#: ``'``, j for a joiner, and a space for every separator: "It's 5 €" is Ul'l d and two spaces.
_KINDS = {
    "U": r"[\p{L}\p{N}]&&[\p{Upper}\p{Lt}]",  # capital letters
    "l": r"[\p{L}\p{N}]&&\p{Lower}--[\p{Upper}\p{Lt}]",  # lower-case letters
    "o": r"\p{L}--[\p{Upper}\p{Lt}\p{Lower}]",  # letters without case
    "d": r"\p{N}--[\p{Upper}\p{Lower}]",  # numbers
    "m": r"\p{M}",  # marks
}
_KIND = regex.compile("|".join(f"(?P<{kind}>[{characters}])" for kind, characters in _KINDS.items()), regex.VERSION1)


def _pattern(U: str, l: str, o: str, d: str, apostrophe: str, mj: str, marks: str) -> re.Pattern[str]:  # noqa: E741, N803
    """Return the pattern of a word from what stands within brackets for each kind of character.

    ``marks``: what stands on a letter or number. No mark begins a word: that of an emoji is a separator like the emoji.
    """
    between_letters = rf"[{apostrophe}] (?= [{U}{l}{o}] )"  # it's, O'Neil: such an apostrophe parts nothing
    return re.compile(
        rf"""
        (?= [{U}{l}{o}{d}] )
        (?: [{l}{o}]++ (?! [{U}{mj}{apostrophe}] )    # foo, the lot at once; the rules below do it one by one
          | [{l}] {marks} (?: {between_letters} | (?! [{U}{apostrophe}] ) )    # foo|Bar: a word ends before a capital
          # XML|Http: of several capitals the last begins the word of lower case
          | [{U}] {marks} (?: {between_letters} | (?! [{U}] {marks} [{l}] | [{apostrophe}] ) )
          | [{d}] {marks} (?! [{U}] )               # A1|B2, but user2name is one: digits stay with what is before them
          | [{o}] {marks} (?: {between_letters} | (?! [{apostrophe}] ) )  # 你好Abc is one: these have no case
        )*+
        (?: [{U}{l}{o}{d}] {marks} )?+              # the last letter, which no rule took where a word ends behind it
        """,
        re.VERBOSE,
    )


# Joiners stand on a letter or mark before another: those of Persian and Sinhala, the soft hyphen.
_SHAPE_PATTERN = _pattern("U", "l", "o", "d", "'", "mj", r"(?: m | (?<=[Ulom]) j++ (?=[Ulom]) )*+")


@cache
def _pattern_without_marks() -> re.Pattern[str]:
    """Return the pattern for texts that are not rewritten. To compile it takes long: that is left to the first text."""
    U, l, o, d, _ = map(basic_plane_ranges, _KINDS.values())  # noqa: E741, N806
    return _pattern(U, l, o, d, APOSTROPHES, "", "")


@cache
def _rewritten() -> re.Pattern[str]:
    """Return the pattern of the characters for which a text is rewritten as its shape."""
    return re.compile(
        f"[{basic_plane_ranges(_KINDS['m'])}{_JOINERS}{chr(LAST_OF_BASIC_PLANE + 1)}-{chr(sys.maxunicode)}]"
    )


class _Shapes(dict[int, str]):
    """Maps a code point to its shape: filled as code points are met, and emptied before it grows large."""

    ROOM = 50_000

    def __missing__(self, code_point: int) -> str:
        if len(self) >= self.ROOM:
            self.clear()
        character = chr(code_point)
        if kind := _KIND.match(character):
            shape = str(kind.lastgroup)
        else:
            shape = "'" if character in APOSTROPHES else "j" if character in _JOINERS else " "
        self[code_point] = shape
        return shape


_SHAPES = _Shapes()

#: How much of a text is searched at a time: the words of a megabyte, each a string, would take thirty megabytes.
_PORTION = 65_536


def split_words(text: str, *, portion: int = _PORTION) -> Iterator[str]:
    """Yield the words of ``text``, split at separators and where a change of case begins a new word.

    A word holds letters, numbers, their marks, and the APOSTROPHES and joiners between letters. ``portion``: in how
    many code points words are found at a time.
    """
    if _rewritten().search(text):
        for word in _SHAPE_PATTERN.finditer(text.translate(_SHAPES)):
            yield text[word.start() : word.end()]
        return
    pattern, start = _pattern_without_marks(), 0
    while start < len(text):
        words = pattern.findall(text, start, start + portion)
        if not words:
            start += portion
            continue
        # The last word may go on behind the portion. It begins where its text occurs last, as no word begins behind it.
        place = text.rindex(words.pop(), start, start + portion)
        last = cast(re.Match[str], pattern.match(text, place))
        yield from words
        start = last.end()
        yield last[0]
