"""What the console shows of errors, of proxies, of a service that is away, and of examples."""

import pytest

pytestmark = pytest.mark.browser


REFUSED = [
    ("hash", "iterations", "0", "Iterations must be between 1 and 10000: Requested iterations: 0"),
    ("ip", "ip", "1.2.3", "Invalid IP address provided"),
    ("random", "max", "2000000", "Value out of range: max must be between"),
    ("password", "length", "1001", "Length must be between 1 and 1000"),
    ("time", "timezone", "Europe/Berln", "Invalid timezone"),
]


def test_an_error_is_shown_at_the_field_that_caused_it(visit, subtests):
    for function, field, text, error in REFUSED:
        with subtests.test(function=function):
            visit.function(function)
            visit.answered(lambda field=field, text=text: visit.field(field).fill(text))
            invalid = visit.page.locator("form:visible .invalid")
            assert invalid.count() == 1
            assert error in invalid.locator(".error").inner_text()
            assert visit.field(field).get_attribute("aria-invalid") == "true"
            assert visit.page.inner_text("#status").startswith("400 Bad Request")
            visit.answered(lambda: visit.page.get_by_role("button", name="Reset").locator("visible=true").click())
            assert visit.page.locator(".invalid").count() == 0
            assert visit.page.locator(".refused").count() == 0


# --- what is no answer of the service


def proxied(route):
    route.fulfill(status=502, content_type="text/html", body="<h1>502 Bad Gateway</h1>")


def test_the_answer_before_goes_when_a_proxy_answers(visit):
    visit.function("hash")
    visit.page.route("**/hash/", proxied)
    visit.answered(lambda: visit.field("input").fill("abc"))
    assert visit.page.inner_text("#status").startswith("502 Bad Gateway")
    assert visit.value() == []
    assert "2cf24dba" not in visit.page.inner_text("#outcome")
    visit.page.get_by_role("tab", name="curl").click()
    assert "abc" in visit.code()
    visit.page.unroute("**/hash/")
    visit.page.locator("#value").get_by_text("ba7816bf").wait_for()
    visit.errors.clear()  # the browser reports the answer of the proxy


def test_a_service_that_is_gone_is_said_to_be_and_asked_again_when_it_is_back(visit):
    visit.function("uuid")
    before = visit.value()
    for path in ("**/uuid/", "**/health/live/"):
        visit.page.route(path, lambda route: route.abort())
    with visit.page.expect_event("requestfailed", lambda request: "health" in request.url):
        visit.page.get_by_role("button", name="Generate").locator("visible=true").click()
        visit.page.get_by_text("The service cannot be reached").wait_for()
        assert visit.value() == []
        visit.page.get_by_role("tab", name="curl").click()
        assert visit.code().startswith("curl 'http")
    visit.page.unroute_all()
    visit.page.wait_for_selector("#value .hero")
    assert visit.value() != before
    visit.errors.clear()  # the browser reports the requests that were cut


def test_a_slow_call_is_said_to_run(visit):
    held = []
    visit.function("uuid")
    visit.page.route("**/uuid/", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks the function, which a method cannot bear
    visit.page.get_by_role("button", name="Generate").locator("visible=true").click()
    visit.page.get_by_text("Waiting for the answer …").wait_for()
    assert "200 OK" not in visit.page.inner_text("#status")
    held[0].continue_()
    visit.page.get_by_text("200 OK").wait_for()


def test_choosing_no_algorithm_asks_nothing(visit):
    visit.function("hash")
    visit.page.get_by_label("sha256", exact=True).uncheck()
    assert visit.value() == []
    assert visit.page.locator("form:visible .invalid .error").inner_text() == "Choose at least one algorithm"
    visit.answered(lambda: visit.page.get_by_label("md5").check())
    assert visit.value() == ["5d41402abc4b2a76b9719d911017c592"]


OPERATIONS = [
    "current", "timezones", "difference", "add", "subtract", "convert_timezone", "timezone_info", "format",
    "components", "start_of", "end_of", "transitions",
]  # fmt: skip


def test_every_operation_of_time_greets_with_an_answer(visit):
    visit.function("time")
    for operation in OPERATIONS[1:]:
        visit.answered(lambda operation=operation: visit.field("operation").select_option(operation))
        assert visit.page.inner_text("#status").startswith("200 OK"), operation
        if operation == "components":
            assert "Days in month" in visit.page.inner_text("#value")


def test_what_was_typed_stays_when_the_operation_changes(visit):
    visit.function("time")
    visit.answered(lambda: visit.field("datetime").fill("2026-05-05"))
    visit.answered(lambda: visit.field("operation").select_option("components"))
    assert visit.field("datetime").input_value() == "2026-05-05"


def test_an_address_that_no_service_has_is_a_page(visit):
    visit.open("/no/such/page")
    visit.page.get_by_role("link", name="Go to the console").click()
    visit.page.wait_for_selector("#outcome:not([hidden])")
