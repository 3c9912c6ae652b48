"""JSON Path (RFC 9535), and JSON with its names sorted (X13).

https://www.rfc-editor.org/rfc/rfc9535
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

from textops.budget import Budget, too_costly
from textops.json_text import MAX_DEPTH
from textops.json_values import Members, format_json, load_json
from textops.patterns import INVALID as INVALID_PATTERN
from textops.patterns import Pattern, compile_pattern
from textops.results import largest_result
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import Length
from utilitysvc.kit.service_error import ServiceError

JSONPATH = Extra("jsonpath", "jsonpath_rfc9535")
PATH = Length("path", 1000)
PATH_REQUIRED = (
    "Path parameter is required",
    "Provide a JSON Path in the path parameter, such as $.store.book[*].title",
)
INVALID_PATH = "Invalid path specified"
SYNTAX = "https://www.rfc-editor.org/rfc/rfc9535"
WHAT = "Path"
REPETITIONS = (
    "RE2, which evaluates match and search, repeats at most 1000 times in all, and from fewer to more times: write a "
    "smaller number"
)
ADVICE = "send less JSON, or a path with fewer descendant segments (..) and filters"

# How many values are visited before the clock is read again.
_UNCHECKED = 16


def json_path(text: str, *, path: str, largest: int | None = None, budget: Budget | None = None) -> str:
    """Return the values that ``path`` finds in the JSON ``text``, as a formatted JSON array.

    If a name is repeated in an object, its last value counts. ``largest``: how many bytes the result may have. Raises
    CodecError if ``text`` is not JSON, and ServiceError if the path is invalid or takes too long, or the result is
    larger.
    """
    library = JSONPATH.load()
    if not path:
        raise ServiceError(*PATH_REQUIRED)
    PATH.check(path)
    environment = library.JSONPathEnvironment()
    environment.max_recursion_depth = MAX_DEPTH + 1
    # Version 2 of the library, which needs Python 3.12, calls the attribute ``functions``.
    functions = getattr(environment, "functions", None) or environment.function_extensions
    functions["match"] = _by_re2(functions["match"], "{}")
    functions["search"] = _by_re2(functions["search"], "(?s:.*)(?:{})(?s:.*)")
    try:
        query = environment.compile(path)
    except library.JSONPathError as exc:
        raise _invalid(path, exc) from None
    except RecursionError:
        raise ServiceError(INVALID_PATH, "The path is nested too deeply") from None
    values = load_json(text)
    try:
        document = _watched(values, partial((budget or Budget()).check, WHAT, ADVICE))
        found = [node.value for node in query.finditer(document)]
    except RecursionError:  # the library recurses, and Python 3.11 allows fewer nested calls than 3.12
        raise too_costly(WHAT, f"The JSON is nested too deeply for this path; {ADVICE}") from None
    return format_json(found, largest or largest_result(text))


def json_sort_keys(text: str, *, largest: int | None = None) -> str:
    """Return the JSON ``text`` formatted, the members of each object in the order of their names' code points.

    Members with the same name keep their order. Raises CodecError and ServiceError as json_format does.
    """
    value = load_json(text, members=lambda pairs: Members(sorted(pairs, key=_name)))
    return format_json(value, largest or largest_result(text))


def _name(member: tuple[str, Any]) -> str:
    return member[0]


# The library's errors, and our messages for them, each with what to write instead.
_REASONS = {
    "JSONPathNameError": ("A function that does not exist", "; there are count, length, match, search and value"),
    "JSONPathTypeError": (
        "A function or comparison with an argument of the wrong kind, or too few or many of them",
        "; compare what count, length and value return, as in length(@.a) > 2, and give match and search two texts",
    ),
    "JSONPathIndexError": (
        "An index that is too large or begins with 0",
        f"; write at most {2**53 - 1}, without zeros",
    ),
}
_OPERATORS = {"=": "; write == to compare", "&": "; write && for and", "|": "; write || for or"}


def _invalid(path: str, error: Any) -> ServiceError:
    """Return the error with our own message. The library's messages differ between its versions."""
    kind = type(error).__name__
    token = getattr(error, "token", None)
    if token is None:
        return ServiceError(INVALID_PATH, "The path is nested too deeply")
    place = token[1] if isinstance(token, tuple) else token.index
    if not path.startswith("$"):
        reason, advice = "The path does not begin with $", "; write $ for the whole document, as in $.store.book"
    elif kind in _REASONS:
        reason, advice = _REASONS[kind]
    elif not path[place:].strip("."):
        reason, advice, place = "The path ends where it should go on", "", len(path)
    elif path[place - 1] in "'\"" and path[place - 1] not in path[place:]:
        reason, advice, place = "A quotation mark that is not closed", "", place - 1
    else:
        reason, advice = f"{path[place]!r} is not expected", _OPERATORS.get(path[place], "")
    return ServiceError(INVALID_PATH, f"{reason} at position {place}{advice}. Syntax: {SYNTAX}")


