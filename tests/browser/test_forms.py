"""Forms: what is chosen and typed, what is shown and sent, and the answer to it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.browser import SMALL, visiting, visiting_alone

pytestmark = pytest.mark.browser


def select(visit, name, value, index=0):
    visit.answered(lambda: visit.field(name).nth(index).select_option(value))


def test_a_hash_is_made_by_what_is_chosen_and_compared(visit):
    visit.function("hash")
    visit.fill(input="abc", expected="0" * 32)
    visit.shows("32 digits are the length of md5")
    visit.answered(lambda: visit.page.get_by_role("checkbox", name="md5").check())
    visit.answered(lambda: visit.page.get_by_label("sha256", exact=True).uncheck())
    assert visit.value() == ["900150983cd24fb0d6963f7d28e17f72"]
    visit.fill(expected="900150983CD24FB0D6963F7D28E17F72")
    visit.shows("md5 matches the expected digest")
    visit.page.get_by_role("checkbox", name="md5").uncheck()
    assert visit.page.locator("form:visible .invalid .error").inner_text() == "Choose at least one algorithm"
    assert visit.value() == []
    visit.answered(lambda: visit.page.get_by_role("checkbox", name="sha1").check())
    assert visit.page.locator("form:visible .invalid").count() == 0


def test_fields_are_shown_with_the_values_that_need_them(visit):
    visit.function("number")
    visit.answered(lambda: visit.field("decimal").uncheck())
    assert not visit.field("precision").is_visible()
    visit.answered(lambda: visit.field("decimal").check())
    visit.fill(max="2", precision="3")
    assert re.fullmatch(r"[12]\.\d{3}", visit.value()[0])
    visit.function("uuid", {"version": 7, "count": 3})
    assert visit.page.locator("#value .rows .note").count() == 3
    for version in ("3", "4"):
        select(visit, "version", version)
        assert visit.field("name").is_visible() == visit.field("namespace").is_visible() == (version == "3")
    select(visit, "format", "urn")
    rows = visit.page.locator("#value .rows output").all_inner_texts()
    assert [row[:9] for row in rows] == ["urn:uuid:"] * 3
    visit.function("random_items", {"items": "Ada\nGrace"})
    assert visit.field("count").is_visible()
    visit.answered(lambda: visit.page.get_by_label("all, shuffled").check())
    assert not visit.field("count").is_visible()


def test_a_password_and_a_passphrase(visit):
    """P5: an empty separator is one too."""
    visit.function("password")
    assert not visit.field("words").is_visible()
    visit.fill(length="20")
    visit.answered(lambda: visit.field("symbols").uncheck())
    (first,) = visit.value()
    assert re.fullmatch(r"[A-Za-z0-9]{20}", first)
    visit.answered(lambda: visit.button("Generate").click())
    assert visit.value() != [first]
    visit.fill(count="3")
    assert [len(row) for row in visit.page.locator("#value .rows output").all_inner_texts()] == [20, 20, 20]
    visit.function("password", {})
    visit.answered(lambda: visit.page.get_by_label("words", exact=True).check())
    assert visit.value()[0].count("-") >= 5
    visit.fill(words="4", separator="")
    assert re.fullmatch(r"[a-z-]+", visit.value()[0])
    assert visit.value()[0].count("-") < 3


def test_p7_a_password_is_judged_and_kept_nowhere(visit):
    """Neither the password nor the words that an attacker would try are in an address, a draft or the history."""
    urls = visit.requests()
    visit.function("password_strength")
    visit.fill(password="S3cret horse 1999", words="Rumpelstiltskin")
    assert visit.value() == ["Strong"]
    assert visit.page.locator("#figure svg").get_attribute("aria-label") == "Strength: strong, 4 of 4"
    visit.answered(lambda: visit.page.keyboard.press("Control+Enter"))
    assert visit.page.url.endswith("#/password_strength?without=password+words")
    told = visit.stored() + " ".join(urls) + visit.page.inner_text("#outcome")
    assert not [secret for secret in ("S3cret", "Rumpelstiltskin") if secret in told]


def test_what_is_chosen_greets_with_an_answer_and_what_was_typed_stays(visit):
    visit.function("time")
    assert visit.field("timezone").input_value() == "Europe/Berlin"  # the browser's own
    visit.fill(datetime="2026-05-05")
    for operation in ("difference", "convert_timezone", "transitions", "components"):
        select(visit, "operation", operation)
        assert visit.page.inner_text("#status").startswith("200 OK"), operation
    assert visit.field("datetime").input_value() == "2026-05-05"
    visit.page.wait_for_selector("#zones option[value='Europe/Berlin']", state="attached")
    visit.function("text")
    for operation in ("replace", "diff", "uppercase"):
        select(visit, "operation", operation)
        assert visit.page.inner_text("#status").startswith("200 OK"), operation


PICK = """(picker) => {
  picker.value = "2026-05-05T12:34:56";
  picker.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def test_a_date_is_picked_and_g19_each_meaning_is_a_button_that_writes_it(visit):
    visit.function("time")
    assert visit.button("Pick Datetime from a calendar").is_enabled()
    visit.answered(lambda: visit.page.locator("[data-control=datetime] .picker").evaluate(PICK))
    assert visit.value()[0].startswith("2026-05-05T12:34:56")
    visit.fill(datetime="05/06/2026")
    reading = visit.page.locator("form:visible .invalid").get_by_role("button", name="2026-05-06")
    visit.answered(reading.click)
    assert visit.field("datetime").input_value() == "2026-05-06"
    assert visit.value()[0].startswith("2026-05-06T00:00:00")
    assert visit.copied(visit.button("Copy Unix milliseconds"))[1] == "1778018400000"


def test_an_error_that_is_out_of_view_is_said_in_the_answer_too_and_goes_with_a_reset(visit):
    visit.function("hash", {"input": "abc", "iterations": 0})
    visit.shows("Iterations must be between 1 and 10000")
    expect(visit.page.locator("#glance details")).to_have_count(0)
    visit.field("iterations").evaluate("(field) => field.scrollIntoView({ block: 'center' })")
    visit.fill(iterations="20000")
    expect(visit.page.locator("form:visible .invalid .error")).to_contain_text("Requested iterations: 20000")
    expect(visit.page.locator("#value")).to_be_hidden()
    assert visit.field("iterations").get_attribute("aria-invalid") == "true"
    visit.answered(lambda: visit.button("Reset").click())
    assert visit.page.locator(".invalid, [aria-invalid]").count() == 0


def test_while_something_is_typed_one_call_is_on_its_way(chromium):
    with visiting_alone(chromium) as visit:
        visit.page.clock.install()
        visit.function("text", {"operation": "uppercase"})
        visit.page.clock.pause_at("2100-01-01")
        asked, held = [], []
        visit.page.route("**/text/**", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks the function
        visit.page.on("request", lambda request: asked.append(request))  # noqa: PLW0108  # as above
        with visit.page.expect_request("**/text/**"):
            type_for_a_moment(visit, "a")
        for text in ("ab", "abc", "abcd"):
            type_for_a_moment(visit, text)
        visit.page.unroute_all()  # which lets it go on
        visit.page.get_by_text("ABCD", exact=True).first.wait_for()
        texts = [request.post_data_json["text"] for request in asked if request.url.endswith("/text/")]
        assert texts == ["a", "abcd"]


def type_for_a_moment(visit, text):
    visit.field("text").fill(text)
    visit.page.clock.run_for(250)  # longer than the page waits for the next key


def test_each_answer_asks_one_batch(visit):
    visit.function("text", {"operation": "uppercase,reverse"})
    urls = visit.requests()
    visit.fill(text="abc")
    visit.page.get_by_text("CBA", exact=True).first.wait_for()
    expect(visit.page.locator(".step .after").first).to_have_text("ABC")
    assert [url.removeprefix(visit.base) for url in urls] == ["/text/", "/batch/"]


MUCH = "hello wörld 😀\n" * 14_000


def test_of_a_large_answer_the_beginning_is_shown_and_all_of_it_copied(visit):
    visit.function("text", {"operation": "uppercase"})
    visit.field("text").focus()
    visit.answered(lambda: visit.paste(MUCH))
    assert len(visit.value()[0]) < 6000
    copy = visit.page.get_by_role("region", name="Result").get_by_role("button", name="Copy", exact=True)
    assert visit.copied(copy)[1] == MUCH.upper()
    assert len(visit.code()) < 25_000
    assert MUCH[:9].upper() in visit.copied(visit.page.locator("#copy-code"))[1]
    visit.page.locator("#value").get_by_role("button", name="Show all").click()
    assert len(visit.page.locator("#value .hero").text_content()) == len(MUCH.upper())


OPENED = """async (addresses) => {
  const outcome = document.getElementById("outcome");
  const seen = [];
  for (const address of addresses) {
    if (location.hash !== `#/${address}`) {
      const moved = new Promise((done) => addEventListener("hashchange", done, { once: true }));
      location.hash = `#/${address}`;
      await moved;
    }
    while (outcome.hidden || outcome.ariaBusy) await new Promise(requestAnimationFrame);
    seen.push([address, document.getElementById("status").innerText, document.documentElement.scrollWidth]);
  }
  return seen;
}"""


def test_every_entry_of_the_side_bar_greets_with_an_answer_that_fits(chromium):
    """Each function, each operation and each version of a UUID."""
    with visiting(chromium, viewport=SMALL) as visit:
        visit.function("hash")
        entries = visit.page.locator("[data-go], [data-function]").evaluate_all(
            "(all) => all.map((link) => link.getAttribute('href').slice(2))"
        )
        chosen = visit.page.locator("select[name=operation] option:not([value=''])").evaluate_all(
            "(all) => all.map((one) => `${one.form.dataset.name}?operation=${one.value}`)"
        )
        assert len(entries) > 90
        assert set(chosen) - set(entries) == set()
        for address, status, width in visit.page.evaluate(OPENED, [*entries, *(f"uuid?version={n}" for n in "13567")]):
            assert status.startswith("404" if address == "ip" else "200"), address  # nobody has 127.0.0.1
            assert width <= SMALL["width"], address
