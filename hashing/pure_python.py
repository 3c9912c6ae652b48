"""RIPEMD-160 and Whirlpool in plain Python, for hosts where neither OpenSSL nor a package has them.

RIPEMD-160: ISO/IEC 10118-3; Dobbertin, Bosselaers, Preneel: "RIPEMD-160: A Strengthened Version of RIPEMD",
https://homes.esat.kuleuven.be/~bosselae/ripemd160.html. Whirlpool: the final version, ISO/IEC 10118-3:2004; Barreto and
Rijmen: "The WHIRLPOOL Hashing Function", 2003, https://www.iso.org/standard/39876.html.
"""

import copy
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

_BLOCK = 64  # bytes of a block, of either function


@dataclass
class BlockHash:
    """A hash object with the methods of hashlib's (PEP 452) that HMAC and this app use.

    ``compress`` returns the state after a block, and ``write`` the digest for the last state. The last block ends with
    the number of hashed bits, which ``length`` writes (the Merkle-Damgård construction).
    """

    name: str
    digest_size: int
    state: Any
    compress: Callable[[Any, bytes], Any]
    write: Callable[[Any], bytes]
    length: Callable[[int], bytes]
    rest: bytes = b""
    bits: int = 0
    block_size: ClassVar[int] = _BLOCK

    def update(self, data: bytes) -> Self:
        self.bits += 8 * len(data)
        data = self.rest + data
        end = len(data) - len(data) % _BLOCK
        for start in range(0, end, _BLOCK):
            self.state = self.compress(self.state, data[start : start + _BLOCK])
        self.rest = data[end:]
        return self

    def digest(self) -> bytes:
        length = self.length(self.bits)
        zeros = -(len(self.rest) + 1 + len(length)) % _BLOCK
        final = self.copy().update(b"\x80" + bytes(zeros) + length)
        return self.write(final.state)

    def copy(self) -> Self:
        return copy.copy(self)  # none of its values is ever changed in place


