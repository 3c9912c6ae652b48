"""The events of a YAML document, from one of two parsers (X13).

libyaml reads ordinary YAML twenty times as fast as ruamel.yaml. But it reads YAML 1.1 and is lenient in places, so it
reads only texts that mean the same to both parsers.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from textops.budget import Budget
from textops.json_text import MAX_DEPTH
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.extras import Extra

RUAMEL = Extra("yaml", "ruamel.yaml")
PYYAML = Extra("yaml", "yaml")

#: How many events are read before the clock is read again. Reading it takes as long as reading an event.
_EVENTS_A_CHECK = 100
_TOO_COSTLY = "YAML"
_ADVICE = "send less text, or text without tabs, tags and directives"

# A string that begins with one of these characters must be quoted.
_MUST_BE_QUOTED = ("@", "`", "%")

#: Syntax that the two parsers read differently, with examples. It was found by comparing them on a million mutations of
#: the YAML test suite (https://github.com/yaml/yaml-test-suite).
_READ_DIFFERENTLY = re.compile(
    r"""
    [\t!\x85\u2028\u2029\ufeff]     # a tab; a tag, "[!a, b]"; a line break of YAML 1.1 alone; a byte order mark
    | ^%                            # a directive, "%YAML 1.2"
    | [\[{,]\s*\?                   # a question mark that marks a name within brackets, "[?:]"
    | (?:^|[\s,\[\]{}])[&*][\w-]*(?:[^\w\s,\[\]{}-]|\s+:)  # an anchor or alias before punctuation, "&a:b c", "[&a :b]"
    | [|>][-+\d]*[ ]*(?:\#|[\r\n]+(?:[ ]*[\r\n]|[^ ]))          # a block whose first line is empty or not indented
    """,
    re.VERBOSE | re.MULTILINE,
)


class NotReadError(Exception):
    """The quick parser does not read this text, which may still be YAML 1.2.

    ``advice``: what to tell callers whose text takes the strict parser too long.
    """

    def __init__(self, advice: str = _ADVICE) -> None:
        super().__init__(advice)
        self.advice = advice


def quick_events(text: str, budget: Budget) -> Iterator[Any]:
    """Yield the events as libyaml reads them. Raises NotReadError, perhaps after some events."""
    yaml = PYYAML.load()
    if not yaml.__with_libyaml__ or _READ_DIFFERENTLY.search(text):
        raise NotReadError
    try:
        yield from _limited(budget, yaml.parse(text, Loader=yaml.CSafeLoader), _ADVICE)
    except yaml.error.MarkedYAMLError as exc:
        place = (exc.problem_mark or exc.context_mark).index
        raise NotReadError(f"send less text, or mend position {place}, where it may be no YAML") from None
    except yaml.YAMLError:
        raise NotReadError from None


def strict_events(text: str, budget: Budget, advice: str = _ADVICE) -> Iterator[Any]:
    """Yield the events as ruamel.yaml reads them. Raises CodecError if ``text`` is not YAML 1.2."""
    yaml = RUAMEL.load()
    try:
        yield from _limited(budget, yaml.YAML(typ="safe", pure=True).parse(text), advice)
    except yaml.reader.ReaderError as exc:
        raise CodecError(f"{chr(exc.character)!r} is not allowed in YAML", text.index(chr(exc.character))) from None
    except yaml.error.MarkedYAMLError as exc:
        mark = exc.problem_mark or exc.context_mark
        place = min(mark.index, len(text))
        advice = "put the text in quotation marks" if text[place : place + 1] in _MUST_BE_QUOTED else ""
        raise CodecError(_reason(exc.problem or "", text, place), place, advice) from None
    except RecursionError:
        raise CodecError(f"nested more than {MAX_DEPTH} deep", 0) from None


def _limited(budget: Budget, events: Iterable[Any], advice: str) -> Iterator[Any]:
    for number, event in enumerate(events):
        if number % _EVENTS_A_CHECK == 0:
            budget.check(_TOO_COSTLY, advice)
        yield event


def _reason(problem: str, text: str, place: int) -> str:
    """Return our own message for the library's ``problem`` and the character at ``place``."""
    if "tab" in problem or text[place : place + 1] == "\t":
        return "a tab where YAML wants spaces"
    if "mapping values are not allowed" in problem:
        return "a colon that begins no value; put the text in quotation marks"
    if place >= len(text):
        return "the YAML ends where it should go on"
    return f"{text[place]!r} is not expected in the YAML"
