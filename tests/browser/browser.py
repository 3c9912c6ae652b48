"""Real browsers on the running service, which may ask nothing of any other host: Chromium, and Firefox for a part."""

import os
import re
import shutil
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import pytest
from playwright.sync_api import expect

WHOLE_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
#: The shell draws the same pages with a fifth less work: it has no window of its own around them.
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
#: The protocol in which Firefox is driven has no commands for these.
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # what is asked of another host fails, and is logged
]
DESKTOP = {"width": 1280, "height": 900}
WIDE = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
ALL_SIZES = [PHONE, DESKTOP, WIDE]
#: Where to leave the photographs, if anywhere.
SCREENSHOTS = os.environ.get("BROWSER_SCREENSHOTS")

AXE = (Path(__file__).parent / "axe-core/axe.min.js").read_text()
#: What the page asks for beside the answer.
BESIDE = re.compile(r"/static/|/batch/$|operation=timezones&output=text")
#: What a page can keep in the browser. The cache of files is not among it: about each file it asks whether it changed.
KEPT = "cookies,local_storage,indexeddb,cache_storage,service_workers"
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
#: Tells when the page has seen that its address has another part behind "#", which is not a navigation.
MOVED = """(address) => {
  const moved = () => new Promise((done) => addEventListener("hashchange", done, { once: true }));
  window.moved = location.href !== address && moved();
}"""
#: In the common window no worker is installed: each visit would ask for every file once more.
BLOCKED = "Service Worker registration blocked by Playwright"

#: What neither the address nor the developer's tools clear.
FORGET = "() => { sessionStorage.clear(); return navigator.clipboard.writeText(''); }"
#: Notes in a page that is only to be looked at whether anything else was done in it.
GUARD = """() => {
  window.onlyLookedAt = true;
  for (const kind of ["beforeinput", "click", "keydown", "paste", "pointerdown", "touchstart"]) {
    addEventListener(kind, ({ isTrusted }) => { if (isTrusted) window.onlyLookedAt = false; }, true);
  }
}"""
SHOWN = "#outcome:not([hidden]):not([aria-busy])"

# A busy machine may take long for what is waited for; none of these tests is about time.
expect.set_options(timeout=30_000)


