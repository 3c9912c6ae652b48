"""The terminals of phrases.lark in a text: words of timeops/words.py, dates and times in digits, and a zone (T1, T2).

A text is refused here for a word that is unknown or left out on purpose, or for a date or time that does not exist.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from typing import NamedTuple

from lark import Token

from timeops.calendar.steps import Move
from timeops.calendar.units import UNIT_NAMES
from timeops.names import MONTH_NUMBERS, WEEKDAY_NUMBERS
from timeops.reading.errors import HOUR_24, NO_FORM, NO_SUCH_TIME, TWO_DIGITS, NotADatetimeError
from timeops.reading.phrases.amounts import move_for
from timeops.reading.phrases.words import (
    FIXED,
    NUMBERS,
    ORDINALS,
    REFUSED,
    TWO_WORD_ORDINALS,
    TWO_WORDS,
)
from timeops.reading.phrases.written_dates import DATE, TIME, Clock, read_date, read_time
from timeops.reading.zone_suffix import OwnZone, offset_follows, own_zone
from timeops.zones.lookup import UnknownZoneError
from utilitysvc.kit.rules import MAX_QUOTED

__all__ = ["VOCABULARY", "Lexed", "lex"]


def _vocabulary() -> dict[str, tuple[str, object]]:
    """Return the terminal and the value of each word."""
    words: dict[str, tuple[str, object]] = {word: ("UNIT", name) for word, name in UNIT_NAMES.items()}
    words |= {word: ("WEEKDAY", number) for word, number in WEEKDAY_NUMBERS.items()}
    words |= {word: ("MONTH", number) for word, number in MONTH_NUMBERS.items()}
    words |= {word: ("NUMBER", number) for word, number in NUMBERS.items()}
    words |= {word: ("ORDINAL", number) for word, number in ORDINALS.items()}
    words |= {"noon": ("TIME", Clock(12)), "midday": ("TIME", Clock(12)), "midnight": ("TIME", Clock(0))}
    return words | FIXED


VOCABULARY = _vocabulary()

# Words of which the place counts and not a value: their terminals begin with an underscore, and lark leaves them out.
UNVALUED = frozenset(("NOW", "THE", "IN", "ON", "OF", "AND", "TO", "HALF", "HALFMORE", "TIME_WORD", "SAME"))

# An hour alone stands after at, or before a part of the day: at 9, 9 in the morning.
_PART = r"(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b"
_DAYPART = r"(?:last\s+night|this\s+(?:morning|afternoon|evening)|tonight)\b"
_AFTER_AT = (
    "(?: " + " | ".join(rf"(?<={at}{hour})(?!\S)" for at in (r"\bat\s", "@", r"@\s") for hour in (".", "..")) + ")"
)
_BEFORE_PART = rf"(?= \s+ (?: {_PART} | {_DAYPART} ))"

_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_RANKED = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
# An hour in words: eight pm.
_HOUR_WORD = re.compile(
    rf"\b({_ONES}|ten|eleven|twelve)(?=\s(?:[ap]\.?m\b|o'?clock\b|{_PART}|{_DAYPART}))", re.IGNORECASE
)

_PIECE = re.compile(
    rf"""
      (?P<DATE>{DATE} (?:t(?=[0-9])|:(?=[0-9]{{2}}:))?)
    | (?P<AT>\bat\s|@\s?)(?=[0-9]|noon\b|mid)
    | (?P<TIME>{TIME})
    | (?P<HOUR>[0-9]{{1,2}} (?: \s* o'?clock\b | {_AFTER_AT} | {_BEFORE_PART} ))
    | (?P<QUARTER> (?:(?:a\s)?quarter|three\squarters)\sof\san\shour\b
        | (?:a\s)?quarter(?=\s(?:to|till|until|past)\b) | half(?=\spast\b) )
    | (?P<RANKED>(?:twenty|thirty)[-\s](?:{_RANKED})\b)
    | (?P<COUNTED>(?:(?:{_TENS})[-\s](?:{_ONES})|(?:a|one)\shundred)\b)
    | (?P<ORDINAL>[0-9]{{1,3}}(?:st|nd|rd|th)\b)
    | (?P<GLUED>(?:[0-9]+(?:\.[0-9]+)?[a-z]+){{2,}}(?![0-9.]))
    | (?P<DECIMAL>[0-9]+\.[0-9]+(?![.0-9]))
    | (?P<YEAR>[0-9]{{4}}(?![0-9]))
    | (?P<INT>[0-9]{{1,2}}(?![0-9]))
    | (?P<DIGITS>[0-9]+)
    | (?P<SIGN>[+-])
    | (?P<NOW>(?:just|right)\s+now\b)
    | (?P<HALFMORE>and\s+an?\s+half\b)
    | (?P<DAYPART>{_DAYPART})
    | (?P<PART>{_PART})
    | (?P<WORD>[a-z]+(?:'[a-z]*)?)
    """,
    re.VERBOSE,
)
_SHORT_YEAR = re.compile(r"'[0-9]{2}\b")
_DECIMAL_COMMA = re.compile(r"[0-9]+,[0-9]{1,3}\s?[a-z]")
# The dot of an abbreviation, and what joins a day to its month: Nov. 21, 21. November, 21-Nov
_BEFORE_DOT = {
    "MONTH": re.compile(r"\."),
    "WEEKDAY": re.compile(r"\."),
    "INT": re.compile(rf"[-/](?=(?:{'|'.join(MONTH_NUMBERS)})\b)|\.(?=\s?(?:{'|'.join(MONTH_NUMBERS)})\b)"),
}
_WIDE = re.compile("[- ]")
_GAP = re.compile(r"\s*(?:,\s*)?")
_GLUED_PART = re.compile(r"([0-9.]+)([a-z]+)")


# What stands before the month where the day comes first: 21 Nov, 21st of Nov.
_DAY_OF_MONTH = frozenset(("INT", "ORDINAL", "_OF"))
# What no name of a zone has in it.
_NO_ZONE = re.compile(r"[;%&<>\"#?|\\]")
_ZONE_AND_YEAR = re.compile(r"(.+?)(?:\s+([0-9]{4}))?")


class Lexed(NamedTuple):
    """The terminals in their order, each with its value, and the zone that stands at the end of the text."""

    tokens: list[Token]
    zone: OwnZone | None


def lex(text: str) -> Lexed:
    """Find the terminals of a text, in any case, with single spaces.

    Raises NotADatetimeError for what is no terminal, and ServiceError for a zone that is ambiguous.
    """
    original = _HOUR_WORD.sub(lambda match: str(NUMBERS[match[0].lower()]), text)
    text = original.lower()
    tokens: list[Token] = []
    position, comma, after_at = 0, False, False
    while position < len(text):
        if offset_follows(tokens, text, position):
            return _with_zone(tokens, original[position:])
        if _DECIMAL_COMMA.match(text, position):
            raise NotADatetimeError("has a comma in a number: write a point, as in 1.5 hours")
        match = _PIECE.match(text, position)
        if not match:
            raise _no_piece(text, position, tokens)
        kind, piece = _piece(match, tokens)
        end = position + len(piece)
        if kind == "WORD" and _spelling(piece) not in VOCABULARY:
            return _with_zone(tokens, original[position:])
        if kind == "AT":
            after_at = True
            position = end
            continue
        tokens.append(_token(kind, piece, original[position:end], position))
        if after_at and tokens[-1].type not in ("TIME", "HOUR"):
            raise NotADatetimeError(f'has "at" before "{piece}", which is not a time of day')
        dot = tokens[-1].type in _BEFORE_DOT and _BEFORE_DOT[tokens[-1].type].match(text, end) is not None
        position = end + dot
        gap = _GAP.match(text, position)
        position, comma, after_at = (gap.end(), "," in gap[0], False) if gap else (position, False, False)
    if comma or after_at or not tokens:
        raise NotADatetimeError(NO_FORM)
    return Lexed(tokens, None)


def _no_piece(text: str, position: int, tokens: list[Token]) -> NotADatetimeError:
    """Return the refusal of a place where no piece begins."""
    if _SHORT_YEAR.match(text, position):
        return NotADatetimeError(TWO_DIGITS)
    slash = text[position] == "/" and tokens[-1:] and tokens[-1].type == "INT"
    hint = ": a date with slashes has a year, like 2026/11/21" if slash else ""
    return NotADatetimeError(f'has "{text[position]}" where it means nothing{hint}')


def _piece(match: re.Match[str], tokens: list[Token]) -> tuple[str, str]:
    """Return the kind and the text of the next piece; of ``Nov 12 noon`` the 12 is a day, of ``21 Nov 12 noon`` not."""
    kind, piece = match.lastgroup or "", match[0]
    before = [token.type for token in tokens[-2:]]
    if kind == "TIME" and piece.startswith("12 ") and before[-1:] == ["MONTH"] and before[0] not in _DAY_OF_MONTH:
        return "INT", "12"
    return kind, piece


def _spelling(piece: str) -> str:
    """Return the word without what marks a possessive: ``week's`` is week, ``days'`` days."""
    return piece.partition("'")[0]


def _token(kind: str, piece: str, shown: str, position: int) -> Token:
    """Return the terminal of a piece in lower case; ``shown`` is what a refusal quotes."""
    if kind == "WORD":
        kind, value = VOCABULARY[_spelling(piece)]
    elif kind in _OF_TERMINALS:
        kind, value = _OF_TERMINALS[kind], _VALUES[kind](piece)
    else:
        read_value = _VALUES.get(kind)
        value = read_value(piece) if read_value else None
    token = Token(f"_{kind}" if kind in UNVALUED else kind, shown.rstrip("tT:") if kind == "DATE" else shown, position)
    token.value = value
    return token


def _hour(piece: str) -> Clock:
    hour = int(piece.partition("o")[0])  # without the word o'clock
    if hour > 23:
        raise NotADatetimeError(NO_SUCH_TIME if hour > 24 else HOUR_24)
    return Clock(hour, half=hour > 12 or piece[0] == "0", alone=True)


def _glued(piece: str) -> Move:
    """Return the amount of ``1h30m``."""
    total = Move()
    for number, unit in _GLUED_PART.findall(piece):
        if unit not in UNIT_NAMES:
            raise NotADatetimeError(_unknown(unit))
        total = total.plus(move_for(Fraction(number), UNIT_NAMES[unit]))
    return total


def _with_zone(tokens: list[Token], rest: str) -> Lexed:
    """Read the rest of the text as a zone, and the year that ``date`` writes after it."""
    if mark := _NO_ZONE.search(rest):
        raise NotADatetimeError(f'has "{mark[0]}" where it means nothing')
    words = re.findall(r"[a-z]+", rest.lower())
    if reason := next((f'has "{word}", which {REFUSED[word]}' for word in words if word in REFUSED), ""):
        raise NotADatetimeError(reason)
    if tokens and tokens[-1].type == "_IN":
        tokens.pop()
    match = _ZONE_AND_YEAR.fullmatch(rest)
    if not match or not tokens:
        raise NotADatetimeError(_unknown(words[0]) if words else NO_FORM)
    try:
        zone = own_zone(match[1])
    except UnknownZoneError as exc:
        # A name with a slash can only have been meant as a zone.
        unknown = [word for word in words if word not in VOCABULARY]
        if "/" in rest:
            raise NotADatetimeError(f"has no zone at its end: {exc.details}") from None
        no_zone = f'has "{rest[:MAX_QUOTED]}" where a zone is expected'
        raise NotADatetimeError(_unknown(unknown[0]) if unknown else no_zone) from None
    if match[2]:
        tokens += [_token("ZONE", match[1], match[1], 0), _token("YEAR", match[2], match[2], 0)]
    return Lexed(tokens, zone)


def _unknown(word: str) -> str:
    """Return the reason for a word that is none of the vocabulary and no zone, with those that are close to it."""
    near = get_close_matches(word, [known for known in VOCABULARY if len(known) > 2], 1, 0.75)
    hint = f' (did you mean "{near[0]}"?)' if near else ""
    return f'has "{word[:MAX_QUOTED]}", which is neither a word of a date nor a time zone{hint}'


def _day_part(piece: str) -> tuple[int, str]:
    return -1 if piece.startswith("last") else 0, piece.split()[-1].replace("tonight", "night")


# Pieces of several words that are one terminal of another name.
_OF_TERMINALS = {"QUARTER": "GLUED", "COUNTED": "NUMBER", "RANKED": "ORDINAL"}

# What makes the value of a piece that is no word.
_VALUES: dict[str, Callable[[str], object]] = {
    "QUARTER": lambda piece: move_for(Fraction({"half": 30, "three": 45}.get(piece.split()[0], 15)), "minutes"),
    "COUNTED": lambda piece: TWO_WORDS[_WIDE.sub(" ", piece)],
    "RANKED": lambda piece: TWO_WORD_ORDINALS[_WIDE.sub(" ", piece)],
    "DATE": lambda piece: read_date(piece.rstrip("t:") if piece[-2].isdigit() else piece),
    "TIME": read_time,
    "HOUR": _hour,
    "ORDINAL": lambda piece: int(piece[:-2]),
    "GLUED": _glued,
    "DECIMAL": Fraction,
    "YEAR": int,
    "INT": int,
    "DIGITS": int,
    "SIGN": lambda piece: 1 if piece == "+" else -1,
    "PART": lambda piece: piece.split()[-1],
    "DAYPART": _day_part,
}
