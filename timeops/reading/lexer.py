"""Split a text into the terminals of phrases.lark: words, and dates and times in digits (T2, T3, G2: docs/rules.md).

The lexer refuses a text with an unknown word, with a word that is excluded on purpose, or with a date or time that does
not exist.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from fractions import Fraction

from lark import Token

from timeops.calendar.steps import UNIT_NAMES, Move, move_for, sum_of
from timeops.errors import FOUR_DIGITS, NO_FORM, NO_TIME_AFTER_AT, TWO_DIGITS, NotADatetimeError
from timeops.reading.programs import read_iso8601
from timeops.reading.words import (
    DATE,
    MONTH,
    NUMBERS,
    REFUSED,
    VOCABULARY,
    Clock,
    Vocabulary,
    read_date,
    refuse,
)
from timeops.zones.lookup import UnknownZoneError, known_zone
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

_SEVERAL = sorted((words for words in VOCABULARY if not words.isalpha()), key=len, reverse=True)
#: The words of a kind, which stand in the patterns below by these names.
_WORDS = {
    "<month>": MONTH,
    # an hour in words, and its minutes: eight pm, eleven thirty pm
    "<hour>": "|".join(word for word, number in NUMBERS.items() if number <= 12),
    "<minute>": "|".join(word for word, number in reversed(NUMBERS.items()) if number in (10, 15, *range(20, 60))),
    # a number is an hour before a part of the day: 9 in the morning
    "<part>": "|".join(words for words in ("tonight", *_SEVERAL) if VOCABULARY[words][0] in ("PART", "DAYPART")),
    "<several>": "|".join(_SEVERAL),
}


def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern with the words in the place of their names. A hyphen in a word may be a space."""
    for name, words in _WORDS.items():
        pattern = pattern.replace(name, words.replace(" ", r"\ ").replace("-", "[- ]"))
    return re.compile(f"(?x){pattern}")


# A number in words. A hyphen may be a space.
_NUMBER = rf"\b(?:{'|'.join(reversed(NUMBERS)).replace('-', '[- ]')})\b"
# A time of day after its words have become digits.
_CLOCK = (
    r"([0-9]{1,2}?)(?:[-:.h ]?([0-9]{2}))?(?:[:.]?([0-9]{2})(?:[.,]([0-9]+))?)?(?:\s?h|\s*o'?clock)?\s*(?:([ap])[.m]*)?"
)


def _time(text: str) -> Clock:
    """Return the time of day, or the hour alone, that a terminal is, whose hour and minute may be words."""
    if text.endswith(("noon", "midday", "midnight")):
        return Clock(0 if text.endswith("midnight") else 12)
    digits = re.sub(_NUMBER, lambda word: str(NUMBERS[word[0].replace(" ", "-")]), text)
    match = re.fullmatch(_CLOCK, digits)
    hour, minute, second, fraction, half = match.groups("00")  # type: ignore[union-attr]  # it matches any such text
    if half in "ap":
        if not 1 <= int(hour) <= 12:
            raise NotADatetimeError("has an hour that no clock with am and pm shows")
        hour = int(hour) % 12 + 12 * (half == "p")
    clock = read_iso8601(f"2000-01-01T{hour:0>2}:{minute}:{second}.{fraction}")
    is_certain = half in "ap" or int(hour) > 12 or text[0] == "0"
    return Clock(clock.hour, clock.minute, clock.second, clock.microsecond, is_certain)  # type: ignore[union-attr]  # ISO


def _hour(piece: str) -> Clock:
    """Return the hour that is written without minutes."""
    clock = _time(piece)
    # An hour is alone if it needs a part of the day or a minute: at 9, 9 o'clock, 15 o'clock; but not at 15.
    return clock._replace(alone=clock.hour <= 12 or not piece.isdigit())


def _glued(piece: str) -> Move:
    """Return the length of an amount like ``1h30m``, or of a quarter, half or three quarters of an hour."""
    if not piece[0].isdigit():
        return move_for(Fraction({"h": 30, "t": 45}.get(piece[0], 15)), "minutes")
    moves = []
    for number, unit in re.findall("([0-9.]+)([a-z]+)", piece):
        if unit not in UNIT_NAMES:
            raise NotADatetimeError(_unknown_word(unit))
        moves.append(move_for(Fraction(number), UNIT_NAMES[unit]))
    return sum_of(moves)


_REFUSED = {
    "'(?P<year>.*)": (TWO_DIGITS, *FOUR_DIGITS),
    "(?P<fraction>.*/.*)": ('has the fraction "{fraction}": write a decimal number, as in 1.5 hours',),
    ".*": ("has a comma in a number: write a point, as in 1.5 hours",),
}

