"""The parser of phrases.lark. It turns terminals into the steps from now to an instant.

It is built, or loaded from a file (tables.py), when the first phrase is parsed. lark's strict mode refuses to build an
ambiguous grammar, in which two rules could match the same phrase.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token
from lark.lexer import Lexer

from timeops.calendar.steps import Steps
from timeops.reading.phrases.amounts import Amount, AmountRules
from timeops.reading.phrases.day_rules import DateRules, DayRules
from timeops.reading.phrases.phrase_rules import PhraseRules
from timeops.reading.phrases.tables import parser_for


class Meaning(AmountRules, DateRules, DayRules, PhraseRules):
    """Computes the value of each rule by the method with the name after the rule's arrow, or else with its own name."""


class GivenTokens(Lexer):
    """A lexer that passes on the tokens that the caller has made already."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, tokens: Any) -> Iterator[Token]:  # type: ignore[override]  # lark passes on the argument of parse()
        return iter(tokens)


def parse(tokens: list[Token]) -> Steps:
    """Return the steps of a phrase. Raises lark's UnexpectedInput, or NotADatetimeError from a rule."""
    steps: Steps = _parser().parse(tokens, start="start")  # type: ignore[assignment]  # not a tree
    return steps


def parse_amount(tokens: list[Token]) -> Amount:
    """Return the parts of an amount, such as ``2 hours and 5 minutes``. Raises as ``parse`` does."""
    amount: Amount = _parser().parse(tokens, start="terms")  # type: ignore[assignment]  # as in parse
    return amount


def grammar_text() -> str:
    return files("timeops.reading.phrases").joinpath("phrases.lark").read_text()


@cache
def _parser() -> Lark:
    return parser_for(grammar_text(), lexer=GivenTokens, transformer=Meaning(), start=["start", "terms"])
