"""/text/: the difference of two texts (X14)."""

import shutil
import subprocess
from random import Random

import pytest

from tests.measure import cpu_seconds
from tests.tables import each_row, rows
from textops import services
from textops.differences import diff
from textops.limits import Budget
from utilitysvc.kit import ServiceError

HEAD = "--- text\n+++ other\n"
MYERS = "\n".join("abcabba") + "\n", "\n".join("cbabac") + "\n"


@each_row(
    ("text", "other", "context", "result"),
    rows("differences_unified_diff.json"),
)
def test_x14_unified_diff(api, text, other, context, result):
    asked = {"text": text, "operation": "diff", "other": other, "context": context}
    assert api.post("/text/", asked).json()["result"] == HEAD + result


@pytest.mark.parametrize("text", ["", "a", "a\nb\n", "\r\n"])
def test_x14_equal_texts_have_no_difference(api, text):
    assert api.post("/text/", {"text": text, "operation": "diff", "other": text}).json()["result"] == ""


def test_x14_result_is_limited_in_bytes():
    result = HEAD + "@@ -0,0 +1 @@\n+éé\n"
    assert diff("", other="éé\n", largest=len(result.encode())) == result
    with pytest.raises(ServiceError, match="Result too large"):
        diff("", other="éé\n", largest=len(result.encode()) - 1)


def test_x14_is_correct_and_as_short_as_can_be():
    """X14: on drawn texts, beside the longest common subsequence by the textbook's table."""
    random = Random(14)
    for _ in range(150):
        old, new = (random.choices("abcd", k=random.randrange(10)) for _ in range(2))
        found = diff("".join(f"{line}\n" for line in old), other="".join(f"{line}\n" for line in new), context=100)
        lines = found.splitlines()[3:]
        if old == new:
            assert found == ""
            continue
        assert [line[1:] for line in lines if line[0] != "+"] == old
        assert [line[1:] for line in lines if line[0] != "-"] == new
        assert sum(line[0] != " " for line in lines) == len(old) + len(new) - 2 * longest_common(old, new)


def longest_common(old, new):
    lengths = [[0] * (len(new) + 1)]
    for line in old:
        above, row = lengths[-1], [0]
        for place, other in enumerate(new):
            row.append(above[place] + 1 if line == other else max(above[place + 1], row[-1]))
        lengths.append(row)
    return lengths[-1][-1]


def test_x14_time_and_context_are_limited():
    with pytest.raises(ServiceError) as refused:
        diff("a\n", other="b\n", budget=Budget(-1))
    assert refused.value.error == "Difference too costly"
    assert services.process(text="a\n", operation="diff")["result"] == f"{HEAD}@@ -1 +0,0 @@\n-a\n"
    with pytest.raises(ServiceError, match="Context must be between 0 and 100"):
        diff("a\n", other="b\n", context=101)


@each_row(
    ("wrong", "error"),
    rows("differences_refused.json"),
)
def test_x14_refused(api, wrong, error):
    assert api.post("/text/", {"text": "a", "operation": "diff", **wrong}).json()["error"] == error


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
    changed_lines = [*lines[:10_000], "x\n", *lines[10_001:]]

    def reversed_lines():
        with pytest.raises(ServiceError, match="Difference too costly"):
            diff("".join(lines), other="".join(reversed(lines)), budget=Budget(0.1))

    assert diff("".join(lines), other="".join(changed_lines)).count("\n") == 11
    assert cpu_seconds(lambda: diff("".join(lines), other="".join(changed_lines)), repeats=1) < 0.7
    assert cpu_seconds(lambda: diff("a\n" * 50_000, other="b\n" * 50_000), repeats=1) < 1.3
    assert cpu_seconds(reversed_lines, repeats=1) < 4
