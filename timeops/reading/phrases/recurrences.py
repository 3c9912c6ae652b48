"""Parse a recurrence in English, by the grammar of phrases.lark extended by that of recurrences.lark (T19)."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files

from lark import Lark, Token
from lark.exceptions import UnexpectedToken

from timeops.errors import NotADatetimeError
from timeops.reading.phrases.grammar import GivenTokens, grammar_text
from timeops.reading.phrases.lexer import lex
from timeops.reading.phrases.recurrence_rules import RecurrenceRules
from timeops.reading.phrases.tables import parser_for
from timeops.reading.phrases.vocabulary import VOCABULARY
from timeops.reading.phrases.words import RECURRENCE_WORDS
from timeops.recurrence.rfc5545_writing import write_rfc5545
from timeops.recurrence.rule import Recurrence, invalid_rule
from timeops.zones.lookup import UTC_ZONE
from utilitysvc.kit.service_error import Reading, ServiceError

ACCEPTED = (
    "Accepted: an RRULE (FREQ=DAILY), five fields of cron (0 9 * * 1-5), or English (every weekday at 9am); its time "
    "zone is given as timezone"
)

_SPACES = re.compile(r"\s+")
_WORDS = VOCABULARY | RECURRENCE_WORDS


def read(text: str) -> Recurrence:
    """Parse a rule in English. Its case does not matter. Raises ServiceError ``Invalid recurrence rule``."""
    tokens: list[Token] = []
    try:
        text = _SPACES.sub(" ", text)
        tokens = lex(text, _WORDS)
        found: Recurrence = _parser().parse(tokens)  # type: ignore[assignment]  # not a tree
    except NotADatetimeError as exc:
        exc = exc.within(text)
        raise invalid_rule(f"The rule {exc}. {ACCEPTED}", tuple(_readings(exc.writes))) from None
    except UnexpectedToken as exc:
        raise invalid_rule(f"The rule {_reason(tokens, exc.token)}. {ACCEPTED}") from None
    return found


def _readings(writes: Iterable[str]) -> Iterator[Reading]:
    """Yield the texts that are valid rules, with their meaning as RRULE.

    A text is not valid if something else is wrong too, as the second hour in ``at 9 and 10``.
    """
    for write in writes:
        with suppress(ServiceError):
            yield Reading(write=write, means=write_rfc5545(read(write), UTC_ZONE) or write)


def _reason(tokens: list[Token], wrong: Token) -> str:
    place = next((index for index, token in enumerate(tokens) if token is wrong), len(tokens))
    if place == len(tokens):
        return f'is not complete: something has to follow "{tokens[-1]}"'
    if not place:
        return f'begins with "{wrong}", as no rule does'
    return f'has unexpected "{wrong}" after "{tokens[place - 1]}"'


@cache
def _parser() -> Lark:
    grammar = grammar_text() + files("timeops.reading.phrases").joinpath("recurrences.lark").read_text()
    return parser_for(grammar, lexer=GivenTokens, transformer=RecurrenceRules(), start="recurrence")
