"""The state of the console in the address, and while the page lives."""

from urllib.parse import parse_qsl

import pytest

pytestmark = pytest.mark.browser


def test_the_state_is_in_the_address_and_comes_back_from_it(visit):
    visit.function("random")
    visit.answered(lambda: visit.field("count").fill("4"))
    visit.answered(lambda: visit.field("unique").uncheck())
    assert visit.page.url == f"{visit.base}/#/random?count=4&unique=false"
    visit.function("text", "operation=rot13%2Creverse&text=abc")
    assert visit.value() == ["pon"]
    visit.page.go_back()
    visit.page.wait_for_selector("#value .tiles")
    assert visit.field("count").input_value() == "4"
    assert not visit.field("unique").is_checked()
    visit.function("hash", "input=abc&key=S3cret")  # the main input is taken from a link, and no key
    assert visit.value() == ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"]
    assert "S3cret" not in visit.page.url


def test_what_was_typed_is_there_again_after_another_function_and_after_back(visit):
    visit.function("hash")
    visit.answered(lambda: visit.field("input").fill("abc"))
    visit.answered(lambda: visit.page.get_by_role("link", name="UUID", exact=True).click())
    visit.answered(lambda: visit.page.get_by_role("link", name="Hash", exact=True).click())
    assert visit.field("input").input_value() == "abc"
    visit.answered(lambda: visit.field("input").fill("x" * 2000))
    visit.answered(lambda: visit.page.get_by_role("link", name="Text").click())
    visit.answered(visit.page.go_back)
    assert visit.field("input").input_value() == "x" * 2000


# --- a link opens the same call, or says what it lacks


def copied_link(visit):
    """What the button says when it has copied the link, and the link."""
    button = visit.page.locator("form:visible button.link").element_handle()
    button.click()
    saying = "(button) => button.textContent.startsWith('Copied') && button.textContent"
    said = visit.page.wait_for_function(saying, arg=button).json_value()
    return said, visit.page.evaluate("navigator.clipboard.readText()")


LACKING = [("hash", "key", "S3cret"), ("text", "text", "x" * 2000), ("uuid", "name", "S3cret")]


def test_a_link_says_what_it_lacks_and_opens_no_other_answer(visit, subtests):
    """Opened as in another window: as a new document, where nothing was typed."""
    asked = visit.requests()
    for function, lacking, text in LACKING:
        with subtests.test(function=function, lacking=lacking):
            visit.function(function, "version=5" if function == "uuid" else "", anew=True)
            visit.answered(lambda lacking=lacking, text=text: visit.field(lacking).fill(text))
            said, link = copied_link(visit)
            assert said == f"Copied without {lacking}"
            visit.open("/health/live/").page.evaluate("sessionStorage.clear()")
            asked.clear()
            visit.page.goto(link)
            visit.page.get_by_text("Nothing was sent").wait_for()
            assert visit.field(lacking).input_value() == ""
            assert f"Fill in {lacking}" in visit.page.inner_text("#value")
            assert visit.page.locator("form:visible .invalid").count() == 0  # what is empty is no mistake
            assert not [url for url in asked if url.split("?")[0].endswith(f"/{function}/")]
            visit.answered(lambda lacking=lacking: visit.field(lacking).fill("abc"))
            assert visit.page.inner_text("#status").startswith("200")


def test_a_link_names_the_zone(visit):
    """Whoever opens it in another one is shown the same answer."""
    visit.function("time")
    visit.answered(lambda: visit.field("datetime").fill("2026-01-31 10:00"))
    assert visit.value() == ["2026-01-31T10:00:00+01:00"]
    _, link = copied_link(visit)
    assert link == visit.page.url
    assert dict(parse_qsl(link.partition("?")[2])) == {"datetime": "2026-01-31 10:00", "timezone": "Europe/Berlin"}


def test_a_text_that_is_an_example_elsewhere_is_kept_too(visit, subtests):
    for text in ("Hello, World!", "Hello"):
        with subtests.test(text=text):
            visit.function("text", f"operation=rot13&text={text}")
            assert visit.field("text").input_value() == text
            _, link = copied_link(visit)
            visit.function("number")
            visit.page.goto(link)
            visit.page.wait_for_selector("#value .hero.large, #value .hero.middle")
            assert visit.field("text").input_value() == text


def test_what_was_typed_lives_for_the_visit_and_secrets_do_not(visit):
    visit.function("text")
    visit.answered(lambda: visit.field("text").fill("x" * 2000))
    visit.answered(lambda: visit.page.get_by_role("link", name="Random integers").click())
    visit.answered(lambda: visit.field("count").fill("4"))
    visit.page.reload()
    visit.page.wait_for_selector("#value .tiles")
    visit.answered(lambda: visit.page.locator("[data-function=text]").click())
    assert visit.field("text").input_value() == "x" * 2000
    visit.answered(lambda: visit.page.locator("[data-function=hash]").click())
    visit.answered(lambda: visit.field("input").fill("S3cret"))
    assert "S3cret" not in visit.page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    visit.page.reload()
    visit.page.get_by_text("Nothing was sent").wait_for()
    assert visit.field("input").input_value() == ""


def test_the_first_paste_replaces_the_example(visit):
    visit.function("text")
    visit.page.evaluate("() => navigator.clipboard.writeText('abc')")
    visit.field("text").focus()
    visit.answered(lambda: visit.page.keyboard.press("Control+v"))
    assert visit.field("text").input_value() == "abc"
    visit.field("text").blur()
    visit.field("text").focus()
    visit.page.keyboard.press("End")
    visit.answered(lambda: visit.page.keyboard.type("d"))
    assert visit.field("text").input_value() == "abcd"
