"""Estimate the CPU seconds of a request to /hash/ from the values of its parameters.

The figures, and those of each algorithm, were measured on one core of a server of 2022 with SHA and AVX2 instructions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from hashing.algorithms import ALGORITHMS, DefaultAlgorithm, Figures
from hashing.expected import algorithms_for, read_expected

MICROSECOND, MILLISECOND, MEBIBYTE = 1e-6, 1e-3, 1 << 20

#: The figures of an algorithm that is computed in Python.
_IN_PYTHON = Figures(150, 1500)
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
        algorithm = ALGORITHMS[name]
        figures = _IN_PYTHON if algorithm.implementation.in_python else algorithm.figures
        seconds += rounds * figures.round * MICROSECOND + size / MEBIBYTE * figures.mebibyte * MILLISECOND
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
