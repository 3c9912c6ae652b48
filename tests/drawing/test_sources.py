"""Rule R2: which generator draws, and that draws are made in bulk."""

import os
import random

import pytest
from numbergen import services as numbergen

from passwords import services as passwords
from randomgen import services as randomgen
from tests.tables import each_row
from utilitysvc.drawing import sources
from uuids import services as uuids

DRAWS = [
    (uuids.generate_uuids, {}),
    (randomgen.random_integers, {}),
    (randomgen.random_items, {"items": ["a", "b"]}),
    (randomgen.roll_dice, {"dice": "d6"}),
    (numbergen.random_numbers, {}),
    (numbergen.normal_numbers, {}),
]


@each_row("secure", [True, False])
@each_row("draw, given", DRAWS)
def test_secure_names_the_generator(draw, given, secure):
    """R2, U2, N1: the operating system's, or the module's own, which is seeded afresh in each process."""
    with pytest.MonkeyPatch.context() as patched:
        used = set()
        patched.setattr(os, "urandom", lambda size: used.add("system") or bytes(size))
        patched.setattr(random, "randbytes", lambda size: used.add("fast") or bytes(size))
        result = draw(**given, secure=secure)
    assert used == {"system" if secure else "fast"}
    assert result.get("options", result)["secure"] is secure


def test_fast_generator_is_the_shared_one():
    """R2: an instance of our own would not be seeded afresh after a fork."""
    assert sources.byte_source(secure=False) == random.randbytes
    assert sources.byte_source(secure=True) is os.urandom


@each_row(
    "draw, given",
    [
        (passwords.generate_password, {}),
        (passwords.generate_password, {"min_numbers": 2}),
        (passwords.generate_password_by_rules, {"rules": ";"}),
        (passwords.generate_passphrase, {"words": 3}),
    ],
)
def test_p1_a_password_is_drawn_from_the_operating_systems_generator(draw, given):
    asked = []
    draw(**given, source=lambda secure: asked.append(secure) or os.urandom)
    assert asked == [True]


@each_row("draw, given, most", [(uuids.generate_uuids, {"count": 1000}, 1), (passwords.generate_password, {}, 3)])
def test_many_values_are_drawn_in_bulk(draw, given, most):
    sizes = []
    draw(**given, source=lambda secure: lambda size: sizes.append(size) or os.urandom(size))
    assert len(sizes) <= most
