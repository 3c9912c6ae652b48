"""Estimate how long a password withstands guessing, by zxcvbn (https://github.com/dwolfhub/zxcvbn-python).

The result has nothing of the password, nor anything that would reveal it, such as the rank of a word in a list or the
number of guesses for a part.
"""

import math
import threading
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict, cast

from utilitysvc.kit.extras import Extra

EXTRA = Extra("strength", "zxcvbn")

#: How many characters are examined: zxcvbn's own default, since its time grows with their square.
EXAMINED = 72
#: Signs that zxcvbn reads as letters, such as 4 for a. If a password has nearly all of them, zxcvbn tries thousands of
#: combinations, so fewer characters are examined.
SUBSTITUTES = frozenset("4@8({[<369&01!|75$+%2")
MANY_SUBSTITUTES = 16
EXAMINED_WITH_MANY_SUBSTITUTES = 32

_LEVELS = ("weak", "weak", "medium", "medium", "strong")
_ATTACKS = {
    "online_throttled": "online_throttling_100_per_hour",
    "online": "online_no_throttling_10_per_second",
    "offline_slow": "offline_slow_hashing_1e4_per_second",
    "offline_fast": "offline_fast_hashing_1e10_per_second",
}
#: zxcvbn keeps the words of a call in a global table, so two threads must not call it at the same time.
_lock = threading.Lock()


class CrackTime(TypedDict):
    seconds: Annotated[float, "Seconds until it is guessed on average"]
    text: Annotated[str, "The same in words"]


class CrackTimes(TypedDict):
    online_throttled: Annotated[CrackTime, "At 100 guesses an hour, as where a service limits them"]
    online: Annotated[CrackTime, "At 10 guesses a second"]
    offline_slow: Annotated[CrackTime, "At 10,000 guesses a second, as of a slow hash of passwords"]
    offline_fast: Annotated[CrackTime, "At 10,000 million guesses a second, as of a fast hash"]


class Match(TypedDict):
    start: Annotated[int, "Place of its first character, counted from 0"]
    end: Annotated[int, "Place after its last character"]
    pattern: Annotated[str, "dictionary, spatial (on a keyboard), repeat, sequence, regex, date or bruteforce"]
    dictionary: NotRequired[Annotated[str, "For a dictionary: which one; words are those of the request"]]
    reversed: NotRequired[Annotated[bool, "For a dictionary: whether the word stands backwards"]]
    substituted: NotRequired[Annotated[bool, "For a dictionary: whether signs stand for letters, as 4 for a"]]


class StrengthResult(TypedDict):
    score: Annotated[int, "0 (guessed at once) to 4 (not to be guessed)"]
    guesses_log10: Annotated[float, "Logarithm to base 10 of the guesses that it takes"]
    entropy: Annotated[float, "Logarithm to base 2 of the guesses: bits"]
    strength_level: Annotated[str, "weak for the scores 0 and 1, medium for 2 and 3, strong for 4"]
    crack_times: Annotated[CrackTimes, "How long it stands"]
    warning: Annotated[str, "What is wrong with it; empty where nothing is"]
    suggestions: Annotated[list[str], "How to choose a better one"]
    matches: Annotated[list[Match], "Which parts it was taken for"]
    examined: NotRequired[
        Annotated[int, "How many characters were examined, if not all; the others can only make it stronger"]
    ]


def judge(password: str, words: Sequence[str]) -> StrengthResult:
    """Judge the beginning of a password, mostly all of it, in a second at most.

    Raises ServiceError where zxcvbn is not installed.
    """
    zxcvbn = EXTRA.load()
    # A line feed after digits raises ValueError in zxcvbn: its pattern of dates ends with ``$``, which also matches
    # before a line feed. A carriage return gets the same estimate otherwise, because no dictionary or keyboard has it.
    examined, *user_inputs = (text.replace("\n", "\r") for text in (password[:EXAMINED], *words))
    if len(SUBSTITUTES.intersection(examined)) > MANY_SUBSTITUTES:
        examined = examined[:EXAMINED_WITH_MANY_SUBSTITUTES]
    with _lock:
        try:
            found = zxcvbn.zxcvbn(examined, user_inputs=user_inputs, max_length=EXAMINED)
        finally:
            zxcvbn.matching.RANKED_DICTIONARIES.pop("user_inputs", None)
    guesses_log10 = float(found["guesses_log10"])
    seconds, texts = found["crack_times_seconds"], found["crack_times_display"]
    crack_times = {attack: {"seconds": float(seconds[name]), "text": texts[name]} for attack, name in _ATTACKS.items()}
    result: StrengthResult = {
        "score": found["score"],
        "guesses_log10": round(guesses_log10, 2),
        "entropy": round(guesses_log10 / math.log10(2), 1),
        "strength_level": _LEVELS[found["score"]],
        "crack_times": cast(CrackTimes, crack_times),
        "warning": found["feedback"]["warning"] or "",
        "suggestions": list(found["feedback"]["suggestions"]),
        "matches": [_match(part) for part in found["sequence"]],
    }
    if len(examined) < len(password):
        result["examined"] = len(examined)
    return result


def _match(part: Mapping[str, Any]) -> Match:
    match: Match = {"start": part["i"], "end": part["j"] + 1, "pattern": part["pattern"]}
    if match["pattern"] == "dictionary":
        name = part["dictionary_name"]
        match["dictionary"] = "words" if name == "user_inputs" else name
        match["reversed"] = part["reversed"]
        match["substituted"] = part["l33t"]
    return match
