"""Reading any notation of a rule in an answer gives the same rule again (T19)."""

import re
from random import Random

from tests.tables import rows
from tests.timeops.test_recurrence_drawn import drawn_cron, drawn_rule
from timeops import services
from utilitysvc.kit.service_error import ServiceError

STARTS = ("2026-11-23 12:00", "2027-06-05 03:00")
PARTS = dict(rows("recurrence_parts.json"))


def drawn(seed):
    """Draw a rule in one of the notations, and a zone."""
    random = Random(seed)
    part = {name: random.choice(texts) for name, texts in PARTS.items()}
    english = " ".join(filter(None, (part[name] for name in ("often", "at", "on", "in", "bound"))))
    rrule = f"{part['start']}RRULE:{drawn_rule(random)}{part['end']}{part['dates']}"
    return random.choice((english, english, english, rrule, drawn_cron(seed)[0])), part["zone"]


def answer_to(rule, zone, start):
    """Return the answer, or None if the rule is refused, or ends before this start."""
    try:
        return services.recurrence(rule=rule, timezone=zone, start=start, count=30)
    except ServiceError:
        return None


def written(answer):
    """Return the text and the RRULE without its dates, which may be written as local times or in UTC."""
    lines = [line.removeprefix("RRULE:") for line in answer.get("rrule", "").splitlines() if "FREQ" in line]
    return answer.get("text"), [re.sub("UNTIL=[^;]+", "UNTIL", line) for line in lines]


def changed(seed):
    """Return the rule with this seed, if one of its notations is not the same rule."""
    rule, zone = drawn(seed)
    for start in STARTS:
        expected = answer_to(rule, zone, start) or {}
        for notation in {"text", "rrule", "cron"} & expected.keys():
            again = answer_to(expected[notation], zone, start)
            is_same = again and again["occurrences"] == expected["occurrences"]
            if not is_same or (notation != "cron" and written(again) != written(expected)):
                return rule, zone, start, expected[notation]
    return None


def test_t19_every_notation_gives_the_same_rule():
    assert [found for seed in range(200) if (found := changed(seed))] == []


def test_t19_most_drawn_rules_are_read_and_written():
    """The test above checks only what is."""
    answers = [answer for seed in range(100) if (answer := answer_to(*drawn(seed), STARTS[0]))]
    assert len(answers) > 60
    assert sum("text" in answer for answer in answers) > 30
    assert sum("cron" in answer for answer in answers) > 10
