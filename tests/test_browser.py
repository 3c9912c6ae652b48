"""The console and the documentation as a person uses them, in a real browser."""

import ast
import hashlib
import json
import re
import subprocess
import sys

import pytest

from tests.browser import DESKTOP, PHONE, serving, visiting

pytestmark = pytest.mark.browser

FUNCTIONS = ["hash", "ip", "random", "uuid", "password", "text", "time", "number"]
NASTY = 'it\'s "a" \\ $HOME `id` %41 + \n\té 😀'


@pytest.fixture(scope="module")
def chromium():
    """One browser and one service for all of these tests."""
    with serving() as both:
        yield both


@pytest.fixture
def visit(chromium):
    with visiting(chromium) as visit:
        yield visit


# --- each function through its form


def test_hash(visit):
    visit.function("hash")
    assert visit.value() == ["2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"]
    visit.answered(lambda: visit.field("input").fill("abc"))
    visit.answered(lambda: visit.field("algorithm").get_by_text("md5").or_(visit.page.get_by_label("md5")).check())
    visit.answered(lambda: visit.page.get_by_label("sha256", exact=True).uncheck())
    assert visit.value() == ["900150983cd24fb0d6963f7d28e17f72"]
    visit.answered(lambda: visit.field("expected").fill("900150983CD24FB0D6963F7D28E17F72"))
    assert "matches the expected digest" in visit.page.inner_text("#value")


