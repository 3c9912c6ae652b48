"""Compare the offsets and transitions of zones with zdump(8) of the C library, which reads the same files."""

import calendar
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
import pytz

from timeops.zones import database
from timeops.zones.database import next_transition, previous_transition

pytestmark = pytest.mark.slow

FILES = Path(pytz.__file__).parent / "zoneinfo"
FIRST = 1900
#: Zones are compared until 2050, and every tenth until 2100. After 2037, the rule in a file's last line applies.
LAST, LAST_OF_SOME = 2050, 2100
# .../Europe/Berlin  Sun Mar 29 00:59:59 2026 UT = Sun Mar 29 01:59:59 2026 CET isdst=0 gmtoff=3600
LINE = re.compile(r"\S+ +\w{3} (\w{3}) +(\d+) (\d\d):(\d\d):(\d\d) (\d+) UT = .* (\S+) isdst=([01]) gmtoff=(-?\d+)$")
MONTHS = {name: number for number, name in enumerate(calendar.month_abbr)}

NAMES = [name for name in database.NAMES if database.canonical(name) == name]
#: One zone for each rule, and every fourth zone for the history before it. zdump takes 15 ms of CPU for each.
ZONES = sorted({*{database.schedule(database.load(name)).posix: name for name in NAMES}.values(), *NAMES[::4]})


def zdump(name, last):
    """Return what zdump lists for a zone: the last second before and the first second after each change.

    An item is (time, (offset, abbreviation, DST)). One call for all zones would take twice as long.
    """
    command = ["zdump", "-v", "-c", f"{FIRST},{last}", str(FILES / name)]
    listed = []
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        if match := LINE.match(line):
            month, day, hour, minute, second, year, abbreviation, dst, offset = match.groups()
            instant = datetime(int(year), MONTHS[month], int(day), int(hour), int(minute), int(second), tzinfo=UTC)
            if FIRST <= instant.year < last:
                listed.append((instant, (timedelta(seconds=int(offset)), abbreviation, dst == "1")))
    return listed


@pytest.mark.skipif(not shutil.which("zdump"), reason="zdump is not installed")
def test_zones_agree_with_zdump():
    """T1, T12, T22: from 1900 until long after 2037, where the transitions in the files end."""
    lasts = {name: LAST if number % 10 else LAST_OF_SOME for number, name in enumerate(ZONES)}
    assert sum(check(name, zdump(name, last), last) for name, last in lasts.items()) > 20_000


def check(name, listed, last):
    """Check that the zone agrees with zdump's list, and return the length of the list."""
    zone = database.load(name)
    for instant, (offset, abbreviation, is_dst) in listed:
        local = instant.astimezone(zone)
        found = local.utcoffset(), local.tzname(), bool(local.dst())
        assert found == (offset, abbreviation, is_dst), (name, instant)

    changes = [
        int(after.timestamp())
        for (before, state), (after, other) in pairwise(listed)
        if after - before == timedelta(seconds=1) and state != other
    ]
    walked, time = [], unix_year(FIRST)
    while (time := next_transition(zone, time)) is not None and time < unix_year(last):
        walked.append(time)
    assert walked == changes, name
    for earlier, later in pairwise(changes):
        assert previous_transition(zone, later) == earlier, name
        assert previous_transition(zone, later + 1) == later, name
    return len(listed)


def unix_year(year):
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp())
