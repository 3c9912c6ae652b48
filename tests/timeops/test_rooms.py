"""The order of the rooms of timeops, which docs/architecture.md names: each knows only those before it."""

import re
from pathlib import Path

import timeops

ROOMS = ("calendar", "zones", "writing", "reading", "recurrence", "operations")


def test_no_room_imports_a_later_one():
    for place, room in enumerate(ROOMS):
        later = "|".join(ROOMS[place + 1 :]) or "(?!)"
        for file in (Path(timeops.__file__).parent / room).rglob("*.py"):
            found = re.search(rf"from timeops(?:\.| import )({later})\b", file.read_text())
            assert not found, f"{file.name} of {room}: {found}"
