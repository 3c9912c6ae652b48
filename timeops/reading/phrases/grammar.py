"""The parser of phrases.lark. It turns terminals into the steps from now to an instant.

It is built, or loaded from a file, when the first phrase is parsed: lark takes a tenth of a second to build the tables
of a grammar, and a tenth of that to load them. lark's strict mode refuses to build an ambiguous grammar, in which two
rules could match the same phrase.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from importlib.util import cache_from_source
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from lark import Lark, Token
from lark.lexer import Lexer

from timeops.reading.phrases.day_rules import DATES, DAYS
from timeops.reading.phrases.phrase_rules import PHRASES
from timeops.reading.phrases.values import Rules

#: The function for the value of each rule of phrases.lark.
RULES: Rules = {**DATES, **DAYS, **PHRASES}


class GivenTokens(Lexer):
    """A lexer that passes on the tokens that the caller has made already."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, tokens: Any) -> Iterator[Token]:  # type: ignore[override]  # lark passes on the argument of parse()
        return iter(tokens)


def parse(tokens: list[Token], start: str = "start") -> Any:
    """Return the steps of a phrase, or with the start ``terms`` the parts of an amount.

    Raises lark's UnexpectedInput, or NotADatetimeError from a rule.
    """
    return _parser().parse(tokens, start=start)


def place_of(token: Token, tokens: list[Token]) -> int:
    """Return the index of this very token, or the number of tokens for the end that lark adds to them."""
    return next((index for index, other in enumerate(tokens) if other is token), len(tokens))


def grammar_text() -> str:
    return files(__package__).joinpath("phrases.lark").read_text()


@cache
def _parser() -> Lark:
    return parser_for(grammar_text(), RULES, ["start", "terms"])


def parser_for(grammar: str, rules: Rules, start: list[str]) -> Lark:
    """Return lark's parser for a grammar, whose ``rules`` compute its values.

    Its tables are cached in a file next to Python's bytecode. lark builds them again if it cannot load the file, or if
    another grammar, or another version of lark or Python, wrote it.
    """
    file = Path(cache_from_source(__file__)).with_suffix(f".{start[0]}")
    return Lark(
        grammar,
        parser="lalr",
        strict=True,
        lexer=GivenTokens,
        transformer=SimpleNamespace(**{name: _of_parts(rule) for name, rule in rules.items()}),
        start=start,
        cache=str(file) if file.exists() or not sys.dont_write_bytecode else False,
    )


def _of_parts(rule: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    """Return the function of a rule's list of parts, as lark calls it."""
    return lambda parts: rule(*parts)
