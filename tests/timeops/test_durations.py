"""Durations: ISO 8601 (T8), all forms and their sums (T20); the units, and the distance from now (T6, T8)."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from timeops.calendar.steps import UNIT_NAMES, UNITS
from timeops.reading.durations import read_duration
from timeops.writing.formats import relative
from timeops.zones import database
from utilitysvc.kit.service_error import ServiceError

DAY = 86_400_000_000


@each_row(("text", "step"), rows("durations_of_iso.json"))
def test_t8_durations(text, step):
    assert read_duration(text).step == tuple(step)


@each_row(("text", "reason"), rows("durations_of_iso_refused.tsv"))
def test_t8_durations_refused(text, reason):
    with pytest.raises(ServiceError) as caught:
        read_duration(text)
    details = f'duration "{text[:64]}" {reason}. Accepted: P1Y2M10DT2H30M, P2W, -PT90S, PT1.5H'
    assert (caught.value.error, caught.value.details) == ("Invalid duration format", details)


@each_row("spelling", UNIT_NAMES)
def test_t8_spellings_of_units(spelling):
    """Those of phrases, in any case. Days and weeks are exact; months and longer move the calendar."""
    for written in (spelling, spelling.upper() if spelling != "m" else spelling):  # M alone has two meanings
        result = services.add(datetime="2026-03-28 12:00", amount=1, unit=written, timezone="Europe/Berlin")
        assert result["unit"] == UNIT_NAMES[spelling]
    move = UNITS[UNIT_NAMES[spelling]]
    if not move.months:
        start = datetime(2026, 3, 28, 11, tzinfo=UTC).timestamp() * 1000
        assert result["unix_milliseconds"] == start + (move.microseconds + move.days * DAY) // 1000


NOW = datetime(2026, 3, 27, 15, 45, 30, tzinfo=database.load("Europe/Berlin"))


@each_row(("instant", "text"), rows("moments_relative.tsv"))
def test_t6_relative(instant, text):
    assert relative(datetime.fromisoformat(instant).replace(tzinfo=NOW.tzinfo), NOW) == text


def test_t20_a_list_may_be_a_text_an_array_or_repeated(api):
    """G1: repeated durations are those of an array: a single one each, even with commas, like the text of an answer."""
    for query in ("durations=PT1,5H,30m", "durations=PT1,5H&durations=30m", "durations=PT1%2C5H, 30m"):
        assert api.get("/time/", f"operation=duration&{query}").json()["clock"] == "2:00:00"
    texts = ["2 hours, 5 minutes", "-1 hour, -30 minutes", "1 year, -1 day"]
    repeated = "&".join(f"durations={text}" for text in texts)
    by_get = api.get("/time/", f"operation=duration&operator=difference&{repeated}").json()
    by_post = api.post("/time/", {"operation": "duration", "operator": "difference", "durations": texts}).json()
    assert by_get == by_post
    assert [*by_post["parts"].values()] == [-1, 0, 1, 3, 35, 0]


@each_row("duration", rows("durations_ambiguous.tsv"))
def test_t20_g19_each_reading_is_accepted(duration):
    with pytest.raises(ServiceError, match="several meanings") as refused:
        services.duration(durations=[duration])
    readings = refused.value.extra["readings"]
    writes, means = ({reading[key] for reading in readings} for key in ("write", "means"))
    assert len(means) == len(readings)
    assert len({services.duration(durations=[write])["iso8601"] for write in writes}) == len(readings) > 1


@each_row(("durations", "writes"), rows("durations_readings_of_the_whole_list.json"))
def test_t20_g19_readings_are_of_the_whole_list(durations, writes):
    with pytest.raises(ServiceError, match=r'"(1:30|1 day 3M|-1 day 2 hours)" has several meanings') as refused:
        services.duration(durations=durations)
    assert [reading["write"] for reading in refused.value.extra.get("readings", [])] == writes
    answers = {services.duration(durations=write, operator="difference")["text"] for write in writes}
    assert len(answers) == len(writes)


NUMBERS = st.integers(-(10**6), 10**6)


@given(NUMBERS, st.integers(-(10**4), 10**4), st.integers(-(10**11), 10**11), NUMBERS)
def test_t20_every_notation_of_an_answer_is_accepted_again(months, days, milliseconds, microseconds):
    """Also if the parts have different signs, and in an array."""
    fraction = f"{'-' * (microseconds < 0)}PT{abs(microseconds) / 10**6:.6f}S"
    given = [f"{months} months", f"{days} days", f"{milliseconds} ms", fraction]
    for chosen in (given, given[1:], given[2:]):
        answer = services.duration(durations=chosen)
        for notation in {"iso8601", "clock", "text"} & answer.keys():
            for durations in (answer[notation], [answer[notation]]):
                assert services.duration(durations=durations) == answer, notation
