"""Real browsers on the running service, which may ask nothing of any other host: Chromium, and Firefox for a part."""

import shutil
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import pytest

from tests.browser.visit import Visit

PROBES = Path(__file__).with_name("probes.js")
#: The shell draws the same pages with a fifth less work: it has no window of its own around them.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FIREFOX = ("firefox-esr", "firefox")
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


def installed(names):
    """The path of the first of these browsers that is here."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found or pytest.skip(f"no {names[-1]} here: the tests in it are left out")


class Window:
    """A browser on the service at an address, and the page in which visits follow each other: a new page for each takes
    as long as all that most of them do."""

    def __init__(self, browser, base):
        self.browser = browser
        self.base = base

    @cached_property
    def page(self):
        context = self.browser.new_context(reduced_motion="reduce", timezone_id="Europe/Berlin")
        context.add_init_script(path=PROBES)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        return context.new_page()

    def fresh_page(self, viewport, color_scheme):
        """The page as it is for somebody who comes for the first time, before anything is opened."""
        page = self.page
        page.set_viewport_size(viewport)
        page.emulate_media(media="screen", color_scheme=color_scheme, reduced_motion="reduce")
        page.goto(f"{self.base}/health/live/")  # where no script runs, and what is stored can be cleared
        tools = page.context.new_cdp_session(page)
        tools.send("Storage.clearDataForOrigin", {"origin": self.base, "storageTypes": KEPT})
        tools.detach()
        page.evaluate("navigator.clipboard.writeText('')")
        return page


@contextmanager
def in_chromium(playwright, base):
    browser = playwright.chromium.launch(executable_path=installed(CHROMIUM), args=ARGUMENTS)
    yield Window(browser, base)
    browser.close()


@contextmanager
def in_firefox(playwright, base):
    """The system's own, by WebDriver BiDi."""
    path = installed(FIREFOX)
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=path, firefox_user_prefs=PREFERENCES)
    yield Window(browser, base)
    browser.close()


@contextmanager
def visiting(window, *, viewport=DESKTOP, color_scheme="light"):
    """A visit that finds nothing of those before it. Whatever it does, nothing in the page fails."""
    visit = Visit(window.base, window.fresh_page(viewport, color_scheme))
    try:
        yield visit
        visit.end()
    except BaseException:
        window.page.context.close()  # nobody knows in what state it is
        del window.page
        raise
    wrong = visit.errors + visit.strange()
    assert not wrong, wrong


@contextmanager
def visiting_alone(window, **options):
    """A visit in a window of its own, where the network or the clock may be stopped. What fails in the page is for the
    test to judge."""
    context = window.browser.new_context(viewport=DESKTOP, timezone_id="Europe/Berlin", **options)
    context.add_init_script(path=PROBES)
    visit = Visit(window.base, context.new_page())
    try:
        yield visit
    finally:
        context.close()
    assert visit.strange() == []