# A dot in a regular expression of RFC 9485, which matches no line break. The alternatives before it skip escapes and
# character classes.
_DOT = re.compile(r"\\.|\[(?:\\.|[^\]\\])*+\]|(\.)", re.DOTALL)
# iregexp_check 0.1.4 takes counts of several digits, as in ``a{10}``, for an error. One digit has the same syntax.
_DIGITS = re.compile("[0-9]+")
#: The beginning of a count, which ``\p{L}`` is not.
_COUNT = re.compile("{[0-9]")


def _by_re2(function: Any, envelope: str) -> Any:
    """Return the library's function ``match`` or ``search``, changed to use RE2 instead of ``regex``.

    ``regex`` can take exponential time. ``envelope``: template of the pattern that must match the whole text. A pattern
    that RFC 9485 does not allow matches nothing, as RFC 9535 requires.
    """
    is_valid = import_module("iregexp_check").check
    last: dict[str, Pattern | None] = {}  # caches only the pattern that was used last

    def matches(self: Any, text: object, written: object) -> bool:
        if not isinstance(text, str) or not isinstance(written, str):
            return False
        if written not in last:
            last.clear()
            allowed = is_valid(_DIGITS.sub("1", written))
            last[written] = _compiled(envelope.format(_DOT.sub(_without_breaks, written))) if allowed else None
        pattern = last[written]
        if pattern is None:
            return False
        data = text.encode(errors="surrogatepass")
        pattern.check_size(len(data))
        return pattern.compiled.fullmatch(data) is not None

    return type(type(function).__name__, (type(function),), {"__call__": matches})()


def _without_breaks(piece: re.Match[str]) -> str:
    return r"[^\n\r]" if piece[1] else piece[0]


def _compiled(pattern: str) -> Pattern | None:
    try:
        return compile_pattern(pattern)
    except ServiceError as exc:
        if exc.error != INVALID_PATTERN:
            raise
        if _COUNT.search(pattern):  # RFC 9485 allows what RE2 refuses, so "matches nothing" would be wrong
            raise ServiceError(INVALID_PATTERN, REPETITIONS) from None
        return None


# The library evaluates a path without a time limit, and `$..*..*..*` takes cubic time. All of its loops iterate over
# the containers of the document, so these containers check the time.


class _WatchedList(list[Any]):
    __slots__ = ("check",)

    check: Callable[[], None]

    def __iter__(self) -> Iterator[Any]:
        return _checked(list.__iter__(self), self.check)

    def __getitem__(self, place: Any) -> Any:
        found = list.__getitem__(self, place)
        return _watched_list(found, self.check) if isinstance(place, slice) else found


class _WatchedDict(dict[str, Any]):
    __slots__ = ("check",)

    check: Callable[[], None]

    def items(self) -> Any:
        return _checked(iter(dict.items(self)), self.check)


def _checked(items: Iterator[Any], check: Callable[[], None]) -> Iterator[Any]:
    check()
    for number, item in enumerate(items, start=1):
        if number % _UNCHECKED == 0:
            check()
        yield item


def _watched(value: Any, check: Callable[[], None]) -> Any:
    if isinstance(value, list):
        return _watched_list(
            [_watched(item, check) if isinstance(item, list | dict) else item for item in value], check
        )
    if isinstance(value, dict):
        members = {
            name: _watched(item, check) if isinstance(item, list | dict) else item for name, item in value.items()
        }
        watched = _WatchedDict(members)
        watched.check = check
        return watched
    return value


def _watched_list(items: list[Any], check: Callable[[], None]) -> _WatchedList:
    watched = _WatchedList(items)
    watched.check = check
    return watched
