"""Seeded draws: the same parameters and the same seed give the same values for ever (R5).

docs/replay.md states the algorithm, so that it can be written in other languages. If the algorithm ever changes, it
gets a new name.
"""

import sys
from array import array
from hashlib import sha256
from itertools import count

from utilitysvc.drawing.sources import ByteSource, RandomBytes
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import refuse_both

#: The name and version of the algorithm. An answer has it next to the seed.
ALGORITHM = "sha256-counter-1"

#: The length of a seed in characters.
SEED = Bounds(
    "seed",
    1,
    256,
    error="Invalid seed specified",
    details="A seed has {minimum} to {maximum} characters, characters given: {value}",
)

_COUNTER_BYTES = 8


def check_seed(seed: str | None, *, secure: bool) -> None:
    """Raise ServiceError if both a seed and ``secure`` are given.

    This is not part of ``random_bytes``, because it is reported before the error of any value (G4).
    """
    if seed is not None and secure:
        raise refuse_both("seed", "secure", "seeded values do not come from the operating system's generator")


def source_of(seed: str | None, source: ByteSource, *, secure: bool) -> RandomBytes:
    """Return the generator of a request: that of its seed, if it gives one."""
    return source(secure) if seed is None else random_bytes(seed)


def random_bytes(seed: str) -> RandomBytes:
    """Return a generator of bytes that depend on ``seed`` alone: the digests of the seed followed by a counter.

    Raises ServiceError if the seed is empty or too long.
    """
    SEED.check(len(seed))
    start = sha256(seed.encode())
    counter = count()
    rest = bytearray()

    def randbytes(size: int) -> bytes:
        while len(rest) < size:
            digest = start.copy()
            digest.update(next(counter).to_bytes(_COUNTER_BYTES, "big"))
            rest.extend(digest.digest())
        words = array("Q", rest[:size])
        del rest[:size]
        if sys.byteorder == "little":  # the digests are big-endian, and ``uniform`` reads the machine's order
            words.byteswap()
        return words.tobytes()

    return randbytes


def shown(seed: str | None) -> dict[str, str]:
    """Return what a result has of a seed, if one was given: itself, and the name of the algorithm."""
    return {} if seed is None else {"seed": seed, "algorithm": ALGORITHM}
