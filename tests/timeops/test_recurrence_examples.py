"""The examples in rule T19: their results or, if they are refused, what to write instead."""

from datetime import UTC, datetime

import pytest

from tests.tables import each_row
from timeops import services
from utilitysvc.kit.service_error import ServiceError

NOW = datetime(2026, 3, 27, 15, 45, 30, tzinfo=UTC)  # a Friday


def clock():
    return NOW


def writes_of(error):
    return [reading["write"] for reading in error.value.extra.get("readings", ())]


T19_FIRST = {
    "FREQ=DAILY": "2026-03-27T15:45:30",
    "@daily": "2026-03-28T00:00:00",
    "every weekday at 9am": "2026-03-30T09:00:00",
    "every 2 weeks on tuesday and thursday at 14:30 until 1 march": "2026-04-07T14:30:00",
    "the last friday of every month at noon": "2026-04-24T12:00:00",
    "every 15 minutes between 9am and 5pm on weekdays": "2026-03-27T16:00:00",
    "first business day of every month": "2026-04-01T00:00:00",
    "every 29 february": "2028-02-29T00:00:00",
    "daily except sundays": "2026-03-28T00:00:00",
    "every month on the 31st": "2026-03-31T00:00:00",
    # cron: either day matches, but if one of the two fields begins with a star, both must match
    "0 12 13 * 5": "2026-04-03T12:00:00",
    "0 12 */2 * 5": "2026-04-03T12:00:00",
}


@each_row(("rule", "first"), T19_FIRST.items())
def test_t19_accepted(rule, first):
    answer = services.recurrence(rule=rule, start="2026-03-27 15:45:30", timezone="UTC", clock=clock)
    assert answer["occurrences"][0]["iso8601"] == f"{first}+00:00"
    if text := answer.get("text"):
        again = services.recurrence(rule=text, start="2026-03-27 15:45:30", timezone="UTC", clock=clock)
        assert again["occurrences"] == answer["occurrences"]


@pytest.mark.parametrize(("rule", "readings"), [("every other day", 2), ("biweekly", 2), ("0 0 9 * * 1", 2)])
def test_t19_refused_with_what_to_write(rule, readings):
    """A rule that needs a start, an ambiguous word, and six fields, whose first or last one may be the seconds."""
    with pytest.raises(ServiceError) as error:
        services.recurrence(rule=rule, clock=clock)
    assert (error.value.error, len(writes_of(error))) == ("Invalid recurrence rule", readings)
    for write in writes_of(error):
        assert services.recurrence(rule=write, clock=clock)["occurrences"]


def test_g19_readings_of_start_and_end_of_a_recurrence():
    """G19: the ambiguity of CET depends on the instant. Calls from Python have readings too."""
    for name in ("start", "end"):
        given = {"start": "2026-01-01"} | {name: "2026-07-21 12:00 CET"}
        with pytest.raises(ServiceError) as error:
            services.recurrence(rule="FREQ=DAILY", **given)
        assert writes_of(error) == ["2026-07-21 12:00 UTC+01:00", "2026-07-21 12:00 Europe/Brussels"]
