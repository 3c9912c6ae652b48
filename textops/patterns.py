"""Callers' regular expressions, matched by RE2: a search takes time linear in the text, whatever the pattern (X12).

Callers' patterns are never passed to ``re`` or ``regex``, which can take exponential time. RE2 has neither lookaround
nor backreferences, which cannot be matched in linear time.

https://github.com/google/re2/wiki/Syntax
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from textops.budget import Budget, too_costly
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import MAX_QUOTED, Length
from utilitysvc.kit.service_error import ServiceError

RE2 = Extra("re2", "re2")
INVALID = "Invalid pattern specified"
PATTERN = Length("pattern", 1000)
SYNTAX = "https://github.com/google/re2/wiki/Syntax"
WHAT = "Pattern"
ADVICE = "send less text, or a pattern whose matches end soon"

# How many bytes of memory a compiled pattern and its automaton may take. With less memory, RE2 uses a slower method
# more often.
_MEMORY = 8 * 1024 * 1024
# The slower method takes up to a few nanoseconds for each state of the pattern and each byte of the text. It cannot be
# interrupted, so a search that could take much longer than a second is refused before it starts.
_MOST_STEPS = 250_000_000
# How many matches are found before the clock is read again. Reading it costs as much as finding a short match.
_UNCHECKED_MATCHES = 8

# RE2's messages, and ours.
_REASONS = {
    b"missing ]": "a character class that is not closed",
    b"invalid character class range": "a character class that does not exist, or whose range ends before it begins",
    b"invalid character class": "an invalid character class",
    b"invalid escape sequence": "an escape that RE2 does not know",
    b"no argument for repetition operator": "a repetition of nothing",
    b"bad repetition operator": "a repetition of a repetition",
    b"invalid repetition size": "a repetition of more than 1000 times, or with more at least than at most",
    b"trailing \\": r"a backslash at the end, where \\ means a backslash",
    b"invalid named capture group": "an invalid name of a group",
    b"invalid perl operator": "a group of a kind that RE2 does not know",
    b"pattern too large": "the pattern is too large when compiled",
}
# Syntax that RE2 does not support, and what to write instead.
_INSTEAD = (
    (r"\(\?<?[=!]", "RE2 has no lookaround; match what stands around too, and choose the wanted part with a group"),
    (r"\\[1-9k]|\(\?P=", "RE2 has no backreferences in a pattern; write the text that should repeat"),
    (r"\(\?>|[*+?}]\+", "RE2 has no atomic groups and possessive repetitions; write (?:...) and one sign"),
    (r"\(\?\(", "RE2 has no conditions; write an alternative with |"),
    (r"\(\?#", "RE2 has no comments; leave it out"),
    (r"\\C", "single bytes cannot be matched; a dot matches a character"),
    (r"\\Z", r"RE2 has no such escape; write \z for the end of the text"),
    (r"\\R", r"RE2 has no such escape; write \r?\n for the end of a line"),
    (r"\\u", r"RE2 has no such escape; write the character itself, or its code point as in \x{20AC}"),
    (r"\\h", r"RE2 has no such escape; write [ \t] for white space within a line"),
    (r"\\[GKX]", "RE2 has no such escape; leave it out, and choose the wanted part with a group"),
)  # fmt: skip
# The pieces of a pattern. Escapes and character classes are whole pieces, so that no operator is found within one.
_PIECES = re.compile(
    r"(?s)\\Q.*?(?:\\E|$) | \[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*+\]? | [*+?}]\+ | \(\?(?:<?[=!]|P=|.)? | \\. | .",
    re.VERBOSE,
)


# The flags of a group. RE2 folds the case of a Unicode class in Latin-1 in ten milliseconds, while it holds the GIL.
_FLAGS = re.compile(rb"\(\?[imsU-]+")


class Pattern(NamedTuple):
    """A pattern that RE2 has compiled, and how many states RE2's slower method visits for each character."""

    compiled: Any
    states: int

    def check_size(self, size: int) -> None:
        """Raise ServiceError if a search in a text of ``size`` bytes could take much longer than a second."""
        if self.states * size > _MOST_STEPS:
            most = _MOST_STEPS // self.states
            details = f"The pattern has {self.states} states, so the text may have {most} bytes; it has {size}"
            raise too_costly(WHAT, details)


