"""A visit of one page: what a test does there, and all that goes wrong."""

import os
import re
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import TimeoutError, expect

AXE = (Path(__file__).parent / "axe-core/axe.min.js").read_text()
#: What the page asks for beside the answer.
BESIDE = re.compile(r"/static/|/batch/$|/hash/algorithms/$|operation=timezones&output=text")
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
#: The console with an answer, and with all that it loads after the first one.
SHOWN = "main:has(#paste input:enabled) #outcome:not([hidden]):not([aria-busy])"

# A busy machine may take long for what is waited for; none of these tests is about time.
expect.set_options(timeout=int(os.environ.get("BROWSER_TIMEOUT", "30000")))


class Visit:
    """One page, and all that goes wrong with it until the visit ends."""

    def __init__(self, base, page):
        self.base = base
        self.page = page
        self.asked = []
        self.errors = []
        self._listeners = {
            "pageerror": lambda error: self.errors.append(str(error)),
            "console": self._complaint,
            "request": lambda request: self.asked.append(request.url),
        }
        for event, listener in self._listeners.items():
            page.on(event, listener)

    def _complaint(self, message):
        """The browser logs a refused request, which is no error of the page; one about its policy is."""
        if message.type in ("error", "warning") and not REFUSED.match(message.text):
            self.errors.append(message.text)

    def end(self):
        """Take back what the test has set up in the page."""
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)
        self.page.unroute_all(behavior="ignoreErrors")

    def strange(self):
        """The addresses of other hosts that the page has asked."""
        return [url for url in self.asked if not url.startswith((self.base, "data:", "blob:"))]

    def probe(self, name, given=None):
        """What a function of probes.js returns."""
        return self.page.evaluate(f"(given) => globalThis.probes?.{name}(given)", given)

    def until(self, name, expected):
        """Wait until a probe returns this, and show what it returns instead."""
        equal = f"(expected) => JSON.stringify(probes.{name}()) === JSON.stringify(expected)"
        with suppress(TimeoutError):
            self.page.wait_for_function(equal, arg=expected)
        assert self.probe(name) == expected

    def sees(self, part):
        """Wait until this part of the map is seen: a wheel and a finger are answered in their own time."""
        self.page.wait_for_function("(part) => probes.isSeen(part)", arg=part)

    def open(self, path):
        self.page.goto(self.base + path)
        return self

    def function(self, name, settings=None):
        """Open the console at a function and wait for its first answer. Without settings a form that was shown before
        is as it was left."""
        path = f"/#/{name}{'' if settings is None else f'?{urlencode(settings)}'}"
        self.probe("expectMove", self.base + path)
        self.open(path)
        self.probe("move")
        self.page.wait_for_selector(SHOWN)
        return self

    def field(self, name):
        """The input of a parameter in the form that is shown."""
        return self.page.locator(f"form:visible [name={name}]")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True).locator("visible=true")

    def answered(self, action):
        """Do something that makes the console ask, and wait for the answer to be shown."""
        with self.page.expect_response(lambda response: not BESIDE.search(response.url)):
            action()
        self.page.wait_for_selector("#outcome:not([aria-busy])")

    def fill(self, **values):
        """Fill the fields one after the other, and wait for each answer."""
        for name, text in values.items():
            self.answered(lambda name=name, text=text: self.field(name).fill(text))

    def paste(self, text):
        """Paste into what has the focus, or into the page."""
        self.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("Control+v")

    def copied(self, button):
        """Press a button that copies. Returns what it says then, and what is in the clipboard."""
        pressed = button.element_handle()  # its name changes
        pressed.click()
        saying = "(button) => button.textContent.startsWith('Copied') && button.textContent"
        said = self.page.wait_for_function(saying, arg=pressed).json_value()
        return said, self.page.evaluate("navigator.clipboard.readText()")

    def saved(self, button):
        """The name and the bytes of the file that a button saves, without asking anything for it."""
        before = len(self.asked)
        with self.page.expect_download() as download:
            button.click()
        assert [url for url in self.asked[before:] if not url.startswith("blob:")] == []
        return download.value.suggested_filename, download.value.path().read_bytes()

    def code(self, language):
        """The text of a tab, which is "Answer" or a language, or that of one in the list."""
        tab = self.page.get_by_role("tab", name=language, exact=True)
        if tab.count():
            tab.click()
        else:
            self.page.get_by_label("Code in other languages").select_option(language)
        expect(self.page.locator("#code")).not_to_be_empty()
        return self.page.inner_text("#code")

    def value(self):
        return self.page.locator("#value .hero").all_inner_texts()

    def shows(self, *texts):
        for text in texts:
            expect(self.page.locator("#value")).to_contain_text(text)

    def widths(self, viewports):
        """Make the window as large as each of these in turn, and see that the page is nowhere wider than the window."""
        for viewport in viewports:
            self.page.set_viewport_size(viewport)
            self.probe("fits")
            yield viewport["width"]
            assert self.probe("fits"), viewport["width"]

    def violations(self, part="html", rules=()):
        """What axe-core finds in a part of the page, in one line each."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        return self.probe("violations", [part, list(rules)])
