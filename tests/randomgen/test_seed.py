"""Seeds of /random/, /random/items/, /random/dice/ and /number/ (R5): the draws that docs/replay.md states."""

import re
import sys

from randomgen import services
from tests.service import ROOT
from tests.tables import each_row, rows
from utilitysvc.drawing import replay

PAGE = (ROOT / "docs" / "replay.md").read_text()
CALLS = re.findall(r"^\| `(/\w+/\S*)\?(\S+)` \| `(.+)` \|$", PAGE, re.MULTILINE)
PARAMETERS = dict(rows("seed_parameters.json"))


@each_row("path, query, values", CALLS)
def test_r5_calls_of_the_page_give_its_values(api, path, query, values):
    assert len(CALLS) >= 8
    assert api.get(path, f"{query}&output=text").content.decode().split() == values.split()


@each_row("path", PARAMETERS)
@each_row("seed", [" é\0\U0001f600", "x", "x" * 256, "\U0001f600" * 256, "0", 7])
def test_r5_seed_and_algorithm_are_given_back(api, path, seed):
    """A JSON number is its text (G2)."""
    first, again, other = (
        api.post(path, {**PARAMETERS[path], "seed": one, "output": "json"}).json() for one in (seed, seed, "e")
    )
    assert list(first.items())[-2:] == [("seed", str(seed)), ("algorithm", "sha256-counter-1")]
    assert first["options"]["secure"] is False
    values = next(iter(first))
    assert first[values] == again[values] != other[values]
    assert "seed" not in api.post(path, PARAMETERS[path]).json()


@each_row("path", PARAMETERS)
@each_row("more, error, details", rows("seed_refused.json"))
def test_r5_refused(api, path, more, error, details):
    if path == "/random/dice/":
        error = error.replace("10000", "1000")
    assert api.ask(path, **PARAMETERS[path] | more) == (400, {"error": error, "details": details})


@each_row("minimum, maximum, count", [(1, 20, 20), (0, 9999, 10_000), (-(10**6), 10**6, 10_000)])
def test_r5_all_of_a_range_differ(minimum, maximum, count):
    numbers = services.random_integers(min=minimum, max=maximum, count=count, seed="a")["numbers"]
    assert len(set(numbers)) == count
    assert minimum <= min(numbers) <= max(numbers) <= maximum


def test_r5_the_same_values_on_a_big_endian_machine(monkeypatch):
    """The words are those of the definition whatever the order of a machine's bytes: there nothing is turned round."""
    monkeypatch.setattr(sys, "byteorder", "big")
    assert replay.random_bytes("a")(8) == (5831530819554255083).to_bytes(8, "big")
