"""Download a database, verify it, and replace the old file atomically. If any step fails, the old file stays.

Two sources: MaxMind, with an account (https://dev.maxmind.com/geoip/updating-databases/), and DB-IP's free databases.
"""

import base64
import gzip
import hashlib
import http.client
import os
import re
import shutil
import tarfile
import tempfile
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import geoip2.database
import geoip2.errors

from iplookup.databases import BROKEN, KINDS, UnusableError, kind_of, open_database
from iplookup.reader import maxminddb
from utilitysvc import __version__

MAXMIND_URL = "https://download.maxmind.com"
DBIP_URL = "https://download.db-ip.com"

#: Called with the number of bytes received, and the total number, or None if the server does not state it.
Progress = Callable[[int, int | None], None]

TIMEOUT_SECONDS = 30  # in which the server sends nothing
CHUNK_BYTES = 256 * 1024

#: By HTTP status: why the server refused the download, and what the operator can do about it.
REASONS = {
    401: "the credentials were refused; check the account id and the licence key",
    403: "the account does not include it; leave the edition out, or check what the account includes",
    404: "there is no such file; check the name of the edition",
    429: "there were too many downloads today; try again tomorrow",
}
REFUSED_WITHOUT_ACCOUNT = (
    "it refuses downloads from this machine; try again later, name a mirror by --base-url, "
    "or put the file into the folder by hand"
)
REDIRECTED = "it redirects in circles, or to something that is not a web server"

#: The IPv4 and the IPv6 address of a name server of Google. Every database has data for them, but those of anonymizers.
PROBES = ("8.8.8.8", "2001:4860:4860::8888")

_READABLE_BY_ALL = 0o644
_SHA256 = re.compile(rb"[0-9a-f]{64}")
_DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error, tarfile.TarError)


class UpdateError(Exception):
    """Why an update failed, in one line without credentials or signed URLs. ``status``: of the response, if any."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class Account(NamedTuple):
    """An account of MaxMind, for HTTP Basic authentication."""

    user: str
    password: str


class Release(NamedTuple):
    """The newest file of an edition. ``modified``: when it last changed, a Unix timestamp, if the server says so.

    With an account it is a compressed tar archive whose SHA-256 has a URL, otherwise a compressed database.
    """

    url: str
    modified: float | None
    account: Account | None = None


#: A function that finds the newest release of an edition. It raises UpdateError if there is none.
Source = Callable[[str], Release]


class Outcome(NamedTuple):
    """Whether the file was replaced, and the day in UTC on which the current file was built."""

    is_new: bool
    build_date: str


def _no_progress(done: int, total: int | None) -> None:
    pass


def maxmind(edition: str, account: Account, base_url: str | None = None) -> Release:
    """Find a release. An account has 30 downloads a day; a HEAD request does not count as one."""
    url = f"{base_url or MAXMIND_URL}/geoip/databases/{edition}/download?suffix=tar.gz"
    return Release(url, _last_modified(url, account), account)


def dbip(edition: str, base_url: str | None = None, today: Callable[[], date] = date.today) -> Release:
    """Find a release. A new one appears in the first days of each month."""
    month = today().replace(day=1)
    while True:
        url = f"{base_url or DBIP_URL}/free/{edition}-{month:%Y-%m}.mmdb.gz"
        try:
            return Release(url, _last_modified(url))
        except UpdateError as exc:
            if exc.status != 404 or month < today().replace(day=1):
                raise
        month = (month - timedelta(days=1)).replace(day=1)


def update(edition: str, source: Source, folder: Path, progress: Progress = _no_progress) -> Outcome:
    """Update ``<edition>.mmdb`` in ``folder``, or raise UpdateError and leave the file as it is."""
    if not edition.replace("-", "").isalnum() or not edition.isascii() or kind_of(edition) is None:
        raise UpdateError(f"{edition}: the service cannot use this edition")
    target = folder / f"{edition}.mmdb"
    try:
        release = source(edition)
        folder.mkdir(parents=True, exist_ok=True)
        built = _built(target)
        if built is not None and release.modified is not None and target.stat().st_mtime >= release.modified:
            return Outcome(is_new=False, build_date=built.date().isoformat())
        with tempfile.TemporaryDirectory(dir=folder, prefix=".update-") as scratch:
            archive, database = Path(scratch, "archive"), Path(scratch, "database")
            _fetch(release, archive, progress)
            _unpack(archive, database, is_tar=release.account is not None)
            new = _verified(database, edition, at_least=built)
            if release.modified is not None:
                os.utime(database, (release.modified, release.modified))  # the next update compares this time
            database.replace(target)
    except UpdateError as exc:
        raise UpdateError(f"{edition}: {exc}") from None
    except _DAMAGED:
        raise UpdateError(f"{edition}: the downloaded file is damaged") from None
    except OSError as exc:
        raise UpdateError(f"{edition}: cannot write to {folder}: {exc.strerror or exc}") from None
    return Outcome(is_new=new != built, build_date=new.date().isoformat())


def _built(path: Path) -> datetime | None:
    """Return when the database was built, or None if it cannot be read."""
    try:
        with maxminddb.open_database(path) as reader:
            return datetime.fromtimestamp(reader.metadata().build_epoch, UTC)
    except (OSError, *BROKEN):
        return None


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follow redirects with the same method, but never from HTTPS to HTTP."""

    def redirect_request(self, req: urllib.request.Request, *args: Any) -> urllib.request.Request | None:
        scheme = urlsplit(args[-1]).scheme
        if scheme not in ("http", "https") or (req.type == "https" and scheme != "https"):
            raise UpdateError(f"{req.host} redirects to an address that is not secure")
        redirected = super().redirect_request(req, *args)
        if redirected:
            redirected.method = req.get_method()
        return redirected


