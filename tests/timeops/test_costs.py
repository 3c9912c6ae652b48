"""The estimated costs of operations are near the measured CPU time."""

import pytest

from tests.measure import NEAR, cpu_seconds
from timeops.views import TimeView

CHEAP = 0.001  # estimates below this are only checked not to be too low


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters",
    [
        {"operation": "timezones", "details": True},
        {"operation": "timezones", "details": True, "country": "US"},
        {"operation": "timezones"},
        {"operation": "timezone_info", "timezone": "Europe/Berlin"},
        {"operation": "timezone_info", "timezone": "EST5EDT,J364,J365"},
        {"operation": "timezone_info", "timezone": "+02:00"},
        {"operation": "transitions", "timezone": "Europe/Berlin"},
        {"operation": "transitions", "timezone": "Europe/Berlin", "start": "2100-01-01", "end": "2300-01-01"},
        {"operation": "transitions", "timezone": "Europe/Berlin", "start": "1900-01-01", "end": "2100-01-01"},
        {"operation": "transitions", "timezone": "Europe/Berlin", "end": "2100-01-01"},
        {"operation": "transitions", "timezone": "EST5EDT,M3.2.0,M11.1.0", "start": "2100-01-01", "end": "2150-01-01"},
        {"operation": "transitions", "timezone": "Asia/Tokyo", "start": "1900-01-01", "end": "2100-01-01"},
        {"operation": "transitions", "timezone": "UTC", "start": "1900-01-01", "end": "2100-01-01"},
        {"operation": "transitions", "timezone": "+02:00"},
    ],
)
def test_estimate_is_near_the_measured_time(parameters):
    row = TimeView.operations.chosen(parameters)
    values = row.read(parameters)
    taken = cpu_seconds(lambda: row.compute(values), repeats=2)  # the first may load modules
    estimate = row.estimate(values)
    assert taken < NEAR * estimate
    assert estimate < CHEAP or estimate < NEAR * taken


@pytest.mark.parametrize("bad", [{"start": "9999-12-31T23:00-12:00"}, {"start": "2030-01-01", "end": "2020-01-01"}])
def test_estimate_of_requests_that_will_be_refused(bad):
    row = TimeView.operations.rows["transitions"]
    assert row.estimate(row.read({"operation": "transitions", "timezone": "Europe/Berlin", **bad})) < CHEAP
