"""The page and the documentation of a service that asks for keys (S6)."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import Window, visiting
from tests.service import running
from utilitysvc.access import tokens
from utilitysvc.console.forms import LANGUAGES

pytestmark = pytest.mark.browser

TOKEN = "usvc_a-token"
ASKED = "This service answers callers who have a key"


@pytest.fixture(scope="module")
def closed(chromium):
    """A window on a service that wants a key."""
    with running(API_TOKENS=tokens.entry("alice", TOKEN)) as (base, _):
        window = Window(chromium.browser, base)
        yield window
        window.context.close()


@pytest.fixture
def visit(closed):
    with visiting(closed) as visit:
        yield visit


def give(visit, key):
    visit.page.locator("#key").fill(key)
    visit.answered(visit.page.get_by_role("button", name="Use it").click)


def test_s6_the_page_asks_for_a_key_and_keeps_it_for_the_visit(visit):
    """Kept in the window alone, in no address, and not shown in the calls as source text."""
    visit.function("uuid")
    expect(visit.page.locator("#value")).to_contain_text(ASKED)
    give(visit, "wrong")
    expect(visit.page.locator("#value")).to_contain_text(ASKED)
    assert visit.violations("#outcome") == []
    give(visit, f" {TOKEN} ")
    assert len(visit.value()) == 1
    visit.page.reload()
    expect(visit.page.locator("#value .hero")).to_have_count(1)
    visit.function("hash", "text=a")
    expect(visit.page.locator("#value .hero")).to_have_count(1)
    assert TOKEN not in visit.page.url
    assert TOKEN not in visit.page.evaluate("JSON.stringify(localStorage)")
    visit.unfold()
    for tab in ("curl", "Python", "JavaScript"):
        visit.page.get_by_role("tab", name=tab, exact=True).click()
        expect(visit.page.locator("#code")).to_contain_text("UTILITYSVC_TOKEN")
        assert TOKEN not in visit.code(), tab
    for language in LANGUAGES:
        visit.page.get_by_label("Code in other languages").select_option(language)
        expect(visit.page.locator("#code")).to_contain_text("UTILITYSVC_TOKEN")
        assert TOKEN not in visit.code(), language


def test_s6_the_documentation_has_its_authorize_button(visit):
    visit.open("/docs/")
    page = visit.page
    page.locator(".auth-wrapper .authorize").first.click()
    page.locator(".auth-container input").fill(TOKEN)
    page.locator(".auth-btn-wrapper button.authorize").click()
    page.locator(".auth-btn-wrapper .btn-done").click()
    block = page.locator("#operations-UUID-get_uuid")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Execute").click()
    block.locator(".live-responses-table .response-col_description pre").first.wait_for()
    assert block.locator(".live-responses-table .response .response-col_status").inner_text().startswith("200")
