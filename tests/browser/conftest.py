"""Common to the tests that drive a browser."""

import pytest


@pytest.fixture(autouse=True)
def new_page_after_a_failure(request):
    """A test that failed may have left a button pressed or a call on its way: the next one begins in a new page."""
    failed = request.session.testsfailed
    yield
    if "chromium" in request.fixturenames and request.session.testsfailed > failed:
        window = request.getfixturevalue("chromium")
        window.close_page()
        window.for_looks.close_page()
