"""Random passwords and passphrases from the operating system's generator, uniform over all that the settings allow."""

import math
import string
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Annotated, NotRequired, TypedDict, cast

from passwords.passphrases import DIGITS, joined, possible_phrases, words_of_list
from utilitysvc.drawing import sources, uniform
from utilitysvc.kit.arguments import checked
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds, Length
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "CLASSES",
    "COUNT",
    "DEFAULT_COUNT",
    "DEFAULT_LENGTH",
    "DEFAULT_SEPARATOR",
    "EXCLUDE",
    "LENGTH",
    "SEPARATOR",
    "WORDS",
    "PassphraseResult",
    "PasswordResult",
    "generate_passphrase",
    "generate_password",
    "plain_text",
]

LENGTH = Bounds("length", 1, 1000, details="")
DEFAULT_LENGTH = 50
EXCLUDE = Length("exclude", 1000, details="")
WORDS = Bounds("words", 3, 20, details="")
SEPARATOR = Length("separator", 8, details="")
DEFAULT_SEPARATOR = "-"
COUNT = Bounds("count", 1, 100, details="")
DEFAULT_COUNT = 1

CLASSES = {
    "uppercase": string.ascii_uppercase,
    "lowercase": string.ascii_lowercase,
    "numbers": string.digits,
    "symbols": string.punctuation,
}
SIMILAR = "il1LIo0O"
AMBIGUOUS = "{}[]()/\\'\"`~,;:.<>"

# KeePassXC's bounds for generated passwords, in bits of entropy.
MEDIUM_FROM = 40
STRONG_FROM = 75

NO_CLASS = "At least one character type must be enabled"
EMPTIED_CLASS = "No {} characters left after exclusions"
NOT_DISTINCT = "Cannot generate distinct passwords"

_MOST_TRIED = 64  # candidates of one draw


