"""Take the pictures of docs/ anew: ``make screenshots``. Each is a page of the console as it is served now."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.browser import DESKTOP, PHONE, in_chromium, visiting
from tests.service import serving

DOCS = Path(__file__).parents[2] / "docs"
RECIPE = {"text": "Café au lait", "operation": "remove_accents,snakecase,base64_encode"}
#: By file: the size, the colours, the function and its settings, and what must be there before the picture is taken.
PICTURES = {
    "console": (DESKTOP, "light", "ip", {"ip": "2001:200::1"}, "#figure svg"),
    "console-phone": (PHONE, "light", "time", {"datetime": "2026-01-31T10:00:00Z"}, ".zones li"),
    "console-dark": (DESKTOP, "dark", "text", RECIPE, ".step:nth-child(3) .after:not(:empty)"),
}


def main() -> None:
    with serving() as service, sync_playwright() as playwright, in_chromium(playwright, service.base) as chromium:
        for name, (viewport, scheme, function, settings, awaited) in PICTURES.items():
            with visiting(chromium, viewport=viewport, color_scheme=scheme) as visit:
                visit.function(function, settings)
                visit.page.wait_for_selector(awaited)
                visit.page.screenshot(path=DOCS / f"{name}.png")


if __name__ == "__main__":
    main()
