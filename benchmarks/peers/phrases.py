"""Read phrases with other libraries: a JSON list from standard input. Write an object with a key for each library."""

import json
import sys
import warnings
from datetime import datetime

import dateparser
import parsedatetime
from dateutil import parser

NOW = datetime(2026, 3, 27, 15, 45, 30)  # noqa: DTZ001  # these libraries take a local time
CALENDAR = parsedatetime.Calendar()


def of_parsedatetime(phrase):
    found, status = CALENDAR.parseDT(phrase, sourceTime=NOW)
    return found if status else None


def of_dateparser(phrase):
    return dateparser.parse(phrase, languages=["en"], settings={"RELATIVE_BASE": NOW, "TO_TIMEZONE": "UTC"})


def of_dateutil(phrase):
    return parser.parse(phrase, default=NOW.replace(hour=0, minute=0, second=0))


def reading(library, phrase):
    try:
        found = library(phrase)
    except Exception:  # any exception means that the library does not read the phrase
        return None
    return found and found.strftime("%Y-%m-%d %H:%M:%S")


warnings.simplefilter("ignore")
LIBRARIES = {"parsedatetime": of_parsedatetime, "dateparser": of_dateparser, "dateutil": of_dateutil}
phrases = json.load(sys.stdin)
print(
    json.dumps({name: {phrase: reading(library, phrase) for phrase in phrases} for name, library in LIBRARIES.items()})
)
