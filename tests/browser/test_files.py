"""Files: chosen or dropped, and hashed with progress (H10)."""

import hashlib
import json
import re
import subprocess

import pytest

pytestmark = pytest.mark.browser

MEGABYTE = 1_000_000


def choose(visit, file):
    visit.page.get_by_label("File", exact=True).set_input_files(file)


def test_h10_a_file_is_hashed_in_the_place_of_a_text_and_compared(visit, tmp_path):
    """With what other settings there are; the text is back when the form is reset."""
    file = tmp_path / "it's.bin"
    file.write_bytes(b"\xff\x00" * 700_000)  # more than other bodies may have
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    visit.function("hash")
    visit.answered(lambda: choose(visit, file))
    assert visit.value() == [digest]
    visit.shows("1,400,000")
    assert not visit.field("input").is_visible()
    visit.fill(expected=digest.upper())
    visit.shows("sha256 matches the expected digest")
    visit.fill(expected="", iterations="2")
    shown = visit.code("curl")
    printed = subprocess.run(["bash", "-c", shown], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed)["hash"] == visit.value()[0] != digest
    visit.answered(lambda: visit.button("Reset").click())
    assert visit.field("input").is_visible()


def test_h10_a_file_on_its_way_shows_its_progress_and_is_cancelled_and_another_is_dropped(visit, tmp_path):
    file = tmp_path / "large.bin"
    file.write_bytes(bytes(2 * MEGABYTE))
    visit.function("hash")
    network = visit.devtools()
    speed = {"offline": False, "latency": 0, "downloadThroughput": -1}
    network.send("Network.emulateNetworkConditions", speed | {"uploadThroughput": MEGABYTE})
    choose(visit, file)
    visit.page.get_by_text(re.compile(r"^[01]\.\d of 2\.0 MB$")).wait_for()
    visit.button("Cancel").click()
    visit.page.locator("#status").get_by_text("Cancelled").wait_for()
    network.send("Network.emulateNetworkConditions", speed | {"uploadThroughput": -1})
    visit.answered(lambda: visit.button("Hash").click())
    assert visit.value() == [hashlib.sha256(file.read_bytes()).hexdigest()]
    dropped = visit.page.evaluate_handle(
        """() => { const data = new DataTransfer(); data.items.add(new File(["def"], "def.txt")); return data; }"""
    )
    form = visit.page.locator("form:visible")
    form.dispatch_event("dragover", {"dataTransfer": dropped})
    visit.answered(lambda: form.dispatch_event("drop", {"dataTransfer": dropped}))
    assert visit.value() == [hashlib.sha256(b"def").hexdigest()]
