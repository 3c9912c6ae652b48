"""The results of the functions, and how they are made from the drawn passwords."""

import math
from collections.abc import Iterable
from typing import Annotated, Any, NotRequired, TypedDict

from utilitysvc.kit.clock import Clock, utc_timestamp
from utilitysvc.kit.service_error import ServiceError

# KeePassXC's bounds for generated passwords, in bits of entropy.
MEDIUM_FROM = 40
STRONG_FROM = 75


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


def result_of(drawn: Iterable[str], count: int, possible: int, clock: Clock) -> dict[str, Any]:
    """Return what all results have, for the first ``count`` different ones of ``drawn`` (P6).

    They are drawn from ``possible`` equally likely ones, whose number is the strength (P3). Each selection in each
    order is equally likely.
    """
    if count > possible:
        raise ServiceError("Cannot generate distinct passwords")
    found: dict[str, None] = {}
    for password in drawn:
        found[password] = None
        if len(found) == count:
            break
    entropy = math.log2(possible)
    return {
        **({"password": password} if count == 1 else {"passwords": list(found)}),
        "length": len(password),
        "timestamp": utc_timestamp(clock()),
        "strength_level": "weak" if entropy < MEDIUM_FROM else "medium" if entropy < STRONG_FROM else "strong",
        "entropy": round(entropy, 1),
    }


def plain_text(result: PasswordResult | PassphraseResult) -> str:
    """Return the passwords, one per line."""
    return "\n".join(result["passwords"]) if "passwords" in result else result["password"]
