"""The folder in which the workers of a server count. A server that is killed cannot remove its own."""

import fcntl
import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PREFIX, OWNER = "utilitysvc-metrics-", "owner"
#: A folder that is younger may belong to a server that is just starting.
SWEEP_SECONDS = 60


def new_folder() -> str:
    """Make a folder for the counts, and remove those of servers that were killed.

    A server locks a file in its folder. The kernel frees the lock when its last process ends, however it ends.
    """
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # another server removes it, or it belongs to another user
            _sweep(path)
    folder = tempfile.mkdtemp(prefix=PREFIX)
    fcntl.flock(os.open(f"{folder}/{OWNER}", os.O_RDWR | os.O_CREAT), fcntl.LOCK_EX)
    return folder


def _sweep(path: Path) -> None:
    found = path.lstat()  # does not follow a link that another user may have made
    is_ours = stat.S_ISDIR(found.st_mode) and stat.S_IMODE(found.st_mode) == 0o700 and found.st_uid == os.getuid()
    if not is_ours or found.st_mtime > time.time() - SWEEP_SECONDS:
        return
    owner = os.open(path / OWNER, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW)
    try:
        fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises OSError while its server runs
        shutil.rmtree(path)
    finally:
        os.close(owner)
