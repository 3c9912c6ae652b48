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
from timeops.reading.phrases.words import NUMBERS, VOCABULARY, Vocabulary
from timeops.reading.phrases.written_dates import DATE, TIME, Clock, read_date, read_time

_SEVERAL = sorted((word for word in VOCABULARY if not word.isalpha()), key=len, reverse=True)
_SEVERAL_WORDS = "|".join(re.escape(words).replace(r"\-", "[- ]") for words in _SEVERAL)
# A number is an hour before a part of the day: 9 in the morning.
_PART = "|".join(re.escape(word) for word in _SEVERAL if VOCABULARY[word][0] in ("PART", "DAYPART")) + "|tonight"

# An hour in words: eight pm, eleven thirty pm.
_ONES = "|".join(word for word, number in NUMBERS.items() if number < 10)
_HOUR_WORD = "|".join(word for word, number in NUMBERS.items() if number <= 12)
_MINUTE_WORD = rf"(?:twenty|thirty|forty|fifty)(?:[ -](?:{_ONES}))?|ten|fifteen"
_IN_WORDS = re.compile(rf"(\b(?:{_HOUR_WORD}))(?:[ -]({_MINUTE_WORD}))?(?=\ (?:[ap]\.?m\b|o'?clock\b|(?:{_PART})\b))")


def _hour(piece: str) -> Clock:
    """Return the hour that is written without minutes."""
    hour = int(piece.partition("o")[0])  # without the word o'clock
    if hour > 23:
        raise NotADatetimeError(NO_SUCH_TIME if hour > 24 else HOUR_24)
    # An hour is alone if it needs a part of the day or a minute: at 9, 9 o'clock, 15 o'clock; but not at 15.
    return Clock(hour, half=hour > 12 or piece[0] == "0", alone=hour <= 12 or not piece.isdigit())


def _glued(piece: str) -> Move:
    """Return the length of an amount like ``1h30m``, or of the minutes in ``a quarter to`` and ``half past``."""
    if not piece[0].isdigit():
        return move_for(Fraction(30 if piece == "half" else 15), "minutes")
    total = Move()
    for number, unit in re.findall("([0-9.]+)([a-z]+)", piece):
        if unit not in UNIT_NAMES:
            raise NotADatetimeError(unknown_word(unit))
        total = total.plus(move_for(Fraction(number), UNIT_NAMES[unit]))
    return total


# The terminals that are not words, which are in the vocabulary: the name, the pattern, and the function of the text
# that computes the value.
_KINDS: dict[str, tuple[str, Callable[[str], object]]] = {
    # the T or colon before a time belongs to the date
    "DATE": (rf"{DATE} (?:t(?=[0-9])|:(?=[0-9]{{2}}:))?", lambda text: read_date(text.rstrip("t:"))),
    "_AT": ("@", lambda _: None),
    "TIME": (TIME, read_time),
    "HOUR": (rf"[0-9]{{1,2}} (?: \s* o'?clock\b | (?=\ (?:{_PART})\b) )", _hour),
    "QUARTER": (r"-?q[1-4]\b", lambda text: int(text[-1])),
    "GLUED": (
        r"""(?:[0-9]+(?:\.[0-9]+)?[a-z]+){2,}(?![0-9.])
        | (?:a\ )?quarter(?=\ (?:to|till|until|past)\b) | half(?=\ past\b)""",
        _glued,
    ),
    "ORDINAL": (r"[0-9]{1,3}(?:st|nd|rd|th)\b", lambda text: int(text[:-2])),
    "DECIMAL": (r"[0-9]+\.[0-9]+(?![.0-9])", Fraction),
    "YEAR": (r"[0-9]{4}(?![0-9])", int),
    "INT": (r"[0-9]{1,2}(?![0-9])", int),
    "DIGITS": (r"[0-9]+", int),
    "SIGN": (r"[+-]", lambda text: 1 if text == "+" else -1),
    "WORD": (rf"(?:{_SEVERAL_WORDS})\b | [a-z]+(?:'[a-z]*)?", str),
}
_PIECE = re.compile("|".join(f"(?P<{name}>{pattern})" for name, (pattern, _) in _KINDS.items()), re.VERBOSE)
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
        kind, piece, end = _piece(text, position, tokens)
        try:
            if kind != "WORD":
                value = _KINDS[kind][1](piece)
            else:
                words = piece.partition("'")[0]  # without the ending of a possessive: week's, days'
                kind, value = vocabulary.get(words) or vocabulary[words.replace(" ", "-")]
        except KeyError:
            raise unknown_words(original[position:], vocabulary, tokens) from None
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
    """Return the kind and the text of the next piece, with digits for an hour in words, and its end as written.

    This depends on the terminals before it: the 12 is a day in ``Nov 12 noon``, but an hour in ``21 Nov 12 noon``.
    """
    shorter = 0
    if words := _IN_WORDS.match(text, position):
        hour, minute = words.groups()
        digits = f"{NUMBERS[hour]}:{NUMBERS[minute.replace(' ', '-')]}" if minute else str(NUMBERS[hour])
        text, shorter = text[:position] + digits + text[words.end() :], len(words[0]) - len(digits)
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
    return kind, piece, position + len(piece) + shorter
