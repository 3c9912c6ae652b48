"""Everyday tasks in as many steps as docs/console-tasks.md promises: each is performed, and its steps are counted."""

import re

import pytest
from playwright.sync_api import expect

from tests.service import ROOT

pytestmark = pytest.mark.browser

ROW = re.compile(r"^\| \*\*(?P<task>.+?)\*\*.*?\| (?P<steps>\d+) \|.*\| (?P<peer>\d+)[^|]*\|$", re.MULTILINE)
TABLE = (ROOT / "docs/console-tasks.md").read_text()
PROMISED = {row["task"]: (int(row["steps"]), int(row["peer"])) for row in ROW.finditer(TABLE)}

TOKEN = "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiIsImlhdCI6MTUxNjIzOTAyMn0."
V7 = "01890a5d-ac96-774b-bcce-b302099a8057"


def pasted(visit, text):
    """One step: a paste where no field is, which goes into the box."""
    visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    visit.page.keyboard.press("Control+v")


def in_no_field(visit):
    """Where every task begins that does not name a function."""
    visit.function("number")
    visit.page.evaluate("document.activeElement.blur()")


def shows(visit, *texts):
    for text in texts:
        expect(visit.page.locator("#value")).to_contain_text(text)


def decode_a_token(visit):
    in_no_field(visit)
    yield pasted(visit, TOKEN)
    shows(visit, '"sub": "42"', "2018-01-18T01:30:22Z")


def decode_base64_of_json(visit):
    in_no_field(visit)
    yield pasted(visit, "eyJhIjogWzEsIDJdfQ==")
    shows(visit, '"a": [')


def read_a_timestamp(visit):
    in_no_field(visit)
    yield pasted(visit, "1700000000")
    shows(visit, "2023-11-14T23:13:20+01:00")


def inspect_a_uuid(visit):
    in_no_field(visit)
    yield pasted(visit, V7)
    shows(visit, "2023-06-30T03:34:18.518Z")


def compare_a_checksum(visit):
    in_no_field(visit)
    yield pasted(visit, "900150983cd24fb0d6963f7d28e17f72  abc.txt")
    expect(visit.page.locator("#paste-0")).to_contain_text("Line of checksums")
    yield visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#value")).to_contain_text("Fill in input")
    file = {"name": "abc.txt", "mimeType": "text/plain", "buffer": b"abc"}
    yield visit.page.get_by_label("File", exact=True).set_input_files(file)
    shows(visit, "md5 matches the expected digest")


def slugs_of_many_lines(visit):
    visit.function("text", anew=True)  # another task has written in it
    in_no_field(visit)
    box = visit.page.get_by_label("Paste anything, or search")
    box.fill("slug")
    expect(visit.page.locator("#paste-0")).to_contain_text("Slug for an address")
    yield visit.page.keyboard.press("Enter")
    expect(visit.field("text")).to_be_focused()
    yield pasted(visit, "Crème Brûlée\nFish & Chips")
    yield visit.page.get_by_label("Each line").locator("visible=true").check()
    expect(visit.page.locator("#value .hero")).to_have_text("creme-brulee\nfish-chips")


def cases_side_by_side(visit):
    visit.function("text", anew=True)
    visit.field("text").focus()
    yield pasted(visit, "user id")
    for text in ("USER ID", "userId", "user_id", "user-id"):
        expect(visit.page.locator(".glance").get_by_text(text, exact=True)).to_be_visible()


def a_meeting_in_three_zones(visit):
    visit.function("number")
    visit.page.evaluate("() => localStorage.setItem('utilitysvc.zones', '[]')")
    visit.function("time", "datetime=2026-01-31")
    for zone in ("America/New_York", "Europe/Athens"):
        adding = visit.page.get_by_label("Zone to add")
        adding.fill(zone)
        yield adding.press("Enter")
        expect(visit.page.locator(".zones")).to_contain_text(zone.partition("/")[2].replace("_", " "))
    yield visit.page.get_by_role("button", name="Choose 15:00").click()
    expect(visit.page.locator(".zones li").first).to_contain_text("09:00:00")
    expect(visit.page.locator(".zones li").nth(1)).to_contain_text("16:00:00")


TASKS = {
    "Decode a JWT": decode_a_token,
    "Base64 to formatted JSON": decode_base64_of_json,
    "A Unix timestamp in my zone": read_a_timestamp,
    "Inspect a UUID of version 7": inspect_a_uuid,
    "Compare the checksum of a file": compare_a_checksum,
    "Slugs of many lines": slugs_of_many_lines,
    "A text in all cases side by side": cases_side_by_side,
    "A meeting in three zones": a_meeting_in_three_zones,
}


def test_each_promised_task_is_performed():
    assert set(PROMISED) == set(TASKS)


def test_a_task_takes_the_promised_steps_and_no_more_than_the_best_peer(visit, subtests):
    for task, steps in TASKS.items():
        with subtests.test(task=task):
            promised, peer = PROMISED[task]
            assert sum(1 for _ in steps(visit)) == promised <= peer
