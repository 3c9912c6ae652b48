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
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from operator import attrgetter
from pathlib import Path
from typing import Annotated, NamedTuple, TypedDict

from iplookup.databases import KINDS, ROLES, Database, Roles, UnusableError, kind_of, open_database
from utilitysvc.kit.service_error import ServiceError

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

Folder = str | os.PathLike[str]
#: Tells two states of a file apart: device, inode, size, and the times of the last change of content and inode, in ns.
Stamp = tuple[int, ...]
_stamp: Callable[[os.stat_result], Stamp] = attrgetter("st_dev", "st_ino", "st_size", "st_mtime_ns", "st_ctime_ns")
_OPEN_FILES = Path("/proc/self/fd")


class NoDatabaseError(ServiceError, ValueError):
    """The folder has no usable database. A client is told nothing of it; the log says what to do."""


class RoleStatus(TypedDict, total=False):
    """``broken``: no database fills the role, and there is a file for it that cannot be used."""

    status: Annotated[str, "ok, missing or broken"]
    database_type: Annotated[str, "The type that the database states"]
    build_date: Annotated[str, "Day in UTC on which it was built, YYYY-MM-DD"]


class UnusableFile(TypedDict):
    file: Annotated[str, "Its name"]
    database_type: Annotated[str, "The type that it states; empty if that cannot be read"]
    reason: Annotated[str, "Why it fills no role"]


class _File(NamedTuple):
    """What was found when a file was opened. ``stamp`` is None if the next check has to open it again."""

    stamp: Stamp | None = None
    database: Database | None = None
    error: UnusableFile | None = None


