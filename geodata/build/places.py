"""From the source's records to places: one record for each city, at the coordinates that most of its addresses have."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

Weight = tuple[int, int]  # IPv4 addresses, IPv6 networks: the second decides only where the first is equal

EARTH_RADIUS_KM = 6371.0
SAME_PLACE_KM = 30.0  # a point farther off than this is a second place of the same name
COORDINATE_DIGITS = 4  # some 11 m; the source's float32 holds no more
DISTRICT = re.compile(r"\s*[(\[].*", re.DOTALL)  # "Los Angeles (Playa Vista)"


class Place(NamedTuple):
    """A city; state and city may be empty. Degrees of WGS 84."""

    country: str
    state: str
    city: str
    latitude: float
    longitude: float


def place_of(record: dict[str, Any]) -> Place:
    """Return the place of a record in the flat shape of ip-location-db or in the nested one of DB-IP itself."""
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
    """Return the great-circle distance (haversine)."""
    lat1, lat2 = math.radians(one.latitude), math.radians(other.latitude)
    half_longitude = math.radians(other.longitude - one.longitude) / 2
    chord = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin(half_longitude) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(min(1.0, math.sqrt(chord)))


def find_places(points: Iterable[Place], weights: Iterable[Weight]) -> tuple[list[Place], list[int]]:
    """Return the places in ascending order, and for each point the number of its place.

    Of the points of one name the heaviest is the place and takes all within 30 km; then the heaviest of the rest.
    """
    points = list(points)
    totals: dict[Place, Weight] = defaultdict(lambda: (0, 0))
    for point, (ipv4, ipv6) in zip(points, weights, strict=True):
        total = totals[point]
        totals[point] = (total[0] + ipv4, total[1] + ipv6)
    centres: dict[tuple[str, str, str], list[Place]] = defaultdict(list)
    chosen: dict[Place, Place] = {}
    for point in sorted(totals, key=lambda point: (*(-weight for weight in totals[point]), point)):
        known = centres[point[:3]]
        centre = next((place for place in known if distance_km(place, point) <= SAME_PLACE_KM), None)
        if centre is None:
            known.append(point)
        chosen[point] = centre or point
    places = sorted(set(chosen.values()))
    number = {place: label for label, place in enumerate(places)}
    return places, [number[chosen[point]] for point in points]
