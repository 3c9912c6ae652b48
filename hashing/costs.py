"""Estimate the CPU seconds of a request to /hash/ from the values of its parameters.

The figures were measured on one core of a server of 2022 with SHA and AVX2 instructions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from hashing.algorithms import ALGORITHMS, DefaultAlgorithm
from hashing.expected import algorithms_for, read_expected

MICROSECOND, MILLISECOND, MEBIBYTE = 1e-6, 1e-3, 1 << 20

#: Microseconds for each round, and milliseconds for each mebibyte of input.
_FIGURES = {
    "md5": (0.4, 1.4),
    "sha1": (0.4, 0.6),
    "sha256": (0.4, 0.6),
    "sha512": (0.5, 1.4),
    "sha3-256": (0.7, 2.2),
    "sha3-512": (0.7, 3.9),
    "blake2b256": (0.5, 1.2),
    "blake2b512": (0.4, 1.2),
    "whirlpool": (4.0, 5.3),
    "ripemd160": (0.6, 3.5),
    "crc32": (0.2, 0.3),
    "adler32": (0.2, 0.4),
    "fnv1a32": (0.4, 1.3),
    "fnv1a64": (0.4, 1.3),
    "sha224": (0.4, 0.6),
    "sha384": (0.6, 1.4),
    "sha512-256": (0.6, 1.4),
    "sha3-224": (0.7, 2.2),
    "sha3-384": (0.7, 2.9),
    "blake2s256": (0.4, 2.0),
    "blake3": (0.5, 0.3),
    "xxh32": (0.1, 0.4),
    "xxh64": (0.1, 0.2),
    "xxh3-64": (0.1, 0.1),
    "xxh3-128": (0.1, 0.1),
}
_IN_PYTHON = (150, 1500)
_KEYED = 2.5  # a round of HMAC takes so many times as long

_REQUEST = 25 * MICROSECOND
#: Seconds for each character of the input, by its encoding.
_DECODING = {"utf-8": 0.001 * MICROSECOND, "hex": 0.08 * MICROSECOND, "base64": 0.015 * MICROSECOND}
_COMPARING = 0.5 * MICROSECOND  # for each character of ``expected``
_READ_CHARACTERS = 1000  # read only so much of ``expected``: it nearly always has all algorithms that it names


def hash_seconds(values: Mapping[str, Any]) -> float:
    """Estimate the time that ``hash_text`` takes."""
    text: str = values["input"]
    key: str = values.get("key", "")
    # A character outside of ASCII has two to four bytes in UTF-8. Three are close enough for an estimate.
    size = (len(text) if text.isascii() else 3 * len(text)) + len(values["salt"]) + len(key)
    rounds = values["iterations"] * (_KEYED if "key" in values else 1)
    decoding = len(text) * _DECODING[values["encoding"]] + len(key) * _DECODING[values["key_encoding"]]
    seconds = _REQUEST + decoding + len(values.get("expected", "")) * _COMPARING
    for name in _computed(values):
        round_time, mebibyte_time = _IN_PYTHON if ALGORITHMS[name].implementation.in_python else _FIGURES[name]
        seconds += rounds * round_time * MICROSECOND + size / MEBIBYTE * mebibyte_time * MILLISECOND
    return seconds


def _computed(values: Mapping[str, Any]) -> Sequence[str]:
    names: Sequence[str] = values["algorithm"]
    if not isinstance(names, DefaultAlgorithm):
        return names
    if "expected" not in values:
        return [names]
    expected = read_expected(values["expected"][:_READ_CHARACTERS], values["format"])
    shown, compared = algorithms_for([str(names)], expected, is_given=False, keyed="key" in values)
    return [*shown, *compared]
