"""Download files from a web server in pieces, with the standard library."""

import base64
import http.client
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from utilitysvc import __version__

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


class Credentials(NamedTuple):
    """For HTTP Basic authentication (https://www.rfc-editor.org/rfc/rfc7617)."""

    user: str
    password: str


class DownloadError(Exception):
    """Why a download failed, in one line without credentials or signed URLs. ``status``: of the response, if any."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follow redirects with the same method, but never from HTTPS to HTTP."""

    def redirect_request(self, req: urllib.request.Request, *args: Any) -> urllib.request.Request | None:
        scheme = urlsplit(args[-1]).scheme
        if scheme not in ("http", "https") or (req.type == "https" and scheme != "https"):
            raise DownloadError(f"{req.host} redirects to an address that is not secure")
        redirected = super().redirect_request(req, *args)
        if redirected:
            redirected.method = req.get_method()
        return redirected


_opener = urllib.request.build_opener(_Redirects)


@contextmanager
def _open(url: str, method: str, credentials: Credentials | None) -> Iterator[http.client.HTTPResponse]:
    """Yield the response of the server. Raises DownloadError for every failure."""
    request = urllib.request.Request(url, method=method, headers={"User-Agent": f"utilitysvc/{__version__}"})  # noqa: S310  # the scheme is checked with the base URL
    if credentials:
        token = base64.b64encode(":".join(credentials).encode()).decode()
        # Do not send the credentials along a redirect: it leads to the storage of another company.
        request.add_unredirected_header("Authorization", f"Basic {token}")
    host = request.host
    try:
        with _opener.open(request, timeout=TIMEOUT_SECONDS) as response:
            yield response
    except urllib.error.HTTPError as exc:
        exc.close()
        reason = REFUSED_WITHOUT_ACCOUNT if exc.code == 403 and not credentials else _reason(exc.code)
        raise DownloadError(f"{reason} (HTTP {exc.code} from {host})", exc.code) from None
    except urllib.error.URLError as exc:
        raise DownloadError(f"{host} cannot be reached: {_plain(exc.reason)}") from None
    except (OSError, http.client.HTTPException) as exc:
        raise DownloadError(f"the connection to {host} failed: {_plain(exc)}") from None


def _reason(status: int) -> str:
    """Return our phrase for a status. Do not show the server's: that of a redirect may contain a signed URL."""
    if 300 <= status < 400:
        return "it redirects in circles, or to something that is not a web server"
    return REASONS.get(status) or http.client.responses.get(status, "an answer of an unknown kind")


def _plain(error: object) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer within {TIMEOUT_SECONDS} s"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def last_modified(url: str, credentials: Credentials | None = None) -> float | None:
    """Return when the file last changed, as a Unix timestamp in seconds, or None if the server does not say.

    Raises DownloadError if the server does not answer or refuses the request.
    """
    with _open(url, "HEAD", credentials) as response:
        try:
            return parsedate_to_datetime(response.headers["Last-Modified"]).timestamp()
        except (TypeError, ValueError):
            return None


def download(
    url: str,
    credentials: Credentials | None = None,
    progress: Progress = lambda done, total: None,
) -> Iterator[bytes]:
    """Yield the file in pieces. Raises DownloadError if the download fails or the file is incomplete."""
    with _open(url, "GET", credentials) as response:
        length = response.headers["Content-Length"]
        total = int(length) if length and length.isdecimal() else None
        done = 0
        while piece := response.read(CHUNK_BYTES):
            done += len(piece)
            progress(done, total)
            yield piece
        if total is not None and done < total:
            raise DownloadError(f"the file is incomplete: {done} of {total} bytes arrived")
