"""Steps of a visit as data: what a person does, and what is to be seen then.

A step is an object whose keys are done in their order. Those of ``DOES`` are what a person does, of which each counts
for a task. Those of ``SEES`` wait until the page shows what they expect. An element is named by its field's name, by
"role: name", or by a CSS selector. A number in the place of a text means so many letters, "{base}" the service.
"""

import json
import re

from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, SIZES
from tests.tables import rows


def find(visit, target):
    role, colon, name = target.partition(": ")
    if colon:
        return visit.page.get_by_role(role, name=name, exact=True).locator("visible=true")
    return visit.field(target) if target.isidentifier() else visit.page.locator(target)


def each(act):
    """A verb for several elements, with a value for each or with none."""

    def do(visit, targets):
        for target in targets:
            act(find(visit, target), *([targets[target]] if isinstance(targets, dict) else []))

    return do


def on_page(act):
    return lambda visit, given: act(visit.page, given)


def text_of(given):
    return "x" * given if isinstance(given, int) else given


def each_text(act):
    return each(lambda element, given: act(element, text_of(given)))


# --- what a person does


def enter(visit, given):
    """Type into the box or the dialog, and press Enter as soon as it lists what is meant."""
    text, listed = given
    box = "palette" if visit.page.locator("#palette[open]").count() else "paste"
    visit.page.locator(f"#{box} input").fill(text)
    expect(visit.page.locator(f"#{box}-0")).to_contain_text(listed)
    visit.page.keyboard.press("Enter")


def give(element, name):
    element.set_input_files({"name": name, "mimeType": "", "buffer": b"abc"})


DOES = {
    "fill": each_text(lambda element, text: element.fill(text)),
    "choose": each(lambda element, choice: element.select_option(choice)),
    "press": each(lambda element: element.click()),
    "give": each(give),
    "paste": lambda visit, given: visit.paste(text_of(given)),
    "enter": enter,
}

# --- what is between


def begin(visit, size):
    """As for somebody who comes for the first time, with a window of this size."""
    visit.page.set_viewport_size(SIZES[size])
    visit.page.emulate_media(media="screen")
    visit.open("/health/live/").probe("forget")


def answers(visit, given):
    """Answer a path in the service's place: "nothing", "no connection" or a response. None: the service is back."""
    if given is None:
        visit.page.unroute_all()
        visit.errors.clear()  # the browser reports what failed
        return
    path, answer = given
    acts = {"nothing": lambda _: None, "no connection": lambda route: route.abort()}
    visit.page.route(path, acts[answer] if isinstance(answer, str) else lambda route: route.fulfill(**answer))


BETWEEN = {
    "begin": begin,
    "open": lambda visit, address: visit.function(*address),
    "page": lambda visit, path: visit.open(path),
    "answers": answers,
    "reload": on_page(lambda page, _: page.reload()),
    "back": on_page(lambda page, _: page.go_back()),
    "key": on_page(lambda page, key: page.keyboard.press(key)),
    "type": on_page(lambda page, text: page.keyboard.type(text)),
    "media": on_page(lambda page, media: page.emulate_media(media=media)),
    "focus": lambda visit, target: find(visit, target).focus(),
    "leave": on_page(lambda page, _: page.evaluate("document.activeElement.blur()")),
    "keep": lambda visit, kept: visit.probe("keep", kept),
}

# --- what is seen


def facts(visit, expected):
    for name, text in expected.items():
        named = visit.page.locator("#value .facts div").filter(has=visit.page.get_by_text(name, exact=True))
        expect(named.locator("dd > :first-child")).to_have_text(text)


def region(visit, label):
    found = visit.page.get_by_role("region", name=label, exact=True)
    found.wait_for()
    return found


def cells(visit, expected):
    for label, lines in expected.items():
        shown = [row.locator("td").all_inner_texts() for row in region(visit, label).locator("tbody tr").all()]
        assert [[cell.partition(": ")[0] for cell in row] for row in shown] == lines


def invalid(visit, expected):
    """An error stands once, at the field or the step that caused it."""
    expect(visit.page.locator("form:visible :is(.invalid .error, .step.failed output)")).to_contain_text(expected)
    assert visit.page.get_by_text(expected).count() == 1
    assert visit.page.locator("form:visible [aria-invalid]").count() == 1
    expect(visit.page.locator("#value")).to_be_hidden()


