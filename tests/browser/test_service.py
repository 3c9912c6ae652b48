"""A service that is slow, away, behind a proxy or wants a key; what the first answer costs; and how visits end."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import (
    DESKTOP,
    PHONE,
    WHOLE_CHROMIUM,
    Window,
    in_chromium,
    visiting,
    visiting_alone,
)
from tests.browser.visit import SHOWN
from tests.service import running
from utilitysvc.access import tokens

pytestmark = pytest.mark.browser

AWAY = "The service cannot be reached"


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


def test_the_page_says_that_the_service_is_away_keeps_what_was_typed_and_goes_on_by_itself(chromium):
    with visiting_alone(chromium, viewport=PHONE) as visit:
        visit.function("text", {"operation": "rot13", "text": "ab"})
        visit.page.context.set_offline(True)
        visit.field("text").fill("abc")
        visit.shows(AWAY)
        assert visit.value() == []
        assert visit.violations("#outcome") == []
        assert visit.code("curl").startswith("curl 'http")
        visit.page.context.set_offline(False)
        visit.page.locator("#value .hero").wait_for()
        assert visit.field("text").input_value() == "abc"
        assert visit.value() == ["nop"]


def test_a_function_that_cannot_be_loaded_is_loaded_when_the_service_is_back(chromium):
    with visiting_alone(chromium) as visit:
        visit.page.route("**/uuids/console.js", lambda route: route.abort())
        visit.function("number")
        visit.page.goto(f"{visit.base}/#/uuid?version=7")
        visit.shows(AWAY)
        visit.page.unroute_all()
        visit.shows("Made at")


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
#: Notes what has been loaded when the first answer is shown.
FIRST = """addEventListener("DOMContentLoaded", () => {
  const outcome = document.getElementById("outcome");
  new MutationObserver((_, observer) => {
    if (outcome.hidden || outcome.ariaBusy || outcome.dataset.kind === "running") return;
    observer.disconnect();
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const sizes = loaded.filter(({ responseEnd }) => responseEnd).map(({ transferSize }) => transferSize);
    window.first = [sizes.length, sizes.reduce((sum, size) => sum + size, 0)];
  }).observe(outcome, { attributes: true });
});"""


@pytest.mark.parametrize("coding", ["br", "gzip"])
def test_the_first_answer_takes_few_requests_and_bytes(chromium, coding, subtests):
    """Of each function, in a browser that has nothing of the page: by HTTPS it takes brotli, else gzip."""
    for function in ("hash", "ip?ip=8.8.8.8", "random", "uuid", "password", "text", "time", "number", "ip_network"):
        headers = {"Accept-Encoding": coding}
        with subtests.test(function), visiting_alone(chromium, extra_http_headers=headers) as visit:
            visit.page.add_init_script(FIRST)
            visit.open(f"/#/{function}")
            visit.page.wait_for_selector(SHOWN)
            requests, sent = visit.page.evaluate("window.first")
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
        block = page.locator("#operations-UUID-get_uuid")
        block.locator(".opblock-summary-control").click()
        block.get_by_role("button", name="Execute").click()
        expect(block.locator(".live-responses-table .response .response-col_status")).to_contain_text("200")


# --- visits follow each other in one page, and must not meet


def test_a_visit_finds_nothing_of_the_one_before_it(chromium):
    with visiting(chromium, viewport=PHONE, color_scheme="dark") as visit:
        urls = visit.requests()
        visit.function("text")
        visit.fill(text="left behind")
        visit.page.evaluate("() => navigator.clipboard.writeText('left behind')")
        visit.page.evaluate("() => sessionStorage.setItem('utilitysvc.key', 'left behind')")
        visit.page.route("**/text/**", lambda route: route.abort())
    asked = len(urls)
    with visiting(chromium) as visit:
        visit.function("text")  # not aborted
        state = "async () => [innerWidth, await navigator.clipboard.readText()]"
        assert visit.page.evaluate(state) == [DESKTOP["width"], ""]
        assert "left behind" not in visit.stored() + visit.page.inner_text("#outcome")
    assert len(urls) == asked


def test_what_a_page_asks_of_another_host_fails_the_visit(chromium):
    def ask(host):
        with visiting(chromium) as visit:
            visit.open("/health/live/")  # which has no policy of its own that would refuse it
            visit.page.evaluate("(host) => fetch(`http://${host}/`).catch(() => {})", host)

    for host in ("example.org", "192.0.2.1"):
        with pytest.raises(AssertionError, match="ERR_NAME_NOT_RESOLVED"):
            ask(host)
