"""What the console shows of errors, of proxies, of a service that is away, and of examples."""

import pytest

pytestmark = pytest.mark.browser


REFUSED = [
    ("hash", "iterations", "0", "Iterations must be between 1 and 10000: Requested iterations: 0"),
    ("ip", "ip", "1.2.3", "Invalid IP address provided"),
    ("random", "max", "2000000", "Value out of range: max must be between"),
    ("password", "length", "1001", "Length must be between 1 and 1000"),
    ("time", "timezone", "Europe/Berln", "Did you mean Europe/Berlin"),
]


def test_an_error_is_said_once_and_at_the_field_that_caused_it(visit, subtests):
    for function, field, text, error in REFUSED:
        with subtests.test(function=function):
            visit.function(function)
            visit.answered(lambda field=field, text=text: visit.field(field).fill(text))
            invalid = visit.page.locator("form:visible .invalid")
            assert invalid.count() == 1
            assert error in invalid.locator(".error").inner_text()
            is_out_of_view = function == "hash"  # and therefore said in the answer, too
            assert visit.page.locator("#value").is_visible() == is_out_of_view
            assert visit.page.get_by_text(error).count() == 1
            assert visit.field(field).get_attribute("aria-invalid") == "true"
            assert visit.page.inner_text("#status").startswith("400 Bad Request")
            visit.answered(lambda: visit.page.get_by_role("button", name="Reset").locator("visible=true").click())
            assert visit.page.locator(".invalid").count() == 0
            assert visit.page.locator(".refused").count() == 0


# --- what is no answer of the service


def proxied(route):
    route.fulfill(status=502, content_type="text/html", body="<h1>502 Bad Gateway</h1>")


def test_the_answer_before_goes_when_a_proxy_answers_and_when_nothing_is_asked(visit):
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
    visit.page.get_by_label("sha256", exact=True).uncheck()
    assert visit.value() == []
    assert visit.page.locator("form:visible .invalid .error").inner_text() == "Choose at least one algorithm"
    visit.answered(lambda: visit.page.get_by_role("checkbox", name="md5").check())
    assert visit.value() == ["900150983cd24fb0d6963f7d28e17f72"]


def test_a_slow_call_is_said_to_run_and_one_to_a_service_that_is_gone_is_repeated_when_it_is_back(visit):
    held = []
    visit.function("uuid")
    generate = visit.page.get_by_role("button", name="Generate").locator("visible=true")
    visit.page.route("**/uuid/", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks the function, which a method cannot bear
    generate.click()
    visit.page.get_by_text("Waiting for the answer …").wait_for()
    assert "200 OK" not in visit.page.inner_text("#status")
    held[0].continue_()
    visit.page.get_by_text("200 OK").wait_for()
    before = visit.value()
    visit.page.unroute("**/uuid/")
    for path in ("**/uuid/", "**/health/live/"):
        visit.page.route(path, lambda route: route.abort())
    with visit.page.expect_event("requestfailed", lambda request: "health" in request.url):
        generate.click()
        visit.page.get_by_text("The service cannot be reached").wait_for()
        assert visit.value() == []
        visit.page.get_by_role("tab", name="curl").click()
        assert visit.code().startswith("curl 'http")
    visit.page.unroute_all()
    visit.page.wait_for_selector("#value .hero")
    assert visit.value() != before
    visit.errors.clear()  # the browser reports the requests that were cut


#: Choices that bring examples of their own into the form, and the first of them once more.
CHOSEN = {
    "time": ["difference", "convert_timezone", "format", "transitions", "current"],
    "text": ["base64_decode", "replace", "diff", "json_path", "uppercase"],
    "uuid": ["3", "4", "5"],
}


def test_what_is_chosen_greets_with_an_answer(visit):
    """That each operation has an example is seen in test_functions.py, by its link."""
    for function, values in CHOSEN.items():
        visit.function(function)
        guide = visit.field("version" if function == "uuid" else "operation").first
        for value in values:
            visit.answered(lambda guide=guide, value=value: guide.select_option(value))
            assert visit.page.inner_text("#status").startswith("200 OK"), value
            if function == "uuid":
                assert visit.field("name").is_visible() == (value != "4")
                assert visit.field("namespace").is_visible() == (value != "4")


def test_what_was_typed_stays_when_the_operation_changes(visit):
    visit.function("time")
    visit.answered(lambda: visit.field("datetime").fill("2026-05-05"))
    visit.answered(lambda: visit.field("operation").select_option("components"))
    assert visit.field("datetime").input_value() == "2026-05-05"
    assert "Days in month" in visit.page.inner_text("#value")


def test_an_address_that_no_service_has_is_a_page(visit):
    visit.open("/no/such/page")
    visit.page.get_by_role("link", name="Go to the console").click()
    visit.page.wait_for_selector("#outcome:not([hidden])")


def test_a_checksum_that_does_not_match_says_whose_length_it_has(visit):
    visit.function("hash", "input=abc")
    visit.answered(lambda: visit.field("expected").fill("0" * 32))
    visit.page.get_by_text("32 digits are the length of md5").wait_for()
