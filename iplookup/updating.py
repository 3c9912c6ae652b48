"""Download a database, verify it, and replace the old file atomically. If any step fails, the old file stays (I8)."""

import gzip
import hashlib
import os
import re
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

import geoip2.database
import geoip2.errors

from iplookup.databases import BROKEN, UnusableError, kind_of, open_database
from iplookup.download import DownloadError, Progress, download
from iplookup.reader import maxminddb
from iplookup.sources import Release, Source

_EDITION = re.compile(r"[A-Za-z0-9-]+")
_SHA256 = re.compile(r"[0-9a-f]{64}")

#: The IPv4 and the IPv6 address of a name server of Google. Every database of the kinds below has data for them.
PROBES = ("8.8.8.8", "2001:4860:4860::8888")

#: The method of geoip2, MaxMind's own client library, that reads a database of each kind.
LOOKUPS: Mapping[str, Callable[[geoip2.database.Reader, str], Any]] = {
    "Enterprise": geoip2.database.Reader.enterprise,
    "City": geoip2.database.Reader.city,
    "Country": geoip2.database.Reader.country,
    "ISP": geoip2.database.Reader.isp,
    "ASN": geoip2.database.Reader.asn,
    "Connection-Type": geoip2.database.Reader.connection_type,
}

_READABLE_BY_ALL = 0o644
_DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error, tarfile.TarError)


class UpdateError(Exception):
    """Why an update failed, in one line."""


class Outcome(NamedTuple):
    """Whether the file was replaced, and the day in UTC on which the current file was built."""

    is_new: bool
    build_date: str


def update(edition: str, source: Source, folder: Path, progress: Progress = lambda done, total: None) -> Outcome:
    """Update ``<edition>.mmdb`` in ``folder``, or raise UpdateError and leave the file as it is."""
    if not _EDITION.fullmatch(edition) or kind_of(edition) is None:
        raise UpdateError(f"{edition}: the service cannot use this edition")
    target = folder / f"{edition}.mmdb"
    try:
        release = source(edition)
        folder.mkdir(parents=True, exist_ok=True)
        built = _built(target)
        if built is not None and release.modified is not None and target.stat().st_mtime >= release.modified:
            return Outcome(is_new=False, build_date=_day(built))
        with _temporary(folder) as archive, _temporary(folder) as database:
            _fetch(release, archive, progress)
            _unpack(archive, database, is_tar=release.is_tar)
            new = _verify(Path(database.name), edition, at_least=built)
            _put_in_place(database, target, release.modified)
    except (UpdateError, DownloadError) as exc:
        raise UpdateError(f"{edition}: {exc}") from None
    except _DAMAGED:
        raise UpdateError(f"{edition}: the downloaded file is damaged") from None
    except OSError as exc:
        raise UpdateError(f"{edition}: cannot write to {folder}: {exc.strerror or exc}") from None
    return Outcome(is_new=new != built, build_date=_day(new))


def _built(path: Path) -> int | None:
    """Return when the database was built, or None if it cannot be read."""
    try:
        with maxminddb.open_database(path) as reader:
            return reader.metadata().build_epoch
    except (OSError, *BROKEN):
        return None


def _day(epoch: int) -> str:
    return datetime.fromtimestamp(epoch, UTC).date().isoformat()


@contextmanager
def _temporary(folder: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file in the target's folder, so that it can be renamed. The service ignores such a file name."""
    prefix, suffix = f".update-{os.getpid()}-", ".part"
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=prefix, suffix=suffix, delete=False) as file:
            yield file
    finally:  # find the file by its name: an interrupt may come after its creation, but before ``file`` is assigned
        for path in folder.glob(f"{prefix}*{suffix}"):
            path.unlink(missing_ok=True)


def _fetch(release: Release, archive: IO[bytes], progress: Progress) -> None:
    digest = hashlib.sha256()
    for piece in download(release.url, release.credentials, progress):
        digest.update(piece)
        archive.write(piece)
    archive.flush()
    if release.checksum_url:
        # The format of sha256sum: the digest, white space, the file's name.
        stated = b"".join(download(release.checksum_url, release.credentials)).decode(errors="replace").split()
        if not stated or not _SHA256.fullmatch(stated[0]):
            raise UpdateError("the server provides no checksum")
        if stated[0] != digest.hexdigest():
            raise UpdateError("the checksum is wrong")


def _unpack(archive: IO[bytes], database: IO[bytes], *, is_tar: bool) -> None:
    archive.seek(0)
    if not is_tar:
        with gzip.open(archive) as compressed:
            shutil.copyfileobj(compressed, database)
    else:
        with tarfile.open(fileobj=archive, mode="r:gz") as members:
            found = next((member for member in members if member.isfile() and member.name.endswith(".mmdb")), None)
            content = members.extractfile(found) if found else None
            if content is None:
                raise UpdateError("the downloaded archive contains no database")
            shutil.copyfileobj(content, database)
    database.flush()


def _verify(path: Path, edition: str, *, at_least: int | None) -> int:
    """Return when the new database was built, or raise UpdateError if it must not replace the current one."""
    kind = kind_of(edition) or ""
    try:
        database = open_database(path, edition)
    except UnusableError as exc:
        raise UpdateError(f"the download cannot be used: {exc}") from None
    database.reader.close()
    if database.kind != kind:
        raise UpdateError(f"the download is a database of type {database.database_type}")
    if database.ip_version != 6:
        raise UpdateError("the download contains no IPv6 addresses")
    if at_least is not None and database.built.timestamp() < at_least:
        raise UpdateError(f"the download was built on {database.build_date}, before the current file")
    if lookup := LOOKUPS.get(kind):
        with geoip2.database.Reader(path) as reader:
            known = [_knows(reader, lookup, address) for address in PROBES]
        if not any(known):
            raise UpdateError(f"the download contains neither {' nor '.join(PROBES)}")
    return int(database.built.timestamp())


def _knows(reader: geoip2.database.Reader, lookup: Callable[[geoip2.database.Reader, str], Any], address: str) -> bool:
    try:
        lookup(reader, address)
    except geoip2.errors.AddressNotFoundError:
        return False
    except (*BROKEN, AttributeError, TypeError):
        raise UpdateError("the download has broken records") from None
    return True


def _put_in_place(database: IO[bytes], target: Path, modified: float | None) -> None:
    os.fchmod(database.fileno(), _READABLE_BY_ALL)  # the service may run as another user
    if modified is not None:
        os.utime(database.fileno(), (modified, modified))  # the next update compares this time
    os.fsync(database.fileno())
    Path(database.name).replace(target)
