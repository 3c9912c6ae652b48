"""Dates in plain English, relative to now (T3): a tokenizer and a small grammar, which gives a ``Phrase`` or refuses.

    phrase = "midnight" | "noon" | when [[","] time]
    when   = "now" | "today" | "tomorrow" | "yesterday"
           | ["the"] ("day" "after" "tomorrow" | "day" "before" "yesterday")
           | ["the"] ("first" | "last") "day" "of" (which ("month" | "year") | month [year])
           | ["the"] "end" "of" ["the"] "month"
           | which (unit | weekday) | weekday [which "week"]
           | "in" terms | terms "ago" | terms "from" "now" | terms
    terms  = term {[","] ["and"] term}
    term   = ["+" | "-"] (number | "a" | "an") unit
    time   = ["at"] ("noon" | "midnight" | hour ":" minute [":" second] ["am" | "pm"] | hour ("am" | "pm"))
    which  = "next" | "last" | "this"

The next few tokens always decide how a part goes on, so that none is read twice: the time is linear in the length.
"""

import re
from collections import deque
from dataclasses import replace
from datetime import time
from functools import partial
from itertools import pairwise
from typing import NamedTuple, NoReturn

from timeops.names import DAY_NUMBERS, MONTH_NUMBERS
from timeops.phrases import Phrase, day_of_month, day_of_named_month, day_of_week, day_of_year, weekday

__all__ = ["NotAPhraseError", "parse"]

MIDNIGHT = time(0)
DAY_WORDS = {"today": 0, "tomorrow": 1, "yesterday": -1}
TIME_WORDS = {"midnight": MIDNIGHT, "noon": time(12)}
STEPS = {"next": 1, "last": -1, "this": 0}
ARTICLES = frozenset(("a", "an"))
SIGNS = {"+": 1, "-": -1}

_SINGULAR = {
    "second": Phrase(seconds=1), "sec": Phrase(seconds=1),
    "minute": Phrase(seconds=60), "min": Phrase(seconds=60),
    "hour": Phrase(seconds=3600), "hr": Phrase(seconds=3600), "h": Phrase(seconds=3600),
    "day": Phrase(days=1), "d": Phrase(days=1),
    "week": Phrase(days=7), "w": Phrase(days=7), "fortnight": Phrase(days=14),
    "month": Phrase(months=1), "mo": Phrase(months=1),
    "year": Phrase(months=12), "y": Phrase(months=12),
}  # fmt: skip
_UNITS = _SINGULAR | {f"{name}s": unit for name, unit in _SINGULAR.items() if len(name) > 1}

_TOKEN = re.compile(r"[a-z]+|[0-9]+|[-+:,]")
_FOREIGN = re.compile(r"[^a-z0-9+:, \t-]")
# More than the grammar ever looks ahead.
_END = ("",) * 8

Tokens = deque[str]


class NotAPhraseError(ValueError):
    """The text is none of the phrases that the grammar knows."""


class Term(NamedTuple):
    """One part of a joined amount: ``-2 days`` is Term("-", 2, days); an article counts 1."""

    sign: str
    number: int
    unit: Phrase
    article: bool


def parse(text: str) -> Phrase:
    """Return what ``text`` means, in any case; raise NotAPhraseError where it is no phrase of the grammar."""
    text = text.lower()
    if _FOREIGN.search(text):
        _refuse()
    tokens = deque(_TOKEN.findall(text))
    tokens.extend(_END)
    if tokens[0] in TIME_WORDS:
        phrase = Phrase(clock=TIME_WORDS[tokens.popleft()])
    else:
        phrase = _when(tokens)
        if tokens[0]:
            _skip(tokens, ",")
            # An exact time from now has its time of day; another beside it would contradict it.
            phrase = _refuse() if phrase.seconds else replace(phrase, clock=_time(tokens))
    _expect(tokens, "")
    return phrase


def _refuse() -> NoReturn:
    raise NotAPhraseError


def _expect(tokens: Tokens, *words: str) -> None:
    for word in words:
        if tokens.popleft() != word:
            _refuse()


def _skip(tokens: Tokens, word: str) -> None:
    if tokens[0] == word:
        tokens.popleft()


def _when(tokens: Tokens) -> Phrase:
    word = tokens[0]
    if word == "now":
        tokens.popleft()
        return Phrase()
    if word in DAY_WORDS:
        return Phrase(days=DAY_WORDS[tokens.popleft()], clock=MIDNIGHT)
    if word in ("the", "day", "first", "end") or (word == "last" and tokens[2] == "of"):
        return _named_day(tokens)
    if word in STEPS:
        return _step(tokens)
    if word in DAY_NUMBERS:
        return _weekday(tokens)
    return _amount(tokens)


