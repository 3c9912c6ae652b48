"""Create tokens, read their entries, and find the owner of a token (S6). Only digests of tokens are stored."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping

#: The beginning of every token, by which a scanner for leaked secrets can recognise it.
PREFIX = "usvc_"

#: Where a request's ``META`` has the name of the entry under whose token it was made.
KEY_NAME = "utilitysvc.key"
NAME_RULE = "a name of 1 to 64 characters A-Z a-z 0-9 . _ -"

_ENTRY = re.compile(r"\s*([A-Za-z0-9._-]{1,64})\s*:\s*(.*?)\s*", re.DOTALL)


def read_entries(entries: Iterable[str]) -> dict[str, bytes]:
    """Return the SHA-256 of each token by its name, from entries written as ``name:digest``.

    Raises ValueError for the first malformed entry. The error gives its number but does not quote it, because the
    operator may have written the token itself.
    """
    digests: dict[str, bytes] = {}
    for number, text in enumerate(entries, start=1):
        if not (match := _ENTRY.fullmatch(text)):
            raise ValueError(f"entry {number} must begin with {NAME_RULE}, and a colon")
        name, digest = match.groups()
        if not re.fullmatch("[0-9A-Fa-f]{64}", digest):
            raise ValueError(f"entry {number} must end with the SHA-256 of the token, 64 hexadecimal digits")
        if name in digests:
            raise ValueError(f"entry {number} has the name {name} of an earlier one")
        digests[name] = bytes.fromhex(digest)
    if not digests:
        raise ValueError("there is no entry")
    return digests


def owner(token: str, digests: Mapping[str, bytes]) -> str | None:
    """Return the name of the entry to which ``token`` belongs, or None.

    The time that this takes does not tell how similar the token is to a valid one.
    """
    digest = hashlib.sha256(token.encode(errors="replace")).digest()
    found = [name for name, known in digests.items() if hmac.compare_digest(digest, known)]
    return found[-1] if found else None


def new_token() -> str:
    return PREFIX + secrets.token_urlsafe(32)  # bytes


def entry(name: str, token: str) -> str:
    """Return the entry of a token. Raises ValueError if an entry must not have the name."""
    written = f"{name}:{hashlib.sha256(token.encode()).hexdigest()}"
    read_entries([written])
    return written
