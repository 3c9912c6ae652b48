"""Report the characters of a text that a reader cannot see or would mistake for others (X15).

Scripts and look-alikes are judged word by word: a Russian text has no confusable letters, but a Latin word with a
Cyrillic ``а`` in it has one. The data on look-alikes are those of UTS #39 in the package confusable-homoglyphs
(Unicode 15.1). Scripts and categories come from the package regex.

https://www.unicode.org/reports/tr39/
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from heapq import merge
from importlib.resources import files
from itertools import groupby
from textwrap import indent
from unicodedata import name

import regex

from textops.invisible import BIDI_CONTROLS, HIDDEN
from textops.limits import LARGEST, check_size
from utilitysvc.kit.extras import Extra

CONFUSABLES = Extra("confusables", "confusable_homoglyphs")

_WORD = regex.compile(r"(?:[\p{L}\p{M}\p{N}][\u200C\u200D\u00AD]*+)++")
_UNKNOWN = regex.compile(r"(?P<private_use>\p{Co})|(?P<unassigned>\p{Cn})")

# The scripts in modern use (UAX #31, table 5). The letters of all other scripts count as one further script.
_SCRIPTS = (
    "Latn", "Cyrl", "Grek", "Arab", "Armn", "Beng", "Bopo", "Deva", "Ethi", "Geor", "Gujr", "Guru", "Hang", "Hani",
    "Hebr", "Hira", "Kana", "Khmr", "Knda", "Laoo", "Mlym", "Mymr", "Orya", "Sinh", "Taml", "Telu", "Thaa", "Thai",
    "Tibt",
)  # fmt: skip
_OTHER = "other"
_NO_SCRIPT = "common"  # digits, marks and signs that several scripts use
_LATIN = "Latn"
# A word may mix Latin with any one script except these, which UTS #39 calls moderately restrictive: Thai and Japanese,
# for example, write foreign names without a space around them. Cyrillic and Greek have too many letters that look like
# Latin ones.
_NEVER_WITH_LATIN = frozenset({"Cyrl", "Grek", _OTHER})
# Scripts that are written together, and the name of their union (UTS #39, section 5.1).
_JAPANESE = dict.fromkeys(("Hani", "Hira", "Kana"), "Jpan")
_KOREAN = dict.fromkeys(("Hani", "Hang"), "Kore")
_CHINESE = dict.fromkeys(("Hani", "Bopo"), "Hanb")

# Sets of scripts that count as one script within a word.
_SCRIPT_SETS = [*([script] for script in _SCRIPTS), _JAPANESE, _KOREAN, _CHINESE]


def _letters(scripts: Iterable[str]) -> str:
    return "".join(f"\\p{{scx={script}}}" for script in scripts)


# Compiling these two patterns takes 40 ms, so the first report compiles them, not the import.


@cache
def _plain_word() -> regex.Pattern[str]:
    """Return the pattern of a word of one script."""
    shared = _letters(("Zyyy", "Zinh")) + r"\u200C\u200D\u00AD"
    one_script = [*(f"[{_letters(scripts)}{shared}]++" for scripts in _SCRIPT_SETS), f"[^{_letters(_SCRIPTS)}]++"]
    return regex.compile("|".join(one_script))


@cache
def _script_pattern() -> regex.Pattern[str]:
    each = "|".join(rf"(?P<{script}>\p{{sc={script}}})" for script in _SCRIPTS)
    return regex.compile(rf"(?P<common>\p{{sc=Zyyy}}|\p{{sc=Zinh}})|{each}")


# Letters that belong to no script, such as mathematical letters. Modifier letters are left out, since a reader
# recognises them.
_COMMON_LETTER = regex.compile(r"(?V1)[\p{scx=Zyyy}&&\p{L}--\p{Lm}]")
_IS_LETTER = regex.compile(r"\p{L}")
_TWO_LETTERS = regex.compile(r"\p{L}\P{L}*+\p{L}")

# Latin letters of phonetic notation that no language is written with.
_PHONETIC = regex.compile(r"[\u0261\u028F\u1D00-\u1D2B\uA731\uAB30-\uAB64]")

# How many entries the caches of scripts and look-alikes hold.
_CACHE_SIZE = 10_000


# A position, a kind, and for what is confusable the letter that it is like.
_Finding = tuple[int, str, str]


def unicode_report(text: str, *, largest: int = LARGEST) -> str:
    """Return a JSON array of the invisible and mistakable characters of ``text``, in their order.

    Each entry has a position, character, code point, name and kind: ``bidi`` and ``invisible`` (controls, and
    characters without a shape), ``confusable`` with ``like``, the letter of the word's own script that it looks like,
    ``mixed_script``, ``private_use`` and ``unassigned``. ``largest``: how many bytes the result may have. Raises
    ServiceError if the result is larger.
    """
    hidden = (
        (found.start(), "bidi" if found[0] in BIDI_CONTROLS else "invisible", "") for found in HIDDEN.finditer(text)
    )
    unknown = ((found.start(), found.lastgroup, "") for found in _UNKNOWN.finditer(text))
    entries: list[str] = []
    size = 0
    for position, kind, like in merge(hidden, unknown, _mistakable(text)):
        character, code_point = text[position], f"{ord(text[position]):04X}"
        entry = {
            "position": position,
            "character": character,
            "code_point": f"U+{code_point}",
            "name": name(character, f"<{kind.replace('_', '-')}-{code_point}>"),
            "kind": kind,
        }
        if like:
            entry["like"] = like
        is_visible = kind in ("confusable", "mixed_script")  # other characters are written as escapes
        entries.append(indent(json.dumps(entry, ensure_ascii=not is_visible, indent=2), "  "))
        size += len(entries[-1])
        check_size(size, largest)
    return "[\n" + ",\n".join(entries) + "\n]" if entries else "[]"


def _mistakable(text: str) -> Iterator[_Finding]:
    for found in _WORD.finditer("" if text.isascii() else text):
        word, start = found[0], found.start()
        if word.isascii():
            continue
        # One script, and no letter without a script next to other letters.
        is_plain = _plain_word().fullmatch(word) and not (_COMMON_LETTER.search(word) and _TWO_LETTERS.search(word))
        others = _PHONETIC.sub("", word)  # in phonetic notation, a word has further letters beyond ASCII
        if is_plain and not (others and others.isascii()):
            continue
        CONFUSABLES.load()
        if not is_plain:
            yield from _mistakable_letters(word, start)
            continue
        for letter in _PHONETIC.finditer(word):
            if like := _look_alike(letter[0], _LATIN):
                yield start + letter.start(), "confusable", like


def _mistakable_letters(word: str, start: int) -> Iterator[_Finding]:
    """Yield the letters of a word that a reader would mistake, because most of its letters are of another script.

    ``start``: the position of the word in the text.
    """
    scripts = _unions([_script(character) for character in word])
    numbers = Counter(script for script in scripts if script != _NO_SCRIPT)
    main = max(numbers, key=lambda script: (numbers[script], script == _LATIN), default=_LATIN)
    is_usual = len(numbers) == 2 and _LATIN in numbers and not _NEVER_WITH_LATIN & set(numbers)
    for script, places in groupby(range(len(word)), key=scripts.__getitem__):
        if script == main:
            continue
        likes = [(start + place, _look_alike(word[place], main)) for place in places]
        is_shared = script == _NO_SCRIPT
        # One letter without a look-alike shows the reader that the run is of another script.
        if is_usual and not is_shared and not all(like for _, like in likes):
            continue
        for place, like in likes:
            if like or not (is_shared or is_usual):
                yield place, "confusable" if like else "mixed_script", like


@lru_cache(_CACHE_SIZE)
def _script(character: str) -> str:
    found = _script_pattern().match(character)
    return str(found.lastgroup) if found else _OTHER


def _unions(scripts: list[str]) -> list[str]:
    """Return ``scripts`` with each of those that are written together replaced by the name of their union."""
    present = set(scripts)
    union = _JAPANESE if present & {"Hira", "Kana"} else _KOREAN if "Hang" in present else _CHINESE
    return [union.get(script, script) for script in scripts]


@lru_cache(_CACHE_SIZE)
def _look_alike(character: str, main: str) -> str:
    """Return a letter of the script ``main`` that looks like the letter ``character``, or an empty string."""
    if not _IS_LETTER.match(character):
        return ""
    near = _look_alikes().get(character, ())
    candidates = {like for prototype in near for like in (prototype, *_look_alikes().get(prototype, ()))}
    fitting = [like for like in candidates if like != character and _unions([_script(like)])[0] == main]
    return min(fitting, key=lambda like: (like.islower() != character.islower(), like), default="")


@cache
def _look_alikes() -> dict[str, tuple[str, ...]]:
    """Return for each character the letters that look like it, among them the prototype of all of them."""
    data = json.loads(files(CONFUSABLES.module).joinpath("confusables.json").read_text(encoding="utf-8"))
    return {
        _without_mark(character): tuple(
            like for entry in entries if len(like := _without_mark(entry["c"])) == 1 and _IS_LETTER.match(like)
        )
        for character, entries in data.items()
    }


def _without_mark(written: str) -> str:
    """Return the character without the left-to-right marks that the data put around right-to-left characters."""
    return written.replace("\u200e", "")
