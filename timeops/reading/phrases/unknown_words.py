"""Explain why a word is not accepted: it is excluded on purpose, is the name of a zone, or is misspelled (T2, T3)."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from lark import Token

from timeops.errors import NO_TIME_AFTER_AT, NotADatetimeError
from timeops.reading.phrases.words import REFUSED, VOCABULARY, Vocabulary
from timeops.zones.lookup import UnknownZoneError, zone_of
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

# Characters that are not in any word or name of a zone.
_NO_WORD = re.compile(r"[;%&<>\"#?|\\]")


def unknown_words(rest: str, vocabulary: Vocabulary, before: Sequence[Token]) -> NotADatetimeError:
    """Return the error of a text whose ``rest``, after the terminals ``before``, begins with an unknown word."""
    if mark := _NO_WORD.search(rest):
        return NotADatetimeError(f'has "{mark[0]}" where it means nothing')
    words = re.findall(r"[a-z]+", rest.lower())
    refused = [word for word in words if word in REFUSED and word not in vocabulary]
    if refused:
        return NotADatetimeError(f'has "{refused[0]}", which {REFUSED[refused[0]]}')
    if before and before[-1].type == "_AT":
        return NotADatetimeError(NO_TIME_AFTER_AT)
    if "/" in rest and (unknown := _unknown_zone(rest)):  # here, only the name of a zone can have a slash
        return NotADatetimeError(f"has no zone at its end: {unknown.details}")
    zone = next((name for name in (rest, rest[: len(words[0])]) if not _unknown_zone(name)), None)
    if zone == rest and not before:
        return NotADatetimeError("names a time zone and no date or time: write one before it")
    if zone is not None:
        return NotADatetimeError(f'has the time zone "{zone}" where no time zone is allowed')
    return NotADatetimeError(unknown_word(words[0]))


def _unknown_zone(name: str) -> UnknownZoneError | None:
    try:
        zone_of(name)
    except UnknownZoneError as exc:
        return exc
    except ServiceError:  # an ambiguous name, or an offset that is out of range
        pass
    return None


def unknown_word(word: str) -> str:
    """Return the reason for an error about a word that is neither in the vocabulary nor a zone, with a similar word."""
    near = get_close_matches(word, [known for known in VOCABULARY if len(known) > 2 and known.isalpha()], 1, 0.75)
    hint = f' (did you mean "{near[0]}"?)' if near else ""
    return f'has "{word[:MAX_QUOTED]}", which is neither a word of a date nor a time zone{hint}'
