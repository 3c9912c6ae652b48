"""Seeded draws (R5), compared with the definition in docs/replay.md, its test vectors and its JavaScript."""

import hashlib
import json
import re
import shutil
import subprocess
from itertools import count, islice

import pytest

from tests.service import ROOT
from tests.tables import each_row, rows
from utilitysvc.drawing import replay, uniform

PAGE = (ROOT / "docs" / "replay.md").read_text()
#: The rows of the page's table: | seed | the first four words |
VECTORS = re.findall(r"^\| `([^`]+)` \| `(\d+)` `(\d+)` `(\d+)` `(\d+)` \|$", PAGE, re.MULTILINE)
SEEDS = ["a", "lottery 2026-11-21", "é\U0001f600\0", "x" * replay.SEED.maximum]


def words(seed):
    """Yield words as the page defines them: each digest of the seed and a counter is four numbers of 64 bits."""
    for number in count():
        digest = hashlib.sha256(seed.encode() + number.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[start : start + 8], "big") for start in range(0, 32, 8))


def below(size, seed):
    """Yield integers as the page defines them: words at or above the largest multiple of ``size`` are skipped."""
    return (word % size for word in words(seed) if word < 2**64 - 2**64 % size)


@each_row("seed", SEEDS)
@each_row("size", [1, 2, 6, 100, 2_000_001, 2**63 + 1, 2**64])
def test_r5_integers_follow_the_definition(seed, size):
    """The size 2**63 + 1, just above half of all words, skips nearly half of them."""
    assert uniform.integers(size, 100, replay.random_bytes(seed)) == list(islice(below(size, seed), 100))


@each_row("seed", SEEDS)
@each_row(("size", "wanted"), rows("replay_selections.json"))
def test_r5_distinct_integers_skip_repeated_ones(seed, size, wanted):
    expected = list(islice(dict.fromkeys(islice(below(size, seed), 20_000)), wanted))
    assert uniform.distinct_in_sequence(size, wanted, replay.random_bytes(seed)) == expected


def test_r5_each_draw_continues_where_the_previous_one_ended():
    """A digest holds four words. Draws of other sizes leave some of them over, which the next draw must use."""
    whole = uniform.integers(2**64, 50, replay.random_bytes("a"))
    randbytes = replay.random_bytes("a")
    assert [word for size in (1, 2, 3, 4, 5, 6, 7, 22) for word in uniform.integers(2**64, size, randbytes)] == whole


def test_r5_the_page_has_vectors():
    assert len(VECTORS) >= 3
    for seed, *first in VECTORS:
        assert [str(word) for word in islice(words(seed), 4)] == first


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
@pytest.mark.parametrize("seed", SEEDS)
def test_r5_javascript_of_the_page_draws_the_same(seed):
    (script,) = re.findall(r"^```javascript\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    call = f"\nconst drawn = below({json.dumps(seed)}, 2000001);"
    call += "\nconsole.log(JSON.stringify(Array.from({ length: 50 }, () => drawn.next().value)));"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script + call], capture_output=True, text=True, timeout=60, check=True
    )
    assert json.loads(done.stdout) == list(islice(below(2_000_001, seed), 50))
