"""Recurrences in English (T19): read by the grammar of phrases.lark, extended by that of english.lark, and written."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, time, tzinfo
from functools import cache
from importlib.resources import files
from itertools import permutations, product

from lark import Lark, Token
from lark.exceptions import UnexpectedToken

from timeops.calendar.steps import END_OF_DAY
from timeops.errors import NotADatetimeError, joined
from timeops.names import DAYS, MONTHS
from timeops.reading.day_rules import rank, span_of
from timeops.reading.grammar import grammar_text, parser_for, place_of
from timeops.reading.lexer import lex
from timeops.reading.words import VOCABULARY, words_of
from timeops.recurrence.english_rules import ENGLISH
from timeops.recurrence.rfc5545 import write_rfc5545
from timeops.recurrence.rule import (
    MAX_TIMES,
    MONTHLY,
    UNITS,
    WEEKLY,
    WORKDAYS,
    YEARLY,
    Recurrence,
    Rule,
    invalid_rule,
    second_of_day,
    verified,
)
from utilitysvc.kit.service_error import ServiceError

ACCEPTED = (
    "Accepted: an RRULE (FREQ=DAILY), five fields of cron (0 9 * * 1-5), or English (every weekday at 9am); its time "
    "zone is given as timezone"
)

_HYPHEN = re.compile(r"\b(bi)-(?=[a-z])", re.IGNORECASE)  # bi-weekly
_VOCABULARY = {**VOCABULARY, **words_of(__package__)}
# A date without a year, but not the half of half an hour: 05/06.
_SLASHED = re.compile(r"(?<![0-9/])([0-9]{1,2})/([0-9]{1,2})(?![0-9/])(?!\s(?:an?\s)?(?:sec|min|hour|day|week))")

#: The places that are written as words. The others are written as 6th, 7th, ...
_PLACES = {number: word for word, (kind, number) in VOCABULARY.items() if kind == "ORDINAL" and number <= 5} | {
    2: "second"  # in phrases also a unit
}


def read_english(text: str) -> Recurrence:
    """Parse a rule in English. The text must have single spaces; its case does not matter.

    Raises ServiceError ``Invalid recurrence rule``.
    """
    tokens: list[Token] = []
    try:
        text = _SLASHED.sub(_with_named_month, _HYPHEN.sub(r"\1", text))
        tokens = _with_places_from_the_end(lex(text, _VOCABULARY), text)
        found: Recurrence = _parser().parse(tokens)  # type: ignore[assignment]  # not a tree
    except NotADatetimeError as exc:
        error, meanings = exc.within(text), {}
        for write in error.suggestions:
            with suppress(ServiceError):  # something else is wrong too, as the second hour in at 9 and 10
                meanings[write] = write_rfc5545(read_english(write), None) or write
        raise invalid_rule(f"The rule {error.details}. {ACCEPTED}", meanings=meanings) from None
    except UnexpectedToken as exc:
        place = place_of(exc.token, tokens)
        reason = f'has unexpected "{exc.token}" after "{tokens[place - 1]}"'
        if place == len(tokens):
            reason = f'is not complete: something has to follow "{tokens[-1]}"'
        elif not place:
            reason = f'begins with "{exc.token}", as no rule does'
        raise invalid_rule(f"The rule {reason}. {ACCEPTED}") from None
    return found


def _with_named_month(date: re.Match[str]) -> str:
    """Return a date like 12/25 with the name of its month. Raises NotADatetimeError if it has two meanings."""
    orders = permutations(map(int, date.groups()))
    dates = sorted({f"{day} {MONTHS[month - 1]}" for month, day in orders if 1 <= month <= len(MONTHS)})
    if len(dates) > 1:
        raise NotADatetimeError(f'has "{date[0]}", which could be {" or ".join(dates)}', dates, date.span())
    return dates[0] if dates else date[0]


def _with_places_from_the_end(tokens: list[Token], text: str) -> list[Token]:
    """Return the tokens with one LAST of the value -2 in the place of "second last" and of "second to last"."""
    found: list[Token] = []
    for token in tokens:
        kept = token
        before = found[:-1] if found and found[-1].type == "_TO" else found
        if token.type == "LAST" and before and before[-1].type in ("ORDINAL", "SECOND"):
            *found, nth = before
            start, end = span_of(nth)[0], span_of(token)[1]
            words = text[start:end]
            if "," in words:
                writes = [f"{nth} {joined} {token}" for joined in ("and the", "to")]
                raise NotADatetimeError(f'has "{words}", which could be two places or one', writes, (start, end))
            kept = Token("LAST", words, start)
            kept.value = -rank(nth)
        found.append(kept)
    return found


@cache
def _parser() -> Lark:
    grammar = grammar_text() + files(__package__).joinpath("english.lark").read_text()
    return parser_for(grammar, ENGLISH, ["recurrence"])


def write_english(recurrence: Recurrence, zone: tzinfo) -> str | None:
    """Write completed rules with local times in ``zone``, or return None if our English cannot express them.

    It can if reading the text gives the same rules. It excludes whole days alone, not some of the times of a day.
    """
    counts_days = not recurrence.rules[0].counts_elapsed_time
    times = sorted({clock for rule in recurrence.rules for clock in rule.times})
    if recurrence.added or (counts_days and len(times) > MAX_TIMES):
        return None
    moments = {_local(moment, zone) for moment in recurrence.excluded if isinstance(moment, datetime)}
    days = {moment.date() for moment in moments}
    if moments and not (counts_days and moments == {datetime.combine(*pair) for pair in product(days, times)}):
        return None
    days |= {day for day in recurrence.excluded if not isinstance(day, datetime)}
    until = _local(recurrence.until, zone) if isinstance(recurrence.until, datetime) else None
    clauses = _clauses(recurrence.rules, times) | {
        "starting": recurrence.anchor and _to_the_minute(recurrence.anchor.replace(tzinfo=None)),
        "until": until and (until.date() if until.time() == END_OF_DAY else _to_the_minute(until)),
        "for": recurrence.number and f"{recurrence.number} times",
        "except": joined(map(str, sorted(days))),
    }
    text = " ".join(f"{word} {rest}" for word, rest in clauses.items() if rest)
    return verified(text, read_english, recurrence.rules)


def _local(moment: datetime, zone: tzinfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None) if moment.tzinfo else moment


def _clauses(rules: Sequence[Rule], times: Sequence[time]) -> dict[str, object]:
    """Return each clause of the rules but their bounds by its first word, as far as English can express them."""
    rule, months = rules[0], rules[0].months
    every, between = _counted(rule.interval, UNITS[rule.frequency]), ""
    weekdays = ["weekday"] if rule.weekdays == WORKDAYS else [DAYS[day] for _, day in rule.weekdays]
    plural = "s" if rule.counts_elapsed_time or weekdays == ["weekday"] else ""
    days = joined(weekday + plural for weekday in weekdays)
    dates = sorted({(one.months, one.month_days) for one in rules})
    if rule.counts_elapsed_time:
        if len(times) > 1:
            step = second_of_day(times[1]) - second_of_day(times[0])
            every = _counted(step // 60, "minutes") if step % 3_600 else _counted(step // 3_600, "hours")
            between, times = f"{_to_the_minute(times[0])} and {_to_the_minute(times[-1])}", []
    elif rule.frequency is YEARLY and all(len(one) == len(days) == 1 and days[0] > 0 for one, days in dates):
        days, months = joined(f"{day} {MONTHS[month - 1]}" for (month,), (day,) in dates), ()
    elif rule.frequency >= MONTHLY:
        days = _places(rule)
    elif rule.frequency is WEEKLY and rule.interval == 1:
        every, days = joined(weekdays), ""
    return {
        "every": every,
        "between": between,
        "on": days,
        "in": joined(MONTHS[month - 1] for month in months),
        "at": joined(map(_to_the_minute, times)),
    }


def _places(rule: Rule) -> str:
    """Write the days of a month: the 15th and the last day, the second Tuesday, the first business day."""
    if rule.positions:
        return f"the {_nth(rule.positions[0])} business day"
    days = [f"the {_ordinal(day)}" if day > 0 else f"the {_nth(day)} day" for day in rule.month_days]
    return joined(days + [f"the {_nth(nth)} {DAYS[day]}" for nth, day in rule.weekdays])


def _to_the_minute(local: datetime | time) -> str:
    """Write a naive local time without seconds if they are zero: 09:00, or with its date 2026-11-21 09:00."""
    return str(local).removesuffix(":00")


def _counted(number: int, units: str) -> str:
    return units.removesuffix("s") if number == 1 else f"{number} {units}"


def _nth(number: int) -> str:
    if number < 0:
        return "last" if number == -1 else f"{_nth(-number)} last"
    return _PLACES.get(number) or _ordinal(number)


def _ordinal(number: int) -> str:
    suffix = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"
