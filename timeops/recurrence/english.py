"""Recurrences in English (T19): read by the grammar of phrases.lark, extended by that of english.lark, and written."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime, time, tzinfo
from functools import cache
from importlib.resources import files
from itertools import pairwise, product

from lark import Lark, Token
from lark.exceptions import UnexpectedToken

from timeops.calendar.steps import END_OF_DAY
from timeops.errors import NotADatetimeError
from timeops.names import DAYS, MONTHS
from timeops.reading.grammar import grammar_text, parser_for, place_of
from timeops.reading.lexer import lex
from timeops.reading.values import span_of
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
    are_same,
    completed,
    invalid_rule,
    second_of_day,
)
from utilitysvc.kit.service_error import Reading, ServiceError

ACCEPTED = (
    "Accepted: an RRULE (FREQ=DAILY), five fields of cron (0 9 * * 1-5), or English (every weekday at 9am); its time "
    "zone is given as timezone"
)

_SPACES = re.compile(r"\s+")
_HYPHEN = re.compile(r"\b(bi)-(?=[a-z])", re.IGNORECASE)  # bi-weekly
_VOCABULARY = {**VOCABULARY, **words_of(__package__)}
# A date without a year, but not the half of half an hour: 05/06.
_SLASHED = re.compile(r"(?<![0-9/])([0-9]{1,2})/([0-9]{1,2})(?![0-9/])(?!\s(?:an?\s)?(?:sec|min|hour|day|week))")

_UNIT_OF = {frequency: unit.removesuffix("s") for unit, frequency in UNITS.items()}
#: The places that are written as words. The others are written as 6th, 7th, ...
_PLACES = {number: word for word, (kind, number) in VOCABULARY.items() if kind == "ORDINAL" and number <= 5} | {
    2: "second"  # in phrases also a unit
}


def read_english(text: str) -> Recurrence:
    """Parse a rule in English. Its case does not matter. Raises ServiceError ``Invalid recurrence rule``."""
    tokens: list[Token] = []
    text = _HYPHEN.sub(r"\1", _SPACES.sub(" ", text))
    try:
        text = _SLASHED.sub(_with_named_month, text)
        tokens = _with_places_from_the_end(lex(text, _VOCABULARY), text)
        found: Recurrence = _parser().parse(tokens)  # type: ignore[assignment]  # not a tree
    except NotADatetimeError as exc:
        readings = []
        for write in exc.within(text).suggestions:
            with suppress(ServiceError):  # something else is wrong too, as the second hour in at 9 and 10
                means = write_rfc5545(read_english(write), None) or write
                readings.append(Reading(write=write, means=means))
        raise invalid_rule(f"The rule {exc.within(text)}. {ACCEPTED}", tuple(readings)) from None
    except UnexpectedToken as exc:
        raise invalid_rule(f"The rule {_reason(tokens, exc.token)}. {ACCEPTED}") from None
    return found


def _with_named_month(date: re.Match[str]) -> str:
    """Return a date like 12/25 with the name of its month. Raises NotADatetimeError if it has two meanings."""
    pairs = ((date[1], date[2]), (date[2], date[1]))
    dates = sorted({f"{int(day)} {MONTHS[int(month) - 1]}" for month, day in pairs if 1 <= int(month) <= len(MONTHS)})
    if len(dates) > 1:
        raise NotADatetimeError(f'has "{date[0]}", which could be {" or ".join(dates)}', dates, date.span())
    return dates[0] if dates else date[0]


def _with_places_from_the_end(tokens: list[Token], text: str) -> list[Token]:
    """Return the tokens with one LAST of the value -2 in the place of "second last" and of "second to last"."""
    found: list[Token] = []
    for token in tokens:
        before = found[:-1] if found and found[-1].type == "_TO" else found
        if token.type == "LAST" and before and before[-1].type in ("ORDINAL", "SECOND"):
            *found, nth = before
            found.append(_counted_from_the_end(nth, token, text))
        else:
            found.append(token)
    return found


def _counted_from_the_end(nth: Token, last: Token, text: str) -> Token:
    start, end = span_of(nth)[0], span_of(last)[1]
    if "," in text[start:end]:
        writes = [f"{nth} {joined} {last}" for joined in ("and the", "to")]
        raise NotADatetimeError(f'has "{text[start:end]}", which could be two places or one', writes, (start, end))
    counted = Token("LAST", text[start:end], start)
    counted.value = -2 if nth.type == "SECOND" else -nth.value
    return counted


def _reason(tokens: list[Token], wrong: Token) -> str:
    place = place_of(wrong, tokens)
    if place == len(tokens):
        return f'is not complete: something has to follow "{tokens[-1]}"'
    if not place:
        return f'begins with "{wrong}", as no rule does'
    return f'has unexpected "{wrong}" after "{tokens[place - 1]}"'


@cache
def _parser() -> Lark:
    grammar = grammar_text() + files(__package__).joinpath("english.lark").read_text()
    return parser_for(grammar, ENGLISH, ["recurrence"])


def write_english(recurrence: Recurrence, zone: tzinfo) -> str | None:
    """Write completed rules with local times in ``zone``, or return None if our English cannot express them.

    It can if reading the text gives the same rules.
    """
    excluded = _excluded_days(recurrence, zone)
    if recurrence.added or excluded is None:
        return None
    text = _written(recurrence.rules)
    try:
        rules = read_english(text).rules
    except ServiceError:
        return None
    # English states the day and the time of day, so the start adds nothing to the rules.
    found = [completed(rule, recurrence.anchor or datetime(1, 1, 1)) for rule in rules]  # noqa: DTZ001  # a local time
    return text + _bounds(recurrence, zone, excluded) if are_same(found, recurrence.rules) else None


def _excluded_days(recurrence: Recurrence, zone: tzinfo) -> list[date] | None:
    """Return the excluded days, or None if only some of the times of a day are excluded."""
    moments = {_local(moment, zone) for moment in recurrence.excluded if isinstance(moment, datetime)}
    days = {moment.date() for moment in moments}
    if moments and (
        recurrence.rules[0].counts_elapsed_time
        or moments != {datetime.combine(*pair) for pair in product(days, _times(recurrence.rules))}
    ):
        return None
    return sorted(days.union(day for day in recurrence.excluded if not isinstance(day, datetime)))


def _local(moment: datetime, zone: tzinfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None) if moment.tzinfo else moment


def _times(rules: Sequence[Rule]) -> list[time]:
    return sorted({clock for rule in rules for clock in rule.times})


def _written(rules: Sequence[Rule]) -> str:
    """Write the rules without their bounds, as far as English can."""
    rule, times = rules[0], _times(rules)
    every = f"every {_counted(rule.interval, _UNIT_OF[rule.frequency])}"
    months = f" in {_joined(MONTHS[month - 1] for month in rule.months)}" if rule.months else ""
    if rule.counts_elapsed_time:
        weekdays = f" on {_weekdays(rule, 's')}" if rule.weekdays else ""
        return f"{_between(times) if times else every}{weekdays}{months}"
    dates = sorted({(one.months, one.month_days) for one in rules})
    if rule.frequency is YEARLY and all(len(one) == len(days) == 1 and days[0] > 0 for one, days in dates):
        every, months = f"{every} on {_joined(f'{day} {MONTHS[month - 1]}' for (month,), (day,) in dates)}", ""
    elif rule.frequency >= MONTHLY:
        every = f"{every} on {_places(rule)}"
    elif rule.frequency is WEEKLY and rule.interval == 1:
        every = f"every {_weekdays(rule)}"
    elif rule.frequency is WEEKLY:
        every = f"{every} on {_weekdays(rule, 's' if rule.weekdays == WORKDAYS else '')}"
    return f"{every}{months} at {_joined(map(_clock, times[:MAX_TIMES]))}"


def _between(times: Sequence[time]) -> str:
    seconds = map(second_of_day, times)
    step = min((later - earlier for earlier, later in pairwise(seconds)), default=60)
    unit, size = ("hour", 3_600) if step % 3_600 == 0 else ("minute", 60)
    return f"every {_counted(step // size, unit)} between {_clock(times[0])} and {_clock(times[-1])}"


def _places(rule: Rule) -> str:
    """Write the days of a month: the 15th and the last day, the second Tuesday, the first business day."""
    if rule.positions:
        return f"the {_nth(rule.positions[0])} business day"
    days = [f"the {_ordinal(day)}" if day > 0 else f"the {_nth(day)} day" for day in rule.month_days]
    return _joined(days + [f"the {_nth(nth)} {DAYS[day]}" for nth, day in rule.weekdays])


def _weekdays(rule: Rule, plural: str = "") -> str:
    names = ["weekday"] if rule.weekdays == WORKDAYS else [DAYS[day] for _, day in rule.weekdays]
    return _joined(name + plural for name in names)


def _bounds(recurrence: Recurrence, zone: tzinfo, excluded: list[date]) -> str:
    until = _local(recurrence.until, zone) if isinstance(recurrence.until, datetime) else None
    bounds = {
        "starting": recurrence.anchor and _moment(recurrence.anchor),
        "until": until and (until.date() if until.time() == END_OF_DAY else _moment(until)),
        "for": recurrence.count and f"{recurrence.count} times",
        "except": _joined(map(str, excluded)),
    }
    return "".join(f" {word} {bound}" for word, bound in bounds.items() if bound)


def _moment(local: datetime) -> str:
    return f"{local.date()} {_clock(local.time())}"


def _clock(clock: time) -> str:
    return clock.isoformat("auto" if clock.second else "minutes")


def _counted(number: int, unit: str) -> str:
    return unit if number == 1 else f"{number} {unit}s"


def _nth(number: int) -> str:
    if number < 0:
        return "last" if number == -1 else f"{_nth(-number)} last"
    return _PLACES.get(number) or _ordinal(number)


def _ordinal(number: int) -> str:
    suffix = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _joined(words: Iterable[str]) -> str:
    *others, last = [*words] or [""]
    return f"{', '.join(others)} and {last}" if others else last
