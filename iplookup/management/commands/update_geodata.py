"""The command ``manage.py update_geodata``, which downloads the newest databases."""

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

# The variables of geoipupdate, MaxMind's own tool.
ACCOUNT_ID = "GEOIPUPDATE_ACCOUNT_ID"
LICENSE_KEY = "GEOIPUPDATE_LICENSE_KEY"
EDITION_IDS = "GEOIPUPDATE_EDITION_IDS"
DB_DIR = "GEOIPUPDATE_DB_DIR"

MEGABYTE = 1_000_000

INTERRUPTED = 130  # the exit code that shells report for a program ended by SIGINT

#: Data of the embedded databases that an edition does not have. The command says so after an update.
MISSING_DATA = {"dbip-city-lite": "it has no time zones and no subdivision codes, which the embedded city.mmdb has"}


class Command(BaseCommand):
    help = (
        "Fetch fresh databases: from MaxMind where its account is in the environment "
        f"({ACCOUNT_ID}, {LICENSE_KEY}, each also as ..._FILE; {EDITION_IDS}; {DB_DIR}), else DB-IP Lite. "
        "The running service takes them within a minute."
    )
    requires_system_checks = ()  # one of the checks warns of missing databases, which this command downloads

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
                missing = f"; {MISSING_DATA[edition]}" if edition in MISSING_DATA else ""
                self.stdout.write(f"{edition}: {state} the build of {outcome.build_date}{missing}")
        if errors:
            raise CommandError("\n".join(errors))

    def progress(self, edition: str) -> Progress:
        """Return a function that draws a progress bar on a terminal, and does nothing elsewhere, such as in a log."""
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
            self.stderr.write("\r\x1b[K", ending="")  # go to the start of the line and erase it (ECMA-48)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Treat SIGTERM, which containers and timers send, like Ctrl+C, so that an update removes its temporary files."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread can set handlers
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _source(name: str | None, base_url: str | None, environment: Mapping[str, str]) -> tuple[sources.Source, list[str]]:
    """Return the source and its editions. The default is MaxMind if the environment has an account, otherwise DB-IP."""
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
    """Return the variable ``name``, or the content of the file whose path the variable ``<name>_FILE`` has."""
    path = environment.get(f"{name}_FILE")
    if not path:
        return environment.get(name, "").strip()
    try:
        return Path(path).read_text().strip()
    except (OSError, UnicodeDecodeError) as exc:
        raise CommandError(f"{name}_FILE: {path} cannot be read: {getattr(exc, 'strerror', 'no text')}") from None
