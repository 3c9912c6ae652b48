"""Going anywhere by a few letters."""

import pytest
from playwright.sync_api import expect

from tests.browser.browser import ALL_SIZES, PHONE, visiting

pytestmark = pytest.mark.browser


def test_an_operation_is_found_and_what_was_typed_stays(chromium):
    with visiting(chromium, viewport=PHONE) as visit:
        visit.function("text", "text=abc")
        visit.page.get_by_role("button", name="Go to").click()
        visit.page.keyboard.type("text base64_e")
        expect(visit.page.locator(".palette li")).to_have_count(1)
        assert visit.violations(".palette") == []
        for width in visit.widths(ALL_SIZES):
            visit.photograph(f"palette-{width}")
        visit.answered(lambda: visit.page.keyboard.press("Enter"))
        assert visit.value() == ["YWJj"]
        expect(visit.page.locator(".palette")).to_be_hidden()


FOUND = {
    "PascalCase": "#/text?operation=pascalcase",
    "passw": "#/password",
    "uuid": "#/uuid",
    "sha3-512": "#/hash?algorithm=sha3-512",
    "time difference": "#/time?operation=difference&timezone=Europe%2FBerlin",
    "Asia/Tokyo": "#/time?operation=difference&timezone=Asia%2FTokyo",  # Base64 has these letters, too
}


def test_ctrl_k_finds_functions_operations_algorithms_and_zones(visit, subtests):
    visit.function("number")
    for letters, address in FOUND.items():
        with subtests.test(letters=letters):
            visit.page.keyboard.press("Control+k")
            visit.page.keyboard.type(letters)
            visit.answered(lambda: visit.page.keyboard.press("Enter"))
            assert visit.page.url == f"{visit.base}/{address}"
    visit.page.wait_for_selector("#zones option", state="attached")
    visit.page.keyboard.press("Control+k")
    visit.page.keyboard.type("asia/k")
    options = visit.page.locator(".palette li")
    expect(options.first).to_contain_text("Asia/K")
    second = options.nth(1).inner_text().split("\n")[0]
    visit.page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    visit.answered(lambda: visit.page.keyboard.press("Enter"))
    assert second.startswith(visit.field("timezone").input_value())
    visit.page.keyboard.press("Control+k")
    expect(visit.page.locator(".palette")).to_be_visible()
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator(".palette")).to_be_hidden()
