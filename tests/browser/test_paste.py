"""One box for whatever one has: it is named, and one press leads to the answer."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, PHONE, visiting

pytestmark = pytest.mark.browser

CLAIMS = "eyJzdWIiOiI0MiIsImlhdCI6MTUxNjIzOTAyMiwiZXhwIjoxNjE2MjM5MDIyfQ"
TOKEN = f"eyJhbGciOiJub25lIn0.{CLAIMS}.{'s' * 1500}"
BOX = "Paste anything, or search"

PASTED = [
    (TOKEN, "JSON Web Token: Show what it says", '"sub": "42"'),
    (f"Authorization: Bearer {TOKEN}", "JSON Web Token: Show what it says", "2018-01-18T01:30:22Z"),
    ("1700000000", "Unix timestamp: Show the time", "2023-11-14T23:13:20+01:00"),
    ("1700000000000", "Unix timestamp: Show the time", "2023-11-14T23:13:20+01:00"),
    ("1700000000000000", "Unix timestamp: Show the time", "2023-11-14T23:13:20+01:00"),
    ("8.8.8.8", "IP address: Locate it", "Mountain View"),
    ("8.8.8.8\n2001:4860:4860::8888", "Several IP addresses: Locate them", "Mountain View"),
    ("eyJhIjogWzEsIDJdfQ==", "Base64 of JSON: Decode and indent it", '{\n  "a": [\n    1,\n    2\n  ]\n}'),
    ("SGVsbG8gd29ybGQ=", "Base64: Decode it", "Hello world"),
    ("01890a5d-ac96-774b-bcce-b302099a8057", "UUID: Inspect it", "2023-06-30T03:34:18.518Z"),
    ("01H455VB4PEX5VSKNK084SN02Q", "ULID: Inspect it", "2023-06-30T03:34:18.518Z"),
    ("10.0.0.0/24", "Network: Show its addresses", "10.0.0.255"),
    ("10.0.0.1-10.0.0.2", "Range of addresses: Show its networks", "10.0.0.2"),
    ("10.0.0.0/25\n10.0.0.128/25", "Several networks: Show how they merge", "10.0.0.0/24"),
    ("3d6", "Dice: Throw them", "Least"),
    ("0 9 * * 1-5", "Cron line: Show when it runs", "every weekday at 09:00"),
    ("FREQ=DAILY;COUNT=3", "Recurrence rule: Show its dates", "every day"),
    ("PT90M", "Duration: Show how long it is", "1 hour, 30 minutes"),
    ("1.5 hours", "Duration: Show how long it is", "1 hour, 30 minutes"),
    ("17:30", "Date: Show the moment", "T17:30:00"),
    ("days until 25 december", "Days until a date: Count them", "days"),
    ("https://example.org/a?b=c", "Address on the web: Show its parts", "example.org"),
    ('{"b":1}', "JSON: Indent it", '"b": 1'),
    ("48656c6c6f20776f726c64", "Hexadecimal digits: Decode it", "Hello world"),
    ("caf%C3%A9", "Percent-encoded: Decode it", "café"),
    ("21 November 2026", "Date: Show the moment", "2026-11-21T00:00:00+01:00"),
    ("next friday at 5pm", "Date: Show the moment", "T17:00:00"),
    ("x" * 20_000, "Any text: Hash it", "sha256"),
]


def paste(visit, text):
    visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    visit.page.get_by_label(BOX).focus()
    visit.page.keyboard.press("Control+v")
    return visit.page.locator("#paste-list li").first


def first_option(visit, box, title):
    """Wait until this is the first that a box lists."""
    script = "([id, title]) => document.getElementById(id)?.firstChild.data === title"
    visit.page.wait_for_function(script, arg=[f"{box}-0", title])


#: What can be nothing else is answered as it is pasted.
CERTAIN = {"JSON Web Token", "Unix timestamp", "UUID", "Base64 of JSON"}


def test_what_is_pasted_is_named_and_one_press_answers_it(visit):
    page = visit.page
    for text, named, answer in PASTED:
        visit.function("number")
        paste(visit, text)
        name = named.partition(":")[0]
        if name in CERTAIN:
            expect(page.locator("#paste [role=status]")).to_contain_text(f"{name}. Press ↓ for what else it may be.")
            expect(page.locator("#value"), text[:20]).to_contain_text(answer)
            expect(page.locator("#paste-list")).to_be_hidden()
            page.keyboard.press("ArrowDown")
            expect(page.locator("#paste-list")).to_be_visible()
        first_option(visit, "paste", named)
        page.keyboard.press("Enter")
        expect(page.locator("#value"), text[:20]).to_contain_text(answer)
        expect(page.locator("#status"), text[:20]).to_contain_text("200")


def test_what_may_be_several_things_and_what_is_typed_are_asked_about(visit):
    """A secret is looked up nowhere, and gets into no address."""
    urls = visit.requests()
    visit.function("number")
    visit.page.get_by_label(BOX).press_sequentially("1700000000")
    first_option(visit, "paste", "Unix timestamp: Show the time")
    assert visit.page.url.endswith("#/number")
    visit.page.get_by_label(BOX).fill("")
    paste(visit, "SGVsbG8gd29ybGQ=")
    first_option(visit, "paste", "Base64: Decode it")
    assert visit.page.url.endswith("#/number")
    visit.page.get_by_label(BOX).fill("")
    paste(visit, "S3cret words")
    visit.page.keyboard.press("ArrowDown")
    visit.answered(lambda: visit.page.get_by_role("option", name="Any text: Hash it").click())
    assert visit.field("input").input_value() == "S3cret words"
    assert not [url for url in [*urls, visit.page.url] if "S3cret" in url]


SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
LINES = [
    f"SHA256 (abc.txt) = {SHA256}",  # of BSD
    f"SHA256(abc.txt)= {SHA256}",  # of openssl 1
    f"SHA2-256(abc.txt)= {SHA256}",  # of openssl 3
    f"sha256:{SHA256}",
    f"{SHA256} *abc.txt",
    "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",  # of subresource integrity
]


def test_a_line_of_checksums_is_compared_however_it_is_written(visit):
    for line in LINES:
        visit.function("number")
        paste(visit, line)
        first_option(visit, "paste", "Line of checksums: Compare it with a file or text")
        visit.page.keyboard.press("Enter")
        expect(visit.field("input"), line).to_be_focused()
        assert visit.field("expected").input_value() == line
        visit.page.keyboard.insert_text("abc")
        expect(visit.page.locator("#value .verdict"), line).to_have_text("✓ sha256 matches the expected digest")


def test_the_box_is_for_everyone(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("hash")
        paste(visit, "guid").wait_for()
        assert visit.violations("#paste") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"paste-{width}")
        visit.page.keyboard.press("Escape")
        expect(visit.page.locator("#paste-list")).to_be_hidden()


def test_the_result_goes_on_as_input_and_its_next_step_is_offered(visit):
    visit.function("text", "operation=base64_decode&text=eyJhIjogWzEsIDJdfQ%3D%3D")
    offer = visit.page.locator(".offer", has_text="The result looks like JSON.")
    visit.answered(lambda: offer.get_by_role("link", name="Indent it").click())
    assert visit.value() == ['{\n  "a": [\n    1,\n    2\n  ]\n}']
    visit.page.get_by_role("button", name="Use as input").click()
    first_option(visit, "paste", "Any text: Hash it")


WORDS = {
    "epoch": "Time", "timestamp": "Time", "date": "Time", "today": "Date: Show the moment",
    "calendar": "Time", "iso8601": "Now, or any moment", "tokyo": "Asia/Tokyo", "new york": "America/New_York",
    "age": "Time between two moments", "birthday": "Time between two moments", "deadline": "Time between two moments",
    "workdays": "Time between two moments", "countdown": "Time between two moments", "cron": "Recurring dates",
    "rrule": "Recurring dates", "strftime": "Format a date", "week": "Parts of a date", "weekday": "Parts of a date",
    "dst": "About a time zone", "meeting": "Convert time zone", "holiday": "Public holidays", "duration": "Durations",
    "guid": "UUID", "ulid": "UUID", "v7": "UUID", "uuid": "UUID",
    "hmac": "Hash", "checksum": "Hash", "integrity": "Hash", "md5": "md5", "sha256": "sha256", "crc32": "crc32",
    "xxhash": "Hash", "bcrypt": "Password hash", "argon2": "Password hash",
    "passphrase": "Passwords", "pin": "Passwords", "password": "Passwords", "diceware": "Passwords",
    "strength": "Password strength",
    "geolocation": "IP location", "whois": "IP location", "my ip": "IP location", "subnet": "IP networks",
    "cidr": "IP networks", "netmask": "IP networks",
    "coin": "Dice", "d20": "Dice: Throw them", "lottery": "Random integers", "number": "Random integers",
    "winner": "Random items", "shuffle": "Random items", "float": "Decimal numbers", "gaussian": "Decimal numbers",
    "snake_case": "snake_case", "camel": "camelCase", "slug": "Slug for an address", "base64": "Base64 encode",
    "hex": "Hex encode", "urlencode": "URL encode", "jwt": "JSON Web Token decode", "regex": "Find and replace",
    "grep": "Extract matches", "emoji": "Report hidden characters", "punycode": "URL parts",
    "diff": "Compare two texts",
    "pretty print": "JSON format", "prettify": "JSON format", "yml": "JSON to YAML", "dedupe": "Remove duplicate lines",
    "umlaut": "Remove accents", "trim": "Trim", "whitespace": "Trim", "rot13": "ROT13", "html": "HTML entities encode",
}  # fmt: skip


FOUND = """(words) => {
  const box = document.querySelector("dialog.palette input");
  return words.map((word) => {
    box.value = word;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    return [word, document.getElementById("palette-0").firstChild.data];
  });
}"""


def test_the_functions_stand_first_and_everyday_words_find_what_is_meant(visit):
    visit.function("number")
    visit.page.keyboard.press("Control+k")
    kinds = visit.page.locator(".palette li span")
    for index in range(8):
        expect(kinds.nth(index)).to_have_text("Function")
    visit.page.keyboard.type("tokyo")
    first_option(visit, "palette", "Asia/Tokyo")  # once the zones are there
    assert dict(visit.page.evaluate(FOUND, list(WORDS))) == WORDS
    visit.page.get_by_role("combobox", name="Go to").fill("qqq")
    expect(visit.page.locator(".palette .nothing")).to_have_text("Nothing is called “qqq”")
    first_option(visit, "palette", "Any text: Hash it")
