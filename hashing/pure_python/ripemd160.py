"""RIPEMD-160 (ISO/IEC 10118-3; Dobbertin, Bosselaers, Preneel: "RIPEMD-160: A Strengthened Version of RIPEMD").

https://homes.esat.kuleuven.be/~bosselae/ripemd160.html
"""

import struct
from collections.abc import Callable
from functools import partial

from hashing.pure_python.blocks import BlockHash, Construction

_WORD = 0xFFFFFFFF
_WORDS = struct.Struct("<16L")
_DIGEST = struct.Struct("<5L")

State = tuple[int, int, int, int, int]
Mix = Callable[[int, int, int], int]
Step = tuple[int, int, int]  # index of a word of the block, number of bits to rotate by, constant to add

# Each round takes the words of the block in the order of the round before, permuted.
_PERMUTATION = (7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8)
_FIRST_LEFT = tuple(range(16))
_FIRST_RIGHT = tuple((9 * place + 5) % 16 for place in range(16))
# The number of bits by which each round rotates each word. Both lines, left and right, use the same.
_ROTATIONS = (
    (11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    (12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7),
    (13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9),
    (14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6),
    (15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5),
)
_LEFT_CONSTANTS = (0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E)  # 2^30 times the square roots of 2, 3, 5, 7
_RIGHT_CONSTANTS = (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0)  # 2^30 times their cube roots

_FUNCTIONS: tuple[Mix, ...] = (
    lambda x, y, z: x ^ y ^ z,
    lambda x, y, z: x & y | ~x & z,
    lambda x, y, z: (x | ~y) ^ z,
    lambda x, y, z: x & z | y & ~z,
    lambda x, y, z: x ^ (y | ~z),
)


def _steps(order: tuple[int, ...], constants: tuple[int, ...]) -> list[list[Step]]:
    rounds = []
    for rotations, constant in zip(_ROTATIONS, constants, strict=True):
        rounds.append([(word, rotations[word], constant) for word in order])
        order = tuple(_PERMUTATION[word] for word in order)
    return rounds


_LINES = (
    list(zip(_FUNCTIONS, _steps(_FIRST_LEFT, _LEFT_CONSTANTS), strict=True)),
    list(zip(reversed(_FUNCTIONS), _steps(_FIRST_RIGHT, _RIGHT_CONSTANTS), strict=True)),
)


def _line(state: State, words: tuple[int, ...], rounds: list[tuple[Mix, list[Step]]]) -> State:
    a, b, c, d, e = state
    for mix, steps in rounds:
        for word, rotation, constant in steps:
            total = a + mix(b, c, d) + words[word] + constant & _WORD
            rotated = (total << rotation | total >> 32 - rotation) + e & _WORD
            a, b, c, d, e = e, rotated, b, (c << 10 | c >> 22) & _WORD, d
    return a, b, c, d, e


def _compress(state: State, block: bytes) -> State:
    words = _WORDS.unpack(block)
    left, right = (_line(state, words, rounds) for rounds in _LINES)
    # Each word of the new state is the sum of a word of the old state, the next word of the left line, and the word
    # after that of the right line.
    a, b, c, d, e = (
        state[(place + 1) % 5] + left[(place + 2) % 5] + right[(place + 3) % 5] & _WORD for place in range(5)
    )
    return a, b, c, d, e


def _write(state: State) -> bytes:
    return _DIGEST.pack(*state)


ripemd160 = partial(
    BlockHash,
    Construction(
        "ripemd160",
        digest_size=20,
        block_size=64,
        length_size=8,
        byteorder="little",
        initial=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
        compress=_compress,
        write=_write,
    ),
)
