"""Every form of an input at a glance, and what it looks like."""

import hashlib
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, PHONE, looking

pytestmark = pytest.mark.browser


def forms(visit):
    """What stands at a glance, by name."""
    visit.page.wait_for_selector(".glance div")
    names, values = (visit.page.locator(f".glance {tag}").all_inner_texts() for tag in ("dt", "dd span"))
    return {name: value for names, value in zip(names, values, strict=True) for name in names.split(", ")}


def test_all_digests_stand_together(look):
    look.function("hash", "input=abc")
    found = forms(look)
    assert found.items() >= {name: hashlib.new(name, b"abc").hexdigest() for name in ("md5", "sha1", "sha512")}.items()
    others = look.page.locator("form:visible input[name=algorithm]:not(:checked)")
    rare = {"whirlpool", "adler32"}
    assert set(found) == set(others.evaluate_all("(all) => all.map(({ value }) => value)")) - rare
    for width in look.widths(ALL_SIZES):
        look.photograph(f"glance-{width}")


def test_all_cases_and_encodings_stand_together(chromium):
    with looking(chromium, viewport=PHONE) as visit:
        visit.function("text", "text=user+id")
        found = forms(visit)
        expected = {
            "UPPERCASE": "USER ID",
            "camelCase": "userId",
            "kebab-case": "user-id",
            "Slug for an address": "user-id",
            "Base64 encode": "dXNlciBpZA==",
            "Hex encode": "757365722069" + "64",
        }
        assert found.items() >= expected.items()
        assert "Base64 decode" not in found  # it is no Base64
        assert "lowercase" not in found  # it is the text itself
        shown = visit.page.locator(".glance dd span").all_inner_texts()
        assert len(shown) == len(set(shown))
        assert visit.violations("#outcome") == []


OFFERED = [
    ("SGVsbG8gd29ybGQ=", "Base64", "Hello world"),
    ("eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9.", "a JSON Web Token", '"sub": "42"'),
    ("caf%C3%A9", "percent-encoded", "café"),
    ("1700000000", "a Unix timestamp", "2023-11-14T23:13:20+01:00"),
    ("8.8.8.8", "an IP address", "Mountain View, California, United States"),
]


def test_the_next_step_is_offered(visit, subtests):
    for text, kind, value in OFFERED:
        with subtests.test(text=text):
            visit.function("text", anew=True)
            visit.answered(lambda text=text: visit.field("text").fill(text))
            offer = visit.page.locator(".offer")
            assert f"This looks like {kind}." in offer.inner_text()
            visit.answered(lambda offer=offer: offer.get_by_role("link").click())
            assert value in visit.page.inner_text("#value .hero")
            assert visit.page.locator(".offer").count() == 0


def test_what_looks_like_nothing_is_offered_nothing(look):
    for text in ("Hello, World!", "deadline", "password", "12345", "1.2.3", "a:b", "[not json"):
        look.function("text", urlencode({"text": text}))
        assert look.page.locator(".offer").count() == 0, text


def test_nothing_stands_at_a_glance_under_an_error_and_no_link_is_made_of_what_is_hashed(visit):
    visit.function("hash", "input=abc&iterations=0")
    expect(visit.page.locator("form:visible .invalid .error")).to_contain_text("Iterations must be between")
    expect(visit.page.locator("#glance details")).to_have_count(0)
    visit.answered(lambda: visit.field("iterations").fill("2"))
    expect(visit.page.locator("#glance details")).to_have_count(1)
    visit.answered(lambda: visit.field("input").fill("SGVsbG8gd29ybGQ="))
    assert visit.page.locator(".offer").count() == 0
