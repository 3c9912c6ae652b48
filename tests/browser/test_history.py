"""Recent calls, kept in the browser alone, only as long as one wants that, and without what may be a secret."""

import json
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from tests.browser.browser import DESKTOP, PHONE, WIDE, visiting, visiting_alone
from tests.browser.visit import SHOWN
from utilitysvc.console import assets

pytestmark = pytest.mark.browser

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"


def kept(visit):
    """Everything that the page has stored."""
    return visit.page.evaluate("({...localStorage})")


def everywhere(visit):
    """All places in which a secret must not be: the address, and what the browser has stored."""
    visit.page.evaluate('dispatchEvent(new Event("pagehide"))')  # drafts are kept at once
    return visit.page.evaluate("JSON.stringify([location.href, {...sessionStorage}, {...localStorage}])")


def recent(visit):
    return json.loads(kept(visit).get("utilitysvc.recent", "[]"))


def button(visit, name):
    return visit.page.get_by_role("button", name=name, exact=True).locator("visible=true")


def history(visit):
    """Open the dialog, and return it."""
    button(visit, "History").click()
    return visit.page.get_by_role("dialog", name="History")


def links(part):
    return [" | ".join(text.split("\n")) for text in part.get_by_role("link").all_inner_texts()]


def paste(visit, text):
    """Paste into the field that has the focus, or into the page."""
    visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    visit.answered(lambda: visit.page.keyboard.press("Control+v"))


def test_recent_calls_of_all_functions_the_newest_first_each_once(visit):
    visit.function("random", "count=4")
    visit.function("uuid", "version=7&count=3")
    visit.function("random", "count=4")
    visit.function("hash", "algorithm=md5")
    dialog = history(visit)
    assert links(dialog) == [
        "Hash | algorithm: md5",
        "Random integers | count: 4",
        "UUID | count: 3 · version: 7",
    ]
    visit.answered(lambda: dialog.get_by_role("link", name="UUID").click())
    expect(dialog).to_be_hidden()
    assert (visit.field("count").input_value(), len(visit.page.locator("#value .rows li").all())) == ("3", 3)
    assert links(history(visit))[0].startswith("UUID")


def test_a_call_without_settings_is_restored_too_and_what_is_only_looked_at_or_refused_is_no_call(visit):
    visit.function("number")
    visit.function("random", "count=0")
    visit.function("random", anew=True)
    visit.answered(lambda: button(visit, "Generate").click())
    visit.answered(lambda: visit.field("count").fill("4"))
    dialog = history(visit)
    assert links(dialog) == ["Random integers | count: 4", "Random integers | default settings"]
    visit.answered(lambda: dialog.get_by_role("link", name="default settings").click())
    assert visit.field("count").input_value() == "1"


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
        assert links(history(visit)) == ["Text | text: hello"]


DIGEST = "deadbeef" * 8
SECRETS = {"hash": ["input", "salt", "key", "expected"], "password": ["exclude"], "uuid": ["name"]}


def test_no_secret_gets_into_an_address_and_neither_it_nor_a_long_text_nor_an_answer_is_kept(visit, subtests):
    """The address names what it lacks, so that whoever opens it is not shown another answer."""
    urls = visit.requests()
    for function, names in SECRETS.items():
        with subtests.test(function=function):
            visit.function(function, "version=5" if function == "uuid" else "")
            for name in names:
                secret = DIGEST if name == "expected" else "S3cret"
                visit.answered(lambda name=name, secret=secret: visit.field(name).fill(secret))
            address = visit.page.url
            visit.answered(lambda: visit.page.keyboard.press("Control+Enter"))
            answers = visit.value()
            history(visit)
            visit.page.keyboard.press("Escape")
            for query in (address.partition("?")[2], recent(visit)[0].partition("?")[2]):
                settings = dict(parse_qsl(query))
                assert set(settings.pop("without").split()) == set(names)
                assert set(settings) <= {"version"}
            assert not [url for url in urls if "S3cret" in url or DIGEST in url or "?" in url.partition("#")[0]]
            stored = json.dumps(kept(visit))
            assert not [secret for secret in ("S3cret", DIGEST) if secret in stored]
            assert not [answer for answer in answers if json.dumps(answer)[1:-1] in stored]
    visit.function("text", "operation=rot13")
    visit.answered(lambda: visit.field("text").fill("secret " * 200))
    history(visit)
    assert recent(visit)[0] == "text?operation=rot13&without=text"


