"""Parse a length of time in words or short units by the grammar of phrases: ``2 hours and 5 minutes`` (T20)."""

import re

from lark.exceptions import UnexpectedToken

from timeops.calendar.steps import Move
from timeops.errors import NotADatetimeError
from timeops.reading.phrases.amounts import total
from timeops.reading.phrases.grammar import parse_amount
from timeops.reading.phrases.lexer import lex

_SPACES = re.compile(r"\s+")


def read_length(text: str) -> tuple[Move, Move]:
    """Return the length, and the length with its first part negated.

    The caller compares the second one if there is a minus sign before the text. Raises NotADatetimeError for any other
    text.
    """
    try:
        first, *others = parse_amount(lex(_SPACES.sub(" ", text)))
    except UnexpectedToken:
        raise NotADatetimeError("is not a duration") from None
    return total((first, *others)), total((first._replace(move=first.move.times(-1)), *others))
