"""The words that identifiers are made of (X5).

Every rule reads the text's shape: each code point's part in a word, as one letter. That keeps Unicode out of the rules,
and strings of a few letters are searched and cut so fast that half a million words are no burden.
"""

import re

import regex

__all__ = ["APOSTROPHES", "split_words"]

APOSTROPHES = "'\u2019"

# The letters of a shape: U capital, l lower case, o other letter, d number, m mark, ' apostrophe, a space for every
# separator. Into it go | where a word starts, and - for an apostrophe within a word.
_PART = regex.compile(
    r"""
    (?P<U> (?= [\p{L}\p{N}] ) [\p{Upper}\p{Lt}] )
  | (?P<l> (?= [\p{L}\p{N}] ) \p{Lower} )
  | (?P<o> \p{L} )
  | (?P<d> \p{N} )
  | (?P<m> \p{M} )
    """,
    regex.VERBOSE,
)

# A word starts after a separator, at a capital after lower case or a number, and at the last capital of several before
# lower case; the same with a mark between.
_STARTS = (" |U", " |l", " |o", " |d", "l|U", "d|U", "U|Ul")
_STARTS_BY_A_MARK = ("lm|U", "dm|U", "Um|Ul", "U|Uml", "Um|Uml")

# And with several marks. What stands on a separator, as emoji's variation selectors do, belongs to the separator.
_BEFORE_START_BY_MARKS = re.compile(r"[ld]m+(?=U)|Um++(?=Um*l)|U(?=Um+l)|[ ']m+(?=[Ulod])")
_BEFORE_JOINT_BY_MARKS = re.compile(r"([Ulo]m+)'(?=[Ulo])")
_BETWEEN_LETTERS = re.compile(r"(?<=[Ulo])'(?=[Ulo])")


class _Shapes(dict[int, str]):
    """Code point to shape, filled as code points are met and emptied before it grows large."""

    ROOM = 50_000

    def __missing__(self, code_point: int) -> str:
        if len(self) >= self.ROOM:
            self.clear()
        character = chr(code_point)
        part = _PART.match(character)
        shape = part.lastgroup if part else "'" if character in APOSTROPHES else " "
        self[code_point] = shape
        return shape


_SHAPES = _Shapes()


def split_words(text: str) -> list[str]:
    """Split at what is no part of a word and where the case starts a new one.

    A word holds letters, numbers, their marks, and the APOSTROPHES between letters.
    """
    shape = " " + text.translate(_SHAPES)
    if "m" in shape:
        several = "mm" in shape
        shape = _cut(shape.replace(" m", "  "), _STARTS_BY_A_MARK)
        # Functions, as templates cost four times as much before Python 3.12.
        if several or "'m" in shape:
            shape = _BEFORE_START_BY_MARKS.sub(lambda marked: f"{marked[0]}|", shape)
        if "m'" in shape:
            shape = _BEFORE_JOINT_BY_MARKS.sub(lambda marked: f"{marked[1]}-", shape)
    if "'" in shape:
        shape = _BETWEEN_LETTERS.sub("-", shape).replace("'", " ")
    # The first piece is what stands before the first word, each other a word and the separators after it.
    before, *pieces = _cut(shape, _STARTS).split("|")
    words: list[str] = []
    place = len(before) - 1  # the shape has one space more than the text
    for piece in pieces:
        words.append(text[place : place + len(piece.partition(" ")[0])])
        place += len(piece)
    return words


def _cut(shape: str, starts: tuple[str, ...]) -> str:
    for start in starts:
        shape = shape.replace(start.replace("|", ""), start)
    return shape
