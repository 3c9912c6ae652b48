"""Business days and public holidays of /time/ (T21). Their answers stand in answers_shifts.json."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeops import services
from timeops.operations.business_days import HOLIDAYS
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.service_error import ServiceError


def shifted(start, amount, **given):
    return services.add(datetime=start, amount=amount, unit="business_days", **given)["date"]


@given(
    st.dates(date(2000, 1, 1), date(2030, 1, 1)),
    st.integers(-600, 600),
    st.sets(st.sampled_from(["mon", "tue", "fri", "sat", "sun"]), min_size=1),
    st.sampled_from(["US", None]),
)
def test_t21_adding_the_difference_to_a_business_day_gives_the_end(start, distance, weekend, country):
    given = {"weekend": sorted(weekend), "country": country}
    end = shifted(str(start + timedelta(days=distance)), 1, **given)
    start = shifted(str(start), 1, **given)
    number = services.difference(start=start, end=end, business=True, **given)["difference"]["business_days"]
    assert shifted(start, number, **given) == end


def test_t21_the_calendar_of_every_country_is_named_and_causes_no_warning():
    for country in HOLIDAYS.load().list_supported_countries(include_aliases=False):
        answer = services.holidays(country=country, year=2025)
        assert (answer["country"], answer["calendar"][:11]) == (country, "holidays 0.")
    given = {"country": "DE", "weekend": None, "holidays": [date(2026, 11, 23)]}
    moved = services.add(datetime="2026-11-20", amount=1, unit="business_days", **given)
    counted = services.difference(start="2026-11-20", end="2026-11-21", business=True, **given)
    assert moved["calendar"] == counted["calendar"] == answer["calendar"]
    assert services.holidays(country="DE", year=2020)["holidays"][1] == {"date": "2020-04-10", "name": "Good Friday"}


def test_t21_f6_without_the_package_501_names_the_extra():
    with pytest.raises(ServiceError) as refused:
        Extra(HOLIDAYS.name, "holidays_missing").load()
    assert (refused.value.status, refused.value.error) == (501, "Not installed")
    assert "utilitysvc[holidays]" in refused.value.details


def test_f6_a_package_that_lacks_what_it_imports_is_no_missing_extra(monkeypatch, tmp_path):
    (tmp_path / "holidays_broken.py").write_text("import holidays_missing")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="holidays_missing"):
        Extra(HOLIDAYS.name, "holidays_broken").load()
