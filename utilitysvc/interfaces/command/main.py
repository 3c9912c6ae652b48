"""The entry point of the command: it runs it, and says in one line what went wrong."""

import gc
import sys
from collections.abc import Sequence

from utilitysvc.interfaces.command.statuses import INTERRUPTED, REFUSED

#: How many new objects the garbage collector waits for: nearly all that a command makes, its modules, last to its end.
_OBJECTS = 50_000


def run() -> int:
    """Run the command as a process of its own, which ends with it."""
    gc.set_threshold(_OBJECTS)
    try:
        return main()
    finally:
        gc.freeze()  # or Python would look through all of them once more at its end


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default the process's own, and return its exit status."""
    try:
        try:
            import click
        except ModuleNotFoundError:
            print("utilitysvc: the command needs click: pip install 'utilitysvc[command]'", file=sys.stderr)  # noqa: T201
            return REFUSED
        from utilitysvc.interfaces.command.output import report
        from utilitysvc.interfaces.command.program import NAME, PROGRAM

        try:
            status = PROGRAM.main(arguments, prog_name=NAME, standalone_mode=False)
        except click.Abort:
            return INTERRUPTED
        except click.ClickException as exc:
            report(exc)
            return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    return status or 0
