"""The entry point of the command. It reports an error on one line."""

import gc
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

#: There is no answer; standard error says why.
REFUSED = 2
#: A shell reports 128 plus the signal's number for a program that a signal has ended.
INTERRUPTED = 130


def run() -> int:
    """Run the command in a process that ends with it."""
    # So many new objects the garbage collector waits for before it runs. Nearly all objects of a command belong to its
    # modules and live to its end, so that an earlier run would find nothing.
    gc.set_threshold(500_000)
    # Where standard input is closed, Python has None, and Linux would give its number to the next file that is opened.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115 - as long as the process
    try:
        return main()
    finally:
        gc.freeze()  # otherwise Python would scan all objects once more when it exits


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default those of the process, and return its exit status."""
    if find_spec("click") is None:
        sys.stderr.write("utilitysvc: the command needs click: pip install 'utilitysvc[command]'\n")
        return REFUSED
    try:
        import click
        from django.core.exceptions import ImproperlyConfigured

        from utilitysvc.interfaces.command.program import PROGRAM
        from utilitysvc.interfaces.command.streams import report

        return PROGRAM.main(arguments, prog_name=PROGRAM.name, standalone_mode=False) or 0
    except KeyboardInterrupt:  # first, as it may come before click is imported
        return INTERRUPTED
    except click.Abort:
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as exc:
        exc.show()
    except click.ClickException as exc:
        report(exc.format_message())
    except ImproperlyConfigured as exc:  # by a variable of the environment
        report(str(exc))
    return REFUSED
