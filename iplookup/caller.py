"""The caller's address: the connection's peer, or what the operator's own proxies say of it (I9)."""

import re

from iplookup.addresses import parse_address

#: An address as proxies write it: bare, or with a port, for which an IPv6 address needs brackets (RFC 3986, 3.2.2).
_ENTRY = re.compile(
    r"\[(?P<bracketed>[^\[\]]*)\](?::\d{1,5})?|(?P<ipv4>[\d.]+):\d{1,5}|(?P<bare>.*)", re.ASCII | re.DOTALL
)


def caller_address(*, peer: str, forwarded: str, proxies: int) -> str:
    """Return the caller's address as text.

    ``peer`` is the address at the other end of the connection, ``forwarded`` the X-Forwarded-For header, to which each
    of the ``proxies`` trusted proxies appended the address that it saw. Whatever stands further left is the client's
    own claim, and is not believed. Where the header has no address at the place that counts, the peer is the caller.
    """
    if proxies:
        entries = forwarded.rsplit(",", proxies)[-proxies:]
        if len(entries) == proxies and (address := _entry_address(entries[0].strip())):
            return address
    return peer.partition("%")[0]  # a link-local peer comes with the zone of our own interface


def _entry_address(entry: str) -> str | None:
    match = _ENTRY.fullmatch(entry)
    text = match and (match["bracketed"] or match["ipv4"] or match["bare"])
    address = parse_address(text) if text else None
    return address.text if address else None
