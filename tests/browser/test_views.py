"""Answers as people read them: tables, marks in a text, texts side by side, and instants on a line."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, PHONE, looking, visiting

pytestmark = pytest.mark.browser


def fact(visit, name):
    """The value beside a name."""
    return (
        visit.page.locator("#value .facts div")
        .filter(has=visit.page.get_by_text(name, exact=True))
        .locator("dd > :first-child")
    )


def cells(visit, label):
    """The rows of a table, each as the texts of its cells."""
    rows = visit.page.get_by_role("region", name=label, exact=True).locator("tbody tr").all()
    return [row.locator("td").all_inner_texts() for row in rows]


def marks(visit, label):
    region = visit.page.get_by_role("region", name=label, exact=True)
    region.wait_for()
    return region.locator("mark").all_inner_texts()


V7, V4 = "01890a5d-ac96-774b-bcce-b302099a8057", "f47ac10b-58cc-4372-a567-0e02b2c3d479"


def test_u5_a_uuid_says_what_it_holds(look):
    look.function("uuid_inspect", f"uuid={V7}")
    assert look.value() == [V7]
    for name, text in {
        "Version": "7",
        "Made at": "2023-06-30T03:34:18.518Z",
        "Unix milliseconds": "1688096058518",
    }.items():
        expect(fact(look, name)).to_have_text(text)


def test_u5_several_uuids_are_a_table_with_the_reason_beside_an_invalid_one(look):
    look.function("uuid_inspect", urlencode({"uuid": f"{V7}\n{V4}\nxyz"}))
    (first, second, third) = cells(look, "UUIDs")
    assert first == [V7, "7", "2023-06-30T03:34:18.518Z"]
    assert second == [V4, "4", ""]
    assert third[0] == "xyz"
    assert third[1].startswith("Invalid UUID provided")


def test_p7_a_password_is_judged_and_kept_nowhere(visit):
    """Neither the password nor the words that an attacker would try are in an address, a draft or the history."""
    urls = visit.requests()
    visit.function("password_strength")
    visit.answered(lambda: visit.field("password").fill("S3cret horse 1999"))
    visit.answered(lambda: visit.field("words").fill("Rumpelstiltskin"))
    assert visit.value() == ["Strong"]
    assert [row[0] for row in cells(visit, "Time to guess it")][-1] == "A stolen fast hash"
    assert cells(visit, "What it is made of")
    assert visit.page.locator("#figure svg").get_attribute("aria-label") == "Strength: strong, 4 of 4"
    visit.answered(lambda: visit.page.keyboard.press("Control+Enter"))
    assert visit.page.url.endswith("#/password_strength?without=password+words")
    kept = visit.page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    for secret in ("S3cret", "Rumpelstiltskin"):
        assert secret not in kept + " ".join(urls)
        assert secret not in visit.page.inner_text("#outcome")


def test_r4_dice_show_each_die_and_the_total(look):
    look.function("random_dice", "dice=3d6%2Bd20")
    assert [len(tiles.locator("li").all()) for tiles in look.page.locator("#value .tiles").all()] == [3, 1]
    thrown = [int(text) for text in look.page.locator("#value .tiles li").all_inner_texts()]
    assert look.value() == [str(sum(thrown))]
    look.function("random_dice", "dice=3d6%2Bd20&count=30")
    assert look.page.locator("#figure svg").get_attribute("aria-label").startswith("Distribution: ")
    assert look.page.locator("#value .tiles li").count() == 30


def test_r3_what_is_picked_stands_line_by_line(look):
    look.function("random_items", urlencode({"items": "Ada\nGrace\nLinus", "count": 3}))
    assert sorted(look.page.locator("#value .rows output").all_inner_texts()) == ["Ada", "Grace", "Linus"]


def test_i14_a_network_its_parts_and_what_it_contains(look):
    look.function("ip_network", urlencode({"network": "10.0.0.0/24", "split": 26, "contains": "10.0.0.5\n10.1.0.0"}))
    assert look.value() == ["10.0.0.0/24"]
    expect(fact(look, "Broadcast")).to_have_text("10.0.0.255")
    parts = look.page.locator("#value .rows output").all_inner_texts()
    assert parts == ["10.0.0.0/26", "10.0.0.64/26", "10.0.0.128/26", "10.0.0.192/26"]
    assert cells(look, "Contained") == [["10.0.0.5", "✓ in 10.0.0.0/24"], ["10.1.0.0", "✗ in none of them"]]


MATCHED = [
    ("extract", r"\bcat", "concat cat\ncatalogue", ["cat", "cat"]),
    ("count_matches", r"[^a]*", "bab", ["b", "", "b"]),  # an empty match is marked too
    ("split", r"\s", "é 😀 b", [" ", " "]),
    ("replace", r"(?P<one>😀)", "a😀b", ["😀"]),
]


def test_x12_the_matches_are_marked_in_the_text(look):
    for operation, find, text, matches in MATCHED:
        look.function("text", urlencode({"operation": operation, "text": text, "find": find, "regex": "true"}))
        assert [mark for mark in marks(look, "The text with its matches") if mark] == [one for one in matches if one]
        assert look.page.locator(".marked").text_content() == text, operation


def test_x12_a_pattern_that_does_not_compile_is_said_at_its_field(look):
    look.function("text", urlencode({"operation": "extract", "text": "a", "find": "(", "regex": "true"}))
    expect(look.page.locator("[data-control=find] .error")).to_contain_text("Invalid pattern specified")
    assert look.page.locator(".marked").count() == 0


OLD, NEW = "one\ntwo\nthree", "one\ntwo and a half\nthree\nfour"


def test_x14_two_texts_stand_side_by_side(chromium):
    with looking(chromium, viewport=PHONE) as visit:
        visit.function("text", urlencode({"operation": "diff", "text": OLD, "other": NEW}))
        assert cells(visit, "Both texts side by side") == [
            ["1", "one", "1", "one"],
            ["2", "two", "2", "two and a half"],
            ["3", "three", "3", "three"],
            ["", "", "4", "four"],
        ]
        assert marks(visit, "Both texts side by side") == ["", " and a half"]
        assert visit.violations("#outcome") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"diff-{width}")


def test_x14_what_is_the_same_is_left_out_and_numbers_go_on(look):
    lines = [str(number) for number in range(1, 21)]
    changed = [*lines[:14], "fifteen", *lines[15:]]
    look.function("text", urlencode({"operation": "diff", "text": "\n".join(lines), "other": "\n".join(changed)}))
    rows = cells(look, "Both texts side by side")
    assert rows[0] == ["11 lines are the same"]
    assert rows[1] == ["12", "12", "12", "12"]
    assert ["15", "15", "15", "fifteen"] in rows


def test_x14_equal_texts_are_said_to_be_equal(look):
    look.function("text", urlencode({"operation": "diff", "text": "a", "other": "a"}))
    expect(look.page.locator("#value .verdict.yes")).to_contain_text("Both texts are equal")


def test_x11_each_line_stands_beside_its_result(look):
    look.function(
        "text", urlencode({"operation": "slugify", "text": "Crème Brûlée\nFish & Chips", "each_line": "true"})
    )
    assert cells(look, "Line by line") == [
        ["1", "Crème Brûlée", "1", "creme-brulee"],
        ["2", "Fish & Chips", "2", "fish-chips"],
    ]


def test_x13_values_found_are_counted(look):
    look.function("text", urlencode({"operation": "json_path", "text": '{"a": [1, 2]}', "path": "$.a[*]"}))
    expect(look.page.locator("#value .caption")).to_have_text("2 values found")
    assert look.value() == ["[\n  1,\n  2\n]"]


def test_x15_hidden_characters_are_marked_where_they_stand(look):
    look.function("text", urlencode({"operation": "unicode_report", "text": "😀p\u0430ypal"}))
    assert marks(look, "The text with these characters") == ["\u0430"]
    assert cells(look, "Characters to look at") == [
        ["3", "U+0430", "CYRILLIC SMALL LETTER A", "looks like another", "a"]
    ]


def test_x13_an_address_is_taken_apart(look):
    look.function("text", urlencode({"operation": "url_parse", "text": "https://example.org:8080/a?x=1&y=2"}))
    expect(fact(look, "Port")).to_have_text("8080")
    assert cells(look, "Parameters") == [["x", "1"], ["y", "2"]]


def test_t19_the_next_instants_stand_on_the_time_line(chromium):
    with looking(chromium, viewport=PHONE) as visit:
        rule = {
            "operation": "recurrence",
            "rule": "every monday at 9am",
            "start": "2026-01-01",
            "timezone": "Europe/Berlin",
        }
        visit.function("time", urlencode(rule | {"count": 4}))
        assert visit.page.locator("#figure circle").count() == 4
        assert "2026-01-05T09:00:00+01:00, 2026-01-12" in visit.page.locator("#figure svg").get_attribute("aria-label")
        assert visit.page.locator("#value .rows .note").all_inner_texts() == ["Monday"] * 4
        assert visit.page.locator(".offer").count() == 0  # it is shown already
        assert visit.violations("#outcome") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"recurrence-{width}")


def test_t20_a_duration_in_every_unit(look):
    look.function("time", urlencode({"operation": "duration", "durations": "1h30m\n2 days"}))
    assert look.value() == ["2 days, 1 hour, 30 minutes"]
    for name, text in {"Seconds": "178200", "Hours": "49.5", "Clock": "49:30:00"}.items():
        expect(fact(look, name)).to_have_text(text)
    assert look.page.locator("#figure rect").count() == 3


def test_t21_days_until_a_date_come_first_and_business_days_beside_them(look):
    between = {"operation": "difference", "start": "2026-03-01", "end": "2026-04-01", "timezone": "Europe/Berlin"}
    look.function("time", urlencode(between | {"business": "true", "country": "DE"}))
    assert look.value() == ["31 days"]  # one of which has 23 hours
    expect(fact(look, "In words")).to_have_text("1 month")
    expect(fact(look, "Business days")).to_have_text("23")


def test_t21_holidays_are_a_table(look):
    look.function("time", urlencode({"operation": "holidays", "country": "DE", "year": 2026}))
    assert ["2026-12-25", "Friday"] in [row[:2] for row in cells(look, "Public holidays")]


def test_an_hour_is_chosen_when_people_in_several_zones_work(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("time", urlencode({"datetime": "2026-01-31T10:00:00", "timezone": "Europe/Berlin"}))
        grid = visit.page.get_by_role("region", name="Working hours")
        rows = grid.locator("tbody tr")
        expect(rows).to_have_count(3)
        expect(grid.locator("th.chosen")).to_have_text("10")
        assert rows.nth(1).locator("td").all_inner_texts()[:8] == ["18", "19", "20", "21", "22", "23", "0", "1"]
        visit.answered(lambda: grid.get_by_role("button", name="Choose 15:00").click())
        assert visit.field("datetime").input_value() == "2026-01-31 15:00"
        assert visit.value() == ["2026-01-31T15:00:00+01:00"]
        assert visit.violations("#outcome") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"working-hours-{width}")
        visit.page.get_by_text("There is no hour when everyone is at work").wait_for()
        visit.page.get_by_role("button", name="Remove Asia/Tokyo").click()
        visit.page.get_by_text("Everyone is at work from 15:00 to 17:00 in Berlin").wait_for()


def test_a_number_is_shown_in_other_bases(look):
    look.function("random", "min=255&max=300")
    number = int(look.value()[0])
    for name, text in {"Hexadecimal": hex(number), "Octal": oct(number), "Binary": bin(number)}.items():
        expect(fact(look, name)).to_have_text(text)


def test_a_recurrence_opens_with_as_many_dates_as_are_listed_by_default(look):
    look.function("time", "operation=recurrence")
    expect(look.page.locator("#value .rows li")).to_have_count(10)