def test_a_long_text_is_not_offered_for_the_link_which_could_not_hold_it(visit):
    visit.function("text", "operation=rot13")
    visit.answered(lambda: visit.field("text").fill("api_key = S3cret " * 100))
    expect(button(visit, "Put it into link and history")).to_have_count(0)


@pytest.mark.parametrize("typed", [TOKEN, "ada:S3cretS3cret", "https://ada:S3cret@example.org/", "api_key = S3cret"])
def test_what_looks_like_a_secret_is_kept_by_a_press_alone(visit, typed):
    visit.function("text", "operation=uppercase")
    visit.answered(lambda: visit.field("text").fill(typed))
    visit.answered(lambda: visit.page.keyboard.press("Control+Enter"))
    assert recent(visit) == ["text?operation=uppercase&without=text"]
    assert not [part for part in (TOKEN.split(".")[1], "S3cret") if part in everywhere(visit)]
    visit.answered(lambda: button(visit, "Put it into link and history").click())
    expect(button(visit, "Put it into link and history")).to_have_count(0)
    assert dict(parse_qsl(visit.page.url.partition("?")[2]))["text"] == typed
    assert dict(parse_qsl(recent(visit)[0].partition("?")[2]))["text"] == typed


def test_what_was_pasted_is_not_kept_whatever_it_looks_like(visit):
    """Into a field, into the page, and onward by what the page offers."""
    visit.function("text", "operation=uppercase")
    visit.field("text").focus()
    paste(visit, "nothing much")
    assert "nothing" not in everywhere(visit)
    visit.function("uuid")
    visit.page.locator("h1:visible").click()
    paste(visit, TOKEN)
    assert visit.page.locator("#value").get_by_text("1234567890").first.is_visible()
    history(visit)
    assert TOKEN.split(".")[1] not in everywhere(visit)


def test_one_switch_deletes_all_at_once_and_keeps_nothing_more_in_any_window(visit):
    visit.function("random", "count=4")
    other = visit.page.context.new_page()
    other.goto(f"{visit.base}/#/random")
    dialog = history(visit)
    assert set(kept(visit)) == {"utilitysvc.recent"}
    dialog.get_by_role("switch").uncheck()
    assert kept(visit) == {"utilitysvc.keeping": "false"}
    other.get_by_role("button", name="Generate").locator("visible=true").click()
    other.close()
    visit.page.keyboard.press("Escape")
    visit.answered(lambda: visit.field("count").fill("5"))
    visit.answered(lambda: button(visit, "Generate").click())
    visit.page.reload()
    visit.page.wait_for_selector(SHOWN)
    dialog = history(visit)
    assert kept(visit) == {"utilitysvc.keeping": "false"}
    dialog.get_by_role("switch").check()
    visit.page.keyboard.press("Escape")
    visit.answered(lambda: button(visit, "Generate").click())
    assert recent(visit) == ["random?count=5"]


def test_calls_are_deleted_by_keyboard(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        for count in (2, 3, 4):
            visit.function("random", f"count={count}")
        dialog = history(visit)
        page = visit.page
        assert visit.violations("dialog.history") == []
        for width in visit.widths([WIDE, DESKTOP, PHONE]):
            box = dialog.bounding_box()
            assert (box["x"] >= 0, box["x"] + box["width"] <= width) == (True, True)
        dialog.get_by_role("button", name="Delete Random integers, count: 4").press("Enter")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')").endswith("count: 3")
        assert links(dialog) == [f"Random integers | count: {count}" for count in (3, 2)]
        dialog.get_by_role("button", name="Delete recent calls").press("Enter")
        assert links(dialog) == recent(visit) == []
        assert page.evaluate("document.activeElement.textContent") == "Close"
        page.keyboard.press("Enter")
        expect(dialog).to_be_hidden()


def test_what_something_else_has_stored_does_no_harm_and_no_more_than_fifty_are_kept(visit, subtests):
    for stored in ("{", "null", '{"a": 1}', '["none?a=1", 7, "random?count=4", "", "?"]'):
        with subtests.test(stored=stored):
            visit.function("number")
            visit.page.evaluate("(text) => localStorage.setItem('utilitysvc.recent', text)", stored)
            visit.page.reload()
            visit.page.wait_for_selector(SHOWN)
            assert links(history(visit)) == (["Random integers | count: 4"] if "random" in stored else [])
            visit.page.keyboard.press("Escape")
    script = """async (root) => {
      const { remember } = await import(`/${root}history.js`);
      for (let count = 1; count <= 60; count += 1) remember(`random?count=${count}`);
    }"""
    visit.page.evaluate(script, assets.current().root)
    assert recent(visit) == [f"random?count={count}" for count in range(60, 10, -1)]
