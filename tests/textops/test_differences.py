"""/text/: the difference of two texts (X14)."""

import shutil
import subprocess
from random import Random

import pytest

from tests.measure import cpu_seconds
from tests.tables import each_row
from textops.differences import diff
from textops.limits import LARGEST, Budget
from textops.services import process
from utilitysvc.kit import ServiceError


def test_x14_result_is_limited_in_bytes():
    other = "😀" * (LARGEST // 4)
    with pytest.raises(ServiceError, match="Result too large"):  # with its header
        process(text="", operation="diff", other=other)
    assert "+😀" in process(text="", operation="diff", other=other[:-20])["result"]


@each_row(
    ("more", "said"),
    [({"budget": Budget(-1)}, "Difference too costly"), ({"context": 101}, "Context must be between 0 and 100")],
)
def test_x14_time_and_context_are_limited(more, said):
    with pytest.raises(ServiceError, match=said):
        diff("a\n", other="b\n", **more)


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("diff") and shutil.which("patch")), reason="needs diff and patch")
@each_row("seed", range(40))
def test_x14_is_applied_by_patch_and_as_short_as_that_of_gnu_diff(tmp_path, seed):
    random = Random(seed)
    alphabet = random.choice(["ab", "abcdefgh", "abc\r"])
    old = [random.choice(alphabet) + random.choice(["\n", "\n", ""]) for _ in range(random.randrange(40))]
    new = old.copy()
    for _ in range(random.randrange(1, 8)):
        place = random.randrange(len(new) + 1)
        new[place : place + random.randrange(2)] = random.choices(["a\n", "z\n", ""], k=random.randrange(2))
    (tmp_path / "old").write_bytes("".join(old).encode())
    (tmp_path / "new").write_bytes("".join(new).encode())
    ours = diff("".join(old), other="".join(new), context=random.choice([1, 3, 100])).encode()
    theirs = subprocess.run(["diff", "-u", "--minimal", "old", "new"], cwd=tmp_path, capture_output=True, check=False)
    assert changed(ours) == changed(theirs.stdout)
    subprocess.run(["patch", "-s", "--binary", "old"], cwd=tmp_path, input=ours, check=True)
    assert (tmp_path / "old").read_bytes() == "".join(new).encode()


def changed(unified):
    return sum(line.startswith((b"+", b"-")) for line in unified.split(b"\n")[2:])


@pytest.mark.slow
def test_x14_time():
    """X14: in proportion to the texts, but for those that differ nearly everywhere, which are ended.

    That is after about the time of the budget, which is a second in a request.
    """
    lines = [f"line {number}\n" for number in range(20_000)]
    text, changed_text = "".join(lines), "".join([*lines[:10_000], "x\n", *lines[10_001:]])

    def reversed_lines():
        with pytest.raises(ServiceError, match="Difference too costly"):
            diff(text, other="".join(reversed(lines)), budget=Budget(0.1))

    assert diff(text, other=changed_text).count("\n") == 11
    assert cpu_seconds(lambda: diff(text, other=changed_text), repeats=1) < 0.7
    assert cpu_seconds(lambda: diff("a\n" * 50_000, other="b\n" * 50_000), repeats=1) < 1.3
    assert cpu_seconds(reversed_lines, repeats=1) < 4
