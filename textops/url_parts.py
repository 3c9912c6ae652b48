"""The parts of a URL, as browsers parse it (X13).

https://url.spec.whatwg.org/
"""

import re
from urllib.parse import parse_qsl

from textops.json_text import format_json
from textops.limits import LARGEST, check_size
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.extras import Extra

ADA = Extra("url", "can_ada")

_BEFORE_HOST = re.compile(r"[\x00-\x20]*+[A-Za-z][A-Za-z0-9+.-]*+:[/\\]*+")
# Behind a name and a password, which end at the last "@".
_PORT = re.compile(r"(?:[^/?#]*@)?+(?:\[[^\]]*\]|[^/?#:\[]*):([^/?#]+)")
_LAST_PORT = 65535
_EMPTY_PARAMETER = '    {\n      "name": "",\n      "value": ""\n    },\n'


def url_parse(text: str, *, largest: int = LARGEST) -> str:
    """Return the parts of the absolute URL ``text`` as a formatted JSON object.

    Parts that the URL does not have are null. ``largest``: how many bytes the result may have. Raises CodecError if a
    browser would refuse the URL, and ServiceError if the result would be larger.
    """
    library = ADA.load()
    try:
        url = library.parse(text)
    except ValueError:
        raise _error(text) from None
    host = url.hostname if url.has_hostname() else None
    query = url.search.removeprefix("?")
    # A letter and its "&" become some sixty characters.
    check_size(sum(map(bool, query.split("&"))) * len(_EMPTY_PARAMETER), largest)
    return format_json(
        {
            "href": url.href,
            "scheme": url.protocol.removesuffix(":"),
            "username": url.username or None,
            "password": url.password or None,
            "host": host,
            "host_unicode": library.idna_decode(host.encode()) if host else host,
            "port": int(url.port) if url.port else None,
            "path": url.pathname,
            "query": query if url.has_search() else None,
            # The library's own query parser raises UnicodeDecodeError for %FF. Browsers decode it to U+FFFD.
            "parameters": [{"name": name, "value": value} for name, value in parse_qsl(query, keep_blank_values=True)],
            "fragment": url.hash.removeprefix("#") if url.has_hash() else None,
        },
        largest,
    )


def _error(text: str) -> CodecError:
    """Return an error that tells what is wrong with a URL. The library does not tell it."""
    before_host = _BEFORE_HOST.match(text)
    if before_host is None:
        # A browser removes C0 controls and spaces from both ends.
        start = len(text) - len(text.lstrip("".join(map(chr, range(0x21)))))
        return CodecError("a URL begins with its scheme", start, "such as https://example.com/")
    host = before_host.end()
    port = _PORT.match(text, host)
    if port and not (re.fullmatch("0*[0-9]{1,5}", port[1]) and int(port[1]) <= _LAST_PORT):
        return CodecError(f"a port that is not a number from 0 to {_LAST_PORT}", port.start(1))
    return CodecError(
        "a host that is missing or not valid", host, "write a name, an IPv4 address, or an IPv6 address in brackets"
    )
