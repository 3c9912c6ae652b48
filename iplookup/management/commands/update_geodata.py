"""The command ``manage.py update_geodata``, which downloads the newest databases."""

import os
import signal
from argparse import ArgumentParser
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError

from iplookup.conf import update_folder

# The variables of geoipupdate, MaxMind's own tool.
ACCOUNT_ID = "GEOIPUPDATE_ACCOUNT_ID"
LICENSE_KEY = "GEOIPUPDATE_LICENSE_KEY"
EDITION_IDS = "GEOIPUPDATE_EDITION_IDS"
DB_DIR = "GEOIPUPDATE_DB_DIR"

MAXMIND_EDITIONS = ["GeoLite2-City", "GeoLite2-ASN"]
DBIP_EDITIONS = ["dbip-city-lite", "dbip-asn-lite"]
#: Data of the embedded databases that an edition does not have. The command says so after an update.
MISSING_DATA = {"dbip-city-lite": "; it has no time zones and no subdivision codes, which the embedded city.mmdb has"}

MEGABYTE = 1_000_000
INTERRUPTED = 130  # the exit code that shells report for a program ended by SIGINT


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
        # Containers and timers send SIGTERM. Treat it like Ctrl+C, so that an update removes its temporary files.
        before = None
        with suppress(ValueError):  # a thread other than the main one can set no handler
            before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self.update_all(options)
        finally:
            if before is not None:
                signal.signal(signal.SIGTERM, before)

    def update_all(self, options: Mapping[str, Any]) -> None:
        try:
            from iplookup.updating import UpdateError, update
        except ModuleNotFoundError:
            raise CommandError("update_geodata needs geoip2: pip install 'utilitysvc[update]'") from None
        mirror = options["base_url"]
        if mirror is not None and urlsplit(mirror).scheme not in ("http", "https"):
            raise CommandError(f"{mirror} is not the address of a web server")
        account = _account(options["source"])
        listed = os.environ.get(EDITION_IDS, "").replace(",", " ").split()
        folder = options["folder"] or Path(os.environ.get(DB_DIR) or update_folder())
        errors = []
        for name in options["edition"] or (listed or MAXMIND_EDITIONS if account else DBIP_EDITIONS):
            try:
                progress = partial(self.show_progress, name)
                is_new, built = update(name, folder, account, (mirror or "").rstrip("/"), progress)
            except UpdateError as exc:
                errors.append(f"{name}: {exc}")
                continue
            except KeyboardInterrupt:
                told = f"{name}: interrupted; the current file stays in place, and the same command starts again"
                raise CommandError("\n".join([*errors, told]), returncode=INTERRUPTED) from None
            finally:
                self.show("")
            if options["verbosity"]:
                state = "updated to" if is_new else "up to date with"
                self.stdout.write(f"{name}: {state} the build of {built:%Y-%m-%d}{MISSING_DATA.get(name, '')}")
        if errors:
            raise CommandError("\n".join(errors))

    def show_progress(self, edition: str, done: int, total: int | None) -> None:
        of_total = f" of {total / MEGABYTE:.1f}" if total else ""
        self.show(f"{edition} {done / MEGABYTE:.1f}{of_total} MB")

    def show(self, line: str) -> None:
        """Replace the line on a terminal. Show nothing elsewhere, such as in a log."""
        if self.stderr.isatty():
            self.stderr.write(f"\r\x1b[K{line}", self.style.NOTICE, ending="")  # erase the line (ECMA-48)


def _account(source: str | None) -> tuple[str, str] | None:
    """Return MaxMind's account id and licence key, or None for DB-IP, the default without any of them."""
    account = _secret(ACCOUNT_ID), _secret(LICENSE_KEY)
    if source == "dbip" or not (source or any(account)):
        return None
    if not all(account):
        raise CommandError(f"MaxMind requires both {ACCOUNT_ID} and {LICENSE_KEY} in the environment")
    return account


def _secret(name: str) -> str:
    """Return the variable ``name``, or the content of the file whose path the variable ``<name>_FILE`` has."""
    path = os.environ.get(f"{name}_FILE")
    if not path:
        return os.environ.get(name, "").strip()
    try:
        return Path(path).read_text().strip()
    except (OSError, UnicodeDecodeError) as exc:
        raise CommandError(f"{name}_FILE: {path} cannot be read: {getattr(exc, 'strerror', 'no text')}") from None
