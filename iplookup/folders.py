"""The databases of a folder: choose one for each role, and notice when the files change (docs/rules/ip.md, I8).

If a program shortens a file that another process has mapped, a read beyond the new end kills that process (SIGBUS). An
operator's ``cp`` onto a database in use does that. So a process maps a copy of its own, in a temporary file without a
name, which the kernel frees with its last mapping, however the process ends. Where there is no ``/proc`` to open such a
file again, the file itself is mapped.
"""

import logging
import os
import shutil
import stat
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, NamedTuple, TypeAlias, TypedDict

from iplookup.databases import KINDS, ROLES, Database, UnusableError, kind_of, open_database
from iplookup.reader import maxminddb

logger = logging.getLogger(__name__)

#: How often the folder is checked. A change must be noticed within 60 s, and a file that has just changed needs two
#: checks.
CHECK_SECONDS = 15
#: A file that changed so recently may still be being written. It may also change again without a change of its stamp,
#: because file systems record times in ticks of a coarse clock.
SETTLING_SECONDS = 2
#: While requests fail for want of a database, this is logged so often.
COMPLAINT_SECONDS = 60
#: Networks move, so databases become wrong with time. Those that come with a release may be half a year old when the
#: next one appears; after more days an operator has probably forgotten the updates. deploy/alerts.yaml has this number.
OLD_DAYS = 200
#: What an operator can do if there is no usable location database.
NO_LOCATION_HINT = (
    "Set GEOIP_PATH to a folder with one, install the package utilitysvc-geodata, or run manage.py update_geodata."
)

_OPEN_FILES = Path("/proc/self/fd")
_COPY_CHUNK = 1024 * 1024

Folder: TypeAlias = str | os.PathLike[str]
#: Tells two states of a file apart: device, inode, size, and the times of the last change of content and inode, in ns.
Stamp: TypeAlias = tuple[int, int, int, int, int]


