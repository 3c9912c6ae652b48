"""Whirlpool, final version (ISO/IEC 10118-3:2004; Barreto and Rijmen, "The WHIRLPOOL Hashing Function", 2003).

A block takes about 40 microseconds, a hundred times as long as in compiled code. The state of the cipher and its round
key go through the same steps, so this module computes both together, as 128 bytes. ``bytes.translate`` substitutes all
bytes in one call. It also permutes them in one call: with the 128 bytes as its table, and the list of their positions
as the text to translate.

https://www.iso.org/standard/39876.html
"""

from functools import partial

from hashing.pure_python.blocks import BlockHash, Construction

_SIZE = 64  # bytes of a block, of the key, and of the digest: a matrix of eight rows and eight columns
_BITS = 8 * _SIZE
_SIDE = 8
_ROUNDS = 10
_POLYNOMIAL = 0x11D  # x^8 + x^4 + x^3 + x^2 + 1
_CIRCULANT = (1, 1, 4, 1, 8, 5, 2, 9)  # the first row of the matrix of MixRows

# The S-box is made of two tables for four bits each.
_E = (0x1, 0xB, 0x9, 0xC, 0xD, 0x6, 0xF, 0x3, 0xE, 0x8, 0x7, 0x4, 0xA, 0x2, 0x5, 0x0)
_R = (0x7, 0xC, 0xB, 0xD, 0xE, 0x4, 0x9, 0xF, 0x6, 0x3, 0x8, 0xA, 0x2, 0x5, 0x1, 0x0)


def _substitute(octet: int) -> int:
    upper, lower = _E[octet >> 4], _E.index(octet & 15)
    between = _R[upper ^ lower]
    return _E[upper ^ between] << 4 | _E.index(lower ^ between)


def _times(octet: int, factor: int) -> int:
    """Multiply in GF(2^8)."""
    product = 0
    while factor:
        product ^= octet * (factor & 1)
        octet = octet << 1 ^ _POLYNOMIAL * (octet >> 7)
        factor >>= 1
    return product


def _positions(step: int) -> bytes:
    """Return for each byte of key and state the position that it comes from, after a shift by ``step`` columns.

    Before that shift, ShiftColumns moves column j down by j rows.
    """
    places = [
        (row - (column - step) % _SIDE) % _SIDE * _SIDE + (column - step) % _SIDE
        for row in range(_SIDE)
        for column in range(_SIDE)
    ]
    return bytes(places + [_SIZE + place for place in places])


_BOX = bytes(map(_substitute, range(256)))
# MixRows adds eight products: the state shifted by 0 to 7 columns, each times a factor of the circulant matrix.
_PRODUCTS = {factor: bytes(_times(octet, factor) for octet in _BOX) for factor in _CIRCULANT}
_MOVES = [(_positions(step), factor) for step, factor in enumerate(_CIRCULANT)]
# The round constants, which are added to the first row of the key. The key is the upper half of the 128 bytes.
_CONSTANTS = [
    int.from_bytes(_BOX[_SIDE * number : _SIDE * (number + 1)].ljust(2 * _SIZE, b"\0"), "big")
    for number in range(_ROUNDS)
]


def _compress(chained: int, block: bytes) -> int:
    """Return the next chaining value in Miyaguchi-Preneel mode.

    It is the XOR of the block, the chaining value, and the block encrypted with the chaining value as the key.
    """
    message = int.from_bytes(block, "big")
    pair = chained << _BITS | message ^ chained
    for constant in _CONSTANTS:
        table = pair.to_bytes(2 * _SIZE, "big") * 2  # translate needs 256 entries, though all positions are below 128
        products = {factor: table.translate(box) for factor, box in _PRODUCTS.items()}
        pair = constant
        for positions, factor in _MOVES:
            pair ^= int.from_bytes(positions.translate(products[factor]), "big")
        pair ^= pair >> _BITS  # AddRoundKey
    return pair & (1 << _BITS) - 1 ^ message ^ chained


def _write(state: int) -> bytes:
    return state.to_bytes(_SIZE, "big")


whirlpool = partial(
    BlockHash,
    Construction(
        "whirlpool",
        digest_size=_SIZE,
        block_size=_SIZE,
        length_size=32,
        byteorder="big",
        initial=0,
        compress=_compress,
        write=_write,
    ),
)
