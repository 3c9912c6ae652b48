"""The clock of every test of time."""

import pytest
import time_machine


@pytest.fixture(scope="module", autouse=True)
def _clock():
    """Stop the clock that the service reads for a request, so that no test depends on the day of its run."""
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        yield
