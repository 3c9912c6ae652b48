"""The arguments of a library function, held to its annotations (F5)."""

import datetime
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from tests.tables import each_row
from utilitysvc.kit import ServiceError
from utilitysvc.kit.arguments import checked, unchecked
from utilitysvc.kit.operation import Operation
from utilitysvc.kit.parameter_serializer import NoParameters


class Name(str):
    """A string, as a member of a StrEnum is one."""


class Several(Sequence):
    """A sequence that is no list."""

    def __len__(self):
        return 1

    def __getitem__(self, place):
        return ["a"][place]


def of(hint: Any) -> Callable[..., Any]:
    """A checked function whose parameter ``value`` is annotated so."""

    def function(*, value):
        return value

    function.__annotations__ = {"value": hint}
    return checked(function)


TAKEN = [
    (str, ["", "a", "\0", "e\u0301", "😀", Name("a")]),
    (int, [0, -1, 10**5000]),
    (bool, [True, False]),
    (float, [0.5, 3, -0.0]),
    (bytes, [b""]),
    (str | None, ["a", None]),
    (str | Sequence[str], ["a", [], ["a"], ("a", "b"), Several()]),
    (Sequence[int | None], [[1, None]]),
    (list[str], [["a"]]),
    (Iterable[bytes], [iter([b"a"]), [b"a"], (chunk for chunk in ["not looked into"])]),
    (Mapping[str, int], [{}, {"a": "not looked into"}]),
    (Callable, [str]),
    (Literal["a", "b"], ["a", "c"]),  # a name of a closed list is the function's to refuse, as ServiceError
    (Annotated[int, "How many"], [1]),
    (datetime.tzinfo | None, [datetime.UTC, None]),
    (str | Path, ["a", Path()]),
    (Any, [object()]),
    (object, [object()]),
]
REFUSED = [
    (str, b"a", TypeError, "value must be a string, not bytes"),
    (str, None, TypeError, "value must be a string, not NoneType"),
    (str, "a\ud800", ValueError, "value must not hold a lone surrogate (at position 1)"),
    (str, Name("\udfff"), ValueError, "value must not hold a lone surrogate (at position 0)"),
    (int, True, TypeError, "value must be an integer, not bool"),
    (int, 5.0, TypeError, "value must be an integer, not float"),
    (int, "5", TypeError, "value must be an integer, not str"),
    (bool, 1, TypeError, "value must be a boolean, not int"),
    (bool, "true", TypeError, "value must be a boolean, not str"),
    (float, "1", TypeError, "value must be a number, not str"),
    (float, True, TypeError, "value must be a number, not bool"),
    (float, float("nan"), ValueError, "value must be a finite number, not nan"),
    (float, float("-inf"), ValueError, "value must be a finite number, not -inf"),
    (bytes, "a", TypeError, "value must be bytes, not str"),
    (str | None, 5, TypeError, "value must be a string or None, not int"),
    (str | None, "\ud800", ValueError, "value must not hold a lone surrogate (at position 0)"),
    (str | Sequence[str], {"a"}, TypeError, "value must be a string or a sequence of strings, not set"),
    (str | Sequence[str], b"a", TypeError, "value must be a string or a sequence of strings, not bytes"),
    (str | Sequence[str], ["a", 1], TypeError, "value[1] must be a string, not int"),
    (str | Sequence[str] | None, ["\ud800"], ValueError, "value[0] must not hold a lone surrogate (at position 0)"),
    (Sequence[str], "abc", TypeError, "value must be a sequence of strings, not str"),
    (Sequence[str], (part for part in "ab"), TypeError, "value must be a sequence of strings, not generator"),
    (Sequence[Sequence[int]], [[1], ["1"]], TypeError, "value[1][0] must be an integer, not str"),
    (Iterable[bytes], b"abc", TypeError, "value must be an iterable of bytes, not bytes"),
    (Iterable[bytes], 5, TypeError, "value must be an iterable of bytes, not int"),
    (Iterable[bytes], [b"a", "b"], TypeError, "value[1] must be bytes, not str"),
    (Mapping[str, int], [], TypeError, "value must be a mapping, not list"),
    (Callable[[], str], "now", TypeError, "value must be a callable, not str"),
    (Literal["a", "b"], 1, TypeError, "value must be a string, not int"),
    (datetime.tzinfo | None, "UTC", TypeError, "value must be datetime.tzinfo or None, not str"),
]


@each_row(("hint", "values"), TAKEN)
def test_f5_taken_as_it_is(hint, values):
    for value in values:
        assert of(hint)(value=value) is value


@each_row(("hint", "value", "kind", "words"), REFUSED)
def test_f5_refused_by_name(hint, value, kind, words):
    with pytest.raises(kind) as refused:
        of(hint)(value=value)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        ("now", "value must return datetime.datetime, not str"),
        (None, "value must return datetime.datetime, not NoneType"),
    ],
)
def test_f5_what_a_clock_returns_is_looked_at(returned, words):
    clock = of(Callable[[], datetime.datetime])
    noon = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
    assert clock(value=lambda: noon)() is noon
    with pytest.raises(TypeError) as refused:
        clock(value=lambda: returned)()
    assert str(refused.value) == words


def test_f5_what_a_source_of_bytes_returns_is_looked_at():
    source = of(Callable[[bool], Callable[[int], bytes]])
    assert source(value=lambda secure: bytes)(True)(2) == b"\0\0"
    with pytest.raises(TypeError, match=r"^value must return a callable, not bytes$"):
        source(value=lambda secure: b"")(True)
    with pytest.raises(TypeError, match=r"^value\(\) must return bytes, not str$"):
        source(value=lambda secure: lambda size: "")(True)(2)


@checked
def repeat(*, text: str, times: int = 2) -> str:
    """Repeat a text."""
    if times > 9:
        raise ServiceError("Too many")
    return text * times


@pytest.mark.parametrize(
    ("arguments", "named"), [({}, "text"), ({"text": "a", "tiems": 3}, "tiems"), ({"text": 1, "times": "x"}, "text")]
)
def test_f5_missing_unknown_and_first_of_two(arguments, named):
    with pytest.raises(TypeError, match=named):
        repeat(**arguments)


def test_f5_by_position_is_pythons_own_refusal():
    with pytest.raises(TypeError, match=r"repeat\(\) takes 0 positional arguments"):
        repeat("a")


def test_f5_defaults_and_refusals_of_the_function_pass():
    assert repeat(text="ab") == "abab"
    with pytest.raises(ServiceError, match="Too many"):
        repeat(text="a", times=10)


def test_f5_help_shows_the_function_itself():
    assert str(inspect.signature(repeat)) == "(*, text: str, times: int = 2) -> str"
    assert (repeat.__name__, repeat.__doc__, repeat.__module__) == ("repeat", "Repeat a text.", __name__)


def test_f5_unchecked_is_the_function_that_was_given():
    inner = unchecked(repeat)
    assert inner is not repeat
    assert inner(text="a", times=True) == "a"
    assert unchecked(inner) is inner


def test_f5_a_request_is_not_checked_twice():
    """What a serializer has read goes straight to the function."""

    @checked
    def compute(*, times: int = 2) -> dict[str, int]:
        """Count."""
        return {"times": times}

    row = Operation("count", compute, NoParameters, str, examples={"One": {}})
    assert row.compute({"times": "not looked at"}) == {"times": "not looked at"}
    assert row.effect == "Count"
