"""Callers' regular expressions, matched by RE2: a search takes time linear in the text, whatever the pattern (X12).

Callers' patterns are never passed to ``re`` or ``regex``, which can take exponential time. RE2 has neither lookaround
nor backreferences, which cannot be matched in linear time.

https://github.com/google/re2/wiki/Syntax
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from textops.limits import Budget
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import Length
from utilitysvc.kit.service_error import ServiceError

RE2 = Extra("re2", "re2")
INVALID = "Invalid pattern specified"
PATTERN = Length("pattern", 1000)

# How many bytes of memory a compiled pattern and its automaton may take. With less memory, RE2 uses a slower method
# more often.
_MEMORY = 8 * 1024 * 1024
# The slower method takes up to a few nanoseconds for each state of the pattern and each byte of the text. It cannot be
# interrupted, so a search that could take much longer than a second is refused before it starts.
_MOST_STEPS = 250_000_000
# How many matches are found before the clock is read again. Reading it costs as much as finding a short match.
_UNCHECKED_MATCHES = 8

_NO_LOOKAROUND = "RE2 has no lookaround: match what stands around too, and choose the wanted part with a group"
_NO_BACKREFERENCES = "RE2 has no backreferences in a pattern: write the text that should repeat"
#: What to write instead of syntax that other regular expressions have, by what RE2's message quotes.
_INSTEAD = {
    **dict.fromkeys(("(?=", "(?!", "(?<=", "(?<!"), _NO_LOOKAROUND),
    **dict.fromkeys(("(?P", "\\k", *(f"\\{digit}" for digit in "123456789")), _NO_BACKREFERENCES),
}
# An escape, or a literal text, in which \C is none.
_ESCAPE = re.compile(r"\\Q.*?(?:\\E|\Z)|\\.", re.DOTALL)

# The flags or the name of a group. RE2 folds the case of a Unicode class in Latin-1 in ten milliseconds, while it holds
# the GIL, and takes the bytes of a name such as (?P<é>...) for Latin-1, in which they may be no letters. What only
# begins like them, as in the class [(?<], stays.
_FLAGS_OR_NAME = re.compile(rb"\(\?(?:[imsU-]+(?=[:)])|P?<[\w\x80-\xff]+>)")


class Pattern(NamedTuple):
    """A pattern that RE2 has compiled, and how many states RE2's slower method visits for each character."""

    compiled: Any
    states: int

    def check_size(self, size: int) -> None:
        """Raise ServiceError if a search in a text of ``size`` bytes could take much longer than a second."""
        most = _MOST_STEPS // self.states
        if size > most:
            details = f"The pattern has {self.states} states, so the text may have {most} bytes; it has {size}"
            raise ServiceError("Pattern too costly", details)


def compile_pattern(
    pattern: str,
    *,
    is_literal: bool = False,
    ignore_case: bool = False,
    multiline: bool = False,
    dotall: bool = False,
) -> Pattern:
    """Return the compiled ``pattern``. ``is_literal``: it is a text to find, in which no sign has a meaning.

    ``ignore_case``: letters match either case. ``multiline``: ``^`` and ``$`` match at each line. ``dotall``: a dot
    matches line feeds too. Raises ServiceError if the pattern is invalid or longer than PATTERN, and with status 501 if
    RE2 is not installed.
    """
    re2 = RE2.load()
    PATTERN.check(pattern)
    if is_literal:
        pattern = re2.escape(pattern)
    for escape in _ESCAPE.finditer(pattern):
        if escape[0] == r"\C":  # half a character is no text
            raise _invalid(r"single bytes cannot be matched: \C", escape.start())
    flags = "i" * ignore_case + "m" * multiline + "s" * dotall
    written = (f"(?{flags})" * bool(flags) + pattern).encode()
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        compiled = re2.compile(written, options)
        # The states are counted in Latin-1, because in UTF-8 a single class of letters has a thousand, and without
        # folding case and names, which do not change their number.
        options.encoding = re2.Options.Encoding.LATIN1
        simplified = _FLAGS_OR_NAME.sub(
            lambda group: b"(" if b"<" in group[0] else group[0].replace(b"i", b"s"), written
        )
        return Pattern(compiled, re2.compile(simplified, options).programsize)
    except re2.error as exc:
        raise _explained(re2, options, pattern, _message(exc)) from None
    finally:
        re2.purge()  # otherwise its cache would keep callers' patterns


def matches(compiled: Any, data: bytes, budget: Budget) -> Iterator[Any]:
    """Yield each match in the UTF-8 ``data``, from left to right. The positions of a match count bytes.

    Raises ServiceError if the time of ``budget`` is used up: n searches of n characters each take quadratic time.
    """
    last_end = -1
    for number, match in enumerate(compiled.finditer(data)):
        if number % _UNCHECKED_MATCHES == 0:
            budget.check("Pattern", "send less text, or a pattern whose matches end soon")
        start, end = match.span()
        # The library's iterator finds an empty match again at its own end, and at the end of the match before it.
        # RE2's GlobalReplace does not.
        is_repeated = start == end == last_end
        last_end = end
        if is_repeated or (start == end < len(data) and data[start] & 0xC0 == 0x80):
            continue  # repeated, or between the bytes of a character
        yield match


def _explained(re2: Any, options: Any, pattern: str, message: str) -> ServiceError:
    """Return the error for RE2's ``message``. The position is where a beginning of ``pattern`` first has that error."""
    reason, _, quoted = message.partition(": ")
    if reason == "unexpected )":  # it quotes the whole pattern, as the next one does
        message, quoted = reason, ")"
    elif reason == "missing )" or not quoted:
        return _invalid(reason, len(pattern))

    def has_error(end: int) -> bool:
        try:
            re2.compile(pattern[:end].encode(), options)
        except re2.error as exc:
            return _message(exc).startswith(message)
        return False

    end = bisect_right(range(len(pattern)), False, key=has_error)
    return _invalid(message, max(pattern.rfind(quoted, 0, end), 0))


def _message(exc: Exception) -> str:
    return str(exc.args[0].decode(errors="replace"))


def _invalid(message: str, position: int) -> ServiceError:
    """Return the error of a pattern. RE2's ``message`` ends with the part of the pattern that it cannot read."""
    instead = _INSTEAD.get(message.partition(": ")[2])
    remark = f". {instead}" if instead else ""
    return ServiceError(
        INVALID, f"{message} at position {position}{remark}. Syntax: https://github.com/google/re2/wiki/Syntax"
    )
