"""Seeded draws: the same parameters and the same seed give the same values for ever (R5).

docs/replay.md states the algorithm, so that it can be written in other languages. If the algorithm ever changes, it
gets a new name.
"""

import sys
from array import array
from hashlib import sha256
from itertools import count

from utilitysvc.drawing.sources import RandomBytes
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


def random_bytes(seed: str) -> RandomBytes:
    """Return a generator of bytes that depend on ``seed`` alone: the digests of the seed followed by a counter.

    Raises ServiceError if the seed is empty or too long.
    """
    SEED.check(len(seed))
    start = sha256(seed.encode())
    counter = count()
    rest = b""

    def randbytes(size: int) -> bytes:
        nonlocal rest
        digests = [rest]
        missing = size - len(rest)
        while missing > 0:
            digest = start.copy()
            digest.update(next(counter).to_bytes(_COUNTER_BYTES, "big"))
            digests.append(digest.digest())
            missing -= digest.digest_size
        octets = b"".join(digests)
        drawn, rest = octets[:size], octets[size:]
        return _in_native_order(drawn)

    return randbytes


def _in_native_order(octets: bytes) -> bytes:
    """Turn big-endian words into the byte order of the machine, in which ``uniform`` reads them."""
    if sys.byteorder == "big":
        return octets
    words = array("Q", octets)
    words.byteswap()
    return words.tobytes()
