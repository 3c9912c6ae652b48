"""Private copies of database files, for mapping into memory.

If a program shortens a file that another process has mapped, a read beyond the new end kills that process (SIGBUS). An
operator's ``cp`` onto a database in use does that. The service therefore maps a private copy, which no other program
writes to.

All worker processes map the same copy, and so share its pages in memory. The copies are in one folder below the
temporary folder, and a copy's name is made from the path and the stamp of the original, so every worker finds it,
whenever it starts or notices a new file. A copy of a new version replaces the previous copy. Processes that still map
the previous copy keep it until they drop the mapping. A symbolic link next to the copies points to the original, so
that the copies of a deleted file can be found and removed.
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

#: Tells two states of a file apart: device, inode, size, and the times of the last change of content and inode, in ns.
Stamp = tuple[int, int, int, int, int]

#: A file that changed so recently may still be being written. It may also change again without a change of its stamp,
#: because file systems record times in ticks of a coarse clock.
SETTLING_SECONDS = 2

#: Windows does not let programs write to a mapped file, so no copies are needed there.
COPIES_ARE_MADE = os.name == "posix"

_COPY_CHUNK = 1024 * 1024
_OWNER_ONLY = 0o700
_OTHERS = 0o077


def stamp(status: os.stat_result) -> Stamp:
    """Return the values of a file's status that change when its content changes."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def settled(state: Stamp) -> bool:
    """Return whether the last change is so long ago that an equal stamp means equal content."""
    return not 0 <= time.time() - max(state[3], state[4]) / 1e9 < SETTLING_SECONDS


@contextmanager
def private_copy(original: Path) -> Iterator[Path]:
    """Yield the path of a copy of ``original``, which the caller maps within the ``with`` block.

    Raises OSError if ``original`` cannot be read, if it changes while it is copied, or if there is no room for a copy.
    If the block raises, the copy is removed and copies of earlier versions stay. Otherwise those are removed.
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
            with _unshared_copy(source, state) as unnamed:
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
    """Return the existing shared copies of ``original``, including those of its earlier versions."""
    if not COPIES_ARE_MADE:
        return []
    try:
        return list(_folder().glob(f"{_key(original)}-*"))
    except OSError:
        return []


def remove_orphans() -> None:
    """Remove the copies of all files that no longer exist, in whichever folder these were (I8)."""
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
            continue  # a network file system may fail for a moment; that does not mean that the file is deleted


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
            os.fsync(new.fileno())  # a file of the final name must always be complete, even after a crash
            with suppress(FileExistsError):  # another worker was faster; use its copy
                os.link(new.name, copy)
    return copy


def _path() -> Path:
    return Path(tempfile.gettempdir(), f"iplookup-{os.geteuid()}")


def _folder() -> Path:
    """Return the folder of the copies. Raises PermissionError if other users have access to it."""
    folder = _path()
    folder.mkdir(mode=_OWNER_ONLY, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & _OTHERS:
        raise PermissionError(f"{folder} is not reserved for this user")
    return folder


@contextmanager
def _unshared_copy(source: IO[bytes], state: Stamp) -> Iterator[Path]:
    """Yield the path of a copy for this process alone, which the system frees with its last mapping.

    The copy is in memory if the system has ``memfd_create``, else in a temporary file.
    """
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
