"""A control group of the kernel with a limit of memory, as a container has it, for a service that is started in it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

FIRST = Path("/sys/fs/cgroup/memory")
SECOND = Path("/sys/fs/cgroup")


class Confinement:
    """A group, by version 1 of the kernel's interface or by version 2."""

    def __init__(self, group: Path) -> None:
        self.group = group
        first = group.is_relative_to(FIRST)
        self.limit_file = group / ("memory.limit_in_bytes" if first else "memory.max")
        self.peak_file = group / ("memory.max_usage_in_bytes" if first else "memory.peak")
        self.events_file = group / ("memory.oom_control" if first else "memory.events")

    @property
    def prefix(self) -> tuple[str, ...]:
        """The command that starts another in the group."""
        return ("sh", "-c", f'echo $$ > {self.group}/cgroup.procs; exec "$@"', "sh")

    def peak_bytes(self) -> int:
        """The most memory that the group has held: what the processes have for themselves, and their files' pages."""
        return int(self.peak_file.read_text())

    def kills(self) -> int:
        """How many processes the kernel has killed for want of memory."""
        lines = dict(line.split() for line in self.events_file.read_text().splitlines())
        return int(lines["oom_kill"])


@contextlib.contextmanager
def confined(limit_bytes: int) -> Iterator[Confinement]:
    """Make a group of so many bytes, and remove it when the block ends: by then its processes must have gone."""
    group = _parent() / f"utilitysvc-{os.getpid()}"
    group.mkdir()
    try:
        confinement = Confinement(group)
        confinement.limit_file.write_text(str(limit_bytes))
        yield confinement
    finally:
        group.rmdir()


def unavailable() -> str:
    """Return why no group can be made here, or an empty text where one can."""
    try:
        with confined(64 * 1024 * 1024) as confinement:
            confinement.peak_bytes()
            confinement.kills()
    except OSError as exc:
        return f"No control group with a limit of memory can be made here: {exc}"
    return ""


def _parent() -> Path:
    return FIRST if FIRST.exists() else SECOND