# The terminals that are not words, which are in the vocabulary, and what is refused: the name, the pattern, and the
# function of the text that computes the value.
_KINDS: dict[str, tuple[str, Callable[[str], object]]] = {
    "DATE": (DATE, read_date),
    "REFUSED": (
        r"[0-9]+,[0-9]{1,3}\s?[a-z] | [0-9]+/[0-9]+(?=\s[a-z]) | '[0-9]{2}\b",
        lambda text: refuse(text, _REFUSED),
    ),
    "_AT": ("@", str),
    "TIME": (
        r"""
          12 (?: :00 )? \s (?: noon | midday | midnight )\b
        | [0-9]{1,2} [:.] [0-9]{2} (?: : [0-9]{2} (?: [.,][0-9]+ )? )? \s* [ap] (?: \.m\. | \.?m\b )
        | [0-9]{1,2} \s* [ap] (?: \.m\. | \.?m\b )
        | [0-9]{1,2} [ap]\b
        | [0-9]{1,2} : [0-9]{2} \s? [ap]\b
        | [0-9]{3,4} \s* [ap] (?: \.m\. | \.?m\b )
        | [0-9]{1,2} \s* o'?clock \s* [ap] (?: \.m\. | \.?m\b )
        | [0-9]{1,2} : [0-9]{2} \s? h\b
        | [0-9]{1,2} : [0-9]{2} (?: : [0-9]{2} (?: [.,][0-9]+ )? )? (?![0-9:])
        | [0-9]{1,2} h [0-9]{2} (?![0-9a-z])
        | (?: (?<=\bat\s) | (?<=@\s) | (?<=@) ) (?: [0-9]{1,2}h | [0-9]{4} | [0-9]{1,2}\.[0-9]{2} )(?! [.0-9] )\b
        | \b(?:<hour>)(?:[ -](?:<minute>))? \ [ap](?:\.m\.|\.?m\b)
        | \b(?:<hour>)\ o'?clock\ ?[ap](?:\.m\.|\.?m\b)
        | \b(?:<hour>)[ -](?:<minute>)(?=\ (?:o'?clock|<part>)\b)""",
        _time,
    ),
    "HOUR": (r"(?:[0-9]{1,2}|\b(?:<hour>)\b) (?: \s* o'?clock\b | (?=\ (?:<part>)\b) )", _hour),
    "QUARTER": (r"-?q[1-4]\b", lambda text: int(text[-1])),
    "GLUED": (
        r"""(?:[0-9]+(?:\.[0-9]+)?[a-z]+){2,}(?![0-9.])
        | (?:a\ )?quarter(?=\ (?:to|till|until|past)\b) | half(?=\ past\b)
        | (?:(?:a\ )?quarter\ (?:of\ an\ )?hour | three\ quarters\ of\ an\ hour)\b""",
        _glued,
    ),
    "ORDINAL": (r"[0-9]{1,3}(?:st|nd|rd|th)\b", lambda text: int(text[:-2])),
    "DECIMAL": (r"[0-9]+\.[0-9]+(?![.0-9])", Fraction),
    "YEAR": (r"[0-9]{4}(?![0-9])", int),
    "INT": (r"[0-9]{1,2}(?![0-9])", int),
    "DIGITS": (r"[0-9]+", int),
    "SIGN": (r"[+-]", lambda text: 1 if text == "+" else -1),
    "WORD": (r"(?:<several>)\b | [a-z]+(?:'[a-z]*)?", str),
}
_PIECE = _compiled("|".join(f"(?P<{kind}>{pattern})" for kind, (pattern, _) in _KINDS.items()))
# What is skipped after a terminal: a comma; the dot of an abbreviation; and the dot, hyphen or slash between a day and
# its month, Nov. 21, 21. November, 21-Nov; and the T or colon between a date and a time.
_GAP = _compiled(r"\s*(?:,\s*)?")
_GAPS = {
    **dict.fromkeys(("MONTH", "WEEKDAY"), _compiled(r"\.?\s*(?:,\s*)?")),
    "DATE": _compiled(r"(?:t(?=[0-9])|:(?=[0-9]{2}:))?\s*(?:,\s*)?"),
    "INT": _compiled(r"(?:[-/](?=(?:<month>)\b)|\.(?=\s?(?:<month>)\b))?\s*(?:,\s*)?"),
}
# The unit M. Beside hours or seconds it can only mean minutes: 1H30M, 1H 30M.
_CAPITAL_M = re.compile(
    r"[0-9]\s?[Hh][A-Za-z]*[\s,]*(?:and\s)?[0-9.]+\s?M(?![A-Za-z.])"
    r"|(?:(?<![:0-9.])(?P<number>[0-9]+(?:\.[0-9]+)?)|\b(?:next|last|this|every))(?P<unit>\s?M)(?![A-Za-z.])"
    r"(?!\s?[0-9.]+\s?[Ss])"
)

