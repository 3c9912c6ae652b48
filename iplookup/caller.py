"""Find the caller's address: the peer of the connection, or the address that the operator's proxies report (I9)."""

import re

from iplookup.addresses import parse_address

#: An address as proxies write it: alone, or with a port. An IPv6 address with a port is in brackets (RFC 3986, 3.2.2).
_ENTRY = re.compile(
    r"\[(?P<bracketed>[^\[\]]*)\](?::\d{1,5})?|(?P<ipv4>[\d.]+):\d{1,5}|(?P<bare>.*)", re.ASCII | re.DOTALL
)


def caller_address(*, peer: str, forwarded: str, proxies: int) -> str:
    """Return the caller's address as text.

    ``peer`` is the address at the other end of the connection. ``forwarded`` is the X-Forwarded-For header, to which
    each of the ``proxies`` trusted proxies appended the address of its peer. The client may have written any entries
    before those, so do not trust them. If the trusted entry is missing or is not an address, ``peer`` is returned.
    """
    if proxies:
        entries = forwarded.rsplit(",", proxies)[-proxies:]
        if len(entries) == proxies and (address := _entry_address(entries[0].strip())):
            return address
    return peer.partition("%")[0]  # a link-local address is followed by the zone id of this machine's interface


def _entry_address(entry: str) -> str | None:
    match = _ENTRY.fullmatch(entry)
    text = match and (match["bracketed"] or match["ipv4"] or match["bare"])
    address = parse_address(text) if text else None
    return address.text if address else None
