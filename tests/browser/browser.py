"""Real browsers on the running service, which may ask nothing of any other host: Chromium, and Firefox for a part."""

import shutil
from contextlib import contextmanager
from functools import cached_property

import pytest

from tests.browser.visit import SHOWN, Visit

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
#: A name of this machine that is none to the browser, so that a page from there by plain HTTP is not a secure one.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # What is asked of another host fails, and is logged.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
DESKTOP = {"width": 1280, "height": 900}
WIDE = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
ALL_SIZES = [PHONE, DESKTOP, WIDE]

#: What a page can keep in the browser; with "local_storage" goes what it keeps for the session. The cache of files is
#: not among it.
KEPT = "cookies,local_storage,indexeddb,cache_storage"
FORGET_CLIPBOARD = "() => navigator.clipboard.writeText('')"
#: As when it is left, the page writes its drafts at once. Recent calls may still be added: to see them takes a click.
FORGET_LOOKS = """() => {
  dispatchEvent(new Event("pagehide"));
  localStorage.clear();
  sessionStorage.clear();
  scrollTo(0, 0);
}"""
#: Notes in a page that is only to be looked at whether anything else was done in it.
GUARD = """() => {
  window.onlyLookedAt = true;
  for (const kind of ["beforeinput", "click", "keydown", "paste", "pointerdown", "touchstart"]) {
    addEventListener(kind, ({ isTrusted }) => { if (isTrusted) window.onlyLookedAt = false; }, true);
  }
}"""


class Window:
    """A browser's window, the base address of the service, and the page in which visits follow each other: a new page
    for each takes as long as all that most of them do."""

    def __init__(self, browser, base):
        self.browser = browser
        self.base = base
        self.context = browser.new_context(reduced_motion="reduce", timezone_id="Europe/Berlin")
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
        return self._page

    def fresh_page(self, viewport, color_scheme):
        """The page as it is for somebody who comes for the first time, before anything is opened."""
        page = self.page(viewport, color_scheme)
        page.goto(f"{self.base}/health/live/")  # where no script runs, and what is stored can be cleared
        tools = self.context.new_cdp_session(page)
        tools.send("Storage.clearDataForOrigin", {"origin": self.base, "storageTypes": KEPT})
        tools.detach()
        page.evaluate(FORGET_CLIPBOARD)
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
        page.evaluate(FORGET_LOOKS)
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
def visiting_in_firefox(firefox):
    """As ``visiting``, in a window of its own."""
    browser, base = firefox
    context = browser.new_context(viewport=DESKTOP, timezone_id="Europe/Berlin")
    visit = Visit(base, context.new_page()).watch_for_foreign_requests()
    try:
        yield visit
    finally:
        context.close()
    assert visit.foreign == []
    assert not visit.errors, "; ".join(visit.errors)


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
    assert not visit.errors, "; ".join(visit.errors)


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
