"""Whirlpool, final version (ISO/IEC 10118-3:2004; Barreto and Rijmen, "The WHIRLPOOL Hashing Function", 2003).

A block costs some 40 microseconds, a hundred times what compiled code takes. The cipher's state and its round key go
through the same steps, so they are worked on side by side, 128 bytes at a time: ``bytes.translate`` substitutes all of
them at once, and permutes them at once too, where the bytes are the table and the permutation is the text.

https://www.iso.org/standard/39876.html
"""

from functools import partial

from hashing.pure_python.blocks import BlockHash, Construction

_SIZE = 64  # bytes of a block, of the key, and of the digest: a square of eight rows of eight
_BITS = 8 * _SIZE
_SIDE = 8
_ROUNDS = 10
_POLYNOMIAL = 0x11D  # x^8 + x^4 + x^3 + x^2 + 1
_CIRCULANT = (1, 1, 4, 1, 8, 5, 2, 9)  # the first row of the matrix of MixRows

# The substitution is built of two tables of four bits.
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


def _taken(step: int) -> bytes:
    """Say which byte comes to each place after ShiftColumns, moved ``step`` columns on, for the key and the state.

    ShiftColumns moves column j down by j rows.
    """
    places = [
        (row - (column - step) % _SIDE) % _SIDE * _SIDE + (column - step) % _SIDE
        for row in range(_SIDE)
        for column in range(_SIDE)
    ]
    return bytes(places + [_SIZE + place for place in places])


_BOX = bytes(map(_substitute, range(256)))
# MixRows adds up eight products: the state moved on by 0 to 7 columns, each times a factor of the circulant.
_PRODUCTS = {factor: bytes(_times(octet, factor) for octet in _BOX) for factor in _CIRCULANT}
_MOVES = [(_taken(step), factor) for step, factor in enumerate(_CIRCULANT)]
# The constants of the rounds are the first row of their keys; the key is the upper half of the two.
_CONSTANTS = [
    int.from_bytes(_BOX[_SIDE * number : _SIDE * (number + 1)].ljust(2 * _SIZE, b"\0"), "big")
    for number in range(_ROUNDS)
]


def _compress(chained: int, block: bytes) -> int:
    """Miyaguchi and Preneel's mode: the block encrypted under the chained value, added to both."""
    message = int.from_bytes(block, "big")
    pair = chained << _BITS | message ^ chained
    for constant in _CONSTANTS:
        table = pair.to_bytes(2 * _SIZE, "big") * 2  # translate wants 256 entries; the second half is not asked for
        products = {factor: table.translate(box) for factor, box in _PRODUCTS.items()}
        pair = constant
        for taken, factor in _MOVES:
            pair ^= int.from_bytes(taken.translate(products[factor]), "big")
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