# One of these terminals is before the month if the day comes first: 21 Nov, 21st of Nov.
_DAY_OF_MONTH = {"INT", "ORDINAL", "_OF"}
# A time of day with dots, which is accepted only after a day: tomorrow 23.00, 5 Feb 2003 13.47.26.
_DOTTED_TIME = re.compile(r"[0-9]{1,2}\.[0-9]{2}(?:\.[0-9]{2})?(?!\s?[a-z]|[.0-9])")
_WHOLE_DAYS = {"DATE", "YEAR", "DAYWORD", "WEEKDAY"}


def lex(original: str, vocabulary: Vocabulary = VOCABULARY) -> list[Token]:
    """Return the terminals of a text, with their values. The text must have single spaces; its case does not matter.

    Raises NotADatetimeError if a part of the text is not a terminal.
    """
    for match in _CAPITAL_M.finditer(original):
        if match["unit"]:
            writes = (" minutes", " months") if match["number"] else (" minute", " month")
            reason = 'has "M", which could be minutes or months: write one of them'
            raise NotADatetimeError(reason, writes, match.span("unit"))
    text = original.lower()
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        kind, piece = _piece(text, position, tokens)
        end = position + len(piece)
        try:
            if kind != "WORD":
                value = _KINDS[kind][1](piece)
            else:
                words = piece.partition("'")[0]  # without the ending of a possessive: week's, days'
                kind, value = vocabulary.get(words) or vocabulary[words.replace(" ", "-")]
            if isinstance(value, Clock):
                value = value._replace(span=(position, end))
        except KeyError:
            raise NotADatetimeError(_unknown_words(original[position:], vocabulary, tokens)) from None
        except NotADatetimeError as exc:
            exc.spans = ((position, end),)
            raise
        tokens.append(Token(kind, original[position:end], position))
        tokens[-1].value = value
        position = _GAPS.get(kind, _GAP).match(text, end).end()  # type: ignore[union-attr]  # it matches any text
    if text.rstrip()[-1:] in ("", ","):
        raise NotADatetimeError(NO_FORM)
    return tokens


def _piece(text: str, position: int, tokens: list[Token]) -> tuple[str, str]:
    """Return the kind and the text of the next piece.

    This depends on the terminals before it: the 12 is a day in ``Nov 12 noon``, but an hour in ``21 Nov 12 noon``.
    """
    before = [token.type for token in tokens[-2:]]
    match = _PIECE.match(text, position)
    if not match:
        is_date = text[position] == "/" and before[-1:] == ["INT"]
        hint = ": a date with slashes has a year, like 2026/11/21" if is_date else ""
        raise NotADatetimeError(f'has "{text[position]}" where it means nothing{hint}')
    kind, piece = match.lastgroup or "", match[0]
    # after a day, a number with a dot is a time: friday 23.00
    is_after_day = before and (before[-1] in _WHOLE_DAYS or not _DAY_OF_MONTH.isdisjoint(before))
    if kind == "INT" and before[-1:] == ["_AT"]:
        kind = "HOUR"
    elif kind == "TIME" and piece.startswith("12 ") and before[-1:] == ["MONTH"] and before[0] not in _DAY_OF_MONTH:
        kind, piece = "INT", "12"
    elif is_after_day and (dotted := _DOTTED_TIME.match(text, position)):
        kind, piece = "TIME", dotted[0]
    return kind, piece


def _unknown_words(rest: str, vocabulary: Vocabulary, before: Sequence[Token]) -> str:
    """Return what is wrong with a text whose ``rest``, after the terminals ``before``, begins with an unknown word."""
    if mark := re.search(r"[;%&<>\"#?|\\]", rest):  # not in any word or name of a zone
        return f'has "{mark[0]}" where it means nothing'
    words = re.findall(r"[a-z]+", rest.lower())
    if refused := [word for word in words if word in REFUSED and word not in vocabulary]:
        return f'has "{refused[0]}", which {REFUSED[refused[0]]}'
    if before and before[-1].type == "_AT":
        return NO_TIME_AFTER_AT
    is_zone = _is_zone(rest)
    if "/" in rest and not is_zone:  # here, only the name of a zone can have a slash
        return f"has no zone at its end: {UnknownZoneError(rest).details}"
    if is_zone and not before:
        return "names a time zone and no date or time: write one before it"
    name = rest if is_zone else rest[: len(words[0])]
    if is_zone or _is_zone(name):
        return f'has the time zone "{name}" where no time zone is allowed'
    return _unknown_word(words[0])


def _is_zone(text: str) -> bool:
    """Return whether the text is a zone, an ambiguous one, or an offset that is out of range."""
    try:
        return known_zone(text) is not None
    except ServiceError:
        return True


def _unknown_word(word: str) -> str:
    """Return the reason for an error about a word that is neither in the vocabulary nor a zone, with a similar word."""
    near = get_close_matches(word, [known for known in VOCABULARY if len(known) > 2 and known.isalpha()], 1, 0.75)
    hint = f' (did you mean "{near[0]}"?)' if near else ""
    return f'has "{word[:MAX_QUOTED]}", which is neither a word of a date nor a time zone{hint}'
