"""JSON Path (RFC 9535), and JSON with its names sorted (X13).

https://www.rfc-editor.org/rfc/rfc9535
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from importlib import import_module
from itertools import count
from operator import itemgetter
from typing import Any

from textops.json_text import MAX_DEPTH, Members, format_json, load_json
from textops.limits import LARGEST, Budget
from textops.patterns import INVALID as INVALID_PATTERN
from textops.patterns import PATTERN, Pattern, compile_pattern
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import Length
from utilitysvc.kit.service_error import ServiceError

JSONPATH = Extra("jsonpath", "jsonpath_rfc9535")
PATH = Length("path", 1000)
PATH_REQUIRED = (
    "Path parameter is required",
    "Provide a JSON Path in the path parameter, such as $.store.book[*].title",
)
ADVICE = "send less JSON, or a path with fewer descendant segments (..) and filters"

# How many values are visited before the clock is read again, which takes as long as to visit one.
_UNCHECKED = 16


def json_path(text: str, *, path: str, largest: int = LARGEST, budget: Budget | None = None) -> str:
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
    check = partial((budget or Budget()).check, "Path", ADVICE)
    for name, envelope in (("match", "{}"), ("search", "(?s:.*)(?:{})(?s:.*)")):
        functions[name] = _MatchedByRe2(functions[name], envelope, check)
    try:
        query = environment.compile(path)
    except (library.JSONPathError, RecursionError, OverflowError) as exc:
        raise ServiceError("Invalid path specified", _details(path, exc)) from None
    values = load_json(text)
    try:
        calls = count()

        def check_sometimes() -> None:
            if next(calls) % _UNCHECKED == 0:
                check()

        document = _watched(values, check_sometimes)
        found = [node.value for node in query.finditer(document)]
    except RecursionError:  # the library recurses, and Python 3.11 allows fewer nested calls than 3.12
        raise ServiceError("Path too costly", f"The JSON is nested too deeply for this path; {ADVICE}") from None
    return format_json(found, largest)


def json_sort_keys(text: str, *, largest: int = LARGEST) -> str:
    """Return the JSON ``text`` formatted, the names of each object sorted by code points.

    Repeated names keep their order. Raises CodecError and ServiceError as json_format does.
    """
    return format_json(
        load_json(text, object_pairs_hook=lambda pairs: Members(sorted(pairs, key=itemgetter(0))) or {}), largest
    )


def _details(path: str, error: Any) -> str:
    if isinstance(error, OverflowError):  # the library converts 1e400 to an integer by a float
        return "A number in the path is too large"
    token = getattr(error, "token", None)
    if token is None:
        return "The path is nested too deeply"
    position = token[1] if isinstance(token, tuple) else token.index  # of version 2 of the library, and of version 1
    reason, remark = error.args[0], ""
    if not path.startswith("$"):  # which the library does not say
        reason, remark = "The path does not begin with $", "; write $ for the whole document, as in $.store.book"
    elif reason == "internal error":  # version 2 takes a minus sign for the beginning of a number
        reason = f"unexpected {path[position]!r}"
    return f"{reason} at position {position}{remark}. Syntax: https://www.rfc-editor.org/rfc/rfc9535"


# A dot in a regular expression of RFC 9485, which matches no line break. The alternatives before it skip escapes and
# character classes.
_DOT = re.compile(r"\\.|\[(?:\\.|[^\]\\])*+\]|(\.)", re.DOTALL)


class _MatchedByRe2:
    """The function ``match`` or ``search`` of a path. It uses RE2, because the library's can take exponential time.

    ``envelope``: template of the pattern that must match the whole text. ``check`` raises ServiceError if the time is
    used up: one search may take about a second, and a path may have many. A pattern that RFC 9485 does not allow
    matches nothing, as RFC 9535 requires.
    """

    def __init__(self, function: Any, envelope: str, check: Callable[[], None]) -> None:
        base: Any = type(function).mro()[1]
        base.register(_MatchedByRe2)  # version 1 of the library calls only functions of its own type
        self.check = check
        self.arg_types, self.return_type = function.arg_types, function.return_type
        # A filter asks with the same pattern for each value. A cached method would be a cycle, which keeps the pattern.
        self._compiled = lru_cache(1)(partial(_compile, import_module("iregexp_check").check, envelope))

    def __call__(self, text: object, written: object) -> bool:
        if not isinstance(text, str) or not isinstance(written, str):
            return False
        pattern = self._compiled(written)
        if pattern is None:
            return False
        data = text.encode(errors="surrogatepass")
        pattern.check_size(len(data))
        self.check()
        return pattern.compiled.fullmatch(data) is not None


def _compile(is_valid: Callable[[str], bool], envelope: str, written: str) -> Pattern | None:
    # A document may hold a pattern of any length. iregexp_check recurses: thousands of brackets end the process.
    PATTERN.check(written)
    # iregexp_check 0.1.4 takes counts of several digits, as in ``a{10}``, for an error. One digit has the same syntax.
    if not is_valid(re.sub("[0-9]+", "1", written)):
        return None
    pattern = envelope.format(_DOT.sub(lambda piece: r"[^\n\r]" if piece[1] else piece[0], written))
    try:
        return compile_pattern(pattern)
    except ServiceError as exc:
        if exc.error != INVALID_PATTERN:
            raise
        # The beginning of a count, which \p{L} is not. RFC 9485 allows what RE2 refuses, so "matches nothing" would be
        # wrong.
        if re.search("{[0-9]", pattern):
            raise ServiceError(
                INVALID_PATTERN,
                "RE2, which evaluates match and search, repeats at most 1000 times in all, and from fewer to more "
                "times: write a smaller number",
            ) from None
        return None


# The library evaluates a path without a time limit: `$..*..*..*` takes cubic time, and `$[0,0][0,0]` doubles the values
# with each segment. It gets all values by iterating over the containers of the document, or by an index or name. So
# these containers check the time.


class _WatchedList(list[Any]):
    check: Callable[[], None]

    def __iter__(self) -> Iterator[Any]:
        return _checked(super().__iter__(), self.check)

    def __getitem__(self, place: Any) -> Any:
        self.check()
        found = super().__getitem__(place)
        if isinstance(place, slice):
            found = _WatchedList(found)
            found.check = self.check
        return found


class _WatchedDict(dict[str, Any]):
    check: Callable[[], None]

    def __getitem__(self, name: str) -> Any:
        self.check()
        return super().__getitem__(name)

    def items(self) -> Any:
        return _checked(iter(super().items()), self.check)


def _checked(items: Iterator[Any], check: Callable[[], None]) -> Iterator[Any]:
    for item in items:
        check()
        yield item


def _watched(value: Any, check: Callable[[], None]) -> Any:
    """Return a value of ``load_json`` with watched containers."""
    watched: _WatchedList | _WatchedDict
    if isinstance(value, list):
        watched = _WatchedList(_watched(item, check) for item in value)
    elif isinstance(value, dict):
        watched = _WatchedDict((name, _watched(item, check)) for name, item in value.items())
    else:
        return value
    watched.check = check
    return watched
