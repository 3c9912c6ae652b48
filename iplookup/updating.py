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
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import geoip2.database
import geoip2.errors

from iplookup.databases import BROKEN, KINDS, UnusableError, kind_of, metadata_of, open_database
from utilitysvc import __version__

MAXMIND_URL = "https://download.maxmind.com"
DBIP_URL = "https://download.db-ip.com"

#: Called with the number of bytes received, and the total number, or None if the server does not state it.
Progress = Callable[[int, int | None], None]

TIMEOUT_SECONDS = 30  # in which the server sends nothing
CHUNK_BYTES = 256 * 1024

#: By HTTP status: why the server refused the download, and what the operator can do about it.
REASONS = {
    **http.client.responses,
    **dict.fromkeys(range(300, 400), "it redirects in circles, or to something that is not a web server"),
    401: "the credentials were refused; check the account id and the licence key",
    403: "the account does not include it; leave the edition out, or check what the account includes",
    404: "there is no such file; check the name of the edition",
    429: "there were too many downloads today; try again tomorrow",
}
REFUSED_WITHOUT_ACCOUNT = (
    "it refuses downloads from this machine; try again later, name a mirror by --base-url, "
    "or put the file into the folder by hand"
)

#: The IPv4 and the IPv6 address of a name server of Google. Every database has data for them, but those of anonymizers.
PROBES = ("8.8.8.8", "2001:4860:4860::8888")

_READABLE_BY_ALL = 0o644


class UpdateError(Exception):
    """Why an update failed, in one line without credentials or signed URLs."""


class MissingError(UpdateError):
    """The server has no such file."""


#: An account id and a licence key of MaxMind, for HTTP Basic authentication.
Account = tuple[str, str]


def update(
    edition: str, folder: Path, account: Account | None, mirror: str, progress: Progress
) -> tuple[bool, datetime]:
    """Update ``<edition>.mmdb`` in ``folder``, or raise UpdateError and leave the file as it is.

    Return whether it was replaced, and when the current file was built, in UTC.

    With an account it is downloaded from MaxMind, as a compressed tar archive whose SHA-256 has a URL, otherwise from
    DB-IP, as a compressed database. ``mirror``: the beginning of the URLs of another server with the same files.
    """
    if not re.fullmatch("[A-Za-z0-9-]+", edition) or not kind_of(edition):
        raise UpdateError("the service cannot use this edition")
    target = folder / f"{edition}.mmdb"
    try:
        url, modified = _newest(edition, account, mirror, date.today())  # noqa: DTZ011  # DB-IP names no zone for its months
        folder.mkdir(parents=True, exist_ok=True)
        current = metadata_of(target)
        built = datetime.fromtimestamp(current.build_epoch, UTC) if current else None
        if built and modified and target.stat().st_mtime >= modified:
            return False, built
        with tempfile.TemporaryDirectory(dir=folder, prefix=".update-") as scratch:
            archive, database = Path(scratch, "archive"), Path(scratch, "database")
            with archive.open("wb") as file:
                file.writelines(_downloaded(url, account, progress))
            if account:
                with archive.open("rb") as file:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
                # A line of sha256sum: the digest, white space, the file's name.
                stated = re.match(rb"\s*([0-9a-f]{64})\s", b"".join(_downloaded(f"{url}.sha256", account)))
                if not stated:
                    raise UpdateError("the server provides no checksum")
                if stated[1].decode() != digest:
                    raise UpdateError("the checksum is wrong")
            _unpack(archive, database, is_tar=account is not None)
            new = _verified(database, edition, built)
            if modified:
                os.utime(database, (modified, modified))  # the next update compares this time
            database.replace(target)
    except (EOFError, gzip.BadGzipFile, zlib.error, tarfile.TarError):
        raise UpdateError("the downloaded file is damaged") from None
    except OSError as exc:
        raise UpdateError(f"cannot write to {folder}: {exc.strerror or exc}") from None
    return new != built, new


def _newest(edition: str, account: Account | None, mirror: str, today: date) -> tuple[str, float | None]:
    """Return the URL of the newest file, and the Unix timestamp of its last change, if the server states it.

    An account has 30 downloads a day; a HEAD request does not count as one.
    """
    url = f"{mirror or MAXMIND_URL}/geoip/databases/{edition}/download?suffix=tar.gz"
    if not account:
        months = (today, today.replace(day=1) - timedelta(days=1))  # a new file appears in the first days of a month
        newer, url = (f"{mirror or DBIP_URL}/free/{edition}-{month:%Y-%m}.mmdb.gz" for month in months)
        with suppress(MissingError):
            return newer, _last_modified(newer, account)
    return url, _last_modified(url, account)


