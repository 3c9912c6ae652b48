"""The everyday tasks of tasks.tsv. Each yields once for each step; what is between is looked at.

A step is one thing that a person does: a paste or a typed entry (with the Enter behind it), a choice, or a press of a
button. Reading, scrolling and copying the result are none. A task begins with the tool open: the peer on the page for
it, ours on any page where it begins in the box on top, else on the page of the function or of the operation. Nobody
performed the steps of the peers beside ours, and a peer may have changed: correct them where you find another number.
"""

import re

from playwright.sync_api import expect

from tests.tables import rows

PROMISED = {task.removesuffix(" ◇"): (int(steps), int(peer)) for task, _, steps, _, peer in rows("tasks.tsv")}
BOX = "Paste anything, or search"


def in_no_field(visit):
    """Where every task begins that does not name a function."""
    visit.function("number", {})
    visit.page.evaluate("document.activeElement.blur()")


def pasted(text, *shown):
    """A task of one paste where no field is, which goes into the box."""

    def task(visit):
        in_no_field(visit)
        yield visit.paste(text)
        visit.shows(*shown)

    return task


def typed_into_the_box(text, option, *shown):
    def task(visit):
        in_no_field(visit)
        visit.page.get_by_label(BOX).fill(text)
        expect(visit.page.locator("#paste-0")).to_contain_text(option)
        yield visit.page.keyboard.press("Enter")
        visit.shows(*shown)

    return task


def filled(function, values, *shown, settings=None):
    """A task on the page of a function: each value that is typed or pasted into a field is a step."""

    def task(visit):
        visit.function(function, settings or {})
        for name, text in values.items():
            yield visit.field(name).fill(text)
        visit.shows(*shown)

    return task


def compare_a_checksum(visit):
    in_no_field(visit)
    yield visit.paste("900150983cd24fb0d6963f7d28e17f72  abc.txt")
    expect(visit.page.locator("#paste-0")).to_contain_text("Line of checksums")
    yield visit.page.keyboard.press("Enter")
    visit.shows("Fill in input")
    file = {"name": "abc.txt", "mimeType": "text/plain", "buffer": b"abc"}
    yield visit.page.get_by_label("File", exact=True).set_input_files(file)
    visit.shows("md5 matches the expected digest")


def slugs_of_many_lines(visit):
    visit.function("text", {})  # another task has written in it
    in_no_field(visit)
    visit.page.get_by_label(BOX).fill("slug")
    expect(visit.page.locator("#paste-0")).to_contain_text("Slug for an address")
    yield visit.page.keyboard.press("Enter")
    expect(visit.field("text")).to_be_focused()
    yield visit.paste("Crème Brûlée\nFish & Chips")
    yield visit.field("each_line").check()
    expect(visit.page.locator("#figure")).to_contain_text("fish-chips")


def cases_side_by_side(visit):
    visit.function("text", {})
    visit.field("text").focus()
    yield visit.paste("user id")
    for text in ("USER ID", "userId", "user_id", "user-id"):
        expect(visit.page.locator(".glance").get_by_text(text, exact=True)).to_be_visible()


def a_meeting_in_three_zones(visit):
    visit.function("number")
    visit.page.evaluate("() => localStorage.setItem('utilitysvc.zones', '[]')")
    visit.function("time", {"datetime": "2026-01-31"})
    for zone, city in (("America/New_York", "New York"), ("Europe/Athens", "Athens")):
        adding = visit.page.get_by_label("Zone to add")
        adding.fill(zone)
        yield adding.press("Enter")
        expect(visit.page.locator(".zones")).to_contain_text(city)
    yield visit.page.get_by_role("button", name="Choose 15:00").click()
    expect(visit.page.locator(".zones li").first).to_contain_text("09:00:00")
    expect(visit.page.locator(".zones li").nth(1)).to_contain_text("16:00:00")


def a_passphrase(visit):
    visit.function("password", {})
    yield visit.page.get_by_label("words", exact=True).check()
    expect(visit.page.locator("#value .hero")).to_have_text(re.compile(r"^\w+(-[\w-]+){5,}$"))


def a_password_of_20_characters(visit):
    visit.function("password", {})
    yield visit.field("length").fill("20")
    expect(visit.page.locator("#value .hero")).to_have_text(re.compile(r"^\S{20}$"))


def ten_uuids(visit):
    visit.function("uuid", {})
    yield visit.field("count").fill("10")
    expect(visit.page.locator("#value .rows li")).to_have_count(10)


def a_pattern(visit):
    visit.function("text", {"operation": "extract", "regex": "true", "text": "", "find": ""})
    yield visit.field("text").fill("concat cat")
    yield visit.field("find").fill(r"\bcat")
    expect(visit.page.locator("#figure mark")).to_have_text(["cat"])


def a_winner(visit):
    visit.function("random_items", {})
    visit.field("items").focus()
    yield visit.paste("Ada\nGrace")
    yield visit.field("count").fill("1")
    expect(visit.page.locator("#value .hero")).to_have_text(re.compile("Ada|Grace"))


CONVERTED = {"datetime": "2026-01-31 15:00", "from_timezone": "America/New_York", "to_timezone": "Asia/Tokyo"}
UUID7 = "01890a5d-ac96-774b-bcce-b302099a8057"
TOKEN = "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiIsImlhdCI6MTUxNjIzOTAyMn0."

TASKS = {
    "Decode a JWT": pasted(TOKEN, '"sub": "42"', "2018-01-18T01:30:22Z"),
    "Base64 to formatted JSON": pasted("eyJhIjogWzEsIDJdfQ==", '"a": ['),
    "A Unix timestamp in my zone": pasted("1700000000", "2023-11-14T23:13:20+01:00"),
    "Inspect a UUID of version 7": pasted(UUID7, "2023-06-30T03:34:18.518Z"),
    "When a ULID was made": pasted("01H455VB4PEX5VSKNK084SN02Q", "2023-06-30T03:34:18.518Z"),
    "Compare the checksum of a file": compare_a_checksum,
    "Slugs of many lines": slugs_of_many_lines,
    "A text in all cases side by side": cases_side_by_side,
    "A meeting in three zones": a_meeting_in_three_zones,
    "Digest of a text": filled("hash", {"input": "abc"}, "ba7816bf8f01cfea"),
    "A password of 20 characters": a_password_of_20_characters,
    "A passphrase": a_passphrase,
    "Ten UUIDs": ten_uuids,
    "Where an address is": pasted("8.8.8.8", "Mountain View"),
    "First and last address of a network": pasted("10.0.0.0/24", "10.0.0.0", "10.0.0.255"),
    "When a cron line runs": pasted("0 9 * * 1-5", "every weekday at 09:00"),
    "Days until a date": typed_into_the_box("days until 25 december", "Days until a date", "days"),
    "Decode `%C3%A9`": pasted("%C3%A9", "é"),
    "Format JSON": pasted('{"b":1}', '"b": 1'),
    "Compare two texts": filled("text", {"text": "a\nb", "other": "a\nc"}, "-b", "+c", settings={"operation": "diff"}),
    "See what a regular expression matches": a_pattern,
    "Throw three dice": pasted("3d6", "Least"),
    "Draw a winner from a list": a_winner,
    "How strong a password is": filled("password_strength", {"password": "S3cret horse 1999"}, "Strong"),
    "Public holidays of a country": filled("time", {"country": "DE"}, "of DE in", settings={"operation": "holidays"}),
    "A time of one zone in another": filled(
        "time", CONVERTED, "2026-02-01T05:00:00+09:00", settings={"operation": "convert_timezone"}
    ),
}
