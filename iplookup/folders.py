"""The databases of a folder: which ones answer, and how a change of the files is noticed (I8)."""

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

#: How often the folder is looked at; a change must be noticed within 60 s, and one file may need a second look.
CHECK_SECONDS = 15
#: What an operator does where no location database can be used.
NO_LOCATION_HINT = (
    "Set GEOIP_PATH to a folder with one, install the package utilitysvc-geodata, or run manage.py update_geodata."
)

Folder: TypeAlias = str | os.PathLike[str]


class NoDatabaseError(ValueError):
    """The folder has no database in which an address could be looked up."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"folder must contain a usable database, and {folder} has none")


@dataclass(frozen=True, slots=True)
class Roles:
    """The database that answers each role, None where there is none.

    ``plans``: how to make answers of these databases, by what is asked for. They are dropped with the databases.
    """

    location: Database | None = None
    network: Database | None = None
    connection_type: Database | None = None
    anonymity: Database | None = None
    plans: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __iter__(self) -> Iterator[Database | None]:
        return iter((self.location, self.network, self.connection_type, self.anonymity))


class Unusable(NamedTuple):
    """A file that fills no role as it is now, and why. Its type is the one it states, empty where unreadable."""

    file: str
    database_type: str
    reason: str

    def concerns(self, role: str) -> bool:
        """Whether it might have filled the role, were it sound."""
        return not self.database_type or kind_of(self.database_type) in ROLES[role]


class _Known(NamedTuple):
    """A file as it was last looked at. If it is not ``final``, it is looked at again even if its stamp is the same."""

    stamp: Stamp
    database: Database | None
    error: Unusable | None
    final: bool


class DatabaseFolder:
    """The databases of one folder, opened when they are first needed and again when they change on disk.

    No thread watches the folder: the first request after ``CHECK_SECONDS`` looks, and the others go on with what is
    open. A database is never closed, only dropped, since another thread may be reading in it.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self._clock = clock
        self._known: dict[Path, _Known] = {}
        self._roles: Roles | None = None
        self._next_check = float("-inf")
        self._ages_told: date | None = None
        self.renew_lock()

    def renew_lock(self) -> None:
        """Forget who holds the lock: after a fork that may be a thread that the child does not have."""
        self._lock = threading.Lock()

    def roles(self) -> Roles:
        """Return the databases that answer now."""
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
        assert self._roles is not None  # noqa: S101  # a thread that did not check was not the first
        return self._roles

    @property
    def unusable(self) -> list[Unusable]:
        """The files that could not be taken as they are now, in the order of their names."""
        return [known.error for known in self._known.values() if known.error]

    def _check(self) -> None:
        try:
            files = dict(database_files(self.path))
        except FileNotFoundError:
            files = {}
        except OSError as exc:
            logger.error("the databases stay as they are: %s", exc)  # noqa: TRY400  # the message says it all
            files = {path: known.stamp for path, known in self._known.items()}
        looked_at = ((path, self._look_at(path, state)) for path, state in files.items())
        self._known = {path: known for path, known in looked_at if known}
        roles = _choose([known.database for known in self._known.values() if known.database])
        if roles != self._roles:  # else the plans of the present ones are kept
            self._roles = roles
            if roles.location is None:
                logger.warning("no usable location database in %s. %s", self.path, NO_LOCATION_HINT)
        remove_orphans()
        today = datetime.now(UTC).date()
        if today != self._ages_told:
            self._ages_told = today
            log_old_databases(self.path, self._roles, today)

    def _look_at(self, path: Path, state: Stamp) -> _Known | None:
        before = self._known.get(path)
        if before and before.final and before.stamp == state:
            return before
        if self._roles is not None and not settled(state):
            return before  # perhaps it is still being written; next time it is not
        try:
            with private_copy(path) as copy:
                opened = open_database(copy, path.name)
        except (OSError, UnusableError) as exc:
            unusable = _unusable(path, exc)
            # What serves in its place: what this process has open, or, in one that has just started, what others have.
            database = before.database if before else _open_earlier(path)
            if not before or (before.stamp, before.error) != (state, unusable):
                stays = "; the previous one stays in use" if database else ""
                logger.error("%s cannot be used: %s%s", path, unusable.reason, stays)  # noqa: TRY400  # the reason says it all
            # What a full disk or a missing permission prevents may succeed next time, with the very same file.
            return _Known(state, database, unusable, final=isinstance(exc, UnusableError))
        if not before or before.stamp != state:
            logger.info("%s: %s of %s", path, opened.database_type, opened.build_date)
        return _Known(state, opened, None, final=settled(state))


def _open_earlier(path: Path) -> Database | None:
    for copy in earlier_copies(path):
        try:
            return open_database(copy, path.name)
        except (OSError, UnusableError):
            continue  # removed meanwhile, or another worker's copy of what is broken now
    return None


def _unusable(path: Path, error: OSError | UnusableError) -> Unusable:
    if isinstance(error, OSError):
        return Unusable(path.name, "", error.strerror or str(error))
    return Unusable(path.name, error.database_type, str(error))


def database_files(folder: Path) -> Iterator[tuple[Path, Stamp]]:
    """Yield the database files of a folder in the order of their names. Hidden ones belong to other programs."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.endswith(".mmdb") and not entry.name.startswith("."):
                try:
                    status = entry.stat()
                except OSError:
                    continue  # removed meanwhile, or a link to nowhere
                if stat.S_ISREG(status.st_mode):
                    yield folder / entry.name, stamp(status)


def _choose(databases: list[Database]) -> Roles:
    """Give each role its best kind; of that kind, one that knows both families of addresses, then the newest build."""

    def best(kinds: tuple[str, ...]) -> Database | None:
        fit = [database for database in databases if database.kind in kinds]
        return min(fit, key=lambda fit: (kinds.index(fit.kind), -len(fit.families), -fit.built), default=None)

    return Roles(*(best(kinds) for kinds in ROLES.values()))


def survey(folder: Path) -> tuple[Roles, list[Unusable]]:
    """Return the databases that would fill each role, already closed, and the files that fill none.

    Unlike a serving process, this reads the files in place and makes no copies.
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
    """Return the databases of a folder, the same object for every caller in the process."""
    path = os.fspath(path)
    if "\0" in path:
        raise ValueError("folder must not contain a null character")
    return _folders.get(path) or _folders.setdefault(path, DatabaseFolder(Path(path)))


def _renew_locks() -> None:
    for folder in _folders.values():
        folder.renew_lock()


if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(after_in_child=_renew_locks)
