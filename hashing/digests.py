"""Digest bytes that arrive in pieces, by several algorithms in one pass, in rounds and with a key (H1, H6, B1)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from hashing.algorithms import ALGORITHMS, Hash
from hashing.keyed import Key, Keyed
from utilitysvc.kit.service_error import ServiceError

HMAC_UNFIT = "HMAC needs a cryptographic algorithm"


def keys_for(names: Sequence[str], key: bytes) -> dict[str, Key]:
    """Return the key for each algorithm. Raises ServiceError if one of them is a checksum."""
    for name in names:
        if ALGORITHMS[name].category == "checksum":
            raise ServiceError(HMAC_UNFIT, f"{name} is a checksum: leave out key, or ask for an algorithm like sha256")
    return {name: Key(ALGORITHMS[name].new, key) for name in names}


def compute(
    names: Sequence[str], prefix: bytes, chunks: Iterable[bytes], rounds: int, keys: Mapping[str, Key]
) -> tuple[dict[str, bytes], int]:
    """Return the digest of each algorithm, and the number of bytes in ``chunks``.

    The first round digests ``prefix`` and the chunks. Each further round digests the digest of the round before.
    """
    running: dict[str, Hash] = {name: Keyed(keys[name]) if keys else ALGORITHMS[name].new() for name in names}
    size = -len(prefix)
    for chunk in chain((prefix,), chunks):
        if not isinstance(chunk, bytes):
            raise TypeError(f"chunks must be an iterable of bytes, not of {type(chunk).__name__}")
        size += len(chunk)
        for hashing in running.values():
            hashing.update(chunk)
    digests = {name: hashing.digest() for name, hashing in running.items()}
    if rounds > 1:
        digests = {name: _further_rounds(name, digest, rounds - 1, keys) for name, digest in digests.items()}
    return digests, size


def _further_rounds(name: str, digest: bytes, rounds: int, keys: Mapping[str, Key]) -> bytes:
    if not keys:
        return ALGORITHMS[name].implementation.repeated(digest, rounds)
    digest_of = keys[name].digest
    for _ in range(rounds):
        digest = digest_of(digest)
    return digest