def compile_pattern(
    pattern: str, *, ignore_case: bool = False, multiline: bool = False, dotall: bool = False
) -> Pattern:
    """Return the compiled ``pattern``.

    Raises ServiceError if the pattern is invalid or longer than PATTERN, and with status 501 if RE2 is not installed.
    """
    re2 = RE2.load()
    PATTERN.check(pattern)
    for place, remark in _unsupported(pattern):
        raise ServiceError(INVALID, f"{remark}; position {place}. Syntax: {SYNTAX}")
    flags = "".join(flag for flag, given in (("i", ignore_case), ("m", multiline), ("s", dotall)) if given)
    written = ((f"(?{flags})" if flags else "") + pattern).encode()
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        compiled = re2.compile(written, options)
        # The states are counted in Latin-1, because in UTF-8 a single class of letters has a thousand, and without
        # folding case, which does not change their number.
        options.encoding = re2.Options.Encoding.LATIN1
        states = re2.compile(_FLAGS.sub(_without_folding, written), options).programsize
    except re2.error as exc:
        raise _invalid(pattern, exc.args[0]) from None
    finally:
        re2.purge()  # otherwise its cache would keep callers' patterns
    return Pattern(compiled, states)


def _without_folding(flags: re.Match[bytes]) -> bytes:
    return flags[0].replace(b"i", b"s")


def matches(compiled: Any, data: bytes, budget: Budget) -> Iterator[Any]:
    """Yield each match in the UTF-8 ``data``, from left to right. The positions of a match count bytes.

    Raises ServiceError if the time of ``budget`` is used up: n searches of n characters each take quadratic time.
    """
    for number, match in enumerate(compiled.finditer(data)):
        if number % _UNCHECKED_MATCHES == 0:
            budget.check(WHAT, ADVICE)
        start, end = match.span()
        if start == end < len(data) and data[start] & 0xC0 == 0x80:
            continue  # an empty match between the bytes of a character
        yield match


def _unsupported(pattern: str) -> Iterator[tuple[int, str]]:
    for piece in _PIECES.finditer(pattern):
        for operator, remark in _INSTEAD:
            if re.match(operator, piece[0]):
                yield piece.start(), remark


def _invalid(pattern: str, message: bytes) -> ServiceError:
    """Return the error with our own message. RE2's ``message`` quotes the part of the pattern that it cannot read."""
    reason, _, part = message.partition(b": ")
    quoted = part.decode(errors="replace")
    if reason == b"missing )":
        ours, place = "a parenthesis that is not closed", _parenthesis_alone(pattern)
    elif reason == b"unexpected )":
        ours, place = "a closing parenthesis without an opening one", _parenthesis_alone(pattern)
    else:
        ours = _REASONS.get(reason.partition(b" - ")[0], "the pattern is not valid")
        ours += f" ({quoted[:MAX_QUOTED]})" if quoted else ""
        place = _position(quoted, pattern) if quoted else len(pattern) - pattern.endswith("\\")
    return ServiceError(INVALID, f"{ours[0].upper()}{ours[1:]} at position {place}. Syntax: {SYNTAX}")


def _position(quoted: str, pattern: str) -> int:
    """Return the first position where what RE2 quotes is an error.

    In a character class ``**`` is no repetition. Outside of one ``z-a`` is no range.
    """
    for piece in _PIECES.finditer(pattern):
        is_class = piece[0].startswith("[")
        if is_class and quoted in piece[0] and quoted[0] not in "*+?{":
            return piece.start() + piece[0].index(quoted)
        if not is_class and pattern.startswith(quoted, piece.start()) and quoted[0] in "*+?{(\\":
            return piece.start()
    return max(pattern.find(quoted), 0)


def _parenthesis_alone(pattern: str) -> int:
    """Return the position of the first unmatched closing parenthesis, or else of the last unmatched opening one."""
    opened: list[int] = []
    for piece in _PIECES.finditer(pattern):
        if piece[0].startswith("("):
            opened.append(piece.start())
        elif piece[0] == ")":
            if not opened:
                return piece.start()
            opened.pop()
    return opened[-1] if opened else len(pattern)