class NoDatabaseError(ValueError):
    """The folder has no usable database."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"folder must contain a usable database, and {folder} has none")


class RoleStatus(TypedDict, total=False):
    """``broken``: no database fills the role, and there is a file for it that cannot be used."""

    status: Annotated[str, "ok, missing or broken"]
    database_type: Annotated[str, "The type that the database states"]
    build_date: Annotated[str, "Day in UTC on which it was built, YYYY-MM-DD"]


class UnusableFile(TypedDict):
    file: Annotated[str, "Its name"]
    database_type: Annotated[str, "The type that it states; empty if that cannot be read"]
    reason: Annotated[str, "Why it fills no role"]


class _CheckedFile(NamedTuple):
    """The result of the last check of a file. Unless it is ``final``, check again even if the stamp is the same."""

    stamp: Stamp
    database: Database | None
    error: UnusableFile | None
    final: bool


#: The database in use for each role that has one.
Roles: TypeAlias = dict[str, Database]


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
        self._next_check = self._next_complaint = float("-inf")
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

    def some_roles(self) -> Roles:
        """Return the databases in use. If there are none, log this once a minute and raise NoDatabaseError."""
        if roles := self.roles():
            return roles
        if self._clock() >= self._next_complaint:
            self._complain()
        raise NoDatabaseError(self.path)

    def _complain(self) -> None:
        self._next_complaint = self._clock() + COMPLAINT_SECONDS
        logger.warning("no usable location database in %s. %s", self.path, NO_LOCATION_HINT)

    @property
    def unusable(self) -> list[UnusableFile]:
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
        before, self._roles = self._roles, _choose([file.database for file in self._files.values() if file.database])
        if self._roles != before and "location" not in self._roles:
            self._complain()
        today = datetime.now(UTC).date()
        if today != self._ages_logged_on:
            self._ages_logged_on = today
            self._log_old(self._roles, today)

    def _log_old(self, roles: Roles, today: date) -> None:
        ages = {database: (today - database.built.date()).days for database in roles.values()}
        if old := [f"{one.name} of {one.build_date} ({age} days)" for one, age in ages.items() if age > OLD_DAYS]:
            message = "databases in %s are older than %d days: %s; manage.py update_geodata fetches newer ones"
            logger.warning(message, self.path, OLD_DAYS, ", ".join(old))

    def _check_file(self, path: Path, state: Stamp) -> _CheckedFile | None:
        before = self._files.get(path)
        if before and before.final and before.stamp == state:
            return before
        if self._roles is not None and not _settled(state):
            return before  # may still be being written; try again at the next check
        try:
            with _private_copy(path) as copy:
                opened = open_database(copy, path.name)
        except (OSError, UnusableError) as exc:
            unusable = _unusable(path, exc)
            database = before.database if before else None
            if not before or (before.stamp, before.error) != (state, unusable):
                stays = "; the previous one stays in use" if database else ""
                logger.error("%s cannot be used: %s%s", path, unusable["reason"], stays)  # noqa: TRY400  # as above
            # A full disk or a missing permission (OSError) may be repaired without a change of the file: try again.
            return _CheckedFile(state, database, unusable, final=isinstance(exc, UnusableError))
        if not before or before.stamp != state:
            logger.info("%s: %s of %s", path, opened.database_type, opened.build_date)
        return _CheckedFile(state, opened, None, final=_settled(state))


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _settled(state: Stamp) -> bool:
    """Return whether the last change is so long ago that an equal stamp means equal content."""
    return not 0 <= time.time() - max(state[3], state[4]) / 1e9 < SETTLING_SECONDS


@contextmanager
def _private_copy(original: Path) -> Iterator[Path]:
    """Yield the path of a copy without a name, which the caller maps within the ``with`` block.

    Raises OSError if ``original`` cannot be read, if it changes while it is copied, or if there is no room for a copy.
    """
    if not _OPEN_FILES.exists():
        yield original
        return
    with original.open("rb") as source, tempfile.TemporaryFile() as copy:
        state = _stamp(os.fstat(source.fileno()))
        shutil.copyfileobj(source, copy, _COPY_CHUNK)
        copy.flush()
        if _stamp(os.fstat(source.fileno())) != state:
            raise OSError("it changed while it was copied")
        yield _OPEN_FILES / str(copy.fileno())


def _unusable(path: Path, error: OSError | UnusableError) -> UnusableFile:
    if isinstance(error, UnusableError):
        return {"file": path.name, "database_type": error.database_type, "reason": str(error)}
    return {"file": path.name, "database_type": "", "reason": error.strerror or str(error)}


def database_files(folder: Path) -> Iterator[tuple[Path, Stamp]]:
    """Yield the database files of a folder in the order of their names. Skip hidden files: other programs use them."""
    for path in sorted(path for path in folder.iterdir() if path.suffix == ".mmdb" and not path.name.startswith(".")):
        try:
            status = path.stat()
        except OSError:
            continue  # removed meanwhile, or a broken symbolic link
        if stat.S_ISREG(status.st_mode):
            yield path, _stamp(status)


def _choose(databases: list[Database]) -> Roles:
    """Return the best database for each role: by kind, then one with data for IPv4 and IPv6, then the newest."""
    ranks = list(KINDS)
    chosen: Roles = {}
    for one in sorted(databases, key=lambda one: (ranks.index(one.kind), -len(one.families), -one.built.timestamp())):
        chosen.setdefault(KINDS[one.kind], one)
    return {role: chosen[role] for role in ROLES if role in chosen}


def survey(folder: Path) -> tuple[Roles, list[UnusableFile]]:
    """Return the database that would fill each role, already closed, and the files that can fill none.

    This reads the files in place; a serving process makes copies.
    """
    usable: list[Database] = []
    unusable: list[UnusableFile] = []
    for path, _ in database_files(folder) if folder.is_dir() else ():
        try:
            database = open_database(path, path.name, maxminddb.MODE_FILE)
        except (OSError, UnusableError) as exc:
            unusable.append(_unusable(path, exc))
        else:
            database.reader.close()
            usable.append(database)
    return _choose(usable), unusable


def readiness(*, folder: str) -> dict[str, RoleStatus]:
    """Return the state of each role. Opens the databases if they are not open yet."""
    databases = database_folder(folder)
    roles = databases.roles()
    # A file whose type is unknown might fill any role if it were usable.
    broken = {KINDS.get(kind_of(file["database_type"]) or "") for file in databases.unusable if file["database_type"]}
    unknown = any(not file["database_type"] for file in databases.unusable)
    return {role: _status(roles.get(role), is_broken=unknown or role in broken) for role in ROLES}


def _status(database: Database | None, *, is_broken: bool) -> RoleStatus:
    if database:
        return {"status": "ok", "database_type": database.database_type, "build_date": database.build_date}
    return {"status": "broken" if is_broken else "missing"}


def unusable(*, folder: str) -> list[UnusableFile]:
    """Return the files that fill no role, and why."""
    databases = database_folder(folder)
    databases.roles()
    return databases.unusable


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