def nowhere(visit, texts):
    """Neither in an address nor in what the browser keeps."""
    stored = visit.probe("stored")
    assert not [text for text in texts if json.dumps(text)[1:-1] in stored], stored


def copies(visit, expected):
    for button, (said, text) in expected.items():
        text = text_of(text).replace("{base}", visit.base)  # noqa: PLW2901
        assert list(visit.copied(find(visit, button))) == [said, text]


def unasked(visit, path):
    assert visit.base + path not in visit.probe("asked")


def asks(visit, given):
    """The paths that are asked for while steps are done."""
    steps, paths = given
    before = len(visit.asked)
    perform(visit, steps)
    assert [url.removeprefix(visit.base) for url in visit.asked[before:]] == paths


def saves(visit, expected):
    """The name of the file that a button saves, and how its lines begin."""
    for button, (name, beginnings) in expected.items():
        saved, content = visit.saved(find(visit, button))
        lines = zip(content.decode().splitlines(), beginnings, strict=True)
        assert (saved, [line[: len(beginning)] for line, beginning in lines]) == (name, beginnings)


def accessible(visit, part):
    assert visit.violations(part) == []


def fits(visit, _):
    for _width in visit.widths(ALL_SIZES):
        pass


def at(selector, assertion):
    """A verb for what one place of the page shows."""
    return lambda visit, expected: assertion(expect(visit.page.locator(selector)), expected)


def parts(expected):
    return re.compile(re.escape(expected))


FACTS = (facts, cells, invalid, nowhere, copies, unasked, asks, saves, accessible, fits)
SEES = {check.__name__: check for check in FACTS} | {
    "address": lambda visit, expected: visit.until("address", expected),
    "recent": lambda visit, expected: visit.until("recent", expected),
    "value": at("#value .hero", lambda shown, texts: shown.to_have_text(texts)),
    "matches": at("#value .hero", lambda shown, pattern: shown.to_have_text(re.compile(pattern))),
    "has": lambda visit, texts: visit.shows(*texts),
    "status": at("#status", lambda shown, beginning: shown.to_have_text(re.compile(f"^{beginning}"))),
    "kind": at("#outcome", lambda shown, kind: shown.to_have_attribute("data-kind", kind)),
    "figure": at("#figure svg[role=img]", lambda shown, label: shown.to_have_attribute("aria-label", parts(label))),
    "marks": lambda visit, expected: [
        expect(region(visit, label).locator("mark")).to_have_text(texts) for label, texts in expected.items()
    ],
    "count": each(lambda element, number: expect(element.locator("visible=true")).to_have_count(number)),
    "holds": each_text(lambda element, text: expect(element).to_have_value(text)),
    "reads": each_text(lambda element, text: expect(element).to_have_text(text)),
    "shorter": each(lambda element, most: expect(element).to_have_text(re.compile(f"^.{{1,{most}}}$", re.DOTALL))),
    "changes": each(lambda element: expect(element).not_to_have_text(element.inner_text())),
    "part": lambda visit, part: visit.sees(part),
    "says": each(lambda element, text: expect(element).to_contain_text(text)),
    "shown": each(lambda element: expect(element).to_be_visible()),
    "hidden": each(lambda element: expect(element).to_be_hidden()),
    "focused": lambda visit, target: expect(find(visit, target)).to_be_focused(),
}
IN_NO_FIELD = {"open": ["number", {}], "leave": True}
VERBS = DOES | BETWEEN | SEES


def perform(visit, steps):
    """Do all steps. Returns how many things a person does."""
    done = 0
    for step in steps:
        for verb, given in step.items():
            VERBS[verb](visit, given)
            if verb in DOES:
                done += 1 if verb in ("paste", "enter") else len(given)
    return done


#: The everyday tasks: by name the steps that are promised, those of the best peer, and what is done.
TASKS = {name: (promised, peer, steps) for name, _, promised, _, peer, *steps in rows("tasks.json")}


def performed(visit, task):
    """Do the steps of a task; "◇" in its name: from another function, in no field. Returns how many a person does."""
    *_, steps = TASKS[task]
    return perform(visit, [IN_NO_FIELD, *steps] if "◇" in task else steps)