def _named_day(tokens: Tokens) -> Phrase:
    _skip(tokens, "the")
    word = tokens.popleft()
    if word == "day":
        way = tokens.popleft()
        _expect(tokens, "tomorrow" if way == "after" else "yesterday" if way == "before" else _refuse())
        return Phrase(days=2 if way == "after" else -2, clock=MIDNIGHT)
    if word == "end":
        _expect(tokens, "of")
        _skip(tokens, "the")
        _expect(tokens, "month")
        return Phrase(day_rule=partial(day_of_month, last=True, step=0), clock=MIDNIGHT)
    if word not in ("first", "last"):
        _refuse()
    _expect(tokens, "day", "of")
    return _day_of_period(tokens, last=word == "last")


def _day_of_period(tokens: Tokens, *, last: bool) -> Phrase:
    word, period = tokens.popleft(), tokens[0]
    if word in MONTH_NUMBERS:
        year = int(tokens.popleft()) if len(period) == 4 and period.isdigit() else None
        rule = partial(day_of_named_month, last=last, month=MONTH_NUMBERS[word], year=year)
        return Phrase(day_rule=rule, clock=MIDNIGHT)
    if word not in STEPS or period not in ("month", "year"):
        _refuse()
    tokens.popleft()
    rule = partial(day_of_month if period == "month" else day_of_year, last=last, step=STEPS[word])
    return Phrase(day_rule=rule, clock=MIDNIGHT)


def _step(tokens: Tokens) -> Phrase:
    step, word = STEPS[tokens.popleft()], tokens.popleft()
    if word in DAY_NUMBERS:
        return Phrase(day_rule=partial(weekday, number=DAY_NUMBERS[word], step=step), clock=MIDNIGHT)
    return _times(_SINGULAR.get(word) or _refuse(), step)


def _weekday(tokens: Tokens) -> Phrase:
    number = DAY_NUMBERS[tokens.popleft()]
    if tokens[0] not in STEPS:
        return Phrase(day_rule=partial(weekday, number=number, step=0), clock=MIDNIGHT)
    step = STEPS[tokens.popleft()]
    _expect(tokens, "week")
    return Phrase(day_rule=partial(day_of_week, number=number, step=step), clock=MIDNIGHT)


def _amount(tokens: Tokens) -> Phrase:
    forward = tokens[0] == "in"
    _skip(tokens, "in")
    terms = [_term(tokens)]
    while _another_term(tokens):
        _skip(tokens, ",")
        _skip(tokens, "and")
        terms.append(_term(tokens))
    direction = 1
    if not forward and tokens[0] in ("ago", "from"):
        if tokens.popleft() == "ago":
            direction = -1
        else:
            _expect(tokens, "now")
    elif not forward:
        return _signed_sum(terms)
    if any(term.sign for term in terms):
        _refuse()
    return _sum([_times(term.unit, direction * term.number) for term in terms])


def _another_term(tokens: Tokens) -> bool:
    """Whether the next tokens are a further term, and not a time of day."""
    ahead = int(tokens[0] == ",")
    ahead += tokens[ahead] == "and"
    ahead += tokens[ahead] in SIGNS
    return (tokens[ahead].isdigit() or tokens[ahead] in ARTICLES) and tokens[ahead + 1] in _UNITS


def _term(tokens: Tokens) -> Term:
    sign = tokens.popleft() if tokens[0] in SIGNS else ""
    number, unit = tokens.popleft(), _UNITS.get(tokens.popleft()) or _refuse()
    if number in ARTICLES:
        return Term(sign, 1, unit, article=True)
    return Term(sign, int(number) if number.isdigit() else _refuse(), unit, article=False)


def _signed_sum(terms: list[Term]) -> Phrase:
    """Add terms that have signs of their own; one without a sign after a minus could mean either, and is refused."""
    for term, after in pairwise(terms):
        if term.sign == "-" and not after.sign:
            _refuse()
    if any(term.article for term in terms):
        _refuse()
    return _sum([_times(term.unit, SIGNS.get(term.sign, 1) * term.number) for term in terms])


def _times(unit: Phrase, count: int) -> Phrase:
    return Phrase(unit.months * count, unit.days * count, unit.seconds * count)


def _sum(parts: list[Phrase]) -> Phrase:
    months, days, seconds = (
        sum(amounts) for amounts in zip(*((p.months, p.days, p.seconds) for p in parts), strict=True)
    )
    return Phrase(months, days, seconds)


def _time(tokens: Tokens) -> time:
    _skip(tokens, "at")
    word = tokens.popleft()
    if word in TIME_WORDS:
        return TIME_WORDS[word]
    if not word.isdigit() or len(word) > 2:
        _refuse()
    hour, minute, second = int(word), 0, 0
    on_the_hour = tokens[0] != ":"
    if not on_the_hour:
        minute = _sixtieth(tokens)
        second = _sixtieth(tokens) if tokens[0] == ":" else 0
    if tokens[0] in ("am", "pm"):
        hour = hour % 12 + 12 * (tokens.popleft() == "pm") if 1 <= hour <= 12 else _refuse()
    elif on_the_hour or hour > 23:
        _refuse()
    return time(hour, minute, second)


def _sixtieth(tokens: Tokens) -> int:
    _expect(tokens, ":")
    word = tokens.popleft()
    return int(word) if word.isdigit() and len(word) == 2 and word < "60" else _refuse()
