"""Uniform draws in bulk (R2): proved for every sequence of small words, then sampled from the real generators."""

import os
import random
from collections import Counter
from itertools import permutations, product

import pytest

from tests.drawing import drawing
from tests.tables import each_row, rows
from utilitysvc.drawing import uniform

WORDS = 1 << 64


@each_row("size", [1, 2, 3, 6, 10, 100, 2_000_001, 2 * 10**15 + 1, WORDS - 1, WORDS])
def test_words_beyond_the_last_whole_multiple_are_drawn_again(size):
    """R2: of the remaining words, each value gets the same number, so that all are equally likely."""
    rest = WORDS % size
    refused = [WORDS - rest, WORDS - 1] if rest else []
    accepted = [0, size - 1, WORDS - rest - size, WORDS - rest - 1]
    drawn = uniform.integers(size, 4, drawing(*refused, *accepted, *accepted)(True))
    assert drawn == [0, size - 1, 0, size - 1]


def test_a_draw_calls_the_generator_once_and_again_only_for_rejected_words():
    sizes = []

    def randbytes(size):
        sizes.append(size)
        return bytes(size) if len(sizes) > 1 else b"\xff" * 16 + bytes(size - 16)

    assert uniform.integers(6, 10_000, randbytes) == [0] * 10_000
    assert sizes == [80_000, 16]


@each_row("size, count, length", rows("uniform_every_ordered_selection_is_equally.json"))
def test_every_ordered_selection_is_equally_likely(size, count, length):
    """R2, both if few of the values are wanted (drawn one by one) and if most are (shuffled).

    Over all sequences of so many words below ``size``. Those that are too short for a selection are left out.
    """
    found = Counter()
    for words in product(range(size), repeat=length):
        try:
            found[tuple(uniform.distinct_integers(size, count, drawing(*words)(True)))] += 1
        except EOFError:
            continue
    assert set(found) == set(permutations(range(size), count))
    assert len(set(found.values())) == 1


@each_row("randbytes", [os.urandom, random.randbytes])
@each_row("size, count", rows("uniform_selections.json"))
def test_real_generators_give_every_selection_as_often(randbytes, size, count):
    """R2: chi-square exceeds the bound with a probability of 1e-9 (Wilson-Hilferty approximation, z = 6)."""
    found = Counter(tuple(uniform.distinct_integers(size, count, randbytes)) for _ in range(10_000))
    values = list(permutations(range(size), count))
    degrees, expected = len(values) - 1, 10_000 / len(values)
    spread = 2 / (9 * degrees)
    chi_square = sum((found[value] - expected) ** 2 / expected for value in values)
    assert chi_square < degrees * (1 - spread + 6 * spread**0.5) ** 3


@pytest.mark.parametrize(("size", "count"), rows("uniform_largest.json"))
def test_the_largest_selections_are_distinct(size, count):
    """R2: on either side of the change from drawing to shuffling."""
    drawn = uniform.distinct_integers(size, count, os.urandom)
    assert len(set(drawn)) == len(drawn) == count
    assert 0 <= min(drawn) <= max(drawn) < size
