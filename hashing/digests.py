"""Digest bytes that arrive in pieces, by several algorithms in one pass, in rounds and with a key (H1, H6, B1)."""

import hmac
from collections.abc import Iterable, Sequence

from hashing.algorithms import ALGORITHMS
from hashing.implementations import Implementation, by_objects, copies_of
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
    used = {name: _keyed(name, key) for name in names}
    running = {name: implementation.new(prefix) for name, implementation in used.items()}
    size = 0
    for chunk in chunks:
        size += len(chunk)
        for hashing in running.values():
            hashing.update(chunk)
    return {name: used[name].repeated(hashing.digest(), rounds - 1) for name, hashing in running.items()}, size


def _keyed(name: str, key: bytes | None) -> Implementation:
    implementation = ALGORITHMS[name].implementation
    return implementation if key is None else by_objects(copies_of(hmac.new(key, digestmod=implementation.new)))