def _last_modified(url: str, account: Account | None) -> float | None:
    with _open(url, account, "HEAD") as response, suppress(TypeError, ValueError):
        return parsedate_to_datetime(response.headers["Last-Modified"]).timestamp()
    return None


def _downloaded(url: str, account: Account | None, progress: Progress = lambda done, total: None) -> Iterator[bytes]:
    """Yield the file in pieces. Raises UpdateError if the download fails or the file is incomplete."""
    with _open(url, account) as response:
        total, done = response.length, 0
        while piece := response.read(CHUNK_BYTES):
            done += len(piece)
            progress(done, total)
            yield piece
        if response.length:  # what is left of it
            raise UpdateError(f"the file is incomplete: {done} of {total} bytes arrived")


@contextmanager
def _open(url: str, account: Account | None, method: str = "GET") -> Iterator[http.client.HTTPResponse]:
    """Yield the response of the server. Raises UpdateError for every failure."""
    request = urllib.request.Request(url, method=method, headers={"User-Agent": f"utilitysvc/{__version__}"})  # noqa: S310  # the command checks the scheme
    if account:
        token = base64.b64encode(":".join(account).encode()).decode()
        # Do not send the credentials along a redirect: it leads to the storage of another company.
        request.add_unredirected_header("Authorization", f"Basic {token}")
    try:
        with urllib.request.build_opener(_Redirects).open(request, timeout=TIMEOUT_SECONDS) as response:
            yield response
    except urllib.error.HTTPError as exc:
        exc.close()
        # Do not show the server's phrase: that of a redirect may contain a signed URL.
        reason = REASONS.get(exc.code, "an answer of an unknown kind")
        if exc.code == 403 and not account:
            reason = REFUSED_WITHOUT_ACCOUNT
        error = MissingError if exc.code == 404 else UpdateError
        raise error(f"{reason} (HTTP {exc.code} from {request.host})") from None
    except (OSError, http.client.HTTPException) as exc:
        cause: Any = exc.reason if isinstance(exc, urllib.error.URLError) else exc
        timeout = f"no answer within {TIMEOUT_SECONDS} s" if isinstance(cause, TimeoutError) else ""
        words = timeout or getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
        raise UpdateError(f"the connection to {request.host} failed: {words}") from None


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follow redirects with the same method, but never from HTTPS to HTTP.

    Before Python 3.13, urllib follows a HEAD by a GET, which a signed URL may refuse.
    """

    def redirect_request(self, req: urllib.request.Request, *args: Any) -> urllib.request.Request | None:
        if urlsplit(args[-1]).scheme not in ("https", req.type):
            raise UpdateError(f"{req.host} redirects to an address that is not secure")
        redirected = super().redirect_request(req, *args)
        if redirected:
            redirected.method = req.get_method()
        return redirected


def _unpack(archive: Path, database: Path, *, is_tar: bool) -> None:
    opened: Any = tarfile.open(archive) if is_tar else gzip.open(archive)  # noqa: SIM115  # closed by the next line
    with opened as content, database.open("wb") as file:
        source = content
        if is_tar:
            files = (member for member in content if member.isfile() and member.name.endswith(".mmdb"))
            source = next(map(content.extractfile, files), None)
            if not source:
                raise UpdateError("the downloaded archive contains no database")
        shutil.copyfileobj(source, file)
        file.flush()
        os.fsync(file.fileno())
    database.chmod(_READABLE_BY_ALL)  # the service may run as another user


def _verified(path: Path, edition: str, at_least: datetime | None) -> datetime:
    """Return when the new database was built, or raise UpdateError if it must not replace the current one."""
    try:
        database = open_database(path, edition)
    except UnusableError as exc:
        raise UpdateError(f"the download cannot be used: {exc}") from None
    if database.kind != kind_of(edition):
        raise UpdateError(f"the download is a database of type {database.database_type}")
    if database.ip_version != 6:
        raise UpdateError("the download contains no IPv6 addresses")
    if at_least and database.built < at_least:
        raise UpdateError(f"the download was built on {database.build_date}, before the current file")
    # MaxMind's own library must be able to read it. Its methods have the names of the kinds.
    with geoip2.database.Reader(path) as reader:
        look_up = getattr(reader, database.kind.lower().replace("-", "_"))
        if KINDS[database.kind] == "anonymity":
            return database.built
        for address in PROBES:
            try:
                look_up(address)
            except geoip2.errors.AddressNotFoundError:
                continue
            except (*BROKEN, AttributeError, TypeError):
                raise UpdateError("the download has broken records") from None
            return database.built
    raise UpdateError(f"the download contains neither {' nor '.join(PROBES)}")
