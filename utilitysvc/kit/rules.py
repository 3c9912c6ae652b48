"""The rules for the values of a parameter. The service enforces them; serializer, schema and docs read them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from typing import Any, Self, TypeVar

from utilitysvc.kit.service_error import ServiceError

Number = TypeVar("Number", int, Decimal)

#: The words for a boolean, in lower case (G2).
BOOLEANS = {
    "true": True, "1": True, "yes": True, "on": True,
    "false": False, "0": False, "no": False, "off": False,
}  # fmt: skip
#: An error quotes at most so many characters of a value.
MAX_QUOTED = 64
#: The largest number of characters of a name. A longer one is not looked up (G21).
MAX_NAME = 128
#: A word of at least so many characters gets a hint to a name that begins with it: ``hex`` to hex_encode.
LEAST_BEGINNING = 3

_SEPARATORS = re.compile(r"[-_ ]+")
_BETWEEN = re.compile(r"(?<=[a-z0-9])[-_ ]+(?=[a-z0-9])")


class _Rule:
    """Immutable, so that a copy is the rule itself: Django REST framework copies the arguments of each field."""

    __slots__ = ()

    def __deepcopy__(self, memo: object) -> Self:
        return self


@dataclass(frozen=True, slots=True)
class Bounds(_Rule):
    """The inclusive bounds of a number, or of the length of a list, and the error for a value out of bounds.

    ``default``: the value if none is given. The function's signature and the serializer read it from here.

    ``error`` and ``details`` are templates that may hold ``{name}``, ``{label}`` (the name with a capital),
    ``{minimum}`` and ``{maximum}``, the details ``{value}`` too.
    """

    name: str
    minimum: int
    maximum: int
    error: str = "{label} must be between {minimum} and {maximum}"
    details: str = "Requested {name}: {value}"
    default: Any = None  # any type, as each signature annotates its own

    def __post_init__(self) -> None:
        object.__setattr__(self, "error", self._filled(self.error))

    def check(self, value: Number) -> Number:
        """Return ``value``, or raise ServiceError if it is out of bounds."""
        if value == value and self.minimum <= value <= self.maximum:  # NaN is within no bounds
            return value
        raise ServiceError(self.error, self._filled(self.details, value=written(value)))

    def _filled(self, template: str, **values: object) -> str:
        return template.format(
            name=self.name, label=self.name.capitalize(), minimum=self.minimum, maximum=self.maximum, **values
        )


@dataclass(frozen=True, slots=True)
class Length(_Rule):
    """The largest number of characters of a text. ``details``: a template that may hold ``{value}``, the number given.

    ``default`` as for Bounds.
    """

    name: str
    maximum: int
    details: str = "Characters given: {value}"
    default: Any = None

    @property
    def error(self) -> str:
        return f"{self.name.capitalize()} must be at most {self.maximum} characters"

    def check(self, text: str) -> str:
        """Return ``text``, or raise ServiceError if it is longer."""
        if len(text) <= self.maximum:
            return text
        raise ServiceError(self.error, self.details.format(value=len(text)))


@dataclass(frozen=True, slots=True)
class Choices(_Rule):
    """A closed list of names in their canonical spelling, and other spellings that mean one of them.

    ``default`` as for Bounds. ``hints``: for words that are not accepted, the choice that their senders are likely to
    mean, or an empty text if there is none; the words are in lower case, without separators.
    """

    name: str
    values: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    default: Any = None
    hints: Mapping[str, str] = field(default_factory=dict)
    _known: Mapping[str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not self.error:
            object.__setattr__(self, "error", f"Invalid {self.name} specified")
        known: dict[str, str] = {}
        for spelling, name in (*zip(self.values, self.values, strict=True), *self.aliases.items()):
            if known.setdefault(_squeezed(spelling), name) != name:
                raise TypeError(f"{self.name}: {spelling!r} would mean {name!r} and {known[_squeezed(spelling)]!r}")
        object.__setattr__(self, "_known", known)

    @property
    def details(self) -> str:
        return f"Supported {self.name}s: {', '.join(self.values)}"

    def check(self, text: str) -> str:
        """Return the canonical spelling of ``text`` (G2).

        Case does not matter, nor white space around it, nor ``-``, ``_`` and spaces between its letters and digits:
        ``SHA-256`` is sha256.
        """
        name = text if text in self.values else self.find(text)
        if name is None:
            raise ServiceError(self.error, f"{self.details}. {self._hint(text)}")
        return name

    def find(self, text: str) -> str | None:
        """Return the canonical spelling of ``text`` as ``check`` does, or None where there is none."""
        return self._known.get(_squeezed(text)) if len(text) <= MAX_NAME else None

    def close_to(self, text: str) -> str | None:
        """Return the choice with a spelling that is close to ``text``, if there is one."""
        return next(map(self._known.get, get_close_matches(_squeezed(text), self._known, n=1)), None)

    def _hint(self, text: str) -> str:
        """Name what was given and, if there is one, the choice that it is likely to mean (G17)."""
        given = text[:MAX_NAME].strip()[:MAX_QUOTED]
        meant = self.hints.get(_squeezed(given))
        if meant is None:
            meant = next(self._similar(given), "")
        return f"Unknown {self.name}: {given}" + (f". Did you mean {meant}?" if meant else "")

    def _similar(self, given: str) -> Iterator[str]:
        """Yield the choice of the same words in another order, the closest one, and those that begin with it."""
        words = _words(given)
        yield from (value for value in self.values if _words(value) == words)  # format_json: json_format
        if close := self.close_to(given):
            yield close
        squeezed = _squeezed(given)
        if len(squeezed) >= LEAST_BEGINNING:
            yield from (name for known, name in self._known.items() if known.startswith(squeezed))


def _squeezed(text: str) -> str:
    return _BETWEEN.sub("", text.strip().lower())


def _words(text: str) -> list[str]:
    return sorted(_SEPARATORS.split(text.lower()))


def lone_surrogate(text: str) -> int | None:
    """Return the position of the first lone surrogate, which UTF-8 cannot encode, or None."""
    try:
        text.encode()  # 17 times as fast as a search
    except UnicodeEncodeError as exc:
        return exc.start
    return None


def written(value: int | Decimal) -> str:
    """Return the numeral, or the size of an integer of over 4,300 digits, which Python refuses to write."""
    try:
        return str(value)
    except ValueError:
        return f"a number of {int(value).bit_length()} bits"
