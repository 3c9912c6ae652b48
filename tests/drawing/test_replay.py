"""Draws that a seed decides (R5): against the definition in docs/replay.md, its vectors, and JavaScript."""

import hashlib
import json
import re
import shutil
import subprocess
from functools import partial
from itertools import count, islice

import pytest

from tests.service import ROOT
from utilitysvc.drawing import replay, uniform
from utilitysvc.kit import ServiceError

PAGE = (ROOT / "docs" / "replay.md").read_text()
#: The table of the page: | seed | the first four words |
VECTORS = re.findall(r"^\| `([^`]+)` \| `(\d+)` `(\d+)` `(\d+)` `(\d+)` \|$", PAGE, re.MULTILINE)
SEEDS = ["a", "lottery 2026-11-21", "é\U0001f600\0", "x" * replay.SEED.maximum]


def words(seed):
    """The definition: each digest of the seed and a counter is four numbers of 64 bits."""
    for number in count():
        digest = hashlib.sha256(seed.encode() + number.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[start : start + 8], "big") for start in range(0, 32, 8))


def below(size, seed):
    """The definition: words from the largest multiple of size on are passed over."""
    return (word % size for word in words(seed) if word < 2**64 - 2**64 % size)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("size", [1, 2, 6, 100, 2_000_001, 2**63 + 1, 2**64])
def test_r5_integers_follow_the_definition(seed, size):
    """A size above half of all words passes over nearly half of them."""
    assert uniform.integers(size, 100, replay.random_bytes(seed)) == list(islice(below(size, seed), 100))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("size", "wanted"), [(1, 1), (6, 6), (10, 3), (1000, 1000)])
def test_r5_distinct_integers_pass_over_what_came_before(seed, size, wanted):
    expected = list(islice(dict.fromkeys(islice(below(size, seed), 20_000)), wanted))
    assert uniform.distinct_in_sequence(size, wanted, replay.random_bytes(seed)) == expected


def test_r5_one_draw_goes_on_where_the_other_ended():
    """However many words each takes, none is lost between them."""
    whole = uniform.integers(2**64, 50, replay.random_bytes("a"))
    randbytes = replay.random_bytes("a")
    assert [word for size in (1, 2, 3, 4, 5, 6, 7, 22) for word in uniform.integers(2**64, size, randbytes)] == whole


def test_r5_the_page_has_vectors():
    assert len(VECTORS) >= 3
    for seed, *first in VECTORS:
        assert [str(word) for word in islice(words(seed), 4)] == first


@pytest.mark.parametrize(
    ("seed", "secure", "error"),
    [
        ("", False, "Invalid seed specified: A seed has 1 to 256 characters, characters given: 0"),
        ("\U0001f600" * 257, False, "Invalid seed specified: A seed has 1 to 256 characters, characters given: 257"),
        (
            "a",
            True,
            (
                "Invalid parameter combination: seed and secure exclude each other: "
                "what a seed decides is not drawn by the operating system's generator"
            ),
        ),
    ],
)
def test_r5_seeds_that_are_refused(seed, secure, error):
    check = partial(replay.check_seed, secure=secure) if secure else replay.random_bytes
    with pytest.raises(ServiceError) as raised:
        check(seed)
    assert str(raised.value) == error


@pytest.mark.parametrize(("seed", "secure"), [(None, True), (None, False), ("a", False), ("\0" * 256, False)])
def test_r5_seeds_that_are_taken(seed, secure):
    replay.check_seed(seed, secure=secure)


@pytest.mark.skipif(not shutil.which("node"), reason="no node to run it")
@pytest.mark.parametrize("seed", SEEDS)
def test_r5_javascript_of_the_page_draws_the_same(seed):
    (script,) = re.findall(r"^```javascript\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    call = f"\nconst drawn = below({json.dumps(seed)}, 2000001);"
    call += "\nconsole.log(JSON.stringify(Array.from({ length: 50 }, () => drawn.next().value)));"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script + call], capture_output=True, text=True, timeout=60, check=True
    )
    assert json.loads(done.stdout) == list(islice(below(2_000_001, seed), 50))
