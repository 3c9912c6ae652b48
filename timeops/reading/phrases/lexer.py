"""Split a text into the terminals of phrases.lark: words, and dates and times in digits (T2, T3).

The lexer refuses a text with an unknown word, with a word that is excluded on purpose, or with a date or time that does
not exist.
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

# A number is an hour before a part of the day: 9 in the morning.
_PART = r"(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b"
_DAYPART = r"(?:last\s+night|this\s+(?:morning|afternoon|evening)|tonight)\b"
_BEFORE_PART = rf"(?= \s+ (?: {_PART} | {_DAYPART} ))"

_ONES = "|".join(word for word, number in NUMBERS.items() if number < 10)
_TENS = "|".join(word for word, number in NUMBERS.items() if number >= 20)
_RANKED = "|".join(word for word, number in ORDINALS.items() if number < 10)
# An hour in words: eight pm, eleven thirty pm.
_HOUR_WORD = rf"\b(?:{_ONES}|ten|eleven|twelve)"
_MINUTE_WORD = rf"(?:twenty|thirty|forty|fifty)(?:[\s-](?:{_ONES}))?|ten|fifteen"
_END_OF_HOUR = rf"(?=\s(?:[ap]\.?m\b|o'?clock\b|{_PART}|{_DAYPART}))"
_IN_WORDS = re.compile(rf"({_HOUR_WORD})(?:[\s-]({_MINUTE_WORD}))?{_END_OF_HOUR}")


def _two_words(text: str) -> int:
    return (TWO_WORDS | TWO_WORD_ORDINALS)[text.replace("-", " ")]


def _without_separator(text: str) -> str:
    """Return the text of a date without the T or colon before the time."""
    return text.rstrip("t:") if text[-2].isdigit() else text


def _hour(piece: str) -> Clock:
    """Return the hour that is written without minutes."""
    hour = int(piece.partition("o")[0])  # without the word o'clock
    if hour > 23:
        raise NotADatetimeError(NO_SUCH_TIME if hour > 24 else HOUR_24)
    # An hour is alone if it needs a part of the day or a minute: at 9, 9 o'clock, 15 o'clock; but not at 15.
    return Clock(hour, half=hour > 12 or piece[0] == "0", alone=hour <= 12 or not piece.isdigit())


def _glued(piece: str) -> Move:
    """Return the length of an amount like ``1h30m``."""
    total = Move()
    for number, unit in _GLUED_PART.findall(piece):
        if unit not in UNIT_NAMES:
            raise NotADatetimeError(unknown_word(unit))
        total = total.plus(move_for(Fraction(number), UNIT_NAMES[unit]))
    return total


# The terminals that are not single words, which are in the vocabulary: the name, with a digit if there are several of
# that name, the pattern, and the function of the text that computes the value.
_KINDS: tuple[tuple[str, str, Callable[[str], object]], ...] = (
    ("DATE", rf"{DATE} (?:t(?=[0-9])|:(?=[0-9]{{2}}:))?", lambda text: read_date(_without_separator(text))),
    ("_AT", r"@", lambda _: None),
    ("TIME", TIME, read_time),
    ("HOUR", rf"[0-9]{{1,2}} (?: \s* o'?clock\b | {_BEFORE_PART} )", _hour),
    ("QUARTER", r"-?q[1-4]\b", lambda text: int(text[-1])),
    (
        "GLUED1",
        r"""(?:a\s)?quarter\s(?:of\san\s)?hour\b | three\squarters\sof\san\shour\b
        | (?:a\s)?quarter(?=\s(?:to|till|until|past)\b) | half(?=\spast\b)""",
        lambda text: move_for(Fraction({"half": 30, "three": 45}.get(text.split()[0], 15)), "minutes"),
    ),
    ("ORDINAL1", rf"(?:twenty|thirty)[-\s](?:{_RANKED})\b", _two_words),
    (
        "NUMBER",
        rf"(?:(?:{_TENS})[-\s](?:{_ONES})|(?:a|one)\shundred)\b",
        lambda text: TWO_WORDS[text.replace("-", " ")],
    ),
    ("ORDINAL2", r"[0-9]{1,3}(?:st|nd|rd|th)\b", lambda text: int(text[:-2])),
    ("GLUED2", r"(?:[0-9]+(?:\.[0-9]+)?[a-z]+){2,}(?![0-9.])", _glued),
    ("DECIMAL", r"[0-9]+\.[0-9]+(?![.0-9])", Fraction),
    ("YEAR", r"[0-9]{4}(?![0-9])", int),
    ("INT", r"[0-9]{1,2}(?![0-9])", int),
    ("DIGITS", r"[0-9]+", int),
    ("SIGN", r"[+-]", lambda text: 1 if text == "+" else -1),
    ("_NOW", r"(?:just|right)\s+now\b", lambda _: None),
    ("_HALFMORE", r"and\s+an?\s+half\b", lambda _: None),
    ("DAYPART", _DAYPART, lambda text: (-1 if text[:4] == "last" else 0, text.split()[-1].replace("tonight", "night"))),
    ("PART", _PART, lambda text: text.split()[-1]),
)
_VALUES = {name: value for name, _, value in _KINDS}
_ANY_WORD = r"(?P<WORD>[a-z]+(?:'[a-z]*)?)"
_PIECE = re.compile("|".join([*(f"(?P<{name}>{pattern})" for name, pattern, _ in _KINDS), _ANY_WORD]), re.VERBOSE)
_SHORT_YEAR = re.compile(r"'[0-9]{2}\b")
_DECIMAL_COMMA = re.compile(r"[0-9]+,[0-9]{1,3}\s?[a-z]")
# The character after a word or number that the lexer skips: the dot of an abbreviation, and the dot, hyphen or slash
# between a day and its month: Nov. 21, 21. November, 21-Nov.
_BEFORE_DOT = {
    "MONTH": re.compile(r"\."),
    "WEEKDAY": re.compile(r"\."),
    "INT": re.compile(rf"[-/](?=(?:{'|'.join(MONTH_NUMBERS)})\b)|\.(?=\s?(?:{'|'.join(MONTH_NUMBERS)})\b)"),
}
_GAP = re.compile(r"\s*(?:,\s*)?")
_FRACTION = re.compile(r"[0-9]+/[0-9]+(?=\s[a-z])")
_CAPITAL_M = re.compile(
    r"(?P<hours>[0-9]\s?[Hh][A-Za-z]*[\s,]*(?:and\s)?)?"
    r"(?:(?<![:0-9.])(?P<number>[0-9]+(?:\.[0-9]+)?)|\b(?:next|last|this|every))(?P<gap>\s?)(?P<unit>M)(?![A-Za-z.])"
    r"(?P<seconds>\s?[0-9.]+\s?[Ss])?"
)
_GLUED_PART = re.compile(r"([0-9.]+)([a-z]+)")


# One of these terminals is before the month if the day comes first: 21 Nov, 21st of Nov.
_DAY_OF_MONTH = frozenset(("INT", "ORDINAL", "_OF"))
# A time of day with dots, which is accepted only after a day: tomorrow 23.00, 5 Feb 2003 13.47.26.
_DOTTED_TIME = re.compile(r"[0-9]{1,2}\.[0-9]{2}(?:\.[0-9]{2})?(?!\s?[a-z]|[.0-9])")
_WHOLE_DAYS = frozenset(("DATE", "YEAR", "DAYWORD", "WEEKDAY"))


def lex(original: str, vocabulary: Vocabulary = VOCABULARY) -> list[Token]:
    """Return the terminals of a text, with their values. The text must have single spaces; its case does not matter.

    Raises NotADatetimeError if a part of the text is not a terminal.
    """
    if "M" in original:
        _refuse_capital_m(original)
    text = original.lower()
    tokens: list[Token] = []
    position, gap = 0, ""
    while position < len(text):
        if _DECIMAL_COMMA.match(text, position):
            raise NotADatetimeError("has a comma in a number: write a point, as in 1.5 hours")
        kind, piece, length = _piece(text, position, tokens)
        end = position + length
        word = piece.partition("'")[0]  # without the ending of a possessive: week's, days'
        if kind == "WORD" and word not in vocabulary:
            raise unknown_words(original[position:], vocabulary, tokens)
        try:
            kind, value = vocabulary[word] if kind == "WORD" else (kind.rstrip("12"), _VALUES[kind](piece))
        except NotADatetimeError as exc:
            raise exc.within(original, position, end) from None
        shown = original[position:end]
        tokens.append(Token(kind, shown.rstrip("tT:") if kind == "DATE" else shown, position))
        tokens[-1].value = value
        end += kind in _BEFORE_DOT and _BEFORE_DOT[kind].match(text, end) is not None
        gap = _GAP.match(text, end)[0]  # type: ignore[index]  # it matches any text
        position = end + len(gap)
    if "," in gap or not tokens:
        raise NotADatetimeError(NO_FORM)
    return tokens


def _refuse_capital_m(text: str) -> None:
    """Raise NotADatetimeError if the text has the unit ``M``: minutes, or months as ISO 8601 writes them (G2).

    Beside hours or seconds it can only mean minutes: 1H30M, 1H 30M.
    """
    for match in _CAPITAL_M.finditer(text):
        if not (match["hours"] or match["seconds"]):
            plural, gap = "s" if match["number"] else "", "" if match["gap"] else " "
            suggestions = [f"{gap}minute{plural}", f"{gap}month{plural}"]
            reason = 'has "M", which could be minutes or months: write one of them'
            raise NotADatetimeError(reason, suggestions, match.span("unit")).within(text)


def _no_piece(text: str, position: int, tokens: list[Token]) -> NotADatetimeError:
    """Return the error of a position at which no terminal begins."""
    if year := _SHORT_YEAR.match(text, position):
        writes = [f"{century}{year[0][1:]}" for century in (20, 19)]
        return NotADatetimeError(TWO_DIGITS, writes, year.span()).within(text)
    if tokens and (fraction := _FRACTION.match(text, tokens[-1].start_pos or 0)):
        return NotADatetimeError(f'has the fraction "{fraction[0]}": write a decimal number, as in 1.5 hours')
    slash = text[position] == "/" and tokens[-1:] and tokens[-1].type == "INT"
    hint = ": a date with slashes has a year, like 2026/11/21" if slash else ""
    return NotADatetimeError(f'has "{text[position]}" where it means nothing{hint}')


def _piece(text: str, position: int, tokens: list[Token]) -> tuple[str, str, int]:
    """Return the kind and the text of the next piece, with digits for an hour in words, and its length as written.

    This depends on the terminals before it: the 12 is a day in ``Nov 12 noon``, but an hour in ``21 Nov 12 noon``.
    """
    longer = 0
    if words := _IN_WORDS.match(text, position):
        digits = str(NUMBERS[words[1]])
        if minute := words[2]:
            digits += f":{NUMBERS.get(minute) or _two_words(minute)}"
        text, longer = text[:position] + digits + text[words.end() :], len(words[0]) - len(digits)
    match = _PIECE.match(text, position)
    if not match:
        raise _no_piece(text, position, tokens)
    kind, piece = match.lastgroup or "", match[0]
    before = [token.type for token in tokens[-2:]]
    if kind == "INT" and before[-1:] == ["_AT"]:
        kind = "HOUR"
    elif kind == "TIME" and piece.startswith("12 ") and before[-1:] == ["MONTH"] and before[0] not in _DAY_OF_MONTH:
        kind, piece = "INT", "12"
    elif before and (before[-1] in _WHOLE_DAYS or not _DAY_OF_MONTH.isdisjoint(before)):
        dotted = _DOTTED_TIME.match(text, position)  # after a day, a number with a dot is a time: friday 23.00
        kind, piece = ("TIME", dotted[0]) if dotted else (kind, piece)
    return kind, piece, len(piece) + longer
