"""The databases of a folder: choose one for each role, and notice when the files change (I8)."""

import logging
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from iplookup.ages import log_old_databases
from iplookup.copies import Stamp, earlier_copies, private_copy, remove_orphans, settled, stamp
from iplookup.databases import ROLES, Database, UnusableError, kind_of, open_database
from iplookup.reader import maxminddb

logger = logging.getLogger(__name__)

#: How often the folder is checked. A change must be noticed within 60 s, and a file that has just changed needs two
#: checks.
CHECK_SECONDS = 15
#: What an operator can do if there is no usable location database.
NO_LOCATION_HINT = (
    "Set GEOIP_PATH to a folder with one, install the package utilitysvc-geodata, or run manage.py update_geodata."
)

Folder: TypeAlias = str | os.PathLike[str]


class NoDatabaseError(ValueError):
    """The folder has no usable database."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"folder must contain a usable database, and {folder} has none")


@dataclass(frozen=True, slots=True)
class Roles:
    """The database in use for each role, or None if there is none.

    ``plans``: the answer plans for these databases, by the requested fields and language. They are kept here because
    they must not outlive the databases that they were made for.
    """

    location: Database | None = None
    network: Database | None = None
    connection_type: Database | None = None
    anonymity: Database | None = None
    plans: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __iter__(self) -> Iterator[Database | None]:
        return iter((self.location, self.network, self.connection_type, self.anonymity))


class Unusable(NamedTuple):
    """A file that cannot fill a role, and why. ``database_type`` is empty if the file's metadata cannot be read."""

    file: str
    database_type: str
    reason: str

    def concerns(self, role: str) -> bool:
        """Return whether this file would fill the role if it were usable, or might do so if its type is unknown."""
        return not self.database_type or kind_of(self.database_type) in ROLES[role]


class _CheckedFile(NamedTuple):
    """The result of the last check of a file. Unless it is ``final``, check again even if the stamp is the same."""

    stamp: Stamp
    database: Database | None
    error: Unusable | None
    final: bool