def test_file_is_hashed_in_the_place_of_a_text(visit, tmp_path):
    """H10: chosen, with what other settings there are; the text is back when the form is reset."""
    file = tmp_path / "it's.bin"
    file.write_bytes(b"\xff\x00" * 700_000)  # more than other bodies may have
    visit.function("hash")
    visit.answered(lambda: visit.page.get_by_label("File", exact=True).set_input_files(file))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert visit.value() == [digest]
    assert "1,400,000" in visit.page.inner_text("#value")
    assert not visit.field("input").is_visible()
    visit.answered(lambda: visit.field("iterations").fill("2"))
    visit.page.get_by_role("tab", name="curl").click()
    shown = visit.page.inner_text("#code")
    printed = subprocess.run(["bash", "-c", shown], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed)["hash"] == visit.value()[0] != digest
    visit.page.get_by_role("tab", name="Python").click()
    printed = subprocess.run(
        [sys.executable, "-c", visit.page.inner_text("#code")], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert ast.literal_eval(printed)["bytes"] == 1_400_000
    visit.answered(lambda: visit.page.get_by_role("button", name="Reset").click())
    assert visit.value() == ["2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"]
    assert visit.field("input").is_visible()


def test_file_is_dropped(visit):
    """H10."""
    visit.function("hash")
    dropped = visit.page.evaluate_handle(
        """() => { const data = new DataTransfer(); data.items.add(new File(["abc"], "abc.txt")); return data; }"""
    )
    form = visit.page.locator("form:visible")
    form.dispatch_event("dragover", {"dataTransfer": dropped})
    visit.answered(lambda: form.dispatch_event("drop", {"dataTransfer": dropped}))
    assert visit.value() == ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"]


def test_ip(visit):
    visit.function("ip")
    visit.answered(lambda: visit.field("ip").fill("2001:4860:4860::8888"))
    assert visit.page.inner_text("#value .caption") == "2001:4860:4860::8888"
    assert visit.value()[0].count(", ") == 2  # city, subdivision, country
    assert visit.page.locator("#figure svg[role=img]").get_attribute("aria-label").startswith("Map of the world")
    link = visit.page.get_by_role("link", name="IP Geolocation by DB-IP")
    assert link.get_attribute("href") == "https://db-ip.com"
    assert link.is_visible()


def test_random(visit):
    visit.function("random")
    for name, text in {"min": "7", "max": "9", "count": "3"}.items():
        visit.answered(lambda name=name, text=text: visit.field(name).fill(text))
    visit.answered(lambda: visit.field("sorted").check())
    assert visit.page.locator("#value .tiles li").all_inner_texts() == ["7", "8", "9"]
    assert visit.page.locator("#figure svg").get_attribute("aria-label") == "Distribution: 7 1, 8 1, 9 1"


def test_uuid(visit):
    visit.function("uuid")
    visit.answered(lambda: visit.field("count").fill("3"))
    visit.answered(lambda: visit.field("format").select_option("urn"))
    rows = visit.page.locator("#value .rows output").all_inner_texts()
    assert len(rows) == 3
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", row) for row in rows)


def test_password(visit):
    visit.function("password")
    visit.answered(lambda: visit.field("length").fill("20"))
    visit.answered(lambda: visit.field("symbols").uncheck())
    (first,) = visit.value()
    assert re.fullmatch(r"[A-Za-z0-9]{20}", first)
    visit.answered(lambda: visit.page.get_by_role("button", name="Generate").click())
    assert visit.value() != [first]
    assert visit.page.locator("#figure svg").get_attribute("aria-label").startswith("Strength: strong, ")
    visit.answered(lambda: visit.field("count").fill("3"))
    rows = visit.page.locator("#value .rows output").all_inner_texts()
    assert [len(row) for row in rows] == [20, 20, 20]


def test_passphrase(visit):
    """P5: an empty separator is one too."""
    visit.function("password")
    visit.answered(lambda: visit.field("words").fill("4"))
    assert visit.value()[0].count("-") >= 3
    visit.answered(lambda: visit.field("separator").fill(""))
    assert re.fullmatch(r"[a-z-]+", visit.value()[0])
    assert visit.value()[0].count("-") < 3


def test_text(visit):
    visit.function("text")
    assert (
        visit.page.locator("#figure svg").get_attribute("aria-label").startswith("Most frequent characters: l 3, o 2")
    )
    visit.answered(lambda: visit.field("text").fill("héllo wörld"))
    visit.answered(lambda: visit.field("operation").nth(0).select_option("uppercase"))
    visit.answered(lambda: visit.field("operation").nth(1).select_option("reverse"))
    assert visit.value() == ["DLRÖW OLLÉH"]
    assert not visit.field("shift").is_visible()
    visit.answered(lambda: visit.field("operation").nth(2).select_option("caesar_cipher"))
    visit.answered(lambda: visit.field("shift").fill("1"))
    assert visit.value() == ["EMSÖX PMMÉI"]


def test_time(visit):
    visit.function("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00", visit.value()[0])
    assert not visit.field("start").is_visible()
    visit.answered(lambda: visit.field("operation").select_option("difference"))
    visit.answered(lambda: visit.field("start").fill("2026-01-31"))
    visit.answered(lambda: visit.field("end").fill("2026-03-01 12:00"))
    assert visit.value() == ["1 month, 1 day, 12 hours"]
    assert visit.page.locator("#zones option[value='Europe/Berlin']").count() == 1


def test_number(visit):
    visit.function("number")
    visit.answered(lambda: visit.field("max").fill("2"))
    visit.answered(lambda: visit.field("decimal").check())
    visit.answered(lambda: visit.field("precision").fill("3"))
    assert re.fullmatch(r"[12]\.\d{3}", visit.value()[0])


# --- errors


@pytest.mark.parametrize(
    ("function", "field", "text", "error"),
    [
        ("hash", "iterations", "0", "Iterations must be between 1 and 10000: Requested iterations: 0"),
        ("ip", "ip", "1.2.3", "Invalid IP address provided"),
        ("random", "max", "2000000", "Value out of range: max must be between"),
        ("password", "length", "1001", "Length must be between 1 and 1000"),
        ("time", "timezone", "Europe/Berln", "Invalid timezone"),
    ],
)
def test_an_error_is_shown_at_the_field_that_caused_it(visit, function, field, text, error):
    visit.function(function)
    visit.answered(lambda: visit.field(field).fill(text))
    faulty = visit.page.locator("form:visible .faulty")
    assert faulty.count() == 1
    assert error in faulty.locator(".error").inner_text()
    assert visit.field(field).get_attribute("aria-invalid") == "true"
    assert visit.page.inner_text("#status").startswith("400 Bad Request")
    visit.answered(lambda: visit.page.get_by_role("button", name="Reset").locator("visible=true").click())
    assert visit.page.locator(".faulty").count() == 0
    assert visit.page.inner_text("#status").startswith("200 OK")


# --- the call to copy


def copied(visit, tab):
    visit.page.get_by_role("tab", name=tab).click()
    visit.page.locator("#copy-code").click()
    visit.page.get_by_text("Copied").wait_for()
    return visit.page.evaluate("navigator.clipboard.readText()")


CALLS = {
    "hash": {"input": NASTY, "salt": "-d 'x'"},
    "text": {"text": NASTY},
    "ip": {"ip": "8.8.8.8"},
    "time": {"datetime": "2026-01-31T10:00:00+01:00"},
}


@pytest.mark.parametrize(("function", "values"), CALLS.items(), ids=CALLS)
def test_the_call_does_the_same_from_a_shell_python_and_javascript(visit, function, values):
    visit.function(function)
    for name, text in values.items():
        visit.answered(lambda name=name, text=text: visit.field(name).fill(text))
    shown = json.loads(copied(visit, "Answer"))
    assert set(values.values()) & {shown.get("input"), shown.get("original_text"), shown.get("ip"), *values.values()}
    curl = subprocess.run(["bash", "-c", copied(visit, "curl") + " -s"], capture_output=True, text=True, check=True)
    python = subprocess.run([sys.executable, "-c", copied(visit, "Python")], capture_output=True, text=True, check=True)
    script = copied(visit, "JavaScript").replace("console.log(answer)", "return answer")
    answers = [
        json.loads(curl.stdout),
        ast.literal_eval(python.stdout),
        visit.page.evaluate(f"async () => {{{script}}}"),
    ]
    for answer in answers:
        assert fixed(function, answer) == fixed(function, shown)


def fixed(function, answer):
    """The answer without the time of the request."""
    return answer if function == "time" else {key: value for key, value in answer.items() if key != "timestamp"}


# --- the address


def test_the_state_is_in_the_address_and_comes_back_from_it(visit):
    visit.function("random")
    visit.answered(lambda: visit.field("count").fill("4"))
    visit.answered(lambda: visit.field("unique").uncheck())
    assert visit.page.url == f"{visit.base}/#/random?count=4&unique=false"
    visit.function("text", "operation=rot13%2Creverse&text=abc")
    assert visit.value() == ["pon"]
    visit.page.go_back()
    visit.page.wait_for_selector("#value .tiles")
    assert visit.field("count").input_value() == "4"
    assert not visit.field("unique").is_checked()


@pytest.mark.parametrize("function", ["hash", "password"])
def test_no_secret_gets_into_an_address(visit, function):
    urls = []
    visit.page.on("request", lambda request: urls.append(request.url))
    visit.function(function)
    for name in ("input", "salt", "key", "expected") if function == "hash" else ("exclude",):
        visit.answered(lambda name=name: visit.field(name).fill("S3cret"))
    urls.append(visit.page.url)
    assert urls[-1].endswith(f"/#/{function}")
    assert not [url for url in urls if "S3cret" in url or "?" in url]


# --- for everyone


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(("scheme", "viewport"), [("light", DESKTOP), ("dark", DESKTOP), ("light", PHONE)])
def test_nobody_is_shut_out(chromium, function, scheme, viewport):
    with visiting(chromium, color_scheme=scheme, viewport=viewport) as visit:
        visit.function(function)
        visit.photograph(f"{function}-{scheme}-{viewport['width']}")
        assert visit.violations() == []
        width = visit.page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"], "the page is wider than the window"


@pytest.mark.parametrize(("function", "settings"), [("hash", "iterations=0"), ("random", "count=500&max=1000")])
def test_nor_by_errors_and_long_answers(visit, function, settings):
    visit.function(function, settings)
    visit.photograph(f"{function}-{settings.partition('=')[0]}")
    assert visit.violations() == []


def test_the_keyboard_does_everything(visit):
    visit.function("number")
    page = visit.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    visit.field("max").focus()
    visit.answered(lambda: page.keyboard.press("ArrowUp"))
    assert visit.field("max").input_value() == "101"
    visit.answered(lambda: page.keyboard.press("Control+Enter"))
    visit.answered(lambda: page.keyboard.press("Enter"))
    page.get_by_role("tab", name="Answer").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-curl"
    assert page.inner_text("#code").startswith("curl 'http")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == "tab-javascript"


def test_a_service_that_is_gone_is_said_to_be(visit):
    visit.function("uuid")
    visit.page.route("**/uuid/**", lambda route: route.abort())
    visit.page.get_by_role("button", name="Generate").locator("visible=true").click()
    visit.page.get_by_text("The service cannot be reached").wait_for()
    visit.faults.clear()  # the browser reports the request that was cut


# --- documentation


def test_the_documentation_executes_a_call(visit):
    visit.open("/docs/")
    block = visit.page.locator("#operations-UUIDs-get_uuid")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Execute").click()
    answer = block.locator(".live-responses-table .response-col_description pre").first
    answer.wait_for()
    assert block.locator(".live-responses-table .response .response-col_status").inner_text().startswith("200")
    assert json.loads(answer.inner_text())["version"] == "4"
    visit.photograph("docs")
