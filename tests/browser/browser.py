"""Real browsers on the running service, which may ask nothing of any other host: Chromium, and Firefox for a part."""

import os
import re
import shutil
from contextlib import contextmanager
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
    "--process-per-site",  # a new process costs more than all that a visit does in it
]
DESKTOP = {"width": 1280, "height": 900}
WIDE = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
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

# A busy machine may take long for what is waited for; none of these tests is about time.
expect.set_options(timeout=30_000)


class Visit:
    """One page, and all that went wrong with it."""

    def __init__(self, base, page):
        self.base = base
        self.page = page
        self.foreign = []
        self.errors = []
        page.on("request", lambda request: self._foreign(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._complaint)

    def _foreign(self, url):
        if not url.startswith((self.base, "data:", "blob:")):
            self.foreign.append(url)

    def _complaint(self, message):
        """The browser logs a refused request, which is no error of the page; one about its policy is."""
        if message.type in ("error", "warning") and not REFUSED.match(message.text) and message.text != BLOCKED:
            self.errors.append(message.text)

    def open(self, path):
        self.page.goto(self.base + path)
        return self

    def function(self, name, settings=""):
        """Open the console at a function and wait for its first answer."""
        path = f"/#/{name}{settings and '?' + settings}"
        self.page.evaluate(MOVED, self.base + path)
        self.open(path)
        self.page.evaluate("window.moved")  # undefined where the document is a new one
        self.page.wait_for_selector("#outcome:not([hidden]):not([aria-busy])")
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

    def violations(self):
        """What axe-core finds, in one line each."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        # All rules are run; of those that hold only the number is kept, which takes half the time.
        found = self.page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
        return [f"{item['id']}: {node['target']} {node['failureSummary']}" for item in found for node in item["nodes"]]


@contextmanager
def in_chromium(playwright, base, executable=CHROMIUM):
    """A browser window with what it keeps, and the base address of the service."""
    if not executable:
        pytest.skip("no chromium here: the browser tests are left out")
    browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
    context = browser.new_context(reduced_motion="reduce", timezone_id="Europe/Berlin", service_workers="block")
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base)
    context.new_page().goto(f"{base}/health/live/")  # keeps the process of the site between two visits
    yield context, base
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
    visit = Visit(base, context.new_page())
    try:
        yield visit
    finally:
        context.close()
    assert visit.foreign == []
    assert visit.errors == []


@contextmanager
def visiting(chromium, *, viewport=DESKTOP, color_scheme="light"):
    """A visit that finds nothing of those before it. Whatever it does, it asks no other host, and nothing in the page
    fails.

    The window is the same for all visits, as a new one takes a second; what pages kept in it is cleared.
    """
    context, base = chromium
    page = context.new_page()
    try:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": base, "storageTypes": KEPT})
        visit = Visit(base, page)
        yield visit
    finally:
        page.close()
    assert visit.foreign == []
    assert visit.errors == []


@contextmanager
def visiting_alone(chromium, base="", **options):
    """A visit in a window of its own, where workers are installed and the network or the clock may be stopped.

    ``base``: another service than that of ``chromium``. What fails in the page is for the test to judge.
    """
    window, usual = chromium
    context = window.browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce"} | options)
    try:
        yield Visit(base or usual, context.new_page())
    finally:
        context.close()
