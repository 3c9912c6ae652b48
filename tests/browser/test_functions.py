"""Each function of the console through its form."""

import re
from datetime import UTC, datetime

import pytest

from tests.browser.browser import ALL_SIZES, visiting

pytestmark = pytest.mark.browser


def test_hash(visit):
    visit.function("hash")
    assert visit.value() == ["2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"]
    visit.answered(lambda: visit.field("input").fill("abc"))
    visit.answered(lambda: visit.page.get_by_role("checkbox", name="md5").check())
    visit.answered(lambda: visit.page.get_by_label("sha256", exact=True).uncheck())
    assert visit.value() == ["900150983cd24fb0d6963f7d28e17f72"]
    visit.answered(lambda: visit.field("expected").fill("900150983CD24FB0D6963F7D28E17F72"))
    assert "matches the expected digest" in visit.page.inner_text("#value")


def test_ip(visit):
    visit.function("ip")
    assert visit.value() == ["Loopback address"]  # the caller's own comes first
    assert visit.page.locator(".invalid").count() == 0
    visit.answered(lambda: visit.field("ip").fill("2001:4860:4860::8888"))
    assert visit.page.inner_text("#value .caption") == "2001:4860:4860::8888"
    assert visit.value()[0].count(", ") == 2  # city, subdivision, country
    assert visit.page.locator("#figure svg[role=img]").get_attribute("aria-label").startswith("Map of the world")
    link = visit.page.get_by_role("link", name="IP Geolocation by DB-IP")
    assert link.get_attribute("href") == "https://db-ip.com"
    assert link.is_visible()


def test_random_and_number(visit):
    visit.function("random")
    for name, text in {"min": "7", "max": "9", "count": "3"}.items():
        visit.answered(lambda name=name, text=text: visit.field(name).fill(text))
    visit.answered(lambda: visit.field("sorted").check())
    assert visit.page.locator("#value .tiles li").all_inner_texts() == ["7", "8", "9"]
    assert visit.page.locator("#figure svg").get_attribute("aria-label") == "Distribution: 7 1, 8 1, 9 1"
    visit.function("number")
    visit.answered(lambda: visit.field("decimal").uncheck())
    assert not visit.field("precision").is_visible()
    visit.answered(lambda: visit.field("max").fill("2"))
    visit.answered(lambda: visit.field("decimal").check())
    visit.answered(lambda: visit.field("precision").fill("3"))
    assert re.fullmatch(r"[12]\.\d{3}", visit.value()[0])


def test_uuid(visit):
    before = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M")
    visit.function("uuid", "version=7")
    assert before <= visit.page.locator("#value dd > :first-child").inner_text() <= datetime.now(UTC).isoformat()
    visit.answered(lambda: visit.field("count").fill("3"))
    assert visit.page.locator("#value .rows .note").count() == 3
    visit.answered(lambda: visit.field("version").select_option("4"))
    assert visit.page.locator("#value .rows .note").count() == 0
    visit.answered(lambda: visit.field("format").select_option("urn"))
    rows = visit.page.locator("#value .rows output").all_inner_texts()
    assert len(rows) == 3
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", row) for row in rows)


