"""Start a service in a control group (cgroup) with a limit of memory, as container runtimes do."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

FIRST = Path("/sys/fs/cgroup/memory")
SECOND = Path("/sys/fs/cgroup")


class Confinement:
    """A control group, in version 1 or 2 of the kernel's interface."""

    def __init__(self, group: Path) -> None:
        self.group = group
        first = group.is_relative_to(FIRST)
        self.limit_file = group / ("memory.limit_in_bytes" if first else "memory.max")
        self.peak_file = group / ("memory.max_usage_in_bytes" if first else "memory.peak")
        self.events_file = group / ("memory.oom_control" if first else "memory.events")

    @property
    def prefix(self) -> tuple[str, ...]:
        """The command that starts another command in the group."""
        return ("sh", "-c", f'echo $$ > {self.group}/cgroup.procs; exec "$@"', "sh")

    def peak_bytes(self) -> int:
        """Return the peak memory of the group: private memory of its processes, and pages of their files."""
        return int(self.peak_file.read_text())

    def kills(self) -> int:
        """Return the number of processes that the kernel has killed because memory ran out."""
        lines = dict(line.split() for line in self.events_file.read_text().splitlines())
        return int(lines["oom_kill"])


@contextlib.contextmanager
def confined(limit_bytes: int) -> Iterator[Confinement]:
    """Make a group with a limit in bytes, and remove it after the block, when its processes must have ended."""
    group = _parent() / f"utilitysvc-{os.getpid()}"
    group.mkdir()
    try:
        confinement = Confinement(group)
        confinement.limit_file.write_text(str(limit_bytes))
        yield confinement
    finally:
        group.rmdir()


def unavailable() -> str:
    """Return why groups cannot be made on this machine, or an empty text if they can."""
    try:
        with confined(64 * 1024 * 1024) as confinement:
            confinement.peak_bytes()
            confinement.kills()
    except OSError as exc:
        return f"No control group with a limit of memory can be made here: {exc}"
    return ""


def _parent() -> Path:
    return FIRST if FIRST.exists() else SECOND
