"""Check the arguments of a library function against its annotations. An error names the argument (F5).

    @checked
    def repeat(*, text: str, times: int = 2) -> str: ...

    repeat(text=b"ab")      TypeError: text must be a string, not bytes
    repeat(text="\\ud800")   ValueError: text must not hold a lone surrogate (at position 0)
    repeat(times=True)      TypeError: times must be an integer, not bool

The function itself checks whether it accepts the value, and raises ServiceError if not.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from utilitysvc.kit.rules import lone_surrogate

P = ParamSpec("P")
R = TypeVar("R")


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Return ``function`` with its keyword arguments checked against their annotations.

    A wrong argument is a TypeError, and a text with a lone surrogate or a number that is not finite a ValueError. Each
    names the parameter. An instance of a subclass is accepted, but True and False are not integers here, and a string
    is not a sequence of strings. Of a function that is passed, as a clock, the result is checked when it is called.
    """

    @cache  # at the first call, since resolving annotations takes longer than importing most modules
    def kinds() -> dict[str, _Kind]:
        return {name: _kind(hint) for name, hint in get_type_hints(function).items() if name != "return"}

    @wraps(function)
    def held(*args: P.args, **kwargs: P.kwargs) -> R:
        known = kinds()
        for name, value in kwargs.items():
            if name in known:  # otherwise Python's own TypeError names it
                kwargs[name] = _checked_value(known[name], name, value)
        return function(*args, **kwargs)

    held.unchecked = function  # type: ignore[attr-defined]  # for callers that have checked the arguments
    return held


def unchecked(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function that ``checked`` has wrapped. Any other function is returned as it is."""
    inner: Callable[P, R] = getattr(function, "unchecked", function)
    return inner


class _Kind(NamedTuple):
    """One kind of argument: its name for people, a test for values of it, and a check of what such a value contains."""

    words: str
    takes: Callable[[Any], bool]
    look_into: Callable[[str, Any], None] | None = None
    returns: Any = None  # for a callable: the _Kind of its result


def _check(kind: _Kind, name: str, value: object) -> None:
    if not kind.takes(value):
        raise TypeError(f"{name} must be {kind.words}, not {type(value).__name__}")
    if kind.look_into:
        kind.look_into(name, value)


def _checked_value(kind: _Kind, name: str, value: Any) -> Any:
    """Check ``value`` and return it; a function is returned as one whose result is checked too."""
    _check(kind, name, value)
    if kind.returns is None:
        return value

    def call(*args: Any, **kwargs: Any) -> Any:
        result = value(*args, **kwargs)
        if not kind.returns.takes(result):
            raise TypeError(f"{name} must return {kind.returns.words}, not {type(result).__name__}")
        return _checked_value(kind.returns, f"{name}()", result)

    return call


def _look_into_text(name: str, value: str) -> None:
    if (position := lone_surrogate(value)) is not None:
        raise ValueError(f"{name} must not hold a lone surrogate (at position {position})")


def _look_into_number(name: str, value: float) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{name} must be a finite number, not {value}")


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_SCALARS: dict[Any, _Kind] = {
    str: _Kind("a string", lambda value: isinstance(value, str), _look_into_text),
    bool: _Kind("a boolean", lambda value: isinstance(value, bool)),
    int: _Kind("an integer", _is_integer),
    # As PEP 484 has it, an int is a float too.
    float: _Kind("a number", lambda value: isinstance(value, float) or _is_integer(value), _look_into_number),
    bytes: _Kind("bytes", lambda value: isinstance(value, bytes)),
    NoneType: _Kind("None", lambda value: value is None),
    Callable: _Kind("a callable", callable),
}
_ANYTHING = _Kind("anything", lambda value: True)

#: The words for several of a kind.
_PLURALS = {"a string": "strings", "an integer": "integers", "a number": "numbers", "a boolean": "booleans"}


def _kind(hint: Any) -> _Kind:
    """Return the kind of argument that an annotation asks for."""
    if hint in (Any, object):
        return _ANYTHING
    if hint in _SCALARS:
        return _SCALARS[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _kind(inner[0])
    if origin in (Union, UnionType):
        return _either([_kind(one) for one in inner])
    if origin is Literal:
        return _either([_kind(one) for one in dict.fromkeys(type(value) for value in inner)])
    if origin is Callable:
        return _SCALARS[Callable]._replace(returns=_kind(inner[-1]))
    if origin in (list, tuple, Sequence, Iterable):
        return _several(origin, _kind(inner[0]))
    if origin in (dict, Mapping) or is_typeddict(hint):
        return _Kind("a mapping", lambda value: isinstance(value, Mapping))
    kind: type = origin or hint
    return _Kind(f"{kind.__module__}.{kind.__qualname__}", lambda value: isinstance(value, kind))


def _either(kinds: Sequence[_Kind]) -> _Kind:
    def look_into(name: str, value: object) -> None:
        for kind in kinds:
            if kind.takes(value):
                return _check(kind, name, value)
        return None

    *firsts, last = [kind.words for kind in kinds]
    words = f"{', '.join(firsts)} or {last}" if firsts else last
    return _Kind(words, lambda value: any(kind.takes(value) for kind in kinds), look_into)


def _several(container: Any, item: _Kind) -> _Kind:
    """A sequence, or any iterable. The items of an iterator, which can be read only once, are not checked here."""

    def takes(value: object) -> bool:
        return isinstance(value, container) and not isinstance(value, str | bytes | bytearray | memoryview)

    def look_into(name: str, value: Iterable[object]) -> None:
        if isinstance(value, Sequence):
            for place, entry in enumerate(value):
                _check(item, f"{name}[{place}]", entry)

    words = "an iterable" if container is Iterable else "a sequence"
    return _Kind(f"{words} of {_PLURALS.get(item.words, item.words)}", takes, look_into)
