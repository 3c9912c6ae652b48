"""Drawn rules occur as RFC 5545's table says, and each notation in an answer is the same rule (T19)."""

import re

import pytest

from tests.tables import each_row, rows
from timeops import services
from utilitysvc.kit.service_error import ServiceError

MOST = 200
STARTS = ("2026-11-23 12:00", "2027-06-05 03:00")
NOTATIONS = rows("recurrence_drawn_notations.tsv")


def listed(rule, **given):
    """Return the listing, or None if the rule is refused, or ends before its start."""
    try:
        return services.recurrence(rule=rule, **given)
    except ServiceError as error:
        if error.error not in ("Invalid recurrence rule", "Invalid time range"):
            raise
        return None


@pytest.mark.slow
@each_row("rule, start, end, count, first, last", rows("recurrence_drawn_rrules.tsv"))
def test_t19_drawn_rules_occur_as_the_table_of_rfc_5545_says(rule, start, end, count, first, last):
    dtstart = re.sub("[-:]", "", start)
    answer = listed(f"DTSTART:{dtstart}Z\nRRULE:{rule}", start=f"{start}Z", end=f"{end}Z", count=MOST)
    found = [at["iso8601"].removesuffix("+00:00") for at in answer["occurrences"]] if answer else []
    assert (str(len(found)), found[:6], found[-1:]) == (count, first.split(), last.split())


def written(answer):
    """Return the text and the RRULE without its dates, which may be written as local times or in UTC."""
    lines = [line.removeprefix("RRULE:") for line in answer.get("rrule", "").splitlines() if "FREQ" in line]
    return answer.get("text"), [re.sub("UNTIL=[^;]+", "UNTIL", line) for line in lines]


@pytest.mark.slow
@each_row("rule, zone", NOTATIONS)
def test_t19_every_notation_gives_the_same_rule(rule, zone):
    for start in STARTS:
        given = {"timezone": zone, "start": start, "count": 30}
        expected = listed(rule, **given) or {}
        for notation in {"text", "rrule", "cron"} & expected.keys():
            again = listed(expected[notation], **given)
            assert again["occurrences"] == expected["occurrences"], notation
            assert notation == "cron" or written(again) == written(expected)


def test_t19_most_drawn_rules_are_read_and_written():
    """The test above checks only what is."""
    answers = [found for rule, zone in NOTATIONS[:100] if (found := listed(rule, timezone=zone, start=STARTS[0]))]
    assert len(answers) > 60
    assert sum("text" in answer for answer in answers) > 30
    assert sum("cron" in answer for answer in answers) > 10
