"""The password rules that sites publish for password managers, in Apple's syntax (P8).

https://developer.apple.com/documentation/security/customizing-password-autofill-rules
"""

import re
import string
from collections.abc import Iterable
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
PROPERTIES = Choices("property", ("required", "allowed", "max-consecutive", "minlength", "maxlength"))
SUPPORTED = f"Supported properties: {', '.join(PROPERTIES.values)}"
# Apple's unicode has no fixed set of characters. Its parser skips it, and ``[ä]`` too.
_NAMES = Choices("character class", (*CHARACTER_CLASSES, "unicode"))

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


class _Reader:
    """A place in the rules. White space behind what is read is passed over."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.take("")

    def take(self, pattern: str, wanted: str = "") -> str:
        """Return what stands here, and move behind it.

        Where the pattern does not match, return an empty text, or raise ServiceError if something is ``wanted``.
        """
        found = re.compile(rf"({pattern})[ \t\r\n\f]*").match(self.text, self.place)
        if found:
            self.place = found.end()
            return found[1]
        if wanted:
            rest = self.text[self.place :]
            seen = f"unexpected {rest[0]!r}" if rest else "the rules end"
            raise invalid_rules(f"{seen} at position {self.place}; {wanted}")
        return ""


def parse(text: str) -> SiteRules:
    """Read rules. Raises ServiceError for what cannot be read, with the position, counted from 0."""
    if len(text) > MAX_CHARACTERS:
        raise invalid_rules(f"at most {MAX_CHARACTERS} characters, characters given: {len(text)}")
    reader = _Reader(text)
    required: list[frozenset[str]] = []
    allowed: set[str] = set()
    numbers: dict[str, list[int]] = {"max-consecutive": [], "minlength": [], "maxlength": []}
    while reader.place < len(text):
        if reader.take(";"):
            continue
        name = _name(reader, PROPERTIES, "a property begins with its name", SUPPORTED)
        reader.take(":", f"a colon stands after {name}")
        if name in numbers:
            digits = reader.take("[0-9]+", "a whole number is needed").lstrip("0")
            numbers[name].append(int(digits[:9] or "0"))  # more digits would not change what is possible
        else:
            characters = frozenset(_character_class(reader))
            while reader.take(","):
                characters |= frozenset(_character_class(reader))
            if name == "required" and characters:
                required.append(characters)
            allowed |= characters
        reader.take(r"(?=;|\Z)", "a semicolon ends a property")
    # A class of which another required class is a part occurs anyway.
    needed = [one for one in dict.fromkeys(required) if not any(other < one for other in required)]
    if len(needed) > MAX_REQUIRED:
        raise invalid_rules(
            f"at most {MAX_REQUIRED} different classes can be required, classes required: {len(needed)}"
        )
    return SiteRules(
        "".join(sorted(allowed)) or ASCII_PRINTABLE,
        tuple(needed),
        max(numbers["minlength"], default=1),
        min(numbers["maxlength"], default=None),
        min(numbers["max-consecutive"], default=None),
    )


def invalid_rules(reason: str) -> ServiceError:
    return ServiceError(INVALID_RULES, reason)


def _name(reader: _Reader, names: Choices, wanted: str, known: str) -> str:
    place = reader.place
    written = reader.take(r"[^\s:;,\[\]]+", wanted)
    name = names.find(written)
    if name is None:
        close = names.close_to(written[:MAX_QUOTED]) if names is PROPERTIES else None
        raise invalid_rules(
            f"unknown {names.name} {written[:MAX_QUOTED]!r} at position {place}; {known}"
            + (f". Did you mean {close}?" if close else "")
        )
    return name


def _character_class(reader: _Reader) -> str:
    """Read a name, or ``[...]``, in which a hyphen can only stand first, and a closing bracket last: ``[-_]]``."""
    place = reader.place
    written = reader.take(r"\[[^\]]*(?:\]\]?|\Z)")
    if not written:
        wanted = f"write one of {', '.join(CHARACTER_CLASSES)} or characters in brackets"
        return CHARACTER_CLASSES.get(_name(reader, _NAMES, wanted, wanted), "")
    if not written.endswith("]"):
        raise invalid_rules(f"the bracket at position {place} is not closed")
    characters = written[1:-1]
    if "-" in characters[1:]:
        raise _range_or_hyphen(reader.text, place + 1, characters)
    if not characters:
        raise invalid_rules(f"the brackets at position {place} are empty")
    return "".join(character for character in characters if character in ASCII_PRINTABLE)


def _range_or_hyphen(text: str, start: int, written: str) -> ServiceError:
    """The error of a hyphen that may be a character or make a range of those beside it, as in ``[a-z]``."""

    def rules_with(characters: Iterable[str]) -> str:
        # A hyphen can only stand first, and a closing bracket last.
        ordered = sorted(set(characters), key=lambda character: (character != "-", character == "]", character))
        return text[:start] + "".join(ordered) + text[start + len(written) :]

    expanded = _RANGE.sub(lambda ends: "".join(map(chr, range(ord(ends[1]), ord(ends[2]) + 1))) or ends[0], written)
    means = {"The hyphen is a character": written, "The hyphen is a range": expanded} if expanded != written else {}
    return ServiceError(
        INVALID_RULES,
        f"the hyphen at position {text.index('-', start + 1)} may be a character or a range; write it first for the "
        "character, or write all characters of the range",
        readings=[{"write": rules_with(characters), "means": meaning} for meaning, characters in means.items()],
    )
