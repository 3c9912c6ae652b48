"""Make the two databases: assign networks to places and autonomous systems, and make the records of these."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import intervals
from .encoding import DataSection, Shared, write_database
from .intervals import SPECIAL_IPV4, SPECIAL_IPV6, Ranges
from .places import Place, find_places, place_of
from .reference import Reference
from .sources import IPV6_BITS, Networks, Source, System
from .tree import Tree

CITY_IPV4_UNIT, CITY_IPV6_UNIT = 24, 48  # prefix lengths of the smallest networks that the Internet routes
ADDRESS_IPV4, ADDRESS_IPV6 = 32, 128
KEYS = (
    *("city", "continent", "country", "location", "subdivisions", "names", "iso_code", "code"),
    *("latitude", "longitude", "time_zone", "autonomous_system_number", "autonomous_system_organization"),
)


@dataclass(frozen=True)
class Labels:
    """The label of each address, which is the index of its record.

    The ranges count in units: networks of the prefix lengths ``ipv4_unit`` and ``ipv6_unit``.
    """

    ipv4: Ranges
    ipv4_unit: int
    ipv6: Ranges
    ipv6_unit: int


def label_places(ipv4: Source, ipv6: Source, announced: Ranges) -> tuple[Labels, list[Place]]:
    """Return the labels and places of the city sources. ``announced``: the IPv6 addresses that are in use."""
    networks4, networks6 = ipv4.ipv4(), ipv6.ipv6()
    records4, index4 = np.unique(networks4.record, return_inverse=True)
    records6, index6 = np.unique(networks6.record, return_inverse=True)
    announced = intervals.coarsen(announced, ADDRESS_IPV6 - CITY_IPV6_UNIT)
    used6 = _used_ipv6(networks6, index6, announced)
    weight4 = np.bincount(index4, np.exp2(ADDRESS_IPV4 - networks4.length.astype(float)), len(records4))
    weight6 = np.bincount(used6.label, (used6.end - used6.start).astype(float), len(records6))
    points = [place_of(ipv4.decode(int(record))) for record in records4]
    points += [place_of(ipv6.decode(int(record))) for record in records6]
    weights = [(int(weight), 0) for weight in weight4] + [(0, int(weight)) for weight in weight6]
    places, place = find_places(points, weights)
    label4, label6 = np.split(np.array(place, dtype=np.int32), [len(records4)])
    ranges4 = intervals.without(_thin(networks4, label4[index4], CITY_IPV4_UNIT), SPECIAL_IPV4, CITY_IPV4_UNIT)
    return _compact(ranges4, _used_ipv6(networks6, label6[index6], announced), places)


def _thin(networks: Networks, label: np.ndarray, unit: int) -> Ranges:
    return intervals.thin(networks.prefix, networks.length, label, width=networks.width, unit=unit)


def _used_ipv6(networks: Networks, label: np.ndarray, announced: Ranges) -> Ranges:
    ranges = _thin(networks, label, CITY_IPV6_UNIT)
    return intervals.without(intervals.intersect(ranges, announced), SPECIAL_IPV6, CITY_IPV6_UNIT)


def _compact(ipv4: Ranges, ipv6: Ranges, places: Sequence[Place]) -> tuple[Labels, list[Place]]:
    """Leave out the places without addresses, and number the others from 0."""
    used, label = np.unique(np.concatenate([ipv4.label, ipv6.label]), return_inverse=True)
    label4, label6 = np.split(label.astype(np.int32), [len(ipv4)])
    ipv4, ipv6 = Ranges(ipv4.start, ipv4.end, label4), Ranges(ipv6.start, ipv6.end, label6)
    return Labels(ipv4, CITY_IPV4_UNIT, ipv6, CITY_IPV6_UNIT), [places[index] for index in used]


def place_records(places: Sequence[Place], reference: Reference) -> list[dict[str, Any]]:
    """Return the records of places in the shape of GeoLite2 City. A key without a value is left out."""
    countries = {code: Shared({"iso_code": code, "names": names}) for code, names in reference.countries.items()}
    continents = {code: Shared({"code": code, "names": names}) for code, names in reference.continents.items()}
    shared: dict[Any, Shared] = {}
    records = []
    for place, code, zone in zip(places, reference.codes(places), reference.zones(places), strict=True):
        record: dict[str, Any] = {}
        if place.city:
            record["city"] = shared.setdefault(place.city, Shared({"names": {"en": place.city}}))
        record["continent"] = continents[reference.continent_of[place.country]]
        record["country"] = countries[place.country]
        record["location"] = {"latitude": place.latitude, "longitude": place.longitude}
        if zone:
            record["location"]["time_zone"] = shared.setdefault(("zone", zone), Shared(zone))
        if place.state:
            subdivision = ({"iso_code": code} if code else {}) | {"names": {"en": place.state}}
            record["subdivisions"] = shared.setdefault((code, place.state), Shared([subdivision]))
        records.append(record)
    return records


def label_systems(ipv4: tuple[Ranges, list[System]], ipv6: tuple[Ranges, list[System]]) -> tuple[Labels, list[System]]:
    """Return the labels and the autonomous systems (number, name) of both tables."""
    systems = sorted({*ipv4[1], *ipv6[1]})
    number = {system: label for label, system in enumerate(systems)}
    ranges = []
    for (table, names), blocks, unit in ((ipv4, SPECIAL_IPV4, ADDRESS_IPV4), (ipv6, SPECIAL_IPV6, ADDRESS_IPV6)):
        label = np.array([number[system] for system in names], dtype=np.int32)[table.label]
        merged = intervals.merge(Ranges(table.start, table.end, label))
        ranges.append(intervals.without(merged, blocks, unit))
    return Labels(ranges[0], ADDRESS_IPV4, ranges[1], ADDRESS_IPV6), systems


def system_records(systems: Sequence[System]) -> list[dict[str, Any]]:
    """Return the records of autonomous systems in the shape of GeoLite2 ASN."""
    return [
        {"autonomous_system_number": number} | ({"autonomous_system_organization": name} if name else {})
        for number, name in systems
    ]


def write(path: Path, labels: Labels, records: Sequence[dict[str, Any]], header: dict[str, Any]) -> None:
    """Write a database. ``header`` is its metadata."""
    data = DataSection(KEYS)
    offsets = np.array([data.add(record) for record in records])
    tree = Tree(len(records))
    prefix, length, label = intervals.networks(labels.ipv4, labels.ipv4_unit)
    ipv4 = tree.build(prefix << (ADDRESS_IPV4 - labels.ipv4_unit), length, label.astype(np.int64) + 1, ADDRESS_IPV4)
    prefix, length, label = intervals.networks(labels.ipv6, labels.ipv6_unit)
    if prefix.dtype != object:
        prefix = prefix << (IPV6_BITS - labels.ipv6_unit)
    root = tree.build_ipv6(prefix, length, label.astype(np.int64) + 1, ipv4)
    write_database(path, tree.children(root), offsets, bytes(data.content), header)
