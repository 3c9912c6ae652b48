"""Requests that gunicorn takes, and that another reader of the same bytes may understand otherwise."""

from typing import Any

from gunicorn.http.errors import InvalidHeader, InvalidHTTPVersion, UnsupportedTransferCoding

__all__ = ["check_request"]

VERSIONS = ((1, 0), (1, 1))


def check_request(request: Any) -> None:
    """Refuse a request of gunicorn's parser by its own exceptions, which gunicorn answers with 400 or 501.

    - A version that does not exist (HTTP/1.2): https://www.rfc-editor.org/rfc/rfc9110#section-2.5
    - HTTP/1.1 without Host: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    - Transfer codings besides chunked: gunicorn hands over ``gzip, chunked`` as it came, still compressed.

    A client that wants the connection closed and says more beside it (``TE, close``, as Perl's LWP does) gets its wish:
    https://www.rfc-editor.org/rfc/rfc9112#section-9.6. Gunicorn knows ``close`` alone.
    """
    if request.version not in VERSIONS:
        raise InvalidHTTPVersion(request.version)
    host = False
    for name, value in request.headers:
        if name == "HOST":
            host = True
        elif name == "TRANSFER-ENCODING" and value.lower() != "chunked":
            raise UnsupportedTransferCoding(value)
        elif name == "CONNECTION" and "close" in map(str.strip, value.lower().split(",")):
            request.force_close()
    if not host and request.version == (1, 1):
        raise InvalidHeader("HOST", req=request)
