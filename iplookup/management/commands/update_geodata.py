"""manage.py update_geodata: fresh databases for those who have the internet."""

import os
import shutil
import signal
import threading
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError

from iplookup import conf, sources
from iplookup.default_folder import update_folder
from iplookup.download import Credentials, Progress

# The names are those of geoipupdate, MaxMind's own tool.
ACCOUNT_ID = "GEOIPUPDATE_ACCOUNT_ID"
LICENSE_KEY = "GEOIPUPDATE_LICENSE_KEY"
EDITION_IDS = "GEOIPUPDATE_EDITION_IDS"
DB_DIR = "GEOIPUPDATE_DB_DIR"

MEGABYTE = 1_000_000

INTERRUPTED = 130  # the exit code of a program that SIGINT ended, as shells have it

#: What an edition lacks that the embedded databases have, told once it is in place.
LACKING = {"dbip-city-lite": "it has no time zones and no subdivision codes, which the embedded city.mmdb has"}


class Command(BaseCommand):
    help = (
        "Fetch fresh databases: from MaxMind where its account is in the environment "
        f"({ACCOUNT_ID}, {LICENSE_KEY}, each also as ..._FILE; {EDITION_IDS}; {DB_DIR}), else DB-IP Lite. "
        "The running service takes them within a minute."
    )
    requires_system_checks = ()  # one of them warns of what this command mends

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--source", choices=["maxmind", "dbip"], help="where to fetch from")
        parser.add_argument("--edition", action="append", metavar="ID", help="a database to fetch; may be repeated")
        parser.add_argument("--folder", type=Path, help=f"where to put it (default: {DB_DIR}, else GEOIP_PATH)")
        parser.add_argument("--base-url", metavar="URL", help="a mirror of the source")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            from iplookup.updating import UpdateError, update
        except ModuleNotFoundError:
            raise CommandError("update_geodata needs geoip2: pip install 'utilitysvc[update]'") from None
        folder = options["folder"] or Path(os.environ.get(DB_DIR) or update_folder(conf.geoip_path()))
        errors = []
        source, editions = _source(options["source"], options["base_url"], os.environ)
        for edition in options["edition"] or editions:
            try:
                with _interruptible():
                    outcome = update(edition, source, folder, self.progress(edition))
            except UpdateError as exc:
                errors.append(str(exc))
                continue
            except KeyboardInterrupt:
                errors.append(
                    f"{edition}: interrupted; the current file stays in place, and the same command starts again"
                )
                raise CommandError("\n".join(errors), returncode=INTERRUPTED) from None
            finally:
                self.clear()
            if options["verbosity"]:
                state = "updated to" if outcome.is_new else "up to date with"
                lacking = f"; {LACKING[edition]}" if edition in LACKING else ""
                self.stdout.write(f"{edition}: {state} the build of {outcome.build_date}{lacking}")
        if errors:
            raise CommandError("\n".join(errors))

    def progress(self, edition: str) -> Progress:
        """A bar where somebody watches, nothing in a log."""
        if not self.stderr.isatty():
            return lambda done, total: None

        def draw(done: int, total: int | None) -> None:
            amount = f"{done / MEGABYTE:.1f}" + (f" of {total / MEGABYTE:.1f} MB" if total else " MB")
            room = shutil.get_terminal_size().columns - len(edition) - len(amount) - len(" []  ")
            filled = round(room * done / total) if total else 0
            bar = f"[{'#' * filled:<{room}}] " if total and room > 0 else ""
            self.stderr.write(f"\r{edition} {bar}{amount}", self.style.NOTICE, ending="")

        return draw

    def clear(self) -> None:
        if self.stderr.isatty():
            self.stderr.write("\r\x1b[K", ending="")  # back to the start of the line, and erase it (ECMA-48)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let SIGTERM, by which containers and timers are stopped, end an update as ^C does: with nothing left behind."""
    if threading.current_thread() is not threading.main_thread():  # where no handler can be set
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _source(name: str | None, base_url: str | None, environment: Mapping[str, str]) -> tuple[sources.Source, list[str]]:
    """Return the source that is asked for, or that the environment has the means for, and its editions."""
    if base_url is not None and urlsplit(base_url).scheme not in ("http", "https"):
        raise CommandError(f"{base_url} is not the address of a web server")
    mirror = base_url.rstrip("/") if base_url else None
    account, key = _secret(ACCOUNT_ID, environment), _secret(LICENSE_KEY, environment)
    if name == "dbip" or not (name or account or key):
        return sources.dbip(mirror or sources.DBIP_URL), list(sources.DBIP_EDITIONS)
    if not (account and key):
        raise CommandError(f"MaxMind requires both {ACCOUNT_ID} and {LICENSE_KEY} in the environment")
    editions = environment.get(EDITION_IDS, "").replace(",", " ").split()
    return sources.maxmind(Credentials(account, key), mirror or sources.MAXMIND_URL), (
        editions or list(sources.MAXMIND_EDITIONS)
    )


def _secret(name: str, environment: Mapping[str, str]) -> str:
    """Return a variable, or the content of the file that it names with _FILE appended."""
    path = environment.get(f"{name}_FILE")
    if not path:
        return environment.get(name, "").strip()
    try:
        return Path(path).read_text().strip()
    except (OSError, UnicodeDecodeError) as exc:
        raise CommandError(f"{name}_FILE: {path} cannot be read: {getattr(exc, 'strerror', 'no text')}") from None
