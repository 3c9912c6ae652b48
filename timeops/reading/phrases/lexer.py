"""The terminals of phrases.lark in a text: words, and dates and times in digits (T2, T3).

A text is refused here for a word that is unknown or left out on purpose, or for a date or time that does not exist.
"""

import re
from collections.abc import Callable
from fractions import Fraction

from lark import Token

from timeops.calendar.steps import Move
from timeops.calendar.units import UNIT_NAMES
from timeops.errors import HOUR_24, NO_FORM, NO_SUCH_TIME, TWO_DIGITS, NotADatetimeError
from timeops.names import MONTH_NUMBERS
from timeops.reading.phrases.amounts import move_for
from timeops.reading.phrases.unknown_words import unknown_word, unknown_words
from timeops.reading.phrases.vocabulary import VOCABULARY, Vocabulary
from timeops.reading.phrases.words import NUMBERS, ORDINALS, TWO_WORD_ORDINALS, TWO_WORDS
from timeops.reading.phrases.written_dates import DATE, TIME, Clock, read_date, read_time

# Words of which the place counts and not a value: their terminals begin with an underscore, and lark leaves them out.
UNVALUED = frozenset(("NOW", "THE", "IN", "ON", "OF", "AND", "TO", "HALF", "HALFMORE", "TIME_WORD", "SAME"))

# An hour alone stands after at, or before a part of the day: at 9, 9 in the morning.
_PART = r"(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b"
_DAYPART = r"(?:last\s+night|this\s+(?:morning|afternoon|evening)|tonight)\b"
_AFTER_AT = (
    "(?: " + " | ".join(rf"(?<={at}{hour})(?!\S)" for at in (r"\bat\s", "@", r"@\s") for hour in (".", "..")) + ")"
)
_BEFORE_PART = rf"(?= \s+ (?: {_PART} | {_DAYPART} ))"

_ONES = "|".join(word for word, number in NUMBERS.items() if number < 10)
_TENS = "|".join(word for word, number in NUMBERS.items() if number >= 20)
_RANKED = "|".join(word for word, number in ORDINALS.items() if number < 10)
# An hour in words: eight pm, eleven thirty pm.
_HOUR_WORD = re.compile(
    rf"\b({_ONES}|ten|eleven|twelve)(?:[\s-]((?:(?:twenty|thirty|forty|fifty)(?:[\s-](?:{_ONES}))?)|ten|fifteen))?"
    rf"(?=\s(?:[ap]\.?m\b|o'?clock\b|{_PART}|{_DAYPART}))",
    re.IGNORECASE,
)

