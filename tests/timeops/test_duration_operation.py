"""/time/ with operation=duration: all forms of durations, their sums and differences (T20)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each_row, rows
from timeops import services
from utilitysvc.kit.service_error import ServiceError


def parts(**given):
    return dict.fromkeys(("years", "months", "days", "hours", "minutes", "seconds"), 0) | given


@each_row(
    ("durations", "seconds", "iso8601", "clock"),
    rows("duration_operation_sums.json"),
)
def test_t20_sums(durations, seconds, iso8601, clock):
    if iso8601 is None:
        with pytest.raises(ServiceError, match="Result out of range"):
            services.duration(durations=durations)
        return
    answer = services.duration(durations=durations)
    assert (answer["seconds"], answer["iso8601"], answer["clock"]) == (seconds, iso8601, clock)


@pytest.mark.parametrize(
    ("durations", "iso8601", "text", "expected"),
    [
        ("P1Y2M,-P1M", "P1Y1M", "1 year, 1 month", parts(years=1, months=1)),
        ("P1M,-P1D", None, "1 month, -1 day", parts(months=1, days=-1)),
        ("-P1Y1D", "-P1Y1D", "-1 year, -1 day", parts(years=-1, days=-1)),
        ("2 months 3 days", "P2M3D", "2 months, 3 days", parts(months=2, days=3)),
    ],
)
def test_t20_years_and_months_are_kept_apart_and_have_no_seconds(durations, iso8601, text, expected):
    answer = services.duration(durations=durations)
    assert "seconds" not in answer
    assert "clock" not in answer
    assert (answer.get("iso8601"), answer["text"], answer["parts"]) == (iso8601, text, expected)


def test_t20_difference_is_the_first_less_the_others(api):
    status, answer = api.ask("/time/", operation="duration", durations=["2h", "30m", "PT15M"], operator="difference")
    assert (status, answer["clock"], answer["operator"]) == (200, "1:15:00", "difference")


def test_t20_a_list_may_be_a_text_an_array_or_repeated(api):
    for query in ("durations=PT1,5H,30m", "durations=PT1,5H&durations=30m", "durations=PT1%2C5H, 30m"):
        assert api.get("/time/", f"operation=duration&{query}").json()["clock"] == "2:00:00"


def test_t20_g1_repeated_durations_are_those_of_an_array(client):
    """Each value is then a single duration, even with commas, like the text of an answer: 2 hours, 5 minutes."""
    texts = ["2 hours, 5 minutes", "-1 hour, -30 minutes", "1 year, -1 day"]
    expected = {"years": -1, "months": 0, "days": 1, "hours": 3, "minutes": 35, "seconds": 0}
    asked = {"operation": "duration", "operator": "difference"}
    posted = client.post("/time/", {**asked, "durations": texts}, content_type="application/json")
    assert posted.json()["parts"] == client.get("/time/", {**asked, "durations": texts}).json()["parts"] == expected
    in_one_text = client.get("/time/", {**asked, "durations": texts[0]})
    assert in_one_text.json()["text"] == "1 hour, 55 minutes"


@each_row("duration", ["1:30", "-1:30", "75:00", "90:30", "5M", "90", "-1 day 2 hours", "-1h 30m"])
def test_t20_g19_each_reading_is_accepted(duration):
    with pytest.raises(ServiceError, match="several meanings") as refused:
        services.duration(durations=[duration])
    answers = [
        services.duration(durations=[reading["write"]])["iso8601"] for reading in refused.value.extra["readings"]
    ]
    assert len(set(answers)) == len(answers) > 1


@each_row(
    ("durations", "writes"),
    rows("duration_operation_readings_are_of_the_whole_list.json"),
)
def test_t20_g19_readings_are_of_the_whole_list(durations, writes):
    with pytest.raises(ServiceError, match=r'duration "(1:30|1 day 3M)" has several meanings') as refused:
        services.duration(durations=durations)
    readings = refused.value.extra.get("readings", [])
    assert [reading["write"] for reading in readings] == writes
    answers = [services.duration(durations=write, operator="difference")["text"] for write in writes]
    assert len(set(answers)) == len(writes)


@each_row(
    ("durations", "reason"),
    rows("duration_operation_refused.json"),
)
def test_t20_refused(durations, reason):
    with pytest.raises(ServiceError) as refused:
        services.duration(durations=durations)
    assert reason in refused.value.details


def test_t20_a_request_has_at_most_100_durations(api):
    for number, status in ((100, 200), (101, 400)):
        assert api.ask("/time/", operation="duration", durations=["1h"] * number).status == status


@each_row("text", ["x" * 100, "-1 hour " + "1 minute " * 10, "9" * 100])
def test_t20_errors_quote_64_characters(text):
    with pytest.raises(ServiceError) as refused:
        services.duration(durations=[text])
    assert f'"{text[:64]}"' in refused.value.details


def test_t20_longest_duration():
    assert services.duration(durations=["277777777777 h", "2800 s"])["seconds"] == 1_000_000_000_000_000


def test_t20_unknown_operator():
    with pytest.raises(ServiceError, match="Invalid operator specified"):
        services.duration(durations="1h", operator="product")


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
