"""Parse a recurrence in English, by the grammar of phrases.lark extended by that of english.lark (T19)."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files

from lark import Lark, Token
from lark.exceptions import UnexpectedToken

from timeops.errors import NotADatetimeError
from timeops.names import MONTHS
from timeops.reading.phrases.grammar import grammar_text, parser_for, place_of
from timeops.reading.phrases.lexer import lex
from timeops.reading.phrases.parts_of_day import span_of
from timeops.reading.phrases.words import VOCABULARY, words_of
from timeops.recurrence.english_rules import ENGLISH
from timeops.recurrence.rfc5545 import write_rfc5545
from timeops.recurrence.rule import Recurrence, invalid_rule
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


def read(text: str) -> Recurrence:
    """Parse a rule in English. Its case does not matter. Raises ServiceError ``Invalid recurrence rule``."""
    tokens: list[Token] = []
    text = _HYPHEN.sub(r"\1", _SPACES.sub(" ", text))
    try:
        text = _with_named_months(text)
        tokens = _with_places_from_the_end(lex(text, _VOCABULARY), text)
        found: Recurrence = _parser().parse(tokens)  # type: ignore[assignment]  # not a tree
    except NotADatetimeError as exc:
        exc = exc.within(text)
        raise invalid_rule(f"The rule {exc}. {ACCEPTED}", tuple(_readings(exc.suggestions))) from None
    except UnexpectedToken as exc:
        raise invalid_rule(f"The rule {_reason(tokens, exc.token)}. {ACCEPTED}") from None
    return found


def _with_named_months(text: str) -> str:
    """Return the text with names of months in dates like 12/25. Raises NotADatetimeError if one has two meanings."""
    while match := _SLASHED.search(text):
        one, other = int(match[1]), int(match[2])
        pairs = {(one, other), (other, one)}
        dates = sorted(f"{day} {MONTHS[month - 1]}" for month, day in pairs if 1 <= month <= len(MONTHS))
        if len(dates) > 1:
            raise NotADatetimeError(f'has "{match[0]}", which could be {" or ".join(dates)}', dates, match.span())
        if not dates:
            break
        text = text[: match.start()] + dates[0] + text[match.end() :]
    return text


def _with_places_from_the_end(tokens: list[Token], text: str) -> list[Token]:
    """Return the tokens with one LAST of the value -2 in the place of "second last" and of "second to last"."""
    found: list[Token] = []
    for token in tokens:
        place = len(found) - (2 if found and found[-1].type == "_TO" else 1)
        if token.type == "LAST" and place >= 0 and found[place].type in ("ORDINAL", "SECOND"):
            found[place:] = [_counted_from_the_end(found[place], token, text)]
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


def _readings(writes: Iterable[str]) -> Iterator[Reading]:
    """Yield the texts that are valid rules, with their meaning as RRULE.

    A text is not valid if something else is wrong too, as the second hour in ``at 9 and 10``.
    """
    for write in writes:
        with suppress(ServiceError):
            yield Reading(write=write, means=write_rfc5545(read(write), None) or write)


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
