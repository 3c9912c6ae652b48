"""Choose parts of an answer: ``fields`` (I11) and ``lang`` (I12)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args, get_type_hints, is_typeddict

from iplookup.answers import LocatedPart
from utilitysvc.kit.rules import MAX_NAME, Bounds, Choices

ENGLISH = "en"
LANGUAGE_NAMES = {
    "de": "German",
    ENGLISH: "English",
    "es": "Spanish",
    "fr": "French",
    "ja": "Japanese",
    "pt-BR": "Portuguese",
    "ru": "Russian",
    "zh-CN": "Chinese",
}
LANGUAGES = Choices(
    "language",
    tuple(LANGUAGE_NAMES),
    hints={name.lower(): code for code, name in LANGUAGE_NAMES.items()},
)

INVALID_FIELDS = "Invalid fields specified"
FIELDS = Bounds(
    "fields", 1, 32, error=INVALID_FIELDS, details="{minimum} to {maximum} fields can be named: {value} are given"
)

#: Traits keep the names that the database gives them.
_TRAIT = re.compile(r"traits\.[a-z][a-z0-9_]{0,63}")
_ONE_OF_THE_NAMES = re.compile(rf"(.+names)\.({'|'.join(LANGUAGES.values)})", re.IGNORECASE | re.ASCII)


def _names_in(shape: object, above: str = "") -> Iterator[str]:
    """Yield the dotted names of a TypedDict's keys and of all nested keys."""
    for name, hint in get_type_hints(shape).items():
        yield above + name
        for inner in filter(is_typeddict, (hint, *get_args(hint))):  # an entry of a list is named like the list
            yield from _names_in(inner, f"{above}{name}.")


_NAMES = Choices("field", tuple(_names_in(LocatedPart)), error=INVALID_FIELDS)


def names(fields: Sequence[str]) -> list[str]:
    """Return the name that each of ``fields`` means, in the same order.

    ``subdivisions[].name`` is the same as ``subdivisions.name``. Raises ServiceError for more than 32 fields, and for a
    field that no answer has.

    >>> names(["Country.ISO-code", "subdivisions[].name"])
    ['country.iso_code', 'subdivisions.name']
    """
    FIELDS.check(len(fields))
    return [*map(_name, fields)]


def _name(field: str) -> str:
    if len(field) <= MAX_NAME:  # the list of names refuses a longer one
        field = field.strip().replace("[]", "")
        if _TRAIT.fullmatch(field):
            return field
        if match := _ONE_OF_THE_NAMES.fullmatch(field):
            return f"{_name(match[1])}.{LANGUAGES.check(match[2])}"
    return _NAMES.check(field)


@lru_cache(maxsize=64)  # the fields have at most 32 times 128 characters
def selection(fields: tuple[str, ...]) -> dict[str, Any]:
    """Return the names of ``fields`` as a tree: the wanted keys, each with those wanted of its value, or none for all.

    >>> selection(("country.iso_code", "asn"))
    {'country': {'iso_code': {}}, 'asn': {}}
    """
    wanted: dict[str, Any] = {}
    for name in sorted(names(fields), reverse=True):  # a key comes after those of its value, and replaces them
        *above, last = name.split(".")
        inner = wanted
        for key in above:
            inner = inner.setdefault(key, {})
        inner[last] = {}
    return wanted


def selected(value: Any, wanted: Mapping[str, Any]) -> Any:
    """Return the wanted parts of a value, or something empty if it has none of them."""
    if not wanted:
        return value
    if isinstance(value, list):
        return [part for entry in value if (part := selected(entry, wanted))]
    found = {}
    for key, inner in value.items():
        if key in wanted:
            part = selected(inner, wanted[key])
            if part or not wanted[key]:
                found[key] = part
    return found


def value_at(value: Any, name: str) -> Any:
    """Return the part of a value that has this name, or None. A list has a list of what its entries have there."""
    for key in name.split("."):
        if isinstance(value, list):
            value = [entry[key] for entry in value if key in entry]
        elif value is not None:
            value = value.get(key)
    return value
