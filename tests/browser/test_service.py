"""A service that is slow, away, behind a proxy or wants a key; what the first answer costs; and how visits end."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import WHOLE_CHROMIUM, Window, in_chromium, visiting, visiting_alone
from tests.browser.test_docs import executed, opened
from tests.browser.visit import SHOWN
from tests.service import running
from utilitysvc.access import tokens

pytestmark = pytest.mark.browser


def test_the_answer_before_goes_when_a_proxy_answers(visit):
    visit.function("hash")
    page = {"status": 502, "content_type": "text/html", "body": "<h1>502 Bad Gateway</h1>"}
    visit.page.route("**/hash/", lambda route: route.fulfill(**page))
    visit.fill(input="abc")
    assert visit.page.inner_text("#status").startswith("502 Bad Gateway")
    assert visit.value() == []
    assert "2cf24dba" not in visit.page.inner_text("#outcome")
    assert "abc" in visit.code("curl")
    assert visit.page.locator("#save-json, #save-text").locator("visible=true").count() == 0
    visit.page.unroute("**/hash/")
    visit.page.locator("#value").get_by_text("ba7816bf").wait_for()  # it was asked again
    visit.errors.clear()  # the browser reports the answer of the proxy


def test_a_slow_call_is_said_to_run(visit):
    held = []
    visit.function("uuid")
    visit.page.route("**/uuid/", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks the function
    visit.button("Generate").click()
    visit.page.get_by_text("Waiting for the answer …").wait_for()
    assert "200 OK" not in visit.page.inner_text("#status")
    held[0].continue_()
    visit.page.get_by_text("200 OK").wait_for()


def test_an_address_that_no_service_has_is_a_page(visit):
    visit.open("/no/such/page")
    visit.page.get_by_role("link", name="Go to the console").click()
    visit.page.wait_for_selector(SHOWN)


@pytest.mark.skipif(not WHOLE_CHROMIUM, reason="no chromium here with windows, which alone installs pages")
def test_the_browser_would_install_it(driver):
    with in_chromium(*driver, WHOLE_CHROMIUM) as chromium, visiting_alone(chromium) as visit:
        visit.open("/")
        session = visit.devtools()
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [error["errorId"] for error in errors] == ["in-incognito"]  # as every window of a test is
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["manifest"]["startUrl"] == manifest["manifest"]["scope"] == f"{visit.base}/"


# --- the first answer

MOST_REQUESTS = 15
MOST_BYTES = 80_000
GZIP = {"Accept-Encoding": "gzip"}


def test_the_first_answer_takes_few_requests_and_bytes(chromium, subtests):
    """Of each function, in a browser that has nothing of the page, by gzip: by HTTPS it takes brotli, which is less."""
    for function in ("hash", "ip?ip=8.8.8.8", "random", "uuid", "password", "text", "time", "number", "ip_network"):
        with subtests.test(function), visiting_alone(chromium, extra_http_headers=GZIP) as visit:
            visit.open(f"/#/{function}")
            visit.page.wait_for_selector(SHOWN)
            requests, sent, _ = visit.page.evaluate("first")
            assert 8 < requests <= MOST_REQUESTS
            assert 30_000 < sent <= MOST_BYTES
            visit.page.wait_for_load_state("networkidle")


# --- keys

KEY = "usvc_a-token"


@pytest.fixture(scope="module")
def closed(chromium):
    """A window on a service that wants a key."""
    with running(API_TOKENS=tokens.entry("alice", KEY)) as (base, _):
        window = Window(chromium.browser, base)
        yield window
        window.context.close()


def test_s6_the_page_asks_for_a_key_and_keeps_it_for_the_visit(closed):
    """Kept in the window alone, in no address, and not shown in the calls as source text."""
    with visiting(closed) as visit:
        visit.function("uuid")
        for key in ("wrong", f" {KEY} "):
            visit.shows("This service answers callers who have a key")
            assert visit.violations("#outcome") == []
            visit.page.locator("#key").fill(key)
            visit.answered(visit.button("Use it").click)
        assert len(visit.value()) == 1
        visit.page.reload()
        visit.page.wait_for_selector(SHOWN)
        assert len(visit.value()) == 1
        assert KEY not in visit.page.url + visit.page.evaluate("JSON.stringify(localStorage)")
        for language in ("curl", "Python", "JavaScript", "Go", "PHP", "PowerShell", "HTTPie"):
            visit.code(language)
            expect(visit.page.locator("#code")).to_contain_text("UTILITYSVC_TOKEN")
            assert KEY not in visit.page.inner_text("#code"), language


def test_s6_the_documentation_has_its_authorize_button(closed):
    with visiting(closed) as visit:
        page = visit.open("/docs/").page
        page.locator(".auth-wrapper .authorize").first.click()
        page.locator(".auth-container input").fill(KEY)
        page.locator(".auth-btn-wrapper button.authorize").click()
        page.locator(".auth-btn-wrapper .btn-done").click()
        executed(opened(visit, "UUID-get_uuid"))


def test_what_a_page_asks_of_another_host_fails_the_visit(chromium):
    def ask(host):
        with visiting(chromium) as visit:
            visit.open("/health/live/")  # which has no policy of its own that would refuse it
            visit.page.evaluate("(host) => fetch(`http://${host}/`).catch(() => {})", host)

    for host in ("example.org", "192.0.2.1"):
        with pytest.raises(AssertionError, match="ERR_NAME_NOT_RESOLVED"):
            ask(host)
