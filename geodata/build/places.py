"""Reduce the source's records to places: one for each city, at the coordinates that most of its addresses have."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

#: Of an IPv4 address. An IPv6 network has the weight 1, so they decide if the IPv4 addresses are equal.
IPV4_WEIGHT = 1 << 64
EARTH_RADIUS_KM = 6371.0
SAME_PLACE_KM = 30.0  # a point at a greater distance is another place of the same name
COORDINATE_DIGITS = 4  # about 11 m, since the source's float32 is not more precise
DISTRICT = re.compile(r"\s*[(\[].*", re.DOTALL)  # "Los Angeles (Playa Vista)"


class Place(NamedTuple):
    """A city. ``state`` and ``city`` may be empty. Degrees are WGS 84."""

    country: str
    state: str
    city: str
    latitude: float
    longitude: float


def place_of(record: dict[str, Any]) -> Place:
    """Return the place of a record, which has the flat shape of ip-location-db or the nested shape of DB-IP."""
    if "country_code" in record:
        country, state, city = record["country_code"], record["state1"], record["city"]
        location = record
    else:
        country = record["country"]["iso_code"]
        state = (record.get("subdivisions") or [{}])[0].get("names", {}).get("en", "")
        city = record.get("city", {}).get("names", {}).get("en", "")
        location = record["location"]
    latitude, longitude = (round(location[name], COORDINATE_DIGITS) for name in ("latitude", "longitude"))
    return Place(country, state.strip(), DISTRICT.sub("", city).strip(), latitude, longitude)


def distance_km(one: Place, other: Place) -> float:
    """Return the great-circle distance, by the spherical law of cosines."""
    lat1, lat2, turn = map(math.radians, (one.latitude, other.latitude, other.longitude - one.longitude))
    cosine = math.sin(lat1) * math.sin(lat2) + math.cos(lat1) * math.cos(lat2) * math.cos(turn)
    return EARTH_RADIUS_KM * math.acos(max(-1.0, min(1.0, cosine)))


def find_places(points: Sequence[Place], weights: Iterable[int]) -> tuple[list[Place], list[int]]:
    """Return the places in ascending order, and for each point the index of its place.

    Of the points with one name, the point with the most addresses becomes a place, together with all points within
    30 km. The same is repeated with the remaining points.
    """
    totals: Counter[Place] = Counter()
    for point, weight in zip(points, weights, strict=True):
        totals[point] += weight
    centres: dict[tuple[str, str, str], list[Place]] = defaultdict(list)
    chosen: dict[Place, Place] = {}
    for point in sorted(totals, key=lambda point: (-totals[point], point)):
        known = centres[point[:3]]
        centre = next((place for place in known if distance_km(place, point) <= SAME_PLACE_KM), point)
        if centre is point:
            known.append(point)
        chosen[point] = centre
    places = sorted(set(chosen.values()))
    number = {place: label for label, place in enumerate(places)}
    return places, [number[chosen[point]] for point in points]
