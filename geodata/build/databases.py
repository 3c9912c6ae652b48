"""Make the two databases: assign networks to places and autonomous systems, and make the records of these."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .encoding import DataSection, write_database
from .intervals import Steps, coarser, masked, thin, without_special
from .places import IPV4_WEIGHT, Place, find_places
from .reference import Reference
from .sources import System, read_networks
from .tree import Tree
from .zones import time_zones

UNITS = {4: 24, 6: 48}  # prefix lengths of the smallest networks that the Internet routes
KEYS = (
    *("city", "continent", "country", "location", "subdivisions", "names", "iso_code", "code"),
    *("latitude", "longitude", "time_zone", "autonomous_system_number", "autonomous_system_organization"),
)

SHARED = ("city", "continent", "country", "subdivisions", "time_zone")  # their values occur in many records

#: For IPv4 and IPv6 the label of each address, which is the index of its record, plus 1.
Labels = dict[int, Steps]


def label_places(ipv4: Path, ipv6: Path, announced: Steps) -> tuple[Labels, list[Place]]:
    """Return the labels and places of the city sources. ``announced``: the IPv6 addresses that are in use."""
    networks, points = read_networks({4: ipv4, 6: ipv6})
    mask = coarser(announced, UNITS[6])

    def steps(version: int, label: np.ndarray) -> Steps:
        of, unit = networks[version], UNITS[version]
        thinned = thin(of.prefix, of.length, label[of.record] + 1, width=of.width, unit=unit)
        return without_special(thinned if version == 4 else masked(thinned, mask, keep=True), version)

    # How many IPv4 addresses or used IPv6 networks each record has.
    weight4 = np.bincount(networks[4].record, np.exp2(32 - networks[4].length.astype(float)), len(points))
    used6 = steps(6, np.arange(len(points)))
    weight6 = np.bincount(used6.value, used6.size, len(points) + 1)[1:]
    weights = [int(many) * IPV4_WEIGHT + int(few) for many, few in zip(weight4, weight6, strict=True)]
    places, place = find_places(points, weights)
    labels = {version: steps(version, np.array(place)) for version in UNITS}
    # Leave out the places without addresses, and number the others anew.
    used = np.unique(np.concatenate([[0], labels[4].value, labels[6].value]))
    labels = {version: Steps(of.at, np.searchsorted(used, of.value), of.unit) for version, of in labels.items()}
    return labels, [places[value - 1] for value in used[1:]]


def place_records(places: Sequence[Place], reference: Reference) -> list[dict[str, Any]]:
    """Return the records of places in the shape of GeoLite2 City. A key without a value is left out."""
    records = []
    for place, zone in zip(places, time_zones(places, reference.zone_tab, reference.cities), strict=True):
        continent = reference.continent_of[place.country]
        record: dict[str, Any] = {"city": {"names": {"en": place.city}}} if place.city else {}
        record["continent"] = {"code": continent, "names": reference.continents[continent]}
        record["country"] = {"iso_code": place.country, "names": reference.countries[place.country]}
        record["location"] = {"latitude": place.latitude, "longitude": place.longitude}
        if zone:
            record["location"]["time_zone"] = zone
        if place.state:
            code = reference.subdivisions.find(place.country, place.state)
            record["subdivisions"] = [({"iso_code": code} if code else {}) | {"names": {"en": place.state}}]
        records.append(record)
    return records


def system_records(systems: Sequence[System]) -> list[dict[str, Any]]:
    """Return the records of autonomous systems in the shape of GeoLite2 ASN."""
    return [
        {"autonomous_system_number": number} | ({"autonomous_system_organization": name} if name else {})
        for number, name in systems
    ]


def write(path: Path, labels: Labels, records: Sequence[dict[str, Any]], header: dict[str, Any]) -> None:
    """Write a database. ``header`` is its metadata."""
    data = DataSection(KEYS, SHARED)
    offsets = np.array([data.add(record) for record in records])
    tree = Tree(len(records))
    root = tree.build_ipv6(labels[6], tree.build(labels[4]))
    write_database(path, tree.children(root), offsets, bytes(data.content), header)