class Visit:
    """One page, and all that goes wrong with it until the visit ends."""

    def __init__(self, base, page, *, only_looks=False):
        self.base = base
        self.page = page
        self.only_looks = only_looks
        self.foreign = []
        self.errors = []
        self._endings = []
        self._on("pageerror", lambda error: self.errors.append(str(error)))
        self._on("console", self._complaint)

    def _on(self, event, listener):
        self.page.on(event, listener)
        self._endings.append(lambda: self.page.remove_listener(event, listener))

    def _complaint(self, message):
        """The browser logs a refused request, which is no error of the page; one about its policy is."""
        if message.type in ("error", "warning") and not REFUSED.match(message.text) and message.text != BLOCKED:
            self.errors.append(message.text)

    def requests(self):
        """The addresses of what the page asks for from now on: a list that grows."""
        urls = []
        self._on("request", lambda request: urls.append(request.url))
        return urls

    def watch_for_foreign_requests(self):
        """For browsers that find other hosts, too. Being told of each request makes a visit a quarter slower."""

        def note(request):
            if not request.url.startswith((self.base, "data:", "blob:")):
                self.foreign.append(request.url)

        self._on("request", note)
        return self

    def devtools(self):
        """A developer's tools, whose settings hold until the visit ends."""
        session = self.page.context.new_cdp_session(self.page)
        self._endings.append(session.detach)
        return session

    def end(self):
        """Take back what the test has set up in the page."""
        for ending in self._endings:
            ending()
        self.page.unroute_all(behavior="ignoreErrors")

    def open(self, path):
        self.page.goto(self.base + path)
        return self

    def function(self, name, settings="", *, anew=False):
        """Open the console at a function and wait for its first answer. Without settings a form that was shown before
        is as it was left, unless it is wanted anew."""
        path = f"/#/{name}{'?' if settings or anew or self.only_looks else ''}{settings}"
        self.page.evaluate(MOVED, self.base + path)
        self.open(path)
        self.page.evaluate("window.moved")  # undefined where the document is a new one
        self.page.wait_for_selector(SHOWN)
        return self

    def field(self, name):
        """The input of a parameter in the form that is shown."""
        return self.page.locator(f"form:visible [name={name}]")

    def answered(self, action):
        """Do something that makes the console ask, and wait for the answer to be shown."""
        with self.page.expect_response(lambda response: not BESIDE.search(response.url)):
            action()
        self.page.wait_for_selector("#outcome:not([aria-busy])")

    def copied(self, button):
        """Press a button that copies, and return what is in the clipboard then."""
        pressed = button.element_handle()  # its name changes
        pressed.click()
        self.page.wait_for_function("(button) => button.textContent.startsWith('Copied')", arg=pressed)
        return self.page.evaluate("navigator.clipboard.readText()")

    def unfold(self):
        """Show the answer as JSON, or the call as code."""
        if not self.page.locator("#code-panel").is_visible():
            self.page.get_by_role("button", name="JSON and code").click()

    def code(self):
        """The answer or the call as text. What writes calls is loaded when it is first wanted."""
        expect(self.page.locator("#code")).not_to_be_empty()
        return self.page.inner_text("#code")

    def value(self):
        return self.page.locator("#value .hero").all_inner_texts()

    def photograph(self, name):
        if SCREENSHOTS:
            self.page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png", full_page=self.page.viewport_size == PHONE)

    def violations(self, part="html"):
        """What axe-core finds in a part of the page, in one line each. The whole page takes it twice as long as the
        answer alone, so tests of the answer look at "#outcome": test_everyone.py looks at all of it."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        # All rules are run; of those that hold only the number is kept, which takes half the time.
        run = "async (part) => (await axe.run(part, { resultTypes: ['violations'] })).violations"
        found = self.page.evaluate(run, part)
        return [f"{item['id']}: {node['target']} {node['failureSummary']}" for item in found for node in item["nodes"]]


class Window:
    """A browser's window, the base address of the service, and the page in which visits follow each other: a new page
    for each takes as long as all that most of them do."""

    def __init__(self, browser, base):
        self.browser = browser
        self.base = base
        self.context = browser.new_context(
            reduced_motion="reduce", timezone_id="Europe/Berlin", service_workers="block"
        )
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self._page = None

    def close_page(self):
        """Begin the next visit in a new page."""
        if self._page:
            self._page.close()
        self._page = None

    def page(self, viewport, color_scheme):
        if not self._page:
            self._page = self.context.new_page()
        self._page.set_viewport_size(viewport)
        self._page.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        self._page.mouse.move(0, 0)
        return self._page

    def fresh_page(self, viewport, color_scheme):
        """The page as it is for somebody who comes for the first time, before anything is opened."""
        page = self.page(viewport, color_scheme)
        page.goto(f"{self.base}/health/live/")  # where no script runs, and what is stored can be cleared
        tools = self.context.new_cdp_session(page)
        tools.send("Storage.clearDataForOrigin", {"origin": self.base, "storageTypes": KEPT})
        tools.detach()
        page.evaluate(FORGET)
        return page

    @cached_property
    def for_looks(self):
        """A window of its own for visits that only look, so that what others store does not reach them."""
        return WindowForLooks(self.browser, self.base)


class WindowForLooks(Window):
    """Its page stays at the console from one visit to the next."""

    def looked_at_page(self, viewport, color_scheme):
        if not self._page:
            page = self.fresh_page(viewport, color_scheme)
            page.goto(f"{self.base}/")
            page.wait_for_selector(SHOWN)
            page.evaluate(GUARD)
        page = self.page(viewport, color_scheme)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); scrollTo(0, 0); }")
        return page

    def was_only_looked_at(self):
        """Whether nothing was done that the next visit would see; otherwise that one begins in a new page."""
        if not self._page.evaluate("window.onlyLookedAt"):
            self.close_page()
        return self._page is not None


@contextmanager
def in_chromium(playwright, base, executable=CHROMIUM):
    """A window on the service."""
    if not executable:
        pytest.skip("no chromium here: the browser tests are left out")
    browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
    yield Window(browser, base)
    browser.close()


@contextmanager
def in_firefox(playwright, base):
    """The system's own Firefox by WebDriver BiDi, and the base address of the service."""
    if not FIREFOX:
        pytest.skip("no Firefox here: the tests in it are left out")
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=PREFERENCES)
    yield browser, base
    browser.close()


@contextmanager
def visiting_in_firefox(firefox, *, viewport=DESKTOP):
    """As ``visiting``, in a window of its own."""
    browser, base = firefox
    context = browser.new_context(viewport=viewport, timezone_id="Europe/Berlin")
    visit = Visit(base, context.new_page()).watch_for_foreign_requests()
    try:
        yield visit
    finally:
        context.close()
    assert visit.foreign == []
    assert visit.errors == []


@contextmanager
def visiting(window, *, viewport=DESKTOP, color_scheme="light"):
    """A visit that finds nothing of those before it. Whatever it does, nothing in the page fails."""
    yield from _visiting(window, Visit(window.base, window.fresh_page(viewport, color_scheme)))


@contextmanager
def looking(window, *, viewport=DESKTOP, color_scheme="light"):
    """A visit that opens links and looks at what they show, and neither types nor clicks. The console stays loaded for
    the next one, which spares three quarters of its time."""
    window = window.for_looks
    page = window.looked_at_page(viewport, color_scheme)
    yield from _visiting(window, Visit(window.base, page, only_looks=True))
    assert window.was_only_looked_at(), "this test does more than look: visiting() is for it"


def _visiting(window, visit):
    try:
        yield visit
        visit.end()
    except BaseException:
        window.close_page()  # nobody knows in what state it is
        raise
    assert visit.errors == []


@contextmanager
def visiting_alone(window, base="", **options):
    """A visit in a window of its own, where workers are installed and the network or the clock may be stopped.

    ``base``: another service than that of ``window``. What fails in the page is for the test to judge.
    """
    context = window.browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce"} | options)
    try:
        yield Visit(base or window.base, context.new_page()).watch_for_foreign_requests()
    finally:
        context.close()
