"""Private copies of database files, for mapping into memory.

A mapped file that shrinks under its reader kills the process (SIGBUS), and that is what an operator's ``cp`` onto a
database in use does. So a copy is mapped that nobody writes to. It has a name in a folder of our own under the
temporary one, made from the original's path and state, so that every worker process maps the same pages, those that
start later and those that notice a new file by themselves too. The next version of a file takes the place of the one
before; whoever has that mapped keeps it until it lets go. Beside the copies of a file lies a symbolic link to it, by
which those of a file that is gone are known.
"""

import hashlib
import logging
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

logger = logging.getLogger(__name__)

#: What changes when a file does: device, inode, size, and the times in ns of the last change of content and of inode.
Stamp = tuple[int, int, int, int, int]

#: A file that changed so recently may still be written to, and change again within one tick of the clock of its times.
SETTLING_SECONDS = 2

#: Windows lets nobody write to a file that is mapped.
COPIES_ARE_MADE = os.name == "posix"

_COPY_CHUNK = 1024 * 1024
_OWNER_ONLY = 0o700
_OTHERS = 0o077


def stamp(status: os.stat_result) -> Stamp:
    """Return what of a file's status changes when its content does."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def settled(state: Stamp) -> bool:
    """Whether the last change is long enough ago for the stamp to stand for the content."""
    return not 0 <= time.time() - max(state[3], state[4]) / 1e9 < SETTLING_SECONDS


@contextmanager
def private_copy(original: Path) -> Iterator[Path]:
    """Give the path of a copy of ``original`` for as long as it takes to map it.

    Raises OSError where ``original`` cannot be read, where it changes meanwhile, or where there is no room for a copy.
    A copy on which the caller raises is not kept, and those of earlier states are, until one is good.
    """
    if not COPIES_ARE_MADE:
        yield original
        return
    with original.open("rb") as source:
        state = stamp(os.fstat(source.fileno()))
        copy = None
        if settled(state):
            try:
                copy = _shared_copy(original, source, state)
            except OSError as exc:
                logger.warning("%s is copied for this process alone: %s", original, exc)
        if copy is None:
            with _copy_of_our_own(source, state) as unnamed:
                yield unnamed
            return
    try:
        yield copy
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    for earlier in earlier_copies(original):
        if earlier != copy:
            earlier.unlink(missing_ok=True)


def earlier_copies(original: Path) -> list[Path]:
    """Return the shared copies that there are of ``original``, which may have changed since."""
    if not COPIES_ARE_MADE:
        return []
    try:
        return list(_folder().glob(f"{_key(original)}-*"))
    except OSError:
        return []


def remove_orphans() -> None:
    """Remove the copies of files that are not there any more, whichever folder they were in (I8)."""
    if not COPIES_ARE_MADE or not _path().exists():
        return
    try:
        links = [entry for entry in _folder().iterdir() if entry.is_symlink()]
    except OSError:
        return
    for link in links:
        try:
            link.stat()
        except (FileNotFoundError, NotADirectoryError):
            for orphan in (*link.parent.glob(f"{link.name}-*"), link):
                orphan.unlink(missing_ok=True)
        except OSError:
            continue  # a network file system that fails for a moment has not lost the file


def _key(original: Path) -> str:
    return hashlib.sha256(os.fsencode(original.absolute())).hexdigest()[:16]


def _shared_copy(original: Path, source: IO[bytes], state: Stamp) -> Path:
    folder = _folder()
    link = folder / _key(original)
    copy = folder / f"{link.name}-{'-'.join(format(part, 'x') for part in state)}"
    with suppress(FileExistsError):
        link.symlink_to(original.absolute())
    if not copy.exists():
        with tempfile.NamedTemporaryFile(dir=folder) as new:
            _copy(source, new, state)
            os.fsync(new.fileno())  # the name below must never stand for less than the whole content
            with suppress(FileExistsError):  # another worker was first: its copy is the one to share
                os.link(new.name, copy)
    return copy


def _path() -> Path:
    return Path(tempfile.gettempdir(), f"iplookup-{os.geteuid()}")


def _folder() -> Path:
    """Return the folder of this user's copies, which nobody else can write to."""
    folder = _path()
    folder.mkdir(mode=_OWNER_ONLY, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & _OTHERS:
        raise PermissionError(f"{folder} is not reserved for this user")
    return folder


@contextmanager
def _copy_of_our_own(source: IO[bytes], state: Stamp) -> Iterator[Path]:
    """A copy without a name, gone with the last mapping: in memory where the system can, else in a temporary file."""
    if hasattr(os, "memfd_create"):
        with os.fdopen(os.memfd_create("iplookup"), "wb") as memory:
            _copy(source, memory, state)
            yield Path(f"/proc/self/fd/{memory.fileno()}")
    else:
        with tempfile.NamedTemporaryFile() as new:
            _copy(source, new, state)
            yield Path(new.name)


def _copy(source: IO[bytes], target: IO[bytes], state: Stamp) -> None:
    source.seek(0)
    shutil.copyfileobj(source, target, _COPY_CHUNK)
    target.flush()
    if stamp(os.fstat(source.fileno())) != state:
        raise OSError("it changed while it was copied")
