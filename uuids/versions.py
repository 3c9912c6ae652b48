"""The bits of each version of UUID (RFC 9562), many at once, as 32 hexadecimal digits each.

https://www.rfc-editor.org/rfc/rfc9562
"""

from datetime import UTC, datetime, timedelta

from utilitysvc.drawing.sources import RandomBytes
from utilitysvc.kit.clock import unix_milliseconds

#: Versions 1 and 6 count ticks of 100 nanoseconds from the beginning of the Gregorian calendar.
GREGORIAN_EPOCH = datetime(1582, 10, 15, tzinfo=UTC)
TICKS_PER_MICROSECOND = 10

_BITS = 128
_BYTES, _HEX_DIGITS = _BITS // 8, _BITS // 4
_MILLISECOND_BITS, _TICK_BITS, _TIME_BITS = 48, 60, 64
_VERSION = 0xF << 76
_VARIANT, _VARIANT_10 = 0b11 << 62, 0b10 << 62
# A random node has the bit set that no network card's address has (section 6.10).
_MULTICAST = 1 << 40


def random_uuids(count: int, randbytes: RandomBytes) -> list[str]:
    """Return different UUIDs of version 4."""
    return _draw(count, 4, randbytes)


def timed_uuids(version: str, count: int, now: datetime, randbytes: RandomBytes) -> list[str]:
    """Return different UUIDs of version 1, 6 or 7 that all have the time ``now``; those of 6 and 7 ascend.

    Their random bits alone put them in order (RFC 9562, 6.2). Raises ValueError for a time that the version cannot
    hold.
    """
    if version == "7":
        return sorted(_draw(count, 7, randbytes, _milliseconds(now), _MILLISECOND_BITS))
    ticks = _ticks(now, version)
    if version == "6":
        # From the most significant bits to the least, so that the texts sort by time; four bits are the version's.
        return sorted(_draw(count, 6, randbytes, ticks >> 12 << 16 | ticks & 0xFFF, _TIME_BITS, _MULTICAST))
    low, middle, high = ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48
    return _draw(count, 1, randbytes, low << 32 | middle << 16 | high, _TIME_BITS, _MULTICAST)


def _milliseconds(now: datetime) -> int:
    milliseconds = unix_milliseconds(now)
    if milliseconds < 0:
        raise ValueError(f"clock must return a time from 1970 on for version 7, not {now.isoformat()}")
    return milliseconds


def _ticks(now: datetime, version: str) -> int:
    ticks = (now.astimezone(UTC) - GREGORIAN_EPOCH) // timedelta(microseconds=1) * TICKS_PER_MICROSECOND
    if not 0 <= ticks < 1 << _TICK_BITS:
        raise ValueError(
            f"clock must return a time from 1582-10-15 to 5236 for version {version}, not {now.isoformat()}"
        )
    return ticks


def _draw(
    count: int, version: int, randbytes: RandomBytes, start: int = 0, start_bits: int = 0, flags: int = 0
) -> list[str]:
    """Return the 32 hexadecimal digits of each, all different and beginning with ``start`` in ``start_bits`` bits.

    ``flags``: further bits that are set. All UUIDs are one integer while their bits are set, since an operation for
    each of them would take several times as long.
    """
    free = ((1 << _BITS - start_bits) - 1) & ~(_VERSION | _VARIANT)
    fixed = start << _BITS - start_bits | version << 76 | _VARIANT_10 | flags
    all_free, all_fixed = (int.from_bytes(bits.to_bytes(_BYTES) * count) for bits in (free, fixed))
    while True:
        numbers = int.from_bytes(randbytes(_BYTES * count)) & all_free | all_fixed
        digits = numbers.to_bytes(_BYTES * count).hex()
        drawn = [digits[place : place + _HEX_DIGITS] for place in range(0, len(digits), _HEX_DIGITS)]
        if len(set(drawn)) == count:
            return drawn
