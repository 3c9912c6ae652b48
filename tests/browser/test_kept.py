"""What is kept: in the address, in drafts and in the history; and that no secret is."""

import json
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from tests.browser.browser import DESKTOP, PHONE, SMALL, visiting, visiting_alone
from tests.browser.visit import SHOWN
from utilitysvc.console import assets

pytestmark = pytest.mark.browser

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
SHARE = "Put it into link and history"


def recent(visit):
    return json.loads(visit.page.evaluate("localStorage.getItem('utilitysvc.recent') ?? '[]'"))


def history(visit):
    """Open the dialog, and return it."""
    visit.button("History").click()
    return visit.page.get_by_role("dialog", name="History")


def links(part):
    return [" | ".join(text.split("\n")) for text in part.get_by_role("link").all_inner_texts()]


def settings_of(address):
    return dict(parse_qsl(address.partition("?")[2]))


# --- the address


def test_the_state_is_in_the_address_and_comes_back_from_it(visit):
    visit.function("random")
    visit.fill(count="4")
    visit.answered(lambda: visit.field("unique").uncheck())
    assert visit.page.url == f"{visit.base}/#/random?count=4&unique=false"
    visit.function("text", {"operation": "rot13,reverse", "text": "abc"})
    assert visit.value() == ["pon"]
    visit.page.go_back()
    visit.page.wait_for_selector("#value .tiles")
    assert visit.field("count").input_value() == "4"
    assert not visit.field("unique").is_checked()


def test_a_link_names_the_zone_and_a_text_that_is_an_example_elsewhere(visit):
    """Whoever opens it in another zone is shown the same answer."""
    visit.function("time")
    visit.fill(datetime="2026-01-31 10:00")
    assert visit.value() == ["2026-01-31T10:00:00+01:00"]
    link = visit.copied(visit.button("Copy link"))[1]
    assert settings_of(link) == {"datetime": "2026-01-31 10:00", "timezone": "Europe/Berlin"}
    visit.function("text", {"operation": "rot13", "text": "Hello, World!"})
    assert visit.copied(visit.button("Copy link"))[1] == visit.page.url
    assert settings_of(visit.page.url)["text"] == "Hello, World!"


LACKING = [("hash", "key", "S3cret"), ("text", "text", "x" * 2000), ("uuid", "name", "S3cret")]


def test_a_link_says_what_it_lacks_and_opens_no_other_answer(visit, subtests):
    """Opened as in another window: as a new document, where nothing was typed."""
    asked = visit.requests()
    for function, lacking, text in LACKING:
        with subtests.test(function=function, lacking=lacking):
            visit.function(function, {"version": 5} if function == "uuid" else {})
            visit.fill(**{lacking: text})
            said, link = visit.copied(visit.button("Copy link"))
            assert said == f"Copied without {lacking}"
            visit.open("/health/live/").page.evaluate("sessionStorage.clear()")
            asked.clear()
            visit.page.goto(link)
            visit.page.get_by_text("Nothing was sent").wait_for()
            assert visit.field(lacking).input_value() == ""
            visit.shows(f"Fill in {lacking}")
            assert visit.page.locator("form:visible .invalid").count() == 0  # what is empty is no mistake
            assert not [url for url in asked if url.split("?")[0].endswith(f"/{function}/")]
            visit.fill(**{lacking: "abc"})
            assert visit.page.inner_text("#status").startswith("200")


# --- drafts


def test_what_was_typed_lives_for_the_visit_and_secrets_do_not(visit):
    visit.function("text")
    visit.fill(text="x" * 2000)
    visit.answered(lambda: visit.page.get_by_role("link", name="Random integers").click())
    visit.fill(count="4")
    visit.answered(visit.page.go_back)
    assert visit.field("text").input_value() == "x" * 2000
    visit.page.reload()
    visit.page.wait_for_selector(SHOWN)
    assert visit.field("text").input_value() == "x" * 2000
    visit.answered(lambda: visit.page.locator("[data-function=hash]").click())
    visit.fill(input="S3cret")
    assert "S3cret" not in visit.stored()
    visit.page.reload()
    visit.page.get_by_text("Nothing was sent").wait_for()
    assert visit.field("input").input_value() == ""
    assert "rgb(180, 35, 24)" not in visit.page.evaluate(COLOUR)  # it does not greet with red


COLOUR = "getComputedStyle(document.querySelector('#value .message strong')).color"


def test_the_first_paste_replaces_the_example(visit):
    visit.function("text")
    visit.field("text").focus()
    visit.answered(lambda: visit.paste("abc"))
    visit.field("text").blur()
    visit.field("text").focus()
    visit.page.keyboard.press("End")
    visit.answered(lambda: visit.page.keyboard.type("d"))
    assert visit.field("text").input_value() == "abcd"


# --- secrets

DIGEST = "deadbeef" * 8
SECRETS = {"hash": ["input", "salt", "key", "expected"], "password": ["exclude"], "uuid": ["name"]}


def test_no_secret_gets_into_an_address_and_neither_it_nor_an_answer_is_kept(visit, subtests):
    """The address names what it lacks, so that whoever opens it is not shown another answer."""
    urls = visit.requests()
    for function, names in SECRETS.items():
        with subtests.test(function=function):
            visit.function(function, {"version": 5} if function == "uuid" else {})
            visit.fill(**{name: DIGEST if name == "expected" else "S3cret" for name in names})
            visit.answered(lambda: visit.page.keyboard.press("Control+Enter"))
            answers = visit.value()
            history(visit)
            visit.page.keyboard.press("Escape")
            for query in (visit.page.url, recent(visit)[0]):
                settings = settings_of(query)
                assert set(settings.pop("without").split()) == set(names)
                assert set(settings) <= {"version"}
            stored = visit.stored() + " ".join(urls)
            assert not [each for each in ("S3cret", DIGEST, *answers) if json.dumps(each)[1:-1] in stored]


