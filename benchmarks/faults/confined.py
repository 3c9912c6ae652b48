"""Start a service in a control group (cgroup) with a limit of memory, as container runtimes do."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

FIRST = Path("/sys/fs/cgroup/memory")  # version 1 of the kernel's interface


class Group(NamedTuple):
    """A control group, and the files of its limit, its peak and its events."""

    folder: Path
    limit: Path
    peak: Path
    events: Path

    @property
    def prefix(self) -> tuple[str, ...]:
        """The command that starts another command in the group."""
        return ("sh", "-c", f'echo $$ > {self.folder}/cgroup.procs; exec "$@"', "sh")

    def peak_bytes(self) -> int:
        """Return the peak memory of the group: private memory of its processes, and pages of their files."""
        return int(self.peak.read_text())

    def kills(self) -> int:
        """Return the number of processes that the kernel has killed because memory ran out."""
        return int(dict(line.split() for line in self.events.read_text().splitlines())["oom_kill"])


@contextmanager
def confined(limit_bytes: int) -> Iterator[Group]:
    """Make a group with a limit in bytes, and remove it after the block, when its processes must have ended."""
    first = ("limit_in_bytes", "max_usage_in_bytes", "oom_control")
    names, parent = (first, FIRST) if FIRST.exists() else (("max", "peak", "events"), FIRST.parent)
    folder = parent / f"utilitysvc-{os.getpid()}"
    group = Group(folder, *(folder / f"memory.{name}" for name in names))
    folder.mkdir()
    try:
        group.limit.write_text(str(limit_bytes))
        yield group
    finally:
        folder.rmdir()


def unavailable() -> str:
    """Return why groups cannot be made on this machine, or an empty text if they can."""
    try:
        with confined(64 * 1024 * 1024) as group:
            group.peak_bytes()
            group.kills()
    except OSError as exc:
        return f"No control group with a limit of memory can be made here: {exc}"
    return ""
