"""Common to the tests that drive a browser."""

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.browser import in_chromium, in_firefox, visiting


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
    with in_firefox(*driver) as window:
        yield window


@pytest.fixture
def visit(chromium):
    """A visit of the console on a desk."""
    with visiting(chromium) as visit:
        yield visit