@contextmanager
def _open(url: str, account: Account | None, method: str = "GET") -> Iterator[http.client.HTTPResponse]:
    """Yield the response of the server. Raises UpdateError for every failure."""
    request = urllib.request.Request(url, method=method, headers={"User-Agent": f"utilitysvc/{__version__}"})  # noqa: S310  # the command checks the scheme
    if account:
        token = base64.b64encode(":".join(account).encode()).decode()
        # Do not send the credentials along a redirect: it leads to the storage of another company.
        request.add_unredirected_header("Authorization", f"Basic {token}")
    host = request.host
    try:
        with urllib.request.build_opener(_Redirects).open(request, timeout=TIMEOUT_SECONDS) as response:
            yield response
    except urllib.error.HTTPError as exc:
        exc.close()
        raise UpdateError(f"{_reason(exc.code, account)} (HTTP {exc.code} from {host})", exc.code) from None
    except (OSError, http.client.HTTPException) as exc:
        raise UpdateError(f"the connection to {host} failed: {_cause(exc)}") from None


def _reason(status: int, account: Account | None) -> str:
    """Return our phrase for a status. Do not show the server's: that of a redirect may contain a signed URL."""
    if 300 <= status < 400:
        return REDIRECTED
    reasons = REASONS if account else REASONS | {403: REFUSED_WITHOUT_ACCOUNT}
    return reasons.get(status) or http.client.responses.get(status, "an answer of an unknown kind")


def _cause(error: object) -> str:
    if isinstance(error, urllib.error.URLError):
        return _cause(error.reason)
    if isinstance(error, TimeoutError):
        return f"no answer within {TIMEOUT_SECONDS} s"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _last_modified(url: str, account: Account | None = None) -> float | None:
    with _open(url, account, "HEAD") as response:
        try:
            return parsedate_to_datetime(response.headers["Last-Modified"]).timestamp()
        except (TypeError, ValueError):
            return None


def _download(url: str, account: Account | None, progress: Progress = _no_progress) -> Iterator[bytes]:
    """Yield the file in pieces. Raises UpdateError if the download fails or the file is incomplete."""
    with _open(url, account) as response:
        length = response.headers["Content-Length"]
        total = int(length) if length and length.isdecimal() else None
        done = 0
        while piece := response.read(CHUNK_BYTES):
            done += len(piece)
            progress(done, total)
            yield piece
        if total is not None and done < total:
            raise UpdateError(f"the file is incomplete: {done} of {total} bytes arrived")


def _fetch(release: Release, archive: Path, progress: Progress) -> None:
    with archive.open("wb") as file:
        file.writelines(_download(release.url, release.account, progress))
    if release.account:
        # The format of sha256sum: the digest, white space, the file's name.
        stated = b"".join(_download(f"{release.url}.sha256", release.account)).split()
        if not stated or not _SHA256.fullmatch(stated[0]):
            raise UpdateError("the server provides no checksum")
        with archive.open("rb") as file:
            if stated[0].decode() != hashlib.file_digest(file, "sha256").hexdigest():
                raise UpdateError("the checksum is wrong")


def _unpack(archive: Path, database: Path, *, is_tar: bool) -> None:
    with gzip.open(archive) as content, database.open("wb") as file:
        if not is_tar:
            shutil.copyfileobj(content, file)
        else:
            with tarfile.open(fileobj=content) as members:
                for member in members:
                    if member.name.endswith(".mmdb") and (source := members.extractfile(member)):
                        shutil.copyfileobj(source, file)
                        break
                else:
                    raise UpdateError("the downloaded archive contains no database")
        file.flush()
        os.fchmod(file.fileno(), _READABLE_BY_ALL)  # the service may run as another user
        os.fsync(file.fileno())


def _verified(path: Path, edition: str, *, at_least: datetime | None) -> datetime:
    """Return when the new database was built, or raise UpdateError if it must not replace the current one."""
    try:
        database = open_database(path, edition)
    except UnusableError as exc:
        raise UpdateError(f"the download cannot be used: {exc}") from None
    database.reader.close()
    if database.kind != kind_of(edition):
        raise UpdateError(f"the download is a database of type {database.database_type}")
    if database.ip_version != 6:
        raise UpdateError("the download contains no IPv6 addresses")
    if at_least is not None and database.built < at_least:
        raise UpdateError(f"the download was built on {database.build_date}, before the current file")
    if KINDS[database.kind] != "anonymity":
        with geoip2.database.Reader(path) as reader:
            # The methods of MaxMind's own library have the names of the kinds.
            look_up = getattr(reader, database.kind.lower().replace("-", "_"))
            if not [address for address in PROBES if _knows(look_up, address)]:
                raise UpdateError(f"the download contains neither {' nor '.join(PROBES)}")
    return database.built


def _knows(look_up: Callable[[str], Any], address: str) -> bool:
    try:
        look_up(address)
    except geoip2.errors.AddressNotFoundError:
        return False
    except (*BROKEN, AttributeError, TypeError):
        raise UpdateError("the download has broken records") from None
    return True