class PasswordResult(TypedDict):
    password: NotRequired[Annotated[str, "The generated password, if one was requested"]]
    passwords: NotRequired[Annotated[list[str], "The generated passwords, all different, if several were requested"]]
    length: Annotated[int, "The length of each in characters"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    strength_level: Annotated[str, "weak below 40 bits of entropy, medium below 75, else strong"]
    entropy: Annotated[float, "Bits: the logarithm to base 2 of how many passwords these settings can yield"]
    character_types: NotRequired[
        Annotated[dict[str, int], "For one password: how many of its characters are of each class"]
    ]
    excluded: NotRequired[Annotated[str, "The characters that were left out, sorted; only present if there are any"]]


class PassphraseResult(TypedDict):
    password: NotRequired[Annotated[str, "The generated passphrase, if one was requested"]]
    passwords: NotRequired[Annotated[list[str], "The generated passphrases, if several were requested"]]
    length: NotRequired[Annotated[int, "For one: its length in characters"]]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    strength_level: Annotated[str, "weak below 40 bits of entropy, medium below 75, else strong"]
    entropy: Annotated[float, "Bits: the logarithm to base 2 of how many passphrases these settings can yield"]
    words: Annotated[int, "How many words each has"]


@checked
def generate_password(
    *,
    length: int = DEFAULT_LENGTH,
    uppercase: bool = True,
    lowercase: bool = True,
    numbers: bool = True,
    symbols: bool = True,
    exclude_similar: bool = False,
    exclude_ambiguous: bool = False,
    exclude: str = "",
    count: int = DEFAULT_COUNT,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> PasswordResult:
    """Generate a password of ``length`` characters of the chosen classes, each class at least once where it fits.

    >>> generate_password(length=6, uppercase=False, lowercase=False, symbols=False)["entropy"]
    19.9

    ``length`` is 1 to 1000. ``exclude`` holds characters to leave out, at most 1,000. ``entropy`` is in bits. With
    ``count`` (1 to 100) above 1 the result has ``passwords``, all different. Every password that these settings allow
    is equally likely. Raises ServiceError for a value out of bounds, no class, a class that the exclusions leave empty,
    or a count of different passwords that there are not.
    """
    LENGTH.check(length)
    excluded = set(SIMILAR * exclude_similar + AMBIGUOUS * exclude_ambiguous + EXCLUDE.check(exclude))
    COUNT.check(count)
    chosen = {"uppercase": uppercase, "lowercase": lowercase, "numbers": numbers, "symbols": symbols}
    alphabets = _alphabets([name for name in CLASSES if chosen[name]], excluded)
    possible = _possible(length, [len(alphabet) for alphabet in alphabets])
    passwords = _distinct(_passwords(length, alphabets, source(True)), count, possible)

    result = cast(PasswordResult, {"password": passwords[0]} if count == 1 else {"passwords": passwords})
    result["length"] = length
    result["timestamp"] = utc_timestamp(clock())
    result["strength_level"], result["entropy"] = _strength(possible)
    if count == 1:
        result["character_types"] = {name: sum(map(passwords[0].count, each)) for name, each in CLASSES.items()}
    if excluded:
        result["excluded"] = "".join(sorted(excluded))
    return result


@checked
def generate_passphrase(
    *,
    words: int,
    separator: str = DEFAULT_SEPARATOR,
    capitalize: bool = False,
    digit: bool = False,
    count: int = DEFAULT_COUNT,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> PassphraseResult:
    """Generate a passphrase of ``words`` words of the EFF's large list (https://www.eff.org/dice), each equally likely.

    >>> generate_passphrase(words=6, digit=True)["entropy"]
    83.5

    ``words`` is 3 to 20; ``separator``, of at most 8 characters, stands between them. ``capitalize`` begins each with a
    capital; ``digit`` puts one digit after one of them. ``entropy`` is in bits. With ``count`` (1 to 100) above 1 the
    result has ``passwords``, all different. Raises ServiceError for a value out of bounds.
    """
    WORDS.check(words)
    SEPARATOR.check(separator)
    COUNT.check(count)
    listed = words_of_list(capitalize=capitalize)
    possible = possible_phrases(len(listed), words, digit=digit)
    randbytes = source(True)

    def phrases() -> Iterator[str]:
        while True:
            drawn = [listed[place] for place in uniform.integers(len(listed), words, randbytes)]
            (place,) = uniform.integers(words * DIGITS, 1, randbytes) if digit else (None,)
            yield joined(drawn, separator, place)

    passwords = _distinct(phrases(), count, possible)
    result = cast(PassphraseResult, {"password": passwords[0]} if count == 1 else {"passwords": passwords})
    if count == 1:
        result["length"] = len(passwords[0])
    result["timestamp"] = utc_timestamp(clock())
    result["strength_level"], result["entropy"] = _strength(possible)
    result["words"] = words
    return result


def _strength(possible: int) -> tuple[str, float]:
    """Return the level and the bits of a password that is one of so many, each equally likely (P3)."""
    entropy = math.log2(possible)
    level = "weak" if entropy < MEDIUM_FROM else "medium" if entropy < STRONG_FROM else "strong"
    return level, round(entropy, 1)


def _distinct(drawn: Iterable[str], count: int, possible: int) -> list[str]:
    """Take ``count`` different ones (P6): each selection in each order is equally likely, as each draw is."""
    if count > possible:
        raise ServiceError(NOT_DISTINCT)
    found: dict[str, None] = {}
    for password in drawn:
        found[password] = None
        if len(found) == count:
            break
    return list(found)


def _alphabets(classes: list[str], excluded: set[str]) -> list[str]:
    """Return what is left of each class."""
    if not classes:
        raise ServiceError(NO_CLASS)
    alphabets = []
    for name in classes:
        alphabet = "".join(character for character in CLASSES[name] if character not in excluded)
        if not alphabet:
            raise ServiceError(EMPTIED_CLASS.format(name))
        alphabets.append(alphabet)
    return alphabets


def _passwords(length: int, alphabets: list[str], randbytes: sources.RandomBytes) -> Iterator[str]:
    """Draw passwords, and pass over those that lack a class: patching one would favour some passwords over others."""
    characters = "".join(alphabets).encode()
    fair = 256 - 256 % len(characters)
    table = bytes(characters[octet % len(characters)] for octet in range(256))
    unfair = bytes(range(fair, 256))  # kept, these octets would favour the first characters
    required = [set(alphabet) for alphabet in alphabets] if length >= len(alphabets) else []
    tried, drawn = 1, b""
    while True:
        while len(drawn) < length:
            drawn += randbytes(2 * (tried * length - len(drawn))).translate(table, unfair)
        for start in range(0, len(drawn) - length + 1, length):
            password = drawn[start : start + length].decode()
            if all(not alphabet.isdisjoint(password) for alphabet in required):
                yield password
        tried, drawn = min(2 * tried, _MOST_TRIED), b""  # few pass where the classes are small


def _possible(length: int, sizes: list[int]) -> int:
    """Count the passwords that can come out, by inclusion and exclusion over the classes that must occur."""
    total = sum(sizes)
    most_absent = len(sizes) if length >= len(sizes) else 0
    count = 0
    for absent in range(most_absent + 1):
        for missing in combinations(sizes, absent):
            count += (-1) ** absent * pow(total - sum(missing), length)
    return count


def plain_text(result: PasswordResult | PassphraseResult) -> str:
    """The password, or one a line."""
    return "\n".join(result["passwords"]) if "passwords" in result else result["password"]
