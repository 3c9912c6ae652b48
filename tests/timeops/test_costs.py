"""The estimated costs of operations are near the measured CPU time."""

import pytest

from tests.measure import NEAR, cpu_seconds
from tests.tables import each_row
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


BERLIN = {"operation": "transitions", "timezone": "Europe/Berlin"}
RULED = {"operation": "transitions", "timezone": "EST5EDT,M3.2.0,M11.1.0"}
WORKDAYS = {"operation": "add", "datetime": "2026-01-01", "unit": "business_days"}
BUSINESS = {"operation": "difference", "end": "2020-01-01", "business": True}
RECURRENCE = {"operation": "recurrence", "start": "2026-01-01T00:00:00", "count": 100}
ONCE = {**RECURRENCE, "count": 1}
EVERY_SECOND = ",".join(map(str, range(60)))
COUNTED = "DTSTART:19900101T000000Z\nRRULE:FREQ=HOURLY;COUNT="


@each_row(
    ("parameters", "seconds", "factor"),
    [
        # CPU seconds on one core of 2026, Python 3.13. An estimate may be too low by half, and too high by the factor:
        # more than 2 where a request that looks the same may take so much longer.
        ({"operation": "timezones"}, 0.000_053, 2),
        ({"operation": "timezones", "details": True}, 0.0028, 2),
        ({"operation": "timezones", "details": True, "country": "US"}, 0.000_21, 2),
        ({"operation": "timezone_info", "timezone": "EST5EDT,J364,J365"}, 0.0022, 2),
        ({"operation": "timezone_info", "timezone": "Europe/Berlin"}, 0.000_25, 2),
        ({"operation": "timezone_info", "timezone": "Asia/Tokyo"}, 0.000_13, 2),
        ({"operation": "timezone_info", "timezone": "+02:00"}, 0.000_12, 2),
        ({**BERLIN, "start": "2100-01-01", "end": "2300-01-01"}, 0.0305, 2),
        ({**BERLIN, "start": "1900-01-01", "end": "2100-01-01"}, 0.0139, 2),
        ({**BERLIN, "start": "1970-01-01", "end": "2020-01-01"}, 0.0013, 2),
        ({**BERLIN, "start": "1970-01-01", "end": "2040-01-01"}, 0.0023, 2),
        ({**BERLIN, "end": "2100-01-01"}, 0.000_28, 2),
        ({**BERLIN, "end": "1980-01-01"}, 0.000_15, 2),
        ({**BERLIN, "start": "2100-01-01"}, 0.0005, 2),
        ({**BERLIN, "start": "1970-01-01"}, 0.000_1, 2),
        ({**RULED, "start": "2100-01-01", "end": "2150-01-01"}, 0.064, 2),
        ({**RULED, "start": "1970-01-01", "end": "1971-01-01"}, 0.0016, 2),
        (RULED, 0.0016, 2),
        ({**BERLIN, "timezone": "Asia/Tokyo", "start": "1900-01-01", "end": "2100-01-01"}, 0.000_26, 2),
        ({**BERLIN, "timezone": "+02:00", "start": "1900-01-01", "end": "2100-01-01"}, 0.000_15, 2),
        ({"operation": "duration", "durations": ["P1D"] * 100}, 0.000_17, 3),
        # with a country, as the first request that asks for these years
        ({"operation": "holidays", "country": "US"}, 0.000_66, 4),
        ({**WORKDAYS, "amount": 1}, 0.000_17, 2),
        ({**WORKDAYS, "amount": 10_000}, 0.0019, 5),
        ({**WORKDAYS, "amount": -10_000}, 0.0019, 5),
        ({**WORKDAYS, "amount": 100_000, "unit": "days"}, 0.000_2, 2),
        ({**WORKDAYS, "amount": 10_000, "country": "US"}, 0.0277, 2.5),
        ({**BUSINESS, "start": "2000-01-01"}, 0.0015, 3),
        ({**BUSINESS, "start": "1990-01-01", "country": "US"}, 0.043, 2),
        ({**BUSINESS, "start": "2049-12-31", "country": "US"}, 0.043, 2),
        ({**BUSINESS, "start": "2000-01-01", "business": False}, 0.000_17, 2),
        *(
            ({**asked, "rule": f"FREQ={rule}"}, seconds, factor)
            for asked, rule, seconds, factor in (
                (ONCE, "DAILY", 0.0003, 2),
                (ONCE, "YEARLY", 0.0005, 2),
                (RECURRENCE, "DAILY", 0.001, 2),
                (RECURRENCE, "WEEKLY", 0.0019, 2),
                (RECURRENCE, "MONTHLY", 0.0017, 2),
                (RECURRENCE, "YEARLY", 0.0043, 2),
                (RECURRENCE, "YEARLY;INTERVAL=2", 0.0041, 2.1),
                (ONCE, "MONTHLY;INTERVAL=7", 0.0004, 2),
                (RECURRENCE, "MONTHLY;INTERVAL=7", 0.0044, 3.5),
                ({**RECURRENCE, "count": 10}, "YEARLY;BYYEARDAY=366", 0.0025, 2),
                ({**RECURRENCE, "count": 10}, "YEARLY;BYWEEKNO=53;BYDAY=MO", 0.002, 2),
                (ONCE, "HOURLY;INTERVAL=2;BYHOUR=3", 0.063, 2.3),
                (RECURRENCE, "DAILY;INTERVAL=2", 0.0012, 2),
                (RECURRENCE, "MONTHLY;INTERVAL=2;BYMONTHDAY=1", 0.0026, 2.1),
                (RECURRENCE, "WEEKLY;BYDAY=MO,WE,FR", 0.0015, 2),
                (RECURRENCE, "MONTHLY;BYMONTHDAY=31", 0.0024, 4),
                (RECURRENCE, "MONTHLY;BYDAY=5FR", 0.0026, 2),
                (RECURRENCE, "DAILY;BYMONTHDAY=13;BYDAY=FR", 0.0034, 2),
                (RECURRENCE, "YEARLY;BYYEARDAY=366", 0.0059, 2),
                (ONCE, "YEARLY;BYWEEKNO=53", 0.0006, 2),
                (ONCE, "YEARLY;BYMONTH=2;BYMONTHDAY=29", 0.0007, 2),
                (ONCE, "MONTHLY;BYMONTH=2;BYMONTHDAY=-30", 0.0102, 2),
                (ONCE, "MONTHLY;BYMONTHDAY=-30", 0.0004, 2),
                (ONCE, f"DAILY;BYHOUR=0,6,12,18;BYMINUTE={EVERY_SECOND};BYSECOND={EVERY_SECOND}", 0.0137, 2),
                (ONCE, f"DAILY;BYMINUTE={EVERY_SECOND};BYSECOND={EVERY_SECOND}", 0.0035, 2),
                (RECURRENCE, "HOURLY", 0.0012, 2),
                (RECURRENCE, "SECONDLY;BYMINUTE=59;BYSECOND=59", 0.001, 2),
                (RECURRENCE, "SECONDLY;BYHOUR=23;BYMINUTE=59;BYSECOND=59", 0.0044, 2),
                (RECURRENCE, "HOURLY;BYMONTH=12;BYMONTHDAY=31;BYHOUR=4", 0.0078, 2),
                (RECURRENCE, "HOURLY;BYHOUR=3", 0.0045, 2),
                (RECURRENCE, "MINUTELY;INTERVAL=2;BYHOUR=3", 0.0011, 8),
                (RECURRENCE, "MINUTELY;INTERVAL=60;BYMINUTE=30", 0.098, 2),
                (RECURRENCE, "SECONDLY;INTERVAL=60;BYSECOND=30", 0.081, 2),
                (RECURRENCE, "HOURLY;INTERVAL=2", 0.001, 2.1),
            )
        ),
        ({**ONCE, "rule": f"{COUNTED}10000", "start": "1991-02-21"}, 0.0275, 6.2),
        ({**ONCE, "rule": f"{COUNTED}20000", "start": "1995-01-01"}, 0.0275, 6.2),
        ({**ONCE, "rule": "FREQ=HOURLY;COUNT=9000"}, 0.0003, 2),
        ({**ONCE, "rule": COUNTED.removesuffix(";COUNT=")}, 0.0003, 2),
    ],
)
def test_estimate_is_near_what_was_measured(parameters, seconds, factor):
    row = TimeView.operations.chosen(parameters)
    assert seconds / 2 <= row.estimate(row.read(parameters)) <= seconds * factor


@pytest.mark.parametrize("bad", [{"start": "9999-12-31T23:00-12:00"}, {"start": "2030-01-01", "end": "2020-01-01"}])
def test_estimate_of_requests_that_will_be_refused(bad):
    row = TimeView.operations.rows["transitions"]
    assert row.estimate(row.read({"operation": "transitions", "timezone": "Europe/Berlin", **bad})) < CHEAP
