"""Split a text into the words that identifiers are made of (X5).

One pattern finds the words. Each of its lines is a rule with an example. To change a rule, change its line and its
rows in tests/textops/casing_forms.tsv.

The pattern is written in terms of kinds of characters, such as capital letters. For most texts, each kind is replaced
by its set of characters, and the pattern searches the text itself. If a text has marks, joiners or letters beyond the
Basic Multilingual Plane, ``re`` would take several times as long. Such a text is first rewritten as its *shape*, one
letter for the kind of each character, and the pattern searches the shape. To rewrite every text would take 1.6 times as
long for a megabyte of English, and 2.2 times for French or for camelCase, of which a chain must do four in a second.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache

import regex

from textops.character_sets import LAST_OF_BASIC_PLANE, basic_plane_ranges

APOSTROPHES = "'\u2019"
SOFT_HYPHEN = "\u00ad"
_JOINERS = "\u200c\u200d" + SOFT_HYPHEN

#: The kinds of characters of which words are made, as sets in the syntax of ``regex``. A shape also has a space for
#: every separator: the shape of "It's 5 €" is "Ulql d  ".
_KINDS = {
    "U": r"[\p{L}\p{N}]&&[\p{Upper}\p{Lt}]",  # capital letters
    "l": r"[\p{L}\p{N}]&&\p{Lower}--[\p{Upper}\p{Lt}]",  # lower-case letters
    "o": r"\p{L}--[\p{Upper}\p{Lt}\p{Lower}]",  # letters without case
    "d": r"\p{N}--[\p{Upper}\p{Lower}]",  # numbers
    "m": r"\p{M}",  # marks
    "j": _JOINERS,
    "q": APOSTROPHES,
}
_KIND = regex.compile("|".join(f"(?P<{kind}>[{characters}])" for kind, characters in _KINDS.items()), regex.VERSION1)


# The pattern of a word. No mark begins one: the mark of an emoji is a separator like the emoji.
_WORD = r"""
    (?= [Ulod] )
    (?: [lo]++ (?! [Umjq] )                                   # foo: all letters at once; the rules below take one each
      | [l] MARKS (?: [q] (?= [Ulo] ) | (?! [Uq] ) )          # foo|Bar: a word ends before a capital; it's is one word
      | [U] MARKS (?: [q] (?= [Ulo] ) | (?! [U] MARKS [l] | [q] ) )  # XML|Http: the last capital begins Http
      | [d] MARKS (?! [U] )                                   # A1|B2, but user2name is one word: digits end none
      | [o] MARKS (?: [q] (?= [Ulo] ) | (?! [q] ) )           # 你好Abc is one word: 你好 has no case
    )*+
    (?: [Ulod] MARKS )?+                                      # the last letter, where no rule takes it
"""
# Joiners between letters or marks count as marks: those of Persian and Sinhala, and the soft hyphen.
_SHAPE_PATTERN = re.compile(_WORD.replace("MARKS", "(?: m | (?<=[Ulom]) j++ (?=[Ulom]) )*+"), re.VERBOSE)


@cache
def _pattern_without_marks() -> re.Pattern[str]:
    """Return the pattern for texts that are not rewritten. It is slow to compile, so the first text compiles it."""
    sets = {kind: basic_plane_ranges(characters) for kind, characters in _KINDS.items()}
    pattern = re.sub(r"(?<=\[)[^\]]+", lambda kinds: "".join(map(sets.__getitem__, kinds[0])), _WORD)
    return re.compile(pattern.replace("MARKS", ""), re.VERBOSE)


@cache
def _needs_shape() -> re.Pattern[str]:
    """Return the pattern of the characters that require a text to be rewritten as its shape."""
    return re.compile(
        f"[{basic_plane_ranges(_KINDS['m'] + _JOINERS)}{chr(LAST_OF_BASIC_PLANE + 1)}-{chr(sys.maxunicode)}]"
    )


class _Shapes(dict[int, str]):
    """A cache of the shape of each code point, filled on demand and cleared when it has MAX_SIZE entries."""

    MAX_SIZE = 50_000

    def __missing__(self, code_point: int) -> str:
        if len(self) >= self.MAX_SIZE:
            self.clear()
        character = chr(code_point)
        kind = _KIND.match(character)
        shape = str(kind.lastgroup) if kind else " "
        self[code_point] = shape
        return shape


_SHAPES = _Shapes()


def split_words(text: str) -> Iterator[str]:
    """Yield the words of ``text``, split at separators and where a change of case begins a new word.

    A word consists of letters, numbers, their marks, and the APOSTROPHES and joiners between letters.
    """
    if _needs_shape().search(text):
        for word in _SHAPE_PATTERN.finditer(text.translate(_SHAPES)):
            yield text[word.start() : word.end()]
    else:
        yield from _pattern_without_marks().findall(text)
