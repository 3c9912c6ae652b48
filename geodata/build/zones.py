"""Find the time zone of a place: the zone of its country if there is only one, else that of the nearest city there."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from .places import Place


class ZonedPoint(NamedTuple):
    """A point whose time zone is known. Latitude and longitude are in degrees."""

    country: str
    latitude: float
    longitude: float
    zone: str


def read_zone_tab(text: str) -> list[ZonedPoint]:
    """Read ``zone.tab`` of tzdata, which has the time zones of each country with their principal locations."""
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return [ZonedPoint(country, *_iso_6709(location), zone) for country, location, zone, *_ in rows]


def _iso_6709(location: str) -> tuple[float, float]:
    """Read latitude and longitude of the form ±DDMM±DDDMM or ±DDMMSS±DDDMMSS."""
    angles = [
        (int(degrees) + int(minutes) / 60 + int(seconds or 0) / 3600) * (-1 if sign == "-" else 1)
        for sign, degrees, minutes, seconds in re.findall(r"([+-])(\d{2,3})(\d\d)(\d\d)?(?![^+-])", location)
    ]
    if len(angles) != 2:
        raise ValueError(f"Not a location of ISO 6709: {location!r}")
    return angles[0], angles[1]


def time_zones(places: Iterable[Place], tab: Iterable[ZonedPoint], cities: Iterable[ZonedPoint]) -> list[str]:
    """Return the zone of each place, or "" for one in a country that is in neither list.

    If a country has several zones but no city in ``cities``, the principal locations of its zones are used instead.
    """
    zones, known = _by_country(tab), _by_country(cities)

    @cache
    def candidates(country: str) -> tuple[list[ZonedPoint], np.ndarray]:
        points = zones[country] if len(zones[country]) == 1 else known[country] or zones[country]
        return points, _unit_vectors(points)

    found = []
    for place in places:
        points, vectors = candidates(place.country)
        # The nearest point on the sphere has the largest scalar product.
        found.append(points[np.argmax(vectors @ _unit_vectors([place])[0])].zone if points else "")
    return found


def _by_country(points: Iterable[ZonedPoint]) -> dict[str, list[ZonedPoint]]:
    grouped: dict[str, list[ZonedPoint]] = defaultdict(list)
    for point in points:
        grouped[point.country].append(point)
    return grouped


def _unit_vectors(points: Sequence[Place | ZonedPoint]) -> np.ndarray:
    latitude, longitude = np.radians([(point.latitude, point.longitude) for point in points]).reshape(-1, 2).T
    return np.stack(
        [np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)], axis=1
    )