def ripemd160(data: bytes = b"") -> BlockHash:
    """Return a hash object for RIPEMD-160."""
    return BlockHash(
        "ripemd160",
        20,
        (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
        _compress_ripemd160,
        lambda state: struct.pack("<5L", *state),
        lambda bits: bits.to_bytes(8, "little"),
    ).update(data)


def whirlpool(data: bytes = b"") -> BlockHash:
    """Return a hash object for Whirlpool."""
    return BlockHash(
        "whirlpool",
        _BLOCK,
        0,
        _compress_whirlpool,
        lambda state: state.to_bytes(_BLOCK, "big"),
        lambda bits: bits.to_bytes(32, "big"),
    ).update(data)


def _digits(table: str) -> list[int]:
    """Return the numbers that a table writes as hexadecimal digits."""
    return [int(digit, 16) for digit in table]


# RIPEMD-160.

_WORD = 0xFFFFFFFF
# Each round takes the words of the block in the order of the round before, permuted.
_PERMUTATION = _digits("74d1a6f3c0952eb8")
# The number of bits by which each round rotates each word. Both lines, left and right, use the same.
_ROTATIONS = [
    _digits(bits)
    for bits in ("befc5879bdef6798", "cdbf6997cfbd7877", "dfeb7768dedc5569", "ebce8655fcfe9986", "fcdd9586ebcb8655")
]
_FUNCTIONS: list[Callable[[int, int, int], int]] = [
    lambda x, y, z: x ^ y ^ z,
    lambda x, y, z: x & y | ~x & z,
    lambda x, y, z: (x | ~y) ^ z,
    lambda x, y, z: x & z | y & ~z,
    lambda x, y, z: x ^ (y | ~z),
]
# Of each line: the order of the words in the first round, and of each round the function, and the constant to add:
# 2^30 times the square roots of 2, 3, 5 and 7 on the left, and times their cube roots on the right.
_LINES = (
    (_digits("0123456789abcdef"), _FUNCTIONS, (0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E)),
    (_digits("5e7092b4d6f81a3c"), _FUNCTIONS[::-1], (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0)),
)


def _compress_ripemd160(state: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    words = struct.unpack("<16L", block)
    total = state
    for shift, (first_order, functions, constants) in enumerate(_LINES, 1):
        order, (a, b, c, d, e) = first_order, state
        for mix, rotations, constant in zip(functions, _ROTATIONS, constants, strict=True):
            for word in order:
                mixed = a + mix(b, c, d) + words[word] + constant & _WORD
                rotated = (mixed << rotations[word] | mixed >> 32 - rotations[word]) + e & _WORD
                a, b, c, d, e = e, rotated, b, (c << 10 | c >> 22) & _WORD, d
            order = [_PERMUTATION[word] for word in order]
        line = (a, b, c, d, e)
        # To each word of the old state the next one of the left line is added, and of the right line the one after
        # that. The sums are then moved by one place.
        total = tuple(total[place] + line[(place + shift) % 5] & _WORD for place in range(5))
    return total[1:] + total[:1]


# Whirlpool. A block takes about 40 microseconds, a hundred times as long as in compiled code. The state of the cipher
# and its round key go through the same steps, so that both are computed together, as 128 bytes: the key first. A state
# is a matrix of eight rows and columns. ``bytes.translate`` substitutes all bytes in one call. It also permutes them in
# one call: with the bytes as its table, and the list of their positions as the text to translate.

_SIDE = 8
_CIRCULANT = (1, 1, 4, 1, 8, 5, 2, 9)  # the first row of the matrix of MixRows
# The S-box is made of two tables for four bits each.
_E, _R = _digits("1b9cd6f3e874a250"), _digits("7cbde49f638a2510")


def _substitute(octet: int) -> int:
    upper, lower = _E[octet >> 4], _E.index(octet & 15)
    between = _R[upper ^ lower]
    return _E[upper ^ between] << 4 | _E.index(lower ^ between)


def _times(octet: int, factor: int) -> int:
    """Multiply in GF(2^8), modulo x^8 + x^4 + x^3 + x^2 + 1."""
    product = 0
    for bit in range(4):
        product ^= octet * (factor >> bit & 1)
        octet = octet << 1 ^ 0x11D * (octet >> 7)
    return product


def _positions(step: int) -> bytes:
    """Return for each byte of key and state the position that it comes from, after a shift by ``step`` columns.

    Before that shift, ShiftColumns moves column j down by j rows.
    """
    columns = [(column - step) % _SIDE for column in range(_SIDE)]
    places = [(row - column) % _SIDE * _SIDE + column for row in range(_SIDE) for column in columns]
    return bytes(places + [_BLOCK + place for place in places])


_BOX = bytes(map(_substitute, range(256)))
# MixRows adds eight products: the state shifted by 0 to 7 columns, each times a factor of the circulant matrix.
_PRODUCTS = {factor: bytes(_times(octet, factor) for octet in _BOX) for factor in _CIRCULANT}
_MOVES = [(_positions(step), factor) for step, factor in enumerate(_CIRCULANT)]
# The constants of the ten rounds, which are added to the first row of the key.
_CONSTANTS = [int.from_bytes(_BOX[start : start + _SIDE].ljust(2 * _BLOCK, b"\0"), "big") for start in range(0, 80, 8)]


def _compress_whirlpool(chained: int, block: bytes) -> int:
    """Return the next chaining value in Miyaguchi-Preneel mode.

    It is the XOR of the block, the chaining value, and the block encrypted with the chaining value as the key.
    """
    mixed = int.from_bytes(block, "big") ^ chained
    bits = 8 * _BLOCK
    pair = chained << bits | mixed
    for constant in _CONSTANTS:
        table = pair.to_bytes(2 * _BLOCK, "big") * 2  # translate needs 256 entries, though all positions are below 128
        products = {factor: table.translate(box) for factor, box in _PRODUCTS.items()}
        pair = constant
        for positions, factor in _MOVES:
            pair ^= int.from_bytes(positions.translate(products[factor]), "big")
        pair ^= pair >> bits  # AddRoundKey
    return pair % (1 << bits) ^ mixed