class DatabaseFolder:
    """The databases of one folder, which are opened at the first request and again when a file changes.

    No thread watches the folder. The first request after ``CHECK_SECONDS`` checks it, while other requests keep using
    the open databases. Do not close a database that is replaced: another thread may be reading from it. The garbage
    collector closes it.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self._clock = clock
        self._files: dict[Path, _CheckedFile] = {}
        self._roles: Roles | None = None
        self._next_check = float("-inf")
        self._ages_logged_on: date | None = None
        self.renew_lock()

    def renew_lock(self) -> None:
        """Replace the lock after a fork: the thread that holds it does not exist in the child and never releases it."""
        self._lock = threading.Lock()

    def roles(self) -> Roles:
        """Return the databases in use, after a check of the folder if one is due."""
        roles = self._roles
        if self._clock() < self._next_check and roles is not None:
            return roles
        if self._lock.acquire(blocking=roles is None):
            try:
                if self._clock() >= self._next_check:
                    self._check()
                    self._next_check = self._clock() + CHECK_SECONDS
            finally:
                self._lock.release()
        assert self._roles is not None  # noqa: S101  # the first thread checks; others wait for its lock
        return self._roles

    @property
    def unusable(self) -> list[Unusable]:
        """The files that cannot be used in their present state, in the order of their names."""
        return [file.error for file in self._files.values() if file.error]

    def _check(self) -> None:
        try:
            files = dict(database_files(self.path))
        except FileNotFoundError:
            files = {}
        except OSError as exc:
            logger.error("the databases stay as they are: %s", exc)  # noqa: TRY400  # a traceback would add nothing
            files = {path: file.stamp for path, file in self._files.items()}
        results = ((path, self._check_file(path, state)) for path, state in files.items())
        self._files = {path: file for path, file in results if file}
        roles = _choose([file.database for file in self._files.values() if file.database])
        if roles != self._roles:  # otherwise keep the object, because it holds the plans
            self._roles = roles
            if roles.location is None:
                logger.warning("no usable location database in %s. %s", self.path, NO_LOCATION_HINT)
        remove_orphans()
        today = datetime.now(UTC).date()
        if today != self._ages_logged_on:
            self._ages_logged_on = today
            log_old_databases(self.path, self._roles, today)

    def _check_file(self, path: Path, state: Stamp) -> _CheckedFile | None:
        before = self._files.get(path)
        if before and before.final and before.stamp == state:
            return before
        if self._roles is not None and not settled(state):
            return before  # may still be being written; try again at the next check
        try:
            with private_copy(path) as copy:
                opened = open_database(copy, path.name)
        except (OSError, UnusableError) as exc:
            unusable = _unusable(path, exc)
            # Keep using the previous version. A process that has just started opens the copy that other workers use.
            database = before.database if before else _open_earlier(path)
            if not before or (before.stamp, before.error) != (state, unusable):
                stays = "; the previous one stays in use" if database else ""
                logger.error("%s cannot be used: %s%s", path, unusable.reason, stays)  # noqa: TRY400  # as above
            # A full disk or a missing permission (OSError) may be repaired without a change of the file: try again.
            return _CheckedFile(state, database, unusable, final=isinstance(exc, UnusableError))
        if not before or before.stamp != state:
            logger.info("%s: %s of %s", path, opened.database_type, opened.build_date)
        return _CheckedFile(state, opened, None, final=settled(state))


def _open_earlier(path: Path) -> Database | None:
    for copy in earlier_copies(path):
        try:
            return open_database(copy, path.name)
        except (OSError, UnusableError):
            continue  # removed meanwhile, or a copy of the broken file that another worker has just made
    return None


def _unusable(path: Path, error: OSError | UnusableError) -> Unusable:
    if isinstance(error, OSError):
        return Unusable(path.name, "", error.strerror or str(error))
    return Unusable(path.name, error.database_type, str(error))


def database_files(folder: Path) -> Iterator[tuple[Path, Stamp]]:
    """Yield the database files of a folder in the order of their names. Skip hidden files: other programs use them."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.endswith(".mmdb") and not entry.name.startswith("."):
                try:
                    status = entry.stat()
                except OSError:
                    continue  # removed meanwhile, or a broken symbolic link
                if stat.S_ISREG(status.st_mode):
                    yield folder / entry.name, stamp(status)


def _choose(databases: list[Database]) -> Roles:
    """Return the best database for each role: by kind, then one with data for IPv4 and IPv6, then the newest."""

    def best(kinds: tuple[str, ...]) -> Database | None:
        candidates = [database for database in databases if database.kind in kinds]
        return min(candidates, key=lambda one: (kinds.index(one.kind), -len(one.families), -one.built), default=None)

    return Roles(*(best(kinds) for kinds in ROLES.values()))


def survey(folder: Path) -> tuple[Roles, list[Unusable]]:
    """Return the database that would fill each role, already closed, and the files that can fill none.

    This reads the files in place; a serving process makes copies.
    """
    usable: list[Database] = []
    unusable: list[Unusable] = []
    try:
        paths = list(dict(database_files(folder)))
    except OSError:
        paths = []
    for path in paths:
        try:
            database = open_database(path, path.name, maxminddb.MODE_FILE)
        except (OSError, UnusableError) as exc:
            unusable.append(_unusable(path, exc))
        else:
            database.reader.close()
            usable.append(database)
    return _choose(usable), unusable


_folders: dict[str, DatabaseFolder] = {}


def database_folder(path: Folder) -> DatabaseFolder:
    """Return the databases of a folder. A process has one object for each folder."""
    path = os.fspath(path)
    if "\0" in path:
        raise ValueError("folder must not contain a null character")
    return _folders.get(path) or _folders.setdefault(path, DatabaseFolder(Path(path)))


def _renew_locks() -> None:
    for folder in _folders.values():
        folder.renew_lock()


if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(after_in_child=_renew_locks)
