"""The words that identifiers are made of (X5).

The rules read the text's shape: each code point's part in a word, as one letter. So Unicode stays out of the rules, and
these are one pattern, each line a rule with its example. To change a rule, change its line, and the table of
tests/textops/test_casing.py.
"""

import re
from collections.abc import Iterator

import regex

__all__ = ["APOSTROPHES", "SOFT_HYPHEN", "split_words"]

APOSTROPHES = "'\u2019"
SOFT_HYPHEN = "\u00ad"
_JOINERS = "\u200c\u200d" + SOFT_HYPHEN

# The letters of a shape: U capital, l lower case, o other letter, d number, m mark, ' apostrophe, j joiner. A space is
# every separator: "It's 5 €" is Ul'l d and two spaces.
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

# What stands on a letter or number. Joiners do between letters or marks: those of Persian and Sinhala, the soft hyphen.
_MARKS = r"(?: m | (?<=[Ulom]) j++ (?=[Ulom]) )*+"


def _pieces(marks: str) -> re.Pattern[str]:
    """Return the pattern of what a shape is cut into: words, and what stands between them."""
    return re.compile(
        rf"""
        [ mj']++                    # no mark begins a word: that of an emoji is a separator as the emoji is
      | (?= [Ulod] )
        (?: [lo]++ (?! [Umj'] )     # foo, the lot at once; the rules below do it one by one
          | l {marks} (?! [U'] )    # foo|Bar: a word ends before a capital
          | U {marks} (?! U {marks} l | ' )     # XML|Http: of several capitals the last begins the word of lower case
          | d {marks} (?! U )       # A1|B2, but user2name is one: digits stay with what is before them
          | o {marks} (?! ' )       # 你好Abc is one: the case of other letters does not change
          | [Ulo] {marks} ' (?= [Ulo] )         # it's, O'Neil: an apostrophe between letters parts nothing
        )*+
        (?: [Ulod] {marks} )?+      # the last letter, which no rule took where a word ends behind it
        """,
        re.VERBOSE,
    )


_PIECES = _pieces(_MARKS)
_PIECES_WITHOUT_MARKS = _pieces("")  # found in half the time


class _Shapes(dict[int, str]):
    """Code point to shape, filled as code points are met and emptied before it grows large."""

    ROOM = 50_000

    def __missing__(self, code_point: int) -> str:
        if len(self) >= self.ROOM:
            self.clear()
        character = chr(code_point)
        if part := _PART.match(character):
            shape = str(part.lastgroup)
        else:
            shape = "'" if character in APOSTROPHES else "j" if character in _JOINERS else " "
        self[code_point] = shape
        return shape


_SHAPES = _Shapes()


#: How much of the shape is cut at a time: the pieces of a megabyte, each a string, would take thirty megabytes.
_PORTION = 65_536
#: A portion's last pieces may go on in the next: a word, and an apostrophe behind it that may be within the word.
_UNDECIDED = 2


def split_words(text: str, *, portion: int = _PORTION) -> Iterator[str]:
    """Yield the words of ``text``, split at separators and where a change of case begins a new word.

    A word holds letters, numbers, their marks, and the APOSTROPHES and joiners between letters. ``portion``: of how
    many code points the pieces are found at a time.
    """
    shape = text.translate(_SHAPES)
    pattern = _PIECES if "m" in shape or "j" in shape else _PIECES_WITHOUT_MARKS
    start, size = 0, portion
    while start < len(shape):
        pieces = pattern.findall(shape, start, start + size)
        if start + size < len(shape):
            if len(pieces) <= _UNDECIDED:
                size *= 2
                continue
            del pieces[-_UNDECIDED:]
        for piece in pieces:
            end = start + len(piece)
            if piece[0] in "Ulod":
                yield text[start:end]
            start = end
