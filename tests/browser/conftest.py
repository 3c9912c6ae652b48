"""Common to the tests that drive a browser."""

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.browser import in_chromium, in_firefox, looking, visiting


@pytest.fixture(scope="session")
def driver(deployed):
    """What drives browsers, and the base address of the service."""
    with sync_playwright() as playwright:
        yield playwright, deployed.base


@pytest.fixture(scope="session")
def chromium(driver):
    with in_chromium(*driver) as window:
        yield window


@pytest.fixture(scope="session")
def firefox(driver):
    with in_firefox(*driver) as both:
        yield both


@pytest.fixture
def visit(chromium):
    """A visit of the console on a desk."""
    with visiting(chromium) as visit:
        yield visit


@pytest.fixture
def look(chromium):
    """A visit of the console on a desk that neither types nor clicks."""
    with looking(chromium) as visit:
        yield visit


@pytest.fixture(autouse=True)
def new_page_after_a_failure(request):
    """A test that failed may have left a button pressed or a call on its way: the next one begins in a new page."""
    failed = request.session.testsfailed
    yield
    if "chromium" in request.fixturenames and request.session.testsfailed > failed:
        window = request.getfixturevalue("chromium")
        window.close_page()
        window.for_looks.close_page()