def test_password(visit):
    """P5: an empty separator is one too."""
    visit.function("password")
    assert not visit.field("words").is_visible()
    visit.answered(lambda: visit.field("length").fill("4"))
    assert len(visit.value()[0]) == 4
    facts = visit.page.inner_text("#value")
    assert "less than a second" in facts
    assert "tries 10 billion guesses a second" in facts
    visit.answered(lambda: visit.field("length").fill("12"))
    assert re.search(r"[\d,]+ years", visit.page.inner_text("#value"))
    for width in visit.widths(ALL_SIZES):
        visit.photograph(f"password-{width}")
    visit.answered(lambda: visit.field("length").fill("20"))
    visit.answered(lambda: visit.field("symbols").uncheck())
    (first,) = visit.value()
    assert re.fullmatch(r"[A-Za-z0-9]{20}", first)
    visit.answered(lambda: visit.page.get_by_role("button", name="Generate").click())
    assert visit.value() != [first]
    assert visit.page.locator("#figure svg").get_attribute("aria-label").startswith("Strength: strong, ")
    visit.answered(lambda: visit.field("count").fill("3"))
    rows = visit.page.locator("#value .rows output").all_inner_texts()
    assert [len(row) for row in rows] == [20, 20, 20]
    visit.function("password", anew=True)
    visit.answered(lambda: visit.page.get_by_label("words", exact=True).check())
    assert visit.value()[0].count("-") >= 5
    assert not visit.field("length").is_visible()
    visit.answered(lambda: visit.field("words").fill("4"))
    assert visit.value()[0].count("-") >= 3
    visit.answered(lambda: visit.field("separator").fill(""))
    assert re.fullmatch(r"[a-z-]+", visit.value()[0])
    assert visit.value()[0].count("-") < 3


def test_text(visit):
    visit.function("text")
    assert (
        visit.page.locator("#figure svg").get_attribute("aria-label").startswith("Most frequent characters: l 3, o 2")
    )
    visit.answered(lambda: visit.field("text").fill("héllo wörld"))
    visit.answered(lambda: visit.field("operation").nth(0).select_option("uppercase"))
    visit.answered(lambda: visit.field("operation").nth(1).select_option("reverse"))
    assert visit.value() == ["DLRÖW OLLÉH"]
    assert not visit.field("shift").is_visible()
    visit.answered(lambda: visit.field("operation").nth(2).select_option("caesar_cipher"))
    visit.answered(lambda: visit.field("shift").fill("1"))
    assert visit.value() == ["EMSÖX PMMÉI"]


def test_time(visit):
    visit.function("time")
    assert visit.field("timezone").input_value() == "Europe/Berlin"  # the browser's own
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00", visit.value()[0])
    assert not visit.field("start").is_visible()
    visit.answered(lambda: visit.field("operation").select_option("difference"))
    visit.answered(lambda: visit.field("start").fill("2026-01-31"))
    visit.answered(lambda: visit.field("end").fill("2026-03-01 12:00"))
    assert visit.value() == ["1 month, 1 day, 12 hours"]
    assert visit.page.locator("#zones option[value='Europe/Berlin']").count() == 1


def test_normally_distributed_numbers_have_a_figure_from_their_least_to_their_greatest(look):
    look.function("number", "distribution=normal&count=50")
    assert look.page.locator("#value .tiles li").count() == 50
    assert look.page.locator("#figure svg").get_attribute("aria-label").startswith("Distribution: ")
    look.function("number", "distribution=normal&count=2&deviation=0.000001")
    assert look.page.locator("#value .tiles li").count() == 2


SMALL = {"width": 320, "height": 640}


def test_every_entry_of_the_side_bar_greets_with_an_answer_that_fits(chromium):
    """Each function, each operation and each version of a UUID, in a small window."""
    with visiting(chromium, viewport=SMALL) as visit:
        visit.open("/")
        entries = visit.page.locator("[data-go], [data-function]").evaluate_all(
            "(all) => all.map((link) => link.getAttribute('href').slice(2))"
        )
        chosen = visit.page.locator("select[name=operation] option:not([value=''])").evaluate_all(
            "(all) => all.map((one) => `${one.form.dataset.name}?operation=${one.value}`)"
        )
        assert len(entries) > 90
        assert set(chosen) - set(entries) == set()
        opened = [*entries, *("?".join(("uuid", f"version={version}")) for version in "13567")]
        for address, status, width in visit.page.evaluate(OPENED, opened):
            assert status.startswith("404" if address == "ip" else "200"), address  # nobody has 127.0.0.1
            assert width <= SMALL["width"], address


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
