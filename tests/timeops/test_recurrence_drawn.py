"""Drawn rules occur as an expander written from RFC 5545's table alone, and as cronsim, say (T19)."""

from datetime import UTC, datetime, timedelta
from random import Random

from cronsim import CronSim, CronSimError

from tests.timeops.rfc5545_table import DAYS, FREQUENCIES, expand
from timeops import services
from utilitysvc.kit.service_error import ServiceError

#: How many days of a rule are compared. Shorter rules have fewer, because every second of them is enumerated.
RANGES = {"SECONDLY": 0.02, "MINUTELY": 1, "HOURLY": 20, "DAILY": 400, "WEEKLY": 600, "MONTHLY": 1_500, "YEARLY": 3_000}
MOST = 200
NUMBERS = {
    "BYMONTH": range(1, 13),
    "BYWEEKNO": (1, 2, 20, 51, 52, 53, -1, -2, -52, -53),
    "BYYEARDAY": (1, 2, 59, 60, 61, 100, 365, 366, -1, -2, -306, -365, -366),
    "BYMONTHDAY": (1, 2, 13, 15, 28, 29, 30, 31, -1, -2, -28, -30, -31),
    "BYHOUR": range(24),
    "BYMINUTE": range(60),
    "BYSECOND": range(60),
    "BYSETPOS": (1, 2, 3, 10, -1, -2),
}
NOT_WITH = {
    "BYWEEKNO": {"SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY"},
    "BYYEARDAY": {"DAILY", "WEEKLY", "MONTHLY"},
    "BYMONTHDAY": {"WEEKLY"},
}


def drawn_rule(random):
    frequency = random.choice(FREQUENCIES)
    names = [name for name in (*NUMBERS, "BYDAY") if frequency not in NOT_WITH.get(name, ()) and name != "BYSETPOS"]
    chosen = random.sample(names, random.choice((0, 1, 1, 2, 2, 3)))
    parts = {"FREQ": frequency, "INTERVAL": str(random.choice((1, 1, 1, 2, 3, 7)))}
    for name in chosen:
        values = by_days(random, frequency, chosen) if name == "BYDAY" else NUMBERS[name]
        parts[name] = ",".join(map(str, random.sample(values, random.randint(1, 4))))
    if chosen and random.random() < 0.3:
        parts["BYSETPOS"] = ",".join(map(str, random.sample(NUMBERS["BYSETPOS"], random.randint(1, 2))))
    if random.random() < 0.4:
        parts["WKST"] = random.choice(DAYS)
    return ";".join(f"{name}={value}" for name, value in parts.items())


def by_days(random, frequency, chosen):
    numbers = [""]
    if frequency in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in chosen:
        of_month = frequency == "MONTHLY" or "BYMONTH" in chosen
        numbers = random.choice(
            (["", ""], ["1", "2", "-1", "5", "-5"], ["", "1", "-2"] if of_month else ["", "20", "-53"])
        )
    return [number + day for number in numbers for day in DAYS]


def differs(seed):
    """Return the rule with this seed, if we list it differently from the table of RFC 5545."""
    random = Random(seed)
    rule = drawn_rule(random)
    start = datetime(1995, 1, 1, tzinfo=UTC) + timedelta(seconds=random.randrange(40 * 366 * 86_400))
    end = start + timedelta(days=RANGES[rule.partition(";")[0][5:]])
    expected = [moment.timestamp() for moment in expand(rule, start, end)][:MOST]
    text = f"DTSTART:{start:%Y%m%dT%H%M%SZ}\nRRULE:{rule}"
    try:
        answer = services.recurrence(rule=text, start=start, end=end, count=MOST)
    except ServiceError as error:  # it is refused if nothing follows for long
        return (text, error.details) if expected or error.error != "Invalid recurrence rule" else None
    found = [at["timestamp"] for at in answer["occurrences"]]
    return None if found == expected else (text, str(end), found[:5], expected[:5])


def test_t19_drawn_rules_occur_as_the_table_of_rfc_5545_says():
    assert [found for seed in range(100) if (found := differs(seed))] == []


CRON = (
    ("0", "*/7", "*", "3,50", "10-20/5", "59", "*/15", "0-59/30"),
    ("*", "9", "*/5", "8-18", "22,23", "0-23", "*/24"),
    ("*", "1", "*/10", "13,31", "L", "1-7", "30", "31", "1-31", "*/2", "29-31"),
    ("*", "*", "2", "JAN,DEC", "*/4", "4,6,9,11", "1-12"),
    ("*", "*", "MON-FRI", "0", "7", "5", "*/3", "0-7", "0-6", "1,3", "5L", "MON#2", "FRI#5"),
)


def drawn_cron(seed):
    random = Random(seed)
    start = datetime(1990, 1, 1, tzinfo=UTC) + timedelta(seconds=random.randrange(60 * 366 * 86_400))
    return " ".join(random.choice(field) for field in CRON), start


def cron_differs(seed, count=10):
    """Return the line with this seed, if we list it differently from cronsim."""
    line, start = drawn_cron(seed)
    try:
        reference = CronSim(line, start - timedelta(seconds=1))
        expected = [int(next(reference).timestamp()) for _ in range(count)]
    except (CronSimError, StopIteration):  # the days do not exist
        expected = []
    try:
        found = [at["timestamp"] for at in services.recurrence(rule=line, start=start, count=count)["occurrences"]]
    except ServiceError as error:  # also where a weekday by its number has no fixed hour
        return (line, error.details) if expected and "need a fixed hour" not in error.details else None
    return None if found == expected else (line, str(start), found[:3], expected[:3])


def test_t19_drawn_lines_of_cron_occur_as_cronsim_says():
    assert [found for seed in range(300) if (found := cron_differs(seed))] == []
