"""The parser of phrases.lark: it makes of terminals the steps that lead from now to an instant.

lark reads the grammar and builds the parser's tables when the first phrase is asked for. Its strict mode refuses to
build a grammar of which two rules could read the same phrase. What a rule means is a function: see RULES.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

from lark import Lark, Token
from lark.lexer import Lexer

from timeops.reading.phrases import amounts, date_rules, day_rules, phrase_rules
from timeops.reading.phrases.day_value import Steps

__all__ = ["RULES", "grammar_text", "parse"]

Rule = Callable[..., object]

#: The function of each rule, by the name that stands behind its arrow. It takes what the rule's parts have become.
RULES: dict[str, Rule] = {**amounts.RULES, **date_rules.RULES, **day_rules.RULES, **phrase_rules.RULES}


def parse(tokens: list[Token]) -> Steps:
    """Return the steps of a phrase. Raises lark's UnexpectedInput, or NotADatetimeError from a rule."""
    steps: Steps = _parser().parse(tokens)  # type: ignore[assignment]  # the rules make steps, no tree
    return steps


class _Given(Lexer):
    """A lexer for what is lexed already."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, tokens: Any) -> Iterator[Token]:  # type: ignore[override]  # lark hands on whatever parse() was given
        return iter(tokens)


def grammar_text() -> str:
    return files("timeops.reading.phrases").joinpath("phrases.lark").read_text()


@cache
def _parser() -> Lark:
    meanings = SimpleNamespace(**{name: partial(_apply, rule) for name, rule in RULES.items()})
    return Lark(grammar_text(), parser="lalr", lexer=_Given, transformer=meanings, strict=True)


def _apply(rule: Rule, parts: list[object]) -> object:
    return rule(*parts)
