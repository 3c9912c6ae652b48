"""Find the newest release of a database, by the download protocols of MaxMind and DB-IP."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from iplookup.download import Credentials, DownloadError, last_modified

MAXMIND_URL = "https://download.maxmind.com"
MAXMIND_EDITIONS = ("GeoLite2-City", "GeoLite2-ASN")
DBIP_URL = "https://download.db-ip.com"
DBIP_EDITIONS = ("dbip-city-lite", "dbip-asn-lite")


class Release(NamedTuple):
    """The newest file of an edition: its URL, when it last changed (a Unix timestamp), and the URL of its SHA-256.

    The file is a database or, if ``is_tar``, a tar archive that contains one. Both are compressed by gzip.
    """

    url: str
    modified: float | None
    is_tar: bool
    credentials: Credentials | None = None
    checksum_url: str | None = None


#: A function that finds the newest release of an edition. It raises DownloadError if there is none.
Source = Callable[[str], Release]


def maxmind(credentials: Credentials, base_url: str = MAXMIND_URL) -> Source:
    """Return a source for MaxMind's downloads, of which an account has 30 a day. A HEAD request does not count as one.

    https://dev.maxmind.com/geoip/updating-databases/
    """

    def newest(edition: str) -> Release:
        url = f"{base_url}/geoip/databases/{edition}/download?suffix=tar.gz"
        modified = last_modified(url, credentials)
        return Release(url, modified, is_tar=True, credentials=credentials, checksum_url=f"{url}.sha256")

    return newest


def dbip(base_url: str = DBIP_URL, today: Callable[[], date] = date.today) -> Source:
    """Return a source for DB-IP's free databases, which appear in the first days of each month, without a checksum."""

    def newest(edition: str) -> Release:
        this_month = today().replace(day=1)
        last_month = (this_month - timedelta(days=1)).replace(day=1)
        try:
            return release(edition, this_month)
        except DownloadError as exc:
            if exc.status != 404:
                raise
        return release(edition, last_month)

    def release(edition: str, month: date) -> Release:
        url = f"{base_url}/free/{edition}-{month:%Y-%m}.mmdb.gz"
        return Release(url, last_modified(url), is_tar=False)

    return newest
