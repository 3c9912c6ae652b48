"""Business days and public holidays of /time/ (T21)."""

import subprocess
import sys
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.operations.business_days import HOLIDAYS
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.service_error import ServiceError


def shifted(start, amount, **given):
    return services.add(datetime=start, amount=amount, unit="business_days", **given)["datetime"]


# The first rows are from Microsoft's documentation of WORKDAY and NETWORKDAYS in Excel.
@each_row(
    ("start", "amount", "given", "end"),
    rows("business_days_adding.json"),
)
def test_t21_adding(start, amount, given, end):
    assert shifted(start, amount, **given) == end


def test_t21_the_answer_names_the_calendar_if_a_country_is_given():
    given = {"datetime": "2026-11-20", "amount": 1, "unit": "business_days"}
    assert services.add(**given, country="DE")["calendar"].startswith("holidays 0.")
    assert "calendar" not in services.add(**given)


def test_t21_a_skipped_local_time_is_reported():
    answer = services.subtract(
        datetime="2026-03-30 02:30", amount=1, unit="business_days", weekend=["saturday"], timezone="Europe/Berlin"
    )
    assert (answer["iso8601"], answer["local_time_status"]) == ("2026-03-29T03:30:00+02:00", "nonexistent")


@each_row(
    ("start", "end", "given", "number"),
    rows("business_days_counting.json"),
)
def test_t21_counting(start, end, given, number):
    answer = services.difference(start=start, end=end, business=True, **given)
    assert answer["difference"]["business_days"] == number
    assert list(answer["difference"])[-1] == "business_days"


def test_t21_days_are_those_of_the_zone_of_the_start():
    """T21: in UTC both ends would be a day earlier. Without a country the answer names no calendar."""
    answer = services.difference(start="2026-11-20T00:30+09:00", end="2026-11-23T15:30Z", business=True)
    assert answer["difference"]["business_days"] == 2
    assert "calendar" not in answer


def test_t21_business_days_are_counted_only_on_request(api):
    status, answer = api.ask("/time/", operation="difference", start="2026-11-20", end="2026-11-23")
    assert (status, "business_days" in answer["difference"]) == (200, False)


DATES = st.dates(date(2000, 1, 1), date(2030, 1, 1))


@given(DATES, st.integers(-600, 600), st.sets(st.sampled_from(["mon", "tue", "fri", "sat", "sun"]), min_size=1))
def test_t21_adding_the_difference_to_a_business_day_gives_the_end(start, distance, weekend):
    given = {"weekend": sorted(weekend), "country": "US"}
    end = shifted(str(start + timedelta(days=distance)), 1, **given)
    start = shifted(str(start), 1, **given)
    number = services.difference(start=start, end=end, business=True, **given)["difference"]["business_days"]
    assert shifted(start, number, **given) == end


@each_row(
    ("given", "error", "details"),
    rows("business_days_refused.json"),
)
def test_t21_refused(given, error, details):
    with pytest.raises(ServiceError) as refused:
        services.add(**{"datetime": "2026-11-21", "amount": 1, "unit": "business_days"} | given)
    assert refused.value.error == error
    assert details in refused.value.details


def test_t21_holidays(api):
    status, answer = api.ask("/time/", operation="holidays", country="DE", subdivision="BY", year=2026)
    assert (status, answer["count"], answer["subdivision"]) == (200, 12, "BY")
    assert answer["holidays"][1] == {"date": "2026-01-06", "name": "Epiphany"}
    assert answer["calendar"].startswith("holidays ")
    assert services.holidays(country="DE", year=2020)["holidays"][1] == {"date": "2020-04-10", "name": "Good Friday"}


def test_t21_no_country_causes_a_warning():
    for country in HOLIDAYS.load().list_supported_countries(include_aliases=False):
        assert services.holidays(country=country, year=2025)["country"] == country


def test_t21_f6_the_package_is_imported_only_on_use():
    program = "import sys, timeops.services; sys.exit('holidays' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_t21_f6_without_the_package_501_names_the_extra():
    with pytest.raises(ServiceError) as refused:
        Extra(HOLIDAYS.name, "holidays_missing").load()
    assert (refused.value.status, refused.value.error) == (501, "Not installed")
    assert "utilitysvc[holidays]" in refused.value.details


def test_t8_t21_the_unit_may_be_singular():
    assert services.add(datetime="2026-03-27", amount=1, unit="business_day")["unit"] == "business_days"


def test_t21_at_most_15_000_days_are_counted_for_a_country():
    """T21: 15,000 days are accepted, and one more is refused."""
    start = date(2000, 1, 1)
    given = {"start": str(start), "business": True, "country": "VA", "weekend": ["monday"]}
    counted = services.difference(end=str(start + timedelta(days=15_000)), **given)
    assert counted["difference"]["business_days"] == 11_832
    with pytest.raises(ServiceError, match="at most 15,000 days"):
        services.difference(end=str(start + timedelta(days=15_001)), **given)
