"""The bits of each version of UUID (RFC 9562), many at once, as 32 hexadecimal digits each.

https://www.rfc-editor.org/rfc/rfc9562
"""

from datetime import UTC, datetime, timedelta

from utilitysvc.drawing.sources import RandomBytes
from utilitysvc.kit.clock import unix_milliseconds

#: Versions 1 and 6 count ticks of 100 nanoseconds from the beginning of the Gregorian calendar.
GREGORIAN_EPOCH = datetime(1582, 10, 15, tzinfo=UTC)
TICKS_PER_MICROSECOND = 10

_BYTES, _HEX_DIGITS = 16, 32
_VERSION, _VARIANT = 0xF << 76, 0b11 << 62
# A random node has the bit set that no network card's address has (section 6.10).
_MULTICAST = 1 << 40


def draw(version: str, count: int, now: datetime, randbytes: RandomBytes) -> list[str]:
    """Return the digits of different UUIDs of version 4, 7, 1 or 6. All of them have the time ``now``; 6 and 7 ascend.

    Their random bits alone put them in order (RFC 9562, 6.2). Raises ValueError for a time that the version cannot
    hold.
    """
    time, time_bits = _time(version, now)
    free = (1 << 128 - time_bits) - 1 & ~(_VERSION | _VARIANT)
    fixed = time << 128 - time_bits | int(version) << 76 | 0b10 << 62 | (_MULTICAST if version in "16" else 0)
    # All UUIDs are one integer while their bits are set: an operation for each would take several times as long.
    all_free, all_fixed = (int.from_bytes(bits.to_bytes(_BYTES) * count) for bits in (free, fixed))
    while True:
        numbers = int.from_bytes(randbytes(_BYTES * count)) & all_free | all_fixed
        digits = numbers.to_bytes(_BYTES * count).hex()
        drawn = [digits[place : place + _HEX_DIGITS] for place in range(0, len(digits), _HEX_DIGITS)]
        if len(set(drawn)) == count:
            return sorted(drawn) if version in "67" else drawn


def _time(version: str, now: datetime) -> tuple[int, int]:
    """Return the first bits of each UUID, and how many there are. Of version 4 there are none."""
    if version == "4":
        return 0, 0
    if version == "7":
        ticks, since = unix_milliseconds(now), "1970 on"
    else:
        ticks = (now.astimezone(UTC) - GREGORIAN_EPOCH) // timedelta(microseconds=1) * TICKS_PER_MICROSECOND
        since = "1582-10-15 to 5236"
    if not 0 <= ticks < 1 << 60:
        raise ValueError(f"clock must return a time from {since} for version {version}, not {now.isoformat()}")
    if version == "7":
        return ticks, 48
    if version == "6":
        # From the most significant bits to the least, so that the texts sort by time; four bits are the version's.
        return ticks >> 12 << 16 | ticks & 0xFFF, 64
    return (ticks & 0xFFFFFFFF) << 32 | (ticks >> 32 & 0xFFFF) << 16 | ticks >> 48, 64
