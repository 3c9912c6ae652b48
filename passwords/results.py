"""What the functions of this app return."""

from typing import Annotated, NotRequired, TypedDict

__all__ = ["PassphraseResult", "PasswordResult"]


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
