"""Digest bytes that arrive in pieces, by several algorithms in one pass, in rounds and with a key (H1, H6, B1)."""

import hmac
from collections.abc import Iterable, Sequence

from hashing.algorithms import ALGORITHMS, Hash
from utilitysvc.kit.service_error import ServiceError

HMAC_UNFIT = "HMAC needs a cryptographic algorithm"


def check_key(names: Sequence[str]) -> None:
    """Raise ServiceError if one of the algorithms is a checksum, which takes no key."""
    for name in names:
        if ALGORITHMS[name].category == "checksum":
            raise ServiceError(HMAC_UNFIT, f"{name} is a checksum: leave out key, or ask for an algorithm like sha256")


def compute(
    names: Sequence[str], prefix: bytes, chunks: Iterable[bytes], rounds: int, key: bytes | None
) -> tuple[dict[str, bytes], int]:
    """Return the digest of each algorithm, and the number of bytes in ``chunks``.

    The first round digests ``prefix`` and the chunks. Each further round digests the digest of the round before.
    """
    running = {name: _begun(name, key) for name in names}
    for hashing in running.values():
        hashing.update(prefix)
    size = 0
    for chunk in chunks:
        size += len(chunk)
        for hashing in running.values():
            hashing.update(chunk)
    return {name: _repeated(name, hashing.digest(), rounds - 1, key) for name, hashing in running.items()}, size


def _begun(name: str, key: bytes | None) -> Hash:
    new = ALGORITHMS[name].new
    return new() if key is None else hmac.new(key, digestmod=new)


def _repeated(name: str, digest: bytes, rounds: int, key: bytes | None) -> bytes:
    if not rounds:
        return digest
    if key is None:
        return ALGORITHMS[name].implementation.repeated(digest, rounds)
    keyed = hmac.new(key, digestmod=ALGORITHMS[name].new)  # a copy of it takes half the time of another one
    for _ in range(rounds):
        hashing = keyed.copy()
        hashing.update(digest)
        digest = hashing.digest()
    return digest
