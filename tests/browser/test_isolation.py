"""What one visit leaves behind does not reach the next, although both are in the same page."""

import pytest

from tests.browser.browser import DESKTOP, PHONE, looking, visiting

pytestmark = pytest.mark.browser

DRAFTS = "JSON.stringify({ ...sessionStorage })"
STATE = """async () => [
  { ...localStorage }, { ...sessionStorage }, await navigator.clipboard.readText(), await caches.keys(),
  matchMedia("(prefers-color-scheme: dark)").matches, innerWidth, scrollY,
  document.querySelectorAll("#value :hover").length,
]"""


def test_a_visit_finds_nothing_of_the_one_before_it(chromium):
    urls, held = [], []
    with visiting(chromium, viewport=PHONE, color_scheme="dark") as visit:
        urls = visit.requests()
        visit.function("text")
        visit.answered(lambda: visit.field("text").fill("left behind"))
        visit.page.evaluate("() => localStorage.setItem('utilitysvc.zones', '[]')")
        visit.page.evaluate("() => sessionStorage.setItem('utilitysvc.key', 'left behind')")
        visit.page.evaluate("() => navigator.clipboard.writeText('left behind')")
        visit.page.evaluate("async () => { await caches.open('left behind'); }")
        visit.page.locator("#value").hover()
        visit.devtools().send(
            "Network.emulateNetworkConditions",
            {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
        )
        visit.page.route("**/text/**", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks the function
    asked = len(urls)
    with visiting(chromium) as visit:
        visit.function("text")  # neither offline nor held
        assert "left behind" not in visit.page.inner_text("#outcome")
        assert "left behind" not in visit.field("text").input_value()
        assert visit.page.evaluate(STATE) == [{}, {}, "", [], False, DESKTOP["width"], 0, 0]
    assert (len(urls), held) == (asked, [])


def test_a_look_finds_nothing_of_the_one_before_it(chromium):
    with looking(chromium, viewport=PHONE) as look:
        look.function("text", "operation=rot13&text=left+behind")
        page = look.page
    with looking(chromium) as look:
        look.function("text")
        assert "left behind" not in look.page.evaluate(DRAFTS) + look.page.inner_text("#outcome")
        assert look.field("text").input_value() == "Hello, World!"
        assert look.page is page


ACTS = {
    "type": lambda look: look.field("text").fill("typed"),
    "key": lambda look: look.page.keyboard.press("Tab"),
    "click": lambda look: look.page.get_by_role("tab", name="curl").click(),
    "leave": lambda look: look.open("/health/live/"),
}


def test_a_look_that_does_more_than_look_fails_and_the_next_one_is_in_a_new_page(chromium):
    def do():
        with looking(chromium) as look:
            pages.append(look.function("text").page)
            for name, act in ACTS.items():
                look.page.evaluate("window.onlyLookedAt = true")
                act(look)
                assert not look.page.evaluate("window.onlyLookedAt"), name

    pages = []
    with pytest.raises(AssertionError, match="more than look"):
        do()
    with looking(chromium) as look:
        assert look.page not in pages


def test_what_a_page_asks_of_another_host_fails_the_visit(chromium):
    def ask(hosts):
        with visiting(chromium) as visit:
            visit.open("/health/live/")  # which has no policy of its own that would refuse it
            for host in hosts:
                visit.page.evaluate("(host) => fetch(`http://${host}/`).catch(() => {})", host)

    with pytest.raises(AssertionError, match=r"(ERR_NAME_NOT_RESOLVED.*){3}"):
        ask(["example.org", "192.0.2.1", "127.0.0.2"])