class DatabaseFolder:
    """The databases of one folder, which are opened at the first request and again when a file changes.

    No thread watches the folder. The first request after ``CHECK_SECONDS`` checks it, while other requests keep using
    the open databases. There is no lock, which a fork in the middle of a check would leave locked in the child: if two
    threads check at once, one does too much. Do not close a database that is replaced: another thread may be reading
    from it. The garbage collector closes it.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self._clock = clock
        self._files: dict[Path, _File] = {}
        self._roles: Roles | None = None
        self._next_check = self._next_complaint = float("-inf")
        self._ages_logged_on: date | None = None

    def roles(self) -> Roles:
        """Return the databases in use, after a check of the folder if one is due."""
        if self._roles is None or self._clock() >= self._next_check:
            self._next_check = self._clock() + CHECK_SECONDS
            self._roles = self._checked_roles()
        return self._roles

    def some_roles(self) -> Roles:
        """Return the databases in use. If there are none, log this once a minute and raise NoDatabaseError."""
        if roles := self.roles():
            return roles
        if self._clock() >= self._next_complaint:
            self._complain()
        raise NoDatabaseError(f"folder must contain a usable database, and {self.path} has none", status=500)

    def _complain(self) -> None:
        self._next_complaint = self._clock() + COMPLAINT_SECONDS
        logger.error("no usable location database in %s. %s", self.path, NO_LOCATION_HINT)

    @property
    def unusable(self) -> list[UnusableFile]:
        """The files that cannot be used in their present state, in the order of their names."""
        return [file.error for file in self._files.values() if file.error]

    def _checked_roles(self) -> Roles:
        try:
            self._files = {path: self._checked(path, stamp) for path, stamp in database_files(self.path)}
        except OSError as exc:
            logger.error("the databases stay as they are: %s", exc)  # noqa: TRY400  # a traceback would add nothing
        roles = _choose(self._files.values())
        if roles != self._roles and "location" not in roles:
            self._complain()
        today = datetime.now(UTC).date()
        if today != self._ages_logged_on:
            self._ages_logged_on = today
            ages = ((one, (today - one.built.date()).days) for one in roles.values())
            if old := [f"{one.name} of {one.build_date} ({age} days)" for one, age in ages if age > OLD_DAYS]:
                message = "databases in %s are older than %d days: %s; manage.py update_geodata fetches newer ones"
                logger.warning(message, self.path, OLD_DAYS, ", ".join(old))
        return roles

    def _checked(self, path: Path, stamp: Stamp) -> _File:
        before = self._files.get(path, _File())
        is_settled = _is_settled(stamp)
        if before.stamp == stamp or not (is_settled or self._roles is None):
            return before  # unchanged, or it may still be being written; try again at the next check
        file = _opened(path, stamp, before.database)
        if file.error:
            if before.stamp or before.error != file.error:
                stays = "; the previous one stays in use" if before.database else ""
                logger.error("%s cannot be used: %s%s", path, file.error["reason"], stays)
        elif file.database:
            logger.info("%s: %s of %s", path, file.database.database_type, file.database.build_date)
        return file if is_settled else file._replace(stamp=None)


def _is_settled(stamp: Stamp) -> bool:
    """Return whether the last change is so long ago that an equal stamp means equal content."""
    return not 0 <= time.time() - max(stamp[3:]) / 1e9 < SETTLING_SECONDS


def _opened(path: Path, stamp: Stamp | None, previous: Database | None = None) -> _File:
    """Open a copy without a name of the file as ``stamp`` describes it, or find out what is wrong with it.

    If it cannot be used, the ``previous`` database stays in use.
    """
    try:
        if not _OPEN_FILES.exists():
            return _File(stamp, open_database(path, path.name))
        with path.open("rb") as source, tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(source, copy)
            copy.flush()
            if _stamp(os.fstat(source.fileno())) != stamp:
                raise OSError("it changed while it was copied")  # noqa: TRY301  # handled like an error of reading
            return _File(stamp, open_database(_OPEN_FILES / str(copy.fileno()), path.name))
    except UnusableError as exc:
        error = exc
    except OSError as exc:  # a full disk or a missing permission may be repaired without a change of the file
        stamp, error = None, UnusableError(exc.strerror or str(exc))
    return _File(stamp, previous, {"file": path.name, "database_type": error.database_type, "reason": str(error)})


def database_files(folder: Path) -> Iterator[tuple[Path, Stamp]]:
    """Yield the database files of a folder in the order of their names. Skip hidden files: other programs use them.

    A folder that does not exist has none. Raises OSError if the folder cannot be read.
    """
    try:
        paths = sorted(folder.iterdir())
    except FileNotFoundError:
        return
    for path in paths:
        if path.match("[!.]*.mmdb"):
            try:
                status = path.stat()
            except OSError:
                continue  # removed meanwhile, or a broken symbolic link
            if stat.S_ISREG(status.st_mode):
                yield path, _stamp(status)


def _choose(files: Iterable[_File]) -> Roles:
    """Return the best database for each role: by kind, then one with data for IPv4 and IPv6, then the newest."""
    ranks = list(KINDS)
    chosen: Roles = {}
    databases = (file.database for file in files if file.database)
    for one in sorted(databases, key=lambda one: (ranks.index(one.kind), -one.families, -one.built.timestamp())):
        chosen.setdefault(KINDS[one.kind], one)
    return chosen


def survey(folder: Path) -> tuple[Roles, list[UnusableFile]]:
    """Return the database that would fill each role, and the files that can fill none, without a line in the log."""
    files = [_opened(path, stamp) for path, stamp in database_files(folder)]
    return _choose(files), [file.error for file in files if file.error]


def readiness(*, folder: str) -> dict[str, RoleStatus]:
    """Return the state of each role. Opens the databases if they are not open yet.

    A file that does not say its type is only listed as unusable, but where no location can be looked up it may be why.
    """
    databases = database_folder(folder)
    roles = databases.roles()
    broken = {KINDS.get(kind_of(file["database_type"] or "City")) for file in databases.unusable}
    return {
        role: {"status": "ok", "database_type": one.database_type, "build_date": one.build_date}
        if (one := roles.get(role))
        else {"status": "broken" if role in broken else "missing"}
        for role in ROLES
    }


_folders: dict[str, DatabaseFolder] = {}


def database_folder(path: Folder) -> DatabaseFolder:
    """Return the databases of a folder. A process has one object for each folder."""
    path = os.fspath(path)
    if "\0" in path:
        raise ValueError("folder must not contain a null character")
    return _folders.get(path) or _folders.setdefault(path, DatabaseFolder(Path(path)))
