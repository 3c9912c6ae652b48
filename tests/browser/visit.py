"""A visit of one page: what a test does there, and all that goes wrong."""

import os
import re
from pathlib import Path

from playwright.sync_api import expect

#: Where to leave the photographs, if anywhere.
SCREENSHOTS = os.environ.get("BROWSER_SCREENSHOTS")
AXE = (Path(__file__).parent / "axe-core/axe.min.js").read_text()
#: Of the rules that hold only the number is kept, which takes half the time. Style sheets are read for rules of the
#: whole page alone. The functions that are not shown are taken out meanwhile: axe-core goes through all elements, of
#: which they are three quarters, and then examines only what is seen.
EXAMINE = """async ([part, rules]) => {
  const chosen = rules.length ? { runOnly: rules } : {}; // else all
  const hidden = [...document.querySelectorAll(".function[hidden]")].map((node) => [node, document.createComment("")]);
  for (const [node, place] of hidden) node.replaceWith(place);
  const found = await axe.run(part, { resultTypes: ["violations"], preload: part === "html", ...chosen });
  for (const [node, place] of hidden) place.replaceWith(node);
  return found.violations;
}"""
#: What the page asks for beside the answer.
BESIDE = re.compile(r"/static/|/batch/$|operation=timezones&output=text")
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
#: Tells when the page has seen that its address has another part behind "#", which is not a navigation.
MOVED = """(address) => {
  const moved = () => new Promise((done) => addEventListener("hashchange", done, { once: true }));
  window.moved = location.href !== address && moved();
}"""
#: Waits until a page whose size has changed is drawn anew, its figure too.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
#: The console with an answer, and with all that it loads after the first one.
SHOWN = "main:has(#paste input) #outcome:not([hidden]):not([aria-busy])"

# A busy machine may take long for what is waited for; none of these tests is about time.
expect.set_options(timeout=int(os.environ.get("BROWSER_TIMEOUT", "30000")))


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
        if message.type in ("error", "warning") and not REFUSED.match(message.text):
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
        """Leave a picture of the window; on a phone, of the whole page."""
        if SCREENSHOTS:
            size = self.page.viewport_size
            path = Path(SCREENSHOTS) / f"{name}.png"
            self.page.screenshot(path=path, full_page=size["width"] < size["height"])

    def widths(self, viewports):
        """Make the window as large as each of these in turn, and see that the page is nowhere wider than the window."""
        for viewport in viewports:
            self.page.set_viewport_size(viewport)
            self.page.evaluate(DRAWN)
            yield viewport["width"]
            assert not self.page.evaluate("document.documentElement.scrollWidth > innerWidth"), viewport["width"]

    def violations(self, part="html", rules=()):
        """What axe-core finds in a part of the page, in one line each. The whole page takes it twice as long as the
        answer alone, so tests of the answer look at "#outcome": test_everyone.py looks at all of it. One size will do:
        names and roles are the same in each, and what may have to be scrolled is so in the smallest."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        found = self.page.evaluate(EXAMINE, [part, list(rules)])
        return [f"{item['id']}: {node['target']} {node['failureSummary']}" for item in found for node in item["nodes"]]
