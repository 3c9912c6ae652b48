"""The password rules that sites publish for password managers, in Apple's syntax (P8).

https://developer.apple.com/documentation/security/customizing-password-autofill-rules
"""

import re
import string
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from utilitysvc.kit.rules import MAX_QUOTED, Choices
from utilitysvc.kit.service_error import ServiceError

INVALID_RULES = "Invalid rules specified"
MAX_CHARACTERS = 1000
#: More required classes would take long to count. Sites require two to four.
MAX_REQUIRED = 8

ASCII_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
CHARACTER_CLASSES = {
    "upper": string.ascii_uppercase,
    "lower": string.ascii_lowercase,
    "digit": string.digits,
    "special": "-~!@#$%^&*_+=`|(){}[:;\"'<>,.?] ",  # as Apple lists them: neither slash nor backslash
    "ascii-printable": ASCII_PRINTABLE,
}
#: A class of Apple's that has no fixed set of characters. Its parser skips it, and ``[ä]`` too.
_SKIPPED = {"unicode": ""}
PROPERTIES = Choices("property", ("required", "allowed", "max-consecutive", "minlength", "maxlength"))
SUPPORTED = f"Supported properties: {', '.join(PROPERTIES.values)}"
_NAMES = Choices("character class", (*CHARACTER_CLASSES, *_SKIPPED))

_SPACE = re.compile(r"[ \t\r\n\f]*")
_NAME = re.compile(r"[^\s:;,\[\]]+")
_NUMBER = re.compile(r"[0-9]+")
_RANGE = re.compile("([!-~])-([!-~])")


class SiteRules(NamedTuple):
    """What a site accepts: the characters, the classes that must each occur, and the lengths.

    ``max_consecutive``: how often a character may follow itself at most; None is no limit.
    """

    characters: str
    required: tuple[frozenset[str], ...]
    minimum: int
    maximum: int | None
    max_consecutive: int | None


def parse(text: str) -> SiteRules:
    """Read rules. Raises ServiceError for what cannot be read, with the position, counted from 0."""
    if len(text) > MAX_CHARACTERS:
        raise invalid_rules(f"at most {MAX_CHARACTERS} characters, characters given: {len(text)}")
    required: list[frozenset[str]] = []
    allowed: set[str] = set()
    numbers: dict[str, list[int]] = {"max-consecutive": [], "minlength": [], "maxlength": []}
    place = _skip(text, 0)
    while place < len(text):
        if text[place] == ";":
            place = _skip(text, place + 1)
            continue
        name, place = _property(text, place)
        if name in numbers:
            number, place = _number(text, place)
            numbers[name].append(number)
        else:
            characters, place = _character_classes(text, place)
            if name == "required" and characters:
                required.append(frozenset(characters))
            allowed |= characters
        if place < len(text) and text[place] != ";":
            raise _unexpected(text, place, "a semicolon ends a property")
    return SiteRules(
        "".join(sorted(allowed)) or ASCII_PRINTABLE,
        _strictest(required),
        max(numbers["minlength"], default=1),
        min(numbers["maxlength"], default=None),
        min(numbers["max-consecutive"], default=None),
    )


def invalid_rules(reason: str) -> ServiceError:
    return ServiceError(INVALID_RULES, reason)


def _strictest(required: Sequence[frozenset[str]]) -> tuple[frozenset[str], ...]:
    """Leave out each class of which another required class is a part, and which therefore occurs anyway."""
    distinct = list(dict.fromkeys(required))
    needed = tuple(one for one in distinct if not any(other < one for other in distinct))
    if len(needed) > MAX_REQUIRED:
        raise invalid_rules(
            f"at most {MAX_REQUIRED} different classes can be required, classes required: {len(needed)}"
        )
    return needed


def _property(text: str, place: int) -> tuple[str, int]:
    found = _NAME.match(text, place)
    if not found:
        raise _unexpected(text, place, "a property begins with its name")
    name = PROPERTIES.find(found[0])
    if name is None:
        close = PROPERTIES.close_to(found[0][:MAX_QUOTED])
        raise invalid_rules(
            f"unknown property {found[0][:MAX_QUOTED]!r} at position {place}; {SUPPORTED}"
            + (f". Did you mean {close}?" if close else "")
        )
    place = _skip(text, found.end())
    if place == len(text) or text[place] != ":":
        raise _unexpected(text, place, f"a colon stands after {name}")
    return name, _skip(text, place + 1)


def _number(text: str, place: int) -> tuple[int, int]:
    found = _NUMBER.match(text, place)
    if not found:
        raise _unexpected(text, place, "a whole number is needed")
    # More digits would not change what is possible.
    return int(found[0].lstrip("0")[:9] or "0"), _skip(text, found.end())


def _character_classes(text: str, place: int) -> tuple[set[str], int]:
    characters: set[str] = set()
    while True:
        if text[place : place + 1] == "[":
            found, place = _custom_class(text, place)
        else:
            found, place = _named_class(text, place)
        characters.update(found)
        place = _skip(text, place)
        if text[place : place + 1] != ",":
            return characters, place
        place = _skip(text, place + 1)


def _named_class(text: str, place: int) -> tuple[str, int]:
    found = _NAME.match(text, place)
    if not found:
        raise _unexpected(text, place, f"write one of {', '.join(CHARACTER_CLASSES)} or characters in brackets")
    name = _NAMES.find(found[0])
    if name is None:
        raise invalid_rules(
            f"unknown character class {found[0][:MAX_QUOTED]!r} at position {place}; "
            f"write one of {', '.join(CHARACTER_CLASSES)} or characters in brackets"
        )
    return (CHARACTER_CLASSES | _SKIPPED)[name], found.end()


def _custom_class(text: str, place: int) -> tuple[str, int]:
    """Read ``[...]``. In it a hyphen can only stand first, and a closing bracket last: ``[-_]]``."""
    end = text.find("]", place + 1)
    if end < 0:
        raise invalid_rules(f"the bracket at position {place} is not closed")
    if text[end : end + 2] == "]]":
        end += 1
    characters = text[place + 1 : end]
    for position, character in enumerate(characters, place + 1):
        if character == "-" and position > place + 1:
            raise _range_or_hyphen(text, place + 1, end, position)
    if not characters:
        raise invalid_rules(f"the brackets at position {place} are empty")
    return "".join(character for character in characters if character in ASCII_PRINTABLE), end + 1


def _range_or_hyphen(text: str, start: int, end: int, position: int) -> ServiceError:
    """The error of a hyphen that may be a character or make a range of those beside it, as in ``[a-z]``."""

    def rules_with(characters: Iterable[str]) -> str:
        # A hyphen can only stand first, and a closing bracket last.
        ordered = sorted(set(characters), key=lambda character: (character != "-", character == "]", character))
        return text[:start] + "".join(ordered) + text[end:]

    written = text[start:end]
    expanded = _RANGE.sub(lambda ends: "".join(map(chr, range(ord(ends[1]), ord(ends[2]) + 1))) or ends[0], written)
    means = {"The hyphen is a character": written, "The hyphen is a range": expanded} if expanded != written else {}
    return ServiceError(
        INVALID_RULES,
        f"the hyphen at position {position} may be a character or a range; write it first for the character, or write "
        "all characters of the range",
        readings=[{"write": rules_with(characters), "means": meaning} for meaning, characters in means.items()],
    )


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place


def _unexpected(text: str, place: int, wanted: str) -> ServiceError:
    found = f"unexpected {text[place]!r}" if place < len(text) else "the rules end"
    return invalid_rules(f"{found} at position {place}; {wanted}")
