"""The words that identifiers are made of (X5).

Every rule reads the text's shape: each code point's part in a word, as one letter. That keeps Unicode out of the rules,
and strings of a few letters are searched and cut so fast that half a million words are no burden.
"""

import re

import regex

__all__ = ["APOSTROPHES", "split_words"]

APOSTROPHES = "'\u2019"

# Capital, lower case, other letter, number, mark. What is none of these and no apostrophe is a separator.
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
_WORD_STARTS = tuple("Ulod")
_MARK, _APOSTROPHE, _SEPARATOR = "m' "
_CUT, _JOINT = "|-"  # where a word starts; an apostrophe within a word

# A word starts before the second letter of each: after a separator, at a capital after lower case or a number, and at
# the last capital of several before lower case.
_STARTS = (" U", " l", " o", " d", "lU", "dU", "UUl")

# The same where marks stand between. Marks on a separator, as emoji's variation selectors are, belong to the separator.
_MARKED_BEFORE_START = re.compile(r"[ld]m+(?=U)|Um++(?=Um*l)|U(?=Um+l)|[ ']m+(?=[Ulod])|\Am+(?=[Ulod])")
_MARKED_BEFORE_JOINT = re.compile(r"([Ulo]m+)'(?=[Ulo])")
_BETWEEN_LETTERS = re.compile(r"(?<=[Ulo])'(?=[Ulo])")


class _Shapes(dict[int, str]):
    """Code point to shape, filled as code points are met and emptied before it grows large."""

    ROOM = 50_000

    def __missing__(self, code_point: int) -> str:
        if len(self) >= self.ROOM:
            self.clear()
        character = chr(code_point)
        part = _PART.match(character)
        shape = part.lastgroup if part else _APOSTROPHE if character in APOSTROPHES else _SEPARATOR
        self[code_point] = shape
        return shape


_SHAPES = _Shapes()


def split_words(text: str) -> list[str]:
    """Split at what is no part of a word and where the case starts a new one.

    A word holds letters, numbers, their marks, and the APOSTROPHES between letters.
    """
    shape = text.translate(_SHAPES).replace(_SEPARATOR + _MARK, _SEPARATOR * 2)  # spares the next lines most work
    if _MARK in shape:
        # Functions, as templates cost four times as much before Python 3.12.
        shape = _MARKED_BEFORE_START.sub(lambda marked: marked[0] + _CUT, shape)
        shape = _MARKED_BEFORE_JOINT.sub(lambda marked: marked[1] + _JOINT, shape)
    if _APOSTROPHE in shape:
        shape = _BETWEEN_LETTERS.sub(_JOINT, shape).replace(_APOSTROPHE, _SEPARATOR)
    for pair in _STARTS:
        shape = shape.replace(pair, pair[0] + _CUT + pair[1:])
    # Each piece is a word and the separators after it; what stands before the first word makes a piece of its own.
    pieces = shape.split(_CUT)
    words: list[str] = []
    place = 0
    for piece in pieces:
        words.append(text[place : place + len(piece.partition(_SEPARATOR)[0])])
        place += len(piece)
    return words if pieces[0].startswith(_WORD_STARTS) else words[1:]
