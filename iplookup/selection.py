"""Choose parts of an answer: ``fields`` (I11) and ``lang`` (I12)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from iplookup.answers import LocatedPart
from utilitysvc.kit.rules import MAX_NAME, MAX_QUOTED, Bounds, Choices
from utilitysvc.kit.service_error import ServiceError

#: The wanted keys, each with the wanted keys of its value. An empty selection wants everything.
Selection = Mapping[str, "Selection"]
EVERYTHING: Selection = {}

#: The way to a value: a key of the answer, a key of that key's value, and so on.
Path = Sequence[str]

ENGLISH = "en"
LANGUAGES = Choices(
    "language",
    ("de", ENGLISH, "es", "fr", "ja", "pt-BR", "ru", "zh-CN"),
    hints={
        "german": "de", "english": ENGLISH, "spanish": "es", "french": "fr", "japanese": "ja", "portuguese": "pt-BR",
        "pt": "pt-BR", "russian": "ru", "chinese": "zh-CN", "zh": "zh-CN",
    },
)  # fmt: skip

INVALID_FIELDS = "Invalid fields specified"
FIELDS = Bounds(
    "fields", 1, 32, error=INVALID_FIELDS, details="{minimum} to {maximum} fields can be named: {value} are given"
)

#: Traits keep the names that the database gives them.
_TRAIT = re.compile(r"traits\.[a-z][a-z0-9_]{0,63}")
_ONE_OF_THE_NAMES = re.compile(rf"(.+names)\.({'|'.join(LANGUAGES.values)})", re.IGNORECASE | re.ASCII)


def _names(shape: object, above: str = "") -> list[str]:
    """Return the dotted names of a TypedDict's keys and of all nested keys."""
    found: list[str] = []
    for name, hint in get_type_hints(shape).items():
        found.append(above + name)
        inner = get_args(hint)[0] if get_origin(hint) is list else hint
        if is_typeddict(inner):
            found += _names(inner, f"{above}{name}.")
    return found


_NAMES = Choices("field", tuple(_names(LocatedPart)), error=INVALID_FIELDS)


def paths(fields: Sequence[str]) -> list[Path]:
    """Return the path that each of ``fields`` names, in the same order.

    ``subdivisions[].name`` is the same as ``subdivisions.name``. Raises ServiceError for more than 32 fields, and for a
    field that no answer has.

    >>> paths(["country.iso_code", "asn"])
    [['country', 'iso_code'], ['asn']]
    """
    FIELDS.check(len(fields))
    for field in fields:
        if len(field) > MAX_NAME:
            raise ServiceError(_NAMES.error, f"{_NAMES.details}. Unknown field: {field.strip()[:MAX_QUOTED]}")
    return [_path(field.strip().replace("[]", "")) for field in fields]


def _path(field: str) -> list[str]:
    if _TRAIT.fullmatch(field):
        return field.split(".")
    if match := _ONE_OF_THE_NAMES.fullmatch(field):
        return [*_path(match[1]), LANGUAGES.canonical(match[2])]
    return _NAMES.canonical(field).split(".")


def selection(wanted: Sequence[Path]) -> Selection:
    """Return the selection of the ``wanted`` paths. ``country`` selects all of it, even beside ``country.name``."""
    found: dict[str, Any] = {}
    for path in sorted(wanted, key=len):
        *above, last = path
        inner = found
        for name in above:
            if name in inner and not inner[name]:
                break  # a shorter path has selected all of it
            inner = inner.setdefault(name, {})
        else:
            inner.setdefault(last, {})
    return found


def value_at(result: Any, path: Path) -> Any:
    """Return the value at ``path``, or None. In a list, the path is followed in each entry, which gives a list."""
    if isinstance(result, list):
        return [value for entry in result if (value := value_at(entry, path)) is not None] or None
    if not path or result is None:
        return result
    return value_at(result.get(path[0]), path[1:])


def selected(value: Any, wanted: Selection) -> Any:
    """Return the wanted parts of a value, or something empty if it has none of them."""
    if not wanted:
        return value
    if isinstance(value, list):
        return [part for entry in value if (part := selected(entry, wanted))]
    if not isinstance(value, dict):
        return None
    parts = {key: selected(inner, wanted[key]) for key, inner in value.items() if key in wanted}
    # Keep values such as 0, but drop an object that has none of the wanted parts.
    return {key: part for key, part in parts.items() if part or not wanted[key]}