@pytest.mark.parametrize("typed", [TOKEN, "ada:S3cretS3cret", "https://ada:S3cret@example.org/", "api_key = S3cret"])
def test_what_looks_like_a_secret_is_kept_by_a_press_alone(visit, typed):
    visit.function("text", {"operation": "uppercase"})
    visit.fill(text=typed)
    visit.answered(lambda: visit.page.keyboard.press("Control+Enter"))
    assert recent(visit) == ["text?operation=uppercase&without=text"]
    assert not [part for part in (TOKEN.split(".")[1], "S3cret") if part in visit.stored()]
    visit.answered(lambda: visit.button(SHARE).click())
    expect(visit.button(SHARE)).to_have_count(0)
    assert settings_of(visit.page.url)["text"] == settings_of(recent(visit)[0])["text"] == typed
    visit.fill(text="api_key = S3cret " * 100)
    expect(visit.button(SHARE)).to_have_count(0)  # a link could not hold it


def test_what_was_pasted_is_not_kept_whatever_it_looks_like(visit):
    """Into a field, into the page, and onward by what the page offers."""
    visit.function("text", {"operation": "uppercase"})
    visit.field("text").focus()
    visit.answered(lambda: visit.paste("nothing much"))
    assert "nothing" not in visit.stored()
    visit.function("uuid")
    visit.page.locator("h1:visible").click()
    visit.answered(lambda: visit.paste(TOKEN))
    visit.shows("1234567890")
    history(visit)
    assert TOKEN.split(".")[1] not in visit.stored()


# --- the history


CALLED = [("random", {"count": 4}), ("uuid", {"version": 7, "count": 3}), ("random", {"count": 4})]


def test_recent_calls_the_newest_first_each_once_are_opened_and_deleted_by_keyboard(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("number")  # only looked at
        visit.function("random", {"count": 0})  # refused
        for name, settings in CALLED:
            visit.function(name, settings)
        visit.function("random", {})
        visit.answered(lambda: visit.button("Generate").click())
        dialog, page = history(visit), visit.page
        random = ["Random integers | default settings", "Random integers | count: 4"]
        assert links(dialog) == [*random, "UUID | count: 3 · version: 7"]
        assert visit.violations("dialog.history") == []
        for width in visit.widths([DESKTOP, SMALL, PHONE]):
            box = dialog.bounding_box()
            assert 0 <= box["x"] <= width - box["width"]
        dialog.get_by_role("button", name="Delete Random integers, count: 4").press("Enter")
        assert "UUID" in page.evaluate("document.activeElement.ariaLabel")
        visit.answered(lambda: dialog.get_by_role("link", name="UUID").click())
        assert (visit.field("count").input_value(), page.locator("#value .rows li").count()) == ("3", 3)
        dialog = history(visit)
        dialog.get_by_role("button", name="Delete recent calls").press("Enter")
        assert links(dialog) == recent(visit) == []
        assert page.evaluate("document.activeElement.textContent") == "Close"


def test_what_is_half_typed_is_no_call_and_one_that_stands_is_kept_by_itself(chromium):
    with visiting_alone(chromium) as visit:
        visit.page.clock.install(time=0)
        visit.page.clock.pause_at(1000)
        visit.function("text")
        for text in ("h", "hell", "hello"):
            visit.answered(lambda text=text: [visit.field("text").fill(text), visit.page.clock.run_for(200)])
        visit.page.clock.run_for(1500)
        assert recent(visit) == []
        visit.page.clock.run_for(1000)
        assert recent(visit) == ["text?text=hello"]


def test_one_switch_deletes_all_at_once_and_keeps_nothing_more_in_any_window(visit):
    def kept():
        return visit.page.evaluate("({...localStorage})")

    visit.function("random", {"count": 4})
    other = visit.page.context.new_page()
    other.goto(f"{visit.base}/#/random")
    other.wait_for_selector(SHOWN)
    dialog = history(visit)
    assert set(kept()) == {"utilitysvc.recent"}
    dialog.get_by_role("switch").uncheck()
    assert kept() == {"utilitysvc.keeping": "false"}
    other.get_by_role("button", name="Generate").locator("visible=true").click()
    other.close()
    visit.page.keyboard.press("Escape")
    visit.fill(count="5")
    visit.page.reload()
    visit.page.wait_for_selector(SHOWN)
    dialog = history(visit)
    assert kept() == {"utilitysvc.keeping": "false"}
    dialog.get_by_role("switch").check()
    visit.page.keyboard.press("Escape")
    visit.answered(lambda: visit.button("Generate").click())
    assert recent(visit) == ["random?count=5"]


REMEMBER = """async (root) => {
  const { remember } = await import(`/${root}history.js`);
  for (let count = 1; count <= 60; count += 1) remember(`random?count=${count}`);
}"""


def test_what_something_else_has_stored_does_no_harm_and_no_more_than_fifty_are_kept(visit, subtests):
    visit.function("number")
    for stored in ("{", "null", '{"a": 1}', '["none?a=1", 7, "random?count=4", "", "?"]'):
        with subtests.test(stored=stored):
            visit.page.evaluate("(text) => localStorage.setItem('utilitysvc.recent', text)", stored)
            visit.page.reload()
            visit.page.wait_for_selector(SHOWN)
            assert links(history(visit)) == (["Random integers | count: 4"] if "random" in stored else [])
            visit.page.keyboard.press("Escape")
    visit.page.evaluate(REMEMBER, assets.current().root)
    assert recent(visit) == [f"random?count={count}" for count in range(60, 10, -1)]
