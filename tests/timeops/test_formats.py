"""The directives of strftime patterns (T13). Their answers stand in answers_formats.json."""

import platform
from datetime import datetime, timedelta
from itertools import product

import pytest

from tests.tables import each_row
from timeops.writing.formats import DIRECTIVES, write
from timeops.zones import database

# Python 3.11 does not have %:z. glibc's strftime does not have %N, and for %s it ignores the zone of a datetime.
PYTHON_DIRECTIVES = [directive for directive in DIRECTIVES if directive not in ("%:z", "%N", "%3N", "%s")]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="%-d and its like are glibc's")
@each_row("directive", PYTHON_DIRECTIVES)
def test_t13_directives_are_those_of_python_on_every_day_of_a_week_and_about_noon(directive):
    """In the C locale, in which the tests run: where a week, a half of the day, a year or a name ends."""
    for zone, day, hour in product(("Europe/Berlin", "Asia/Kathmandu"), range(27, 35), (0, 1, 11, 12, 13, 23)):
        local = datetime(2026, 12, 1, hour, 5, 9, 7008, tzinfo=database.load(zone)) + timedelta(days=day)
        assert write(local, directive) == local.strftime(directive)
    for year, month in product((1000, 1999, 9999), range(1, 13)):
        local = datetime(year, month, 9, tzinfo=database.load("UTC"))
        assert write(local, directive) == local.strftime(directive)
