"""/time/ as a library: arguments that are Python objects, and refused values (F5)."""

import inspect
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
import pytz
from dateutil.tz import gettz

from tests.service import ROOT
from tests.tables import each_row
from timeops import services
from timeops.reading.datetimes import read
from timeops.views import TimeView

NAIVE = datetime.fromisoformat("2026-07-01T12:00")
NEW_YORK = ZoneInfo("America/New_York")


@each_row("row", TimeView.operations.rows.values())
def test_parameters_are_keyword_only(row):
    """F5: and each function that knows of time has a clock."""
    parameters = inspect.signature(row.function).parameters.values()
    assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters)
    assert row.deterministic or "clock" in {parameter.name for parameter in parameters}
    assert row.function.__doc__


@each_row(
    ("value", "zone", "iso8601", "name"),
    [
        (NAIVE, None, "2026-07-01T12:00:00+00:00", "UTC"),
        (NAIVE, "Europe/Berlin", "2026-07-01T12:00:00+02:00", "Europe/Berlin"),
        (datetime(2026, 7, 1, 12, tzinfo=UTC), None, "2026-07-01T12:00:00+00:00", "UTC"),
        (datetime(2026, 7, 1, 12, tzinfo=UTC), NEW_YORK, "2026-07-01T08:00:00-04:00", "America/New_York"),
        (datetime(2026, 7, 1, 12, tzinfo=NEW_YORK), None, "2026-07-01T12:00:00-04:00", "America/New_York"),
        (datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=NEW_YORK), None, "2026-11-01T01:30:00-05:00", "America/New_York"),
        (datetime(2026, 7, 1, 12, tzinfo=timezone(timedelta(hours=2))), None, "2026-07-01T12:00:00+02:00", "+02:00"),
        # zones of pytz and dateutil: the instant is kept, and the zone too if it has a name in the database
        (
            pytz.timezone("Asia/Tokyo").localize(NAIVE),
            None,
            "2026-07-01T12:00:00+09:00",
            "Asia/Tokyo",
        ),
        (datetime(2026, 7, 1, 12, tzinfo=gettz("Asia/Tokyo")), None, "2026-07-01T12:00:00+09:00", "+09:00"),
        (datetime(2026, 1, 1, 12, tzinfo=gettz("Europe/London")), None, "2026-01-01T12:00:00+00:00", "UTC"),
        (1782907200, None, "2026-07-01T12:00:00+00:00", "UTC"),
        (1782907200.75, UTC, "2026-07-01T12:00:00+00:00", "UTC"),
        (read("2026-07-01T12:00-04:00"), None, "2026-07-01T12:00:00-04:00", "-04:00"),
        ("1782907200", pytz.timezone("Asia/Tokyo"), "2026-07-01T21:00:00+09:00", "Asia/Tokyo"),
        ("1782907200", timezone(timedelta(hours=-3, minutes=-30)), "2026-07-01T08:30:00-03:30", "-03:30"),
        ("1782907200", timezone(timedelta(hours=1), "CET"), "2026-07-01T13:00:00+01:00", "CET"),
        ("1782907200", timezone(timedelta(hours=1), "+1"), "2026-07-01T13:00:00+01:00", "+01:00"),
        ("1782907200", UTC, "2026-07-01T12:00:00+00:00", "UTC"),
    ],
)
def test_python_objects(value, zone, iso8601, name):
    """F5, T4."""
    result = services.current(datetime=value, timezone=zone)
    assert (result["iso8601"], result["timezone"]) == (iso8601, name)


@pytest.mark.parametrize("zone", ["UTC", UTC, timezone(timedelta(0)), ZoneInfo("UTC"), pytz.utc])
def test_every_utc_is_the_databases(zone):
    """T1, T12."""
    assert services.timezone_info(timezone=zone)["canonical"] == "Etc/UTC"


def test_the_calendar_of_a_datetimes_own_zone():
    """F5, T8: months move in the zone of a ``zoneinfo.ZoneInfo``, not by its offset."""
    start = datetime(2026, 3, 1, 12, tzinfo=NEW_YORK)
    assert services.add(datetime=start, amount=1, unit="month")["iso8601"] == "2026-04-01T12:00:00-04:00"


class Foreign(tzinfo):
    def utcoffset(self, when):
        return timedelta(hours=1)

    def tzname(self, when):
        return "HERE"

    def dst(self, when):
        return None


@each_row(
    ("function", "parameters", "error"),
    [
        (services.current, {"timezone": Foreign()}, "ValueError: timezone must be a zone of the database"),
        (services.current, {"timezone": gettz("Asia/Tokyo")}, "ValueError: timezone must be a zone of the database"),
        (services.convert_timezone, {"datetime": 0, "from_timezone": Foreign(), "to_timezone": "UTC"},
         "ValueError: from_timezone must be a zone of the database"),
        (services.add, {"datetime": "now", "amount": 1}, "ServiceError: Missing required parameters: unit required"),
        (services.add, {"amount": 1, "unit": "day"}, "ServiceError: Missing required parameters: datetime required"),
        (services.subtract, {"datetime": "now", "duration": "P1D", "unit": "day"},
         "ServiceError: Invalid parameter combination: duration and unit exclude"),
        (services.convert_timezone, {"from_timezone": "UTC", "to_timezone": "UTC"},
         "ServiceError: Missing required parameters: datetime required"),
        (services.start_of, {"unit": "decade"}, "ServiceError: Invalid time unit"),
        (services.timezones, {"country": "Germany"}, "ServiceError: Invalid country"),
        (services.format_datetime, {"format": "yyyy"}, "ServiceError: Invalid format"),
        (services.current, {"disambiguation": "guess"}, "ServiceError: Invalid disambiguation"),
        (services.duration, {"durations": ""}, "ServiceError: Between 1 and 100 durations are needed"),
        (services.recurrence, {"rule": "daily", "end": "x"}, 'ServiceError: Invalid datetime format: end "x"'),
    ],
)  # fmt: skip
def test_wrong_values(function, parameters, error):
    """F5: each error names the parameter."""
    with pytest.raises(Exception) as caught:  # noqa: PT011  # its type is in the row
        function(**parameters)
    assert f"{caught.typename}: {caught.value}".startswith(error)


def test_f5_other_spellings_of_a_choice():
    """G2: the second of two instants, and the calendar result, are those of ``later`` too."""
    given = {"timezone": "Europe/Berlin", "disambiguation": " Later"}
    assert services.current(datetime="2026-10-25 02:30", **given)["iso8601"][-6:] == "+01:00"
    moved = services.add(datetime="2026-09-25 02:30", amount=1, unit="Month", **given)
    assert (moved["iso8601"][-6:], moved["unit"]) == ("+01:00", "months")


def test_importing_the_library_does_not_import_parsers():
    """lark takes longer to import than all of timeops, and many callers never parse a phrase."""
    late = "lark", "dateutil.rrule", "cronsim", "holidays"
    code = f"import sys, timeops.services; print([name for name in {late} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"
