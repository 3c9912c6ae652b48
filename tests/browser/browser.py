"""Real browsers on the running service, which may ask nothing of any other host: Chromium, and Firefox for a part."""

import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.visit import Visit

PROBES = Path(__file__).with_name("probes.js")
WHOLE_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
#: The shell draws the same pages with a fifth less work: it has no window of its own around them.
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
#: The protocol in which Firefox is driven has no commands for these.
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "dom.events.testing.asyncClipboard": True,
}
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
SMALL = {"width": 320, "height": 640}
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 768, "height": 1024}
DESKTOP = {"width": 1280, "height": 900}
WIDE = {"width": 1920, "height": 1080}
ALL_SIZES = [SMALL, PHONE, TABLET, DESKTOP, WIDE]
SIZES = {"phone": PHONE, "desktop": DESKTOP}

#: What a page can keep in the browser; with "local_storage" goes what it keeps for the session. The cache of files is
#: not among it.
KEPT = "cookies,local_storage,indexeddb,cache_storage"
FORGET_CLIPBOARD = "() => navigator.clipboard.writeText('')"


class Window:
    """A browser's window, the base address of the service, and the page in which visits follow each other: a new page
    for each takes as long as all that most of them do."""

    def __init__(self, browser, base):
        self.browser = browser
        self.base = base
        self.context = browser.new_context(reduced_motion="reduce", timezone_id="Europe/Berlin")
        self.context.add_init_script(path=PROBES)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self._page = None

    def close_page(self):
        """Begin the next visit in a new page."""
        if self._page:
            self._page.close()
        self._page = None

    def fresh_page(self, viewport, color_scheme):
        """The page as it is for somebody who comes for the first time, before anything is opened."""
        self._page = page = self._page or self.context.new_page()
        page.set_viewport_size(viewport)
        page.emulate_media(media="screen", color_scheme=color_scheme, reduced_motion="reduce")
        page.goto(f"{self.base}/health/live/")  # where no script runs, and what is stored can be cleared
        tools = self.context.new_cdp_session(page)
        tools.send("Storage.clearDataForOrigin", {"origin": self.base, "storageTypes": KEPT})
        tools.detach()
        page.evaluate(FORGET_CLIPBOARD)
        return page


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
def visiting(window, *, viewport=DESKTOP, color_scheme="light"):
    """A visit that finds nothing of those before it. Whatever it does, nothing in the page fails."""
    visit = Visit(window.base, window.fresh_page(viewport, color_scheme))
    try:
        yield visit
        visit.end()
    except BaseException:
        window.close_page()  # nobody knows in what state it is
        raise
    assert not visit.errors, "; ".join(visit.errors)


@contextmanager
def visiting_alone(window, base="", *, browser=None, **options):
    """A visit in a window of its own, where the network or the clock may be stopped.

    ``base``: another service than that of ``window``. What fails in the page is for the test to judge.
    """
    context = (browser or window.browser).new_context(**{"viewport": DESKTOP, "timezone_id": "Europe/Berlin"} | options)
    context.add_init_script(path=PROBES)
    visit = Visit(base or window.base, context.new_page()).watch_for_foreign_requests()
    try:
        yield visit
    finally:
        context.close()
    assert visit.strange() == []
