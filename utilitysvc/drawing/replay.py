"""Draws that a seed decides: the same parameters and seed give the same values for ever (R5).

docs/replay.md states the algorithm for those who compute it in another language. A change of it is a new name.
"""

import sys
from array import array
from hashlib import sha256
from itertools import count

from utilitysvc.drawing.sources import RandomBytes
from utilitysvc.kit.combinations import refuse_both
from utilitysvc.kit.rules import Bounds

__all__ = ["ALGORITHM", "SEED", "check_seed", "random_bytes"]

#: The name and the version of the algorithm, which stand beside the seed in an answer.
ALGORITHM = "sha256-counter-1"

#: How many characters a seed has.
SEED = Bounds(
    "seed",
    1,
    256,
    error="Invalid seed specified",
    details="A seed has {minimum} to {maximum} characters, characters given: {value}",
)

_COUNTER_BYTES = 8


def check_seed(seed: str | None, *, secure: bool) -> None:
    """Raise ServiceError for a seed beside ``secure``, which is told before the error of any value (G4)."""
    if seed is not None and secure:
        raise refuse_both("seed", "secure", "what a seed decides is not drawn by the operating system's generator")


def random_bytes(seed: str) -> RandomBytes:
    """Return the generator of the bytes that ``seed`` decides, the digests of the seed with a counter behind it.

    Raises ServiceError for an empty seed and for one that is too long.
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
    """Turn big-endian words into words of the machine, as which ``uniform`` reads them."""
    if sys.byteorder == "big":
        return octets
    words = array("Q", octets)
    words.byteswap()
    return words.tobytes()
