"""Find the time zone of a place: the zone of its country if there is only one, else that of the nearest city there."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

CHUNK = 2048  # to limit memory, compare at most so many places at a time with the cities of their country


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
    match = re.fullmatch(r"([+-])(\d\d)(\d\d)(\d\d)?([+-])(\d\d\d)(\d\d)(\d\d)?", location)
    if match is None:
        raise ValueError(f"Not a location of ISO 6709: {location!r}")
    angles = []
    for sign, degrees, minutes, seconds in (match.groups()[:4], match.groups()[4:]):
        angle = int(degrees) + int(minutes) / 60 + int(seconds or 0) / 3600
        angles.append(-angle if sign == "-" else angle)
    return angles[0], angles[1]


def time_zones(
    places: Sequence[tuple[str, float, float]], tab: Iterable[ZonedPoint], cities: Iterable[ZonedPoint]
) -> list[str]:
    """Return the zone of each (country, latitude, longitude), or "" for a country that is in neither list.

    If a country has several zones but no city in ``cities``, the principal locations of its zones are used instead.
    """
    zones, known = _by_country(tab), _by_country(cities)
    members: dict[str, list[int]] = defaultdict(list)
    for index, (country, _, _) in enumerate(places):
        members[country].append(index)
    found = [""] * len(places)
    for country, indices in members.items():
        candidates = zones[country]
        if len(candidates) != 1:
            candidates = known[country] or candidates
        if candidates:
            nearest = _nearest([places[index][1:] for index in indices], [point[1:3] for point in candidates])
            for index, choice in zip(indices, nearest, strict=True):
                found[index] = candidates[choice].zone
    return found


def _by_country(points: Iterable[ZonedPoint]) -> dict[str, list[ZonedPoint]]:
    grouped: dict[str, list[ZonedPoint]] = defaultdict(list)
    for point in points:
        grouped[point.country].append(point)
    return grouped


def _nearest(points: Sequence[tuple[float, float]], candidates: Sequence[tuple[float, float]]) -> np.ndarray:
    """Return for each point the index of the nearest candidate on the sphere."""
    vectors, others = _unit_vectors(points), _unit_vectors(candidates)
    chunks = (vectors[first : first + CHUNK] @ others.T for first in range(0, len(vectors), CHUNK))
    return np.concatenate([np.argmax(chunk, axis=1) for chunk in chunks])


def _unit_vectors(points: Sequence[tuple[float, float]]) -> np.ndarray:
    latitude, longitude = np.radians(np.array(points, dtype=float)).T
    return np.stack(
        [np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)], axis=1
    )
