"""Files in the console: chosen or dropped, and hashed (H10)."""

import ast
import hashlib
import json
import re
import subprocess
import sys

import pytest

from tests.browser.browser import ALL_SIZES, PHONE, visiting

pytestmark = pytest.mark.browser


def test_file_is_hashed_in_the_place_of_a_text(visit, tmp_path):
    """H10: chosen, with what other settings there are; the text is back when the form is reset."""
    file = tmp_path / "it's.bin"
    file.write_bytes(b"\xff\x00" * 700_000)  # more than other bodies may have
    visit.function("hash")
    visit.answered(lambda: visit.page.get_by_label("File", exact=True).set_input_files(file))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert visit.value() == [digest]
    assert "1,400,000" in visit.page.inner_text("#value")
    assert not visit.field("input").is_visible()
    visit.answered(lambda: visit.field("iterations").fill("2"))
    visit.page.get_by_role("tab", name="curl").click()
    shown = visit.code()
    printed = subprocess.run(["bash", "-c", shown], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed)["hash"] == visit.value()[0] != digest
    visit.page.get_by_role("tab", name="Python").click()
    printed = subprocess.run(
        [sys.executable, "-c", visit.code()], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert ast.literal_eval(printed)["bytes"] == 1_400_000
    visit.answered(lambda: visit.page.get_by_role("button", name="Reset").click())
    assert visit.value() == ["2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"]
    assert visit.field("input").is_visible()


MEGABYTE = 1_000_000


def test_progress_is_shown_and_a_digest_compared(chromium, tmp_path, subtests):
    """In windows of all sizes while one file is on its way."""
    file = tmp_path / "large.bin"
    file.write_bytes(bytes(2 * MEGABYTE))
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("hash")
        visit.page.get_by_text("Options").locator("visible=true").click()
        visit.answered(lambda: visit.field("expected").fill(hashlib.sha256(file.read_bytes()).hexdigest().upper()))
        network = visit.devtools()
        slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 2 * MEGABYTE}
        network.send("Network.emulateNetworkConditions", slow)
        visit.page.get_by_label("File", exact=True).set_input_files(file)
        for viewport in ALL_SIZES:
            with subtests.test(width=viewport["width"]):
                visit.page.set_viewport_size(viewport)
                visit.page.get_by_text(re.compile(r"^[01]\.\d of 2\.0 MB$")).wait_for()
                visit.photograph(f"progress-{viewport['width']}")
        visit.page.locator("#value").get_by_text("sha256 matches the expected digest").wait_for()
        assert not visit.page.locator("#running").is_visible()


def test_a_file_on_its_way_is_cancelled_and_another_is_dropped(visit, tmp_path):
    """H10."""
    file = tmp_path / "abc.txt"
    file.write_bytes(b"abc")
    visit.function("hash")
    held = []
    visit.page.route("**/hash/**", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks the function
    visit.page.get_by_label("File", exact=True).set_input_files(file)
    visit.page.get_by_role("button", name="Cancel").click()
    visit.page.locator("#status").get_by_text("Cancelled").wait_for()
    assert visit.value() == []
    visit.page.unroute_all()
    visit.answered(lambda: visit.page.get_by_role("button", name="Hash").click())
    assert visit.value() == [hashlib.sha256(b"abc").hexdigest()]
    dropped = visit.page.evaluate_handle(
        """() => { const data = new DataTransfer(); data.items.add(new File(["def"], "def.txt")); return data; }"""
    )
    form = visit.page.locator("form:visible")
    form.dispatch_event("dragover", {"dataTransfer": dropped})
    visit.answered(lambda: form.dispatch_event("drop", {"dataTransfer": dropped}))
    assert visit.value() == [hashlib.sha256(b"def").hexdigest()]
