"""SHA-512/256 (FIPS 180-4, 5.3.6 and 6.7): SHA-512 from another start, cut to 256 bits.

https://csrc.nist.gov/pubs/fips/180-4/upd1/final
"""

import struct
from functools import partial
from itertools import count, islice
from math import isqrt

from hashing.pure_python.blocks import BlockHash, Construction

__all__ = ["sha512_256"]

_WORD = (1 << 64) - 1
_WORDS = struct.Struct(">16Q")
_STATE = struct.Struct(">8Q")
_ROUNDS = 80

State = tuple[int, ...]


def _cube_root(number: int) -> int:
    """Return the integer part, found bit by bit."""
    root = 0
    for bit in reversed(range(number.bit_length() // 3 + 1)):
        if (root | 1 << bit) ** 3 <= number:
            root |= 1 << bit
    return root


_PRIMES = list(islice((n for n in count(2) if all(n % divisor for divisor in range(2, isqrt(n) + 1))), _ROUNDS))
# The first 64 bits after the point of the primes' cube roots, and of the first eight's square roots.
_CONSTANTS = [_cube_root(prime << 3 * 64) & _WORD for prime in _PRIMES]
_SHA512_INITIAL = tuple(isqrt(prime << 2 * 64) & _WORD for prime in _PRIMES[:8])


def _rotated(word: int, *places: int) -> int:
    """Add up ``word`` rotated to the right by each of the places; more than 64 bits are left in it."""
    double = word << 64 | word
    total = 0
    for place in places:
        total ^= double >> place
    return total


def _compress(state: State, block: bytes) -> State:
    schedule = list(_WORDS.unpack(block))
    for t in range(16, _ROUNDS):
        near, far = schedule[t - 2], schedule[t - 15]
        small_1 = _rotated(near, 19, 61) ^ near >> 6
        small_0 = _rotated(far, 1, 8) ^ far >> 7
        schedule.append(small_1 + schedule[t - 7] + small_0 + schedule[t - 16] & _WORD)
    a, b, c, d, e, f, g, h = state
    for constant, word in zip(_CONSTANTS, schedule, strict=True):
        first = h + _rotated(e, 14, 18, 41) + (e & f ^ ~e & g) + constant + word
        second = _rotated(a, 28, 34, 39) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = first + second & _WORD, a, b, c, d + first & _WORD, e, f, g
    return tuple(old + new & _WORD for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True))


def _construction(name: str, digest_size: int, initial: State) -> Construction:
    def write(state: State) -> bytes:
        return _STATE.pack(*state)[:digest_size]

    return Construction(
        name,
        digest_size=digest_size,
        block_size=128,
        length_size=16,
        byteorder="big",
        initial=initial,
        compress=_compress,
        write=write,
    )


def _initial(name: str) -> State:
    """FIPS 180-4, 5.3.6: the start of SHA-512/t is the digest of its name under a SHA-512 that starts elsewhere."""
    elsewhere = tuple(word ^ 0xA5A5A5A5A5A5A5A5 for word in _SHA512_INITIAL)
    digest = BlockHash(_construction("", 64, elsewhere), name.encode()).digest()
    return _STATE.unpack(digest)


sha512_256 = partial(BlockHash, _construction("sha512-256", 32, _initial("SHA-512/256")))
