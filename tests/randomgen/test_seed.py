"""Seeds of /random/, /random/items/, /random/dice/ and /number/ (R5): the draws that docs/replay.md states."""

import re

import pytest

from randomgen import services
from tests.service import ROOT
from tests.tables import each_row

PAGE = (ROOT / "docs" / "replay.md").read_text()
CALLS = re.findall(r"^\| `(/\w+/\S*)\?(\S+)` \| `(.+)` \|$", PAGE, re.MULTILINE)
PARAMETERS = {
    "/random/": {"min": -1000, "max": 1000, "count": 10},
    "/random/items/": {"items": ["Ada", "Ben", "Cleo", "Dan"], "count": 4},
    "/random/dice/": {"dice": "3d6+2d20", "count": 5},
    "/number/": {"count": 10, "decimal": True, "precision": 9},
}
VALUES = {"/random/": "numbers", "/random/items/": "items", "/random/dice/": "results", "/number/": "numbers"}


@each_row(("path", "query", "values"), CALLS)
def test_r5_calls_of_the_page_give_its_values(api, path, query, values):
    assert len(CALLS) >= 8
    assert api.get(path, f"{query}&output=text").content.decode().split() == values.split()


@pytest.mark.parametrize("path", PARAMETERS)
def test_r5_seed_and_algorithm_are_given_back(api, path):
    status, body = api.ask(path, **PARAMETERS[path], seed=" é\0\U0001f600")
    assert (status, list(body)[-2:]) == (200, ["seed", "algorithm"])
    assert (body["seed"], body["algorithm"], body["options"]["secure"]) == (" é\0\U0001f600", "sha256-counter-1", False)
    assert api.ask(path, **PARAMETERS[path], seed=" é\0\U0001f600").body[VALUES[path]] == body[VALUES[path]]
    assert api.ask(path, **PARAMETERS[path], seed="e").body[VALUES[path]] != body[VALUES[path]]
    assert "seed" not in api.post(path, PARAMETERS[path]).json()


@each_row("path", PARAMETERS)
@each_row(
    ("more", "error", "details"),
    [
        (
            {"seed": "a", "secure": True},
            "Invalid parameter combination",
            "seed and secure exclude each other: seeded values do not come from the operating system's generator",
        ),
        ({"seed": "", "secure": True}, "Invalid parameter combination", None),
        ({"seed": ""}, "Invalid seed specified", "A seed has 1 to 256 characters, characters given: 0"),
        ({"seed": "x" * 257}, "Invalid seed specified", "A seed has 1 to 256 characters, characters given: 257"),
        # Combinations are told after all types, and before any value (G4).
        ({"seed": "a", "secure": "x"}, "Invalid parameter type", "secure must be a boolean"),
        ({"seed": "a", "secure": True, "count": 0}, "Invalid parameter combination", None),
    ],
)
def test_r5_refused(api, path, more, error, details):
    status, body = api.ask(path, **PARAMETERS[path] | more)
    assert (status, body["error"]) == (400, error)
    assert details in (None, body["details"])


@each_row("path", PARAMETERS)
@each_row("seed", ["", "x" * 257])
def test_g4_a_seed_is_told_after_the_parameters_before_it(api, path, seed):
    status, body = api.ask(path, **PARAMETERS[path] | {"count": 0, "seed": seed})
    assert (status, body["error"].split(" between ")[0]) == (400, "Count must be")


@each_row("path", PARAMETERS)
@each_row("seed", ["x", "x" * 256, "\U0001f600" * 256, "0", 7])
def test_r5_seeds_of_every_length(api, path, seed):
    """A JSON number is its text (G2)."""
    assert api.ask(path, **PARAMETERS[path], seed=seed).body["seed"] == str(seed)


@pytest.mark.parametrize(
    "parameters",
    [
        {"min": 1, "max": 20, "count": 20},
        {"min": 0, "max": 9999, "count": 10_000},
        {"min": -(10**6), "max": 10**6, "count": 10_000},
    ],
)
def test_r5_all_of_a_range_differ(parameters):
    numbers = services.random_integers(**parameters, seed="a")["numbers"]
    assert len(set(numbers)) == parameters["count"]
    assert parameters["min"] <= min(numbers) <= max(numbers) <= parameters["max"]


def test_r5_the_same_values_on_a_big_endian_machine(monkeypatch):
    """The words are those of the definition whatever the order of a machine's bytes: there nothing is turned round."""
    from utilitysvc.drawing import replay

    monkeypatch.setattr(replay.sys, "byteorder", "big")
    assert replay.random_bytes("a")(8) == (5831530819554255083).to_bytes(8, "big")