_PIECE = re.compile(
    rf"""
      (?P<DATE>{DATE} (?:t(?=[0-9])|:(?=[0-9]{{2}}:))?)
    | (?P<AT>\bat\s|@\s?)(?=[0-9]|noon\b|mid|(?:the\s)?(?:start|beginning|end)\s)
    | (?P<TIME>{TIME})
    | (?P<HOUR>[0-9]{{1,2}} (?: \s* o'?clock\b | {_AFTER_AT} | {_BEFORE_PART} ))
    | (?P<QUARTER>-?q[1-4]\b)
    | (?P<MINUTES> (?:a\s)?quarter\s(?:of\san\s)?hour\b | three\squarters\sof\san\shour\b
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
# A time of day with dots, where a day stands before it: tomorrow 23.00, 5 Feb 2003 13.47.26.
_DOTTED_TIME = re.compile(r"[0-9]{1,2}\.[0-9]{2}(?:\.[0-9]{2})?(?!\s?[a-z]|[.0-9])")
_WHOLE_DAYS = frozenset(("DATE", "YEAR", "DAYWORD", "WEEKDAY"))


def with_hours_in_digits(text: str) -> str:
    """Return the text with the hours that it has in words in digits: ``eleven thirty pm`` as ``11:30 pm``."""

    def digits(match: re.Match[str]) -> str:
        hour, minute = NUMBERS[match[1].lower()], (match[2] or "").lower()
        if not minute:
            return str(hour)
        return f"{hour}:{NUMBERS.get(minute) or TWO_WORDS[_WIDE.sub(' ', minute)]}"

    return _HOUR_WORD.sub(digits, text)


def lex(original: str, vocabulary: Vocabulary = VOCABULARY) -> list[Token]:
    """Return the terminals of a text, in any case, with single spaces, each with its value.

    Raises NotADatetimeError for what is no terminal.
    """
    text = original.lower()
    tokens: list[Token] = []
    position, comma, after_at = 0, False, False
    while position < len(text):
        if _DECIMAL_COMMA.match(text, position):
            raise NotADatetimeError("has a comma in a number: write a point, as in 1.5 hours")
        match = _PIECE.match(text, position)
        if not match:
            raise _no_piece(text, position, tokens)
        kind, piece = _piece(match, tokens)
        end = position + len(piece)
        if kind == "WORD" and _spelling(piece) not in vocabulary:
            raise unknown_words(original[position:], vocabulary, alone=not tokens)
        if kind == "AT":
            after_at = True
            position = end
            continue
        try:
            tokens.append(_token(kind, piece, original[position:end], position, vocabulary))
        except NotADatetimeError as exc:
            raise exc.within(original, position, end) from None
        if after_at and tokens[-1].type not in ("TIME", "HOUR", "_THE", "START", "END"):
            raise NotADatetimeError(f'has "at" before "{piece}", which is not a time of day')
        dot = tokens[-1].type in _BEFORE_DOT and _BEFORE_DOT[tokens[-1].type].match(text, end) is not None
        position = end + dot
        gap = _GAP.match(text, position)
        position, comma, after_at = (gap.end(), "," in gap[0], False) if gap else (position, False, False)
    if comma or after_at or not tokens:
        raise NotADatetimeError(NO_FORM)
    return tokens


def _no_piece(text: str, position: int, tokens: list[Token]) -> NotADatetimeError:
    """Return the refusal of a place where no piece begins."""
    if year := _SHORT_YEAR.match(text, position):
        writes = [f"{century}{year[0][1:]}" for century in (20, 19)]
        return NotADatetimeError(TWO_DIGITS, writes, year.span()).within(text)
    slash = text[position] == "/" and tokens[-1:] and tokens[-1].type == "INT"
    hint = ": a date with slashes has a year, like 2026/11/21" if slash else ""
    return NotADatetimeError(f'has "{text[position]}" where it means nothing{hint}')


def _piece(match: re.Match[str], tokens: list[Token]) -> tuple[str, str]:
    """Return the kind and the text of the next piece; of ``Nov 12 noon`` the 12 is a day, of ``21 Nov 12 noon`` not."""
    kind, piece = match.lastgroup or "", match[0]
    before = [token.type for token in tokens[-2:]]
    if kind == "TIME" and piece.startswith("12 ") and before[-1:] == ["MONTH"] and before[0] not in _DAY_OF_MONTH:
        return "INT", "12"
    if _ends_with_day(before) and (dotted := _DOTTED_TIME.match(match.string, match.start())):
        return "TIME", dotted[0]
    return kind, piece


def _ends_with_day(kinds: list[str]) -> bool:
    """Whether the last two terminals may be a day, beside which a number with a dot is a time: friday 23.00."""
    return bool(kinds) and (kinds[-1] in _WHOLE_DAYS or not _DAY_OF_MONTH.isdisjoint(kinds))


def _spelling(piece: str) -> str:
    """Return the word without what marks a possessive: ``week's`` is week, ``days'`` days."""
    return piece.partition("'")[0]


def _token(kind: str, piece: str, shown: str, position: int, vocabulary: Vocabulary = VOCABULARY) -> Token:
    """Return the terminal of a piece in lower case; ``shown`` is what a refusal quotes."""
    if kind == "WORD":
        kind, value = vocabulary[_spelling(piece)]
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
    # Beside o'clock an hour of the afternoon is as unusual as a single digit without a half: 15 o'clock, at 9.
    return Clock(hour, half=hour > 12 or piece[0] == "0", alone=hour <= 12 or not piece.isdigit())


def _glued(piece: str) -> Move:
    """Return the amount of ``1h30m``."""
    total = Move()
    for number, unit in _GLUED_PART.findall(piece):
        if unit not in UNIT_NAMES:
            raise NotADatetimeError(unknown_word(unit))
        total = total.plus(move_for(Fraction(number), UNIT_NAMES[unit]))
    return total


def _day_part(piece: str) -> tuple[int, str]:
    return -1 if piece.startswith("last") else 0, piece.split()[-1].replace("tonight", "night")


# Pieces of several words that are one terminal of another name.
_OF_TERMINALS = {"MINUTES": "GLUED", "COUNTED": "NUMBER", "RANKED": "ORDINAL"}

# What makes the value of a piece that is no word.
_VALUES: dict[str, Callable[[str], object]] = {
    "QUARTER": lambda piece: int(piece[-1]),
    "MINUTES": lambda piece: move_for(Fraction({"half": 30, "three": 45}.get(piece.split()[0], 15)), "minutes"),
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
