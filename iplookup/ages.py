"""Warn operators of old databases: one line of the log a day, even if several processes serve the folder."""

import hashlib
import logging
import os
import tempfile
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from iplookup.databases import Database

logger = logging.getLogger(__name__)

#: Networks move, so databases become wrong with time. After so many days the operator has probably forgotten them.
OLD_DAYS = 60


def log_old_databases(folder: Path, databases: Iterable[Database | None], today: date) -> None:
    """Log which of the databases in use are older than OLD_DAYS, unless another process has logged it today."""
    ages = {database: (today - date.fromisoformat(database.build_date)).days for database in databases if database}
    old = [f"{one.name} of {one.build_date} ({age} days)" for one, age in ages.items() if age > OLD_DAYS]
    if old and _is_first(folder, today):
        logger.warning(
            "databases in %s are older than %d days: %s; manage.py update_geodata fetches newer ones",
            folder,
            OLD_DAYS,
            ", ".join(old),
        )


def _is_first(folder: Path, today: date) -> bool:
    """Return whether this is the first call today for this folder, in any process.

    The first call leaves an empty file in the temporary folder, by which later calls know.
    """
    marks = _marks_folder()
    key = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
    mark = marks / f"{today}-{key}"
    try:
        marks.mkdir(mode=0o700, exist_ok=True)
        mark.touch(exist_ok=False)
        for earlier in marks.iterdir():
            if not earlier.name.startswith(f"{today}-"):
                earlier.unlink(missing_ok=True)
    except OSError:
        return not mark.exists()  # if the file cannot be created, each process logs the line
    return True


def _marks_folder() -> Path:
    user = os.geteuid() if hasattr(os, "geteuid") else 0  # on Windows each user has a temporary folder anyway
    return Path(tempfile.gettempdir(), f"iplookup-ages-{user}")
