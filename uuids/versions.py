"""The bits of each version of UUID (RFC 9562), many at once, as 32 hexadecimal digits each.

https://www.rfc-editor.org/rfc/rfc9562
"""

from datetime import UTC, datetime, timedelta
from functools import cache

from utilitysvc.drawing.sources import RandomBytes
from utilitysvc.kit.clock import unix_milliseconds

#: Versions 1 and 6 count ticks of 100 nanoseconds from the beginning of the Gregorian calendar.
GREGORIAN_EPOCH = datetime(1582, 10, 15, tzinfo=UTC)
TICKS_PER_MICROSECOND = 10

_BYTES = 16
_HEX_DIGITS = 2 * _BYTES
_VERSION_OCTET, _VARIANT_OCTET, _NODE_OCTET = 6, 8, 10
_VARIANT_10 = bytes(0x80 | octet & 0x3F for octet in range(256))
# A random node has the bit set that no network card's address has (RFC 9562, 6.10).
_MULTICAST = bytes(octet | 0x01 for octet in range(256))
_MILLISECOND_OCTETS = 6
_TICK_BITS = 60


def random_uuids(count: int, randbytes: RandomBytes) -> list[str]:
    """Return different UUIDs of version 4."""
    return _draw(count, 4, randbytes)


def timed_uuids(version: str, count: int, now: datetime, randbytes: RandomBytes) -> list[str]:
    """Return different UUIDs of version 1, 6 or 7 that all have the time ``now``; those of 6 and 7 ascend.

    Their random bits alone put them in order (RFC 9562, 6.2). Raises ValueError for a time that the version cannot
    hold.
    """
    if version == "7":
        return sorted(_draw(count, 7, randbytes, _milliseconds(now)))
    ticks = _ticks(now, version)
    if version == "6":
        # From the most significant bits to the least, so that the texts sort by time; four bits are the version's.
        return sorted(_draw(count, 6, randbytes, (ticks >> 12 << 16 | ticks & 0xFFF).to_bytes(8, "big"), _MULTICAST))
    low, middle, high = ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48
    return _draw(count, 1, randbytes, (low << 32 | middle << 16 | high).to_bytes(8, "big"), _MULTICAST)


def _milliseconds(now: datetime) -> bytes:
    milliseconds = unix_milliseconds(now)
    if milliseconds < 0:
        raise ValueError(f"clock must return a time from 1970 on for version 7, not {now.isoformat()}")
    return milliseconds.to_bytes(_MILLISECOND_OCTETS, "big")


def _ticks(now: datetime, version: str) -> int:
    ticks = (now.astimezone(UTC) - GREGORIAN_EPOCH) // timedelta(microseconds=1) * TICKS_PER_MICROSECOND
    if not 0 <= ticks < 1 << _TICK_BITS:
        raise ValueError(
            f"clock must return a time from 1582-10-15 to 5236 for version {version}, not {now.isoformat()}"
        )
    return ticks


@cache
def _version_bits(version: int) -> bytes:
    """Return a table that sets the upper half of an octet to ``version``."""
    return bytes(version << 4 | octet & 0x0F for octet in range(256))


def _draw(count: int, version: int, randbytes: RandomBytes, start: bytes = b"", node: bytes | None = None) -> list[str]:
    """Return the 32 hexadecimal digits of each, all different and beginning with the bytes ``start``.

    There is one draw, and each octet that is set is set in one step for all. ``node``: what becomes of the node's first
    octet.
    """
    version_bits = _version_bits(version)
    while True:
        octets = bytearray(randbytes(_BYTES * count))
        for place, octet in enumerate(start):
            octets[place::_BYTES] = bytes([octet]) * count
        octets[_VERSION_OCTET::_BYTES] = octets[_VERSION_OCTET::_BYTES].translate(version_bits)
        octets[_VARIANT_OCTET::_BYTES] = octets[_VARIANT_OCTET::_BYTES].translate(_VARIANT_10)
        if node:
            octets[_NODE_OCTET::_BYTES] = octets[_NODE_OCTET::_BYTES].translate(node)
        digits = octets.hex()
        drawn = [digits[place : place + _HEX_DIGITS] for place in range(0, len(digits), _HEX_DIGITS)]
        if len(set(drawn)) == count:
            return drawn
