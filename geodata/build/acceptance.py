"""Check known answers of the finished files, read with geoip2 and with Django's GeoIP2."""

from pathlib import Path
from typing import Any

import geoip2.database

# Address, country, subdivision, city, time zone and autonomous system, according to the sources of June 2026.
KNOWN_ANSWERS = (
    ("8.8.8.8", "US", "CA", "Mountain View", "America/Los_Angeles", 15169),
    ("1.1.1.1", "AU", "NSW", "Sydney", "Australia/Sydney", 13335),
    ("81.2.69.142", "GB", "ENG", "London", "Europe/London", 20712),
    ("2a02:6b8::1", "RU", "MOW", "Moscow", "Europe/Moscow", 13238),
    ("2a02:8108::1", "DE", "BE", "Berlin", "Europe/Berlin", 31334),
    ("2001:4860:4860::8888", "CA", "QC", "Montreal", "America/Toronto", 15169),  # an error of the source
)


def answers(city: Path, asn: Path) -> list[tuple[Any, ...]]:
    """Return geoip2's answers for the addresses in ``KNOWN_ANSWERS``, in the same shape."""
    found = []
    with geoip2.database.Reader(city) as places, geoip2.database.Reader(asn) as systems:
        for address, *_ in KNOWN_ANSWERS:
            place = places.city(address)
            subdivision, zone = place.subdivisions.most_specific.iso_code, place.location.time_zone
            system = systems.asn(address).autonomous_system_number
            found.append((address, place.country.iso_code, subdivision, place.city.name, zone, system))
    return found


def check_acceptance(city: Path, asn: Path) -> list[str]:
    """Return a line for each answer of geoip2 or Django's GeoIP2 that differs from the known one."""
    found = answers(city, asn)
    errors = [f"{was}, not {wanted}" for was, wanted in zip(found, KNOWN_ANSWERS, strict=True) if was != wanted]
    for address, country, code, name, zone, _ in KNOWN_ANSWERS:
        place = django_city(city, address)
        was = (place["country_code"], place["region_code"], place["city"], place["time_zone"])
        if was != (country, code, name, zone):
            errors.append(f"django.contrib.gis.geoip2 for {address}: {was}")
    return errors


def django_city(city: Path, address: str) -> dict[str, Any]:
    """Return the answer of Django's GeoIP2. It reads Django's settings, so configure empty ones if there are none."""
    from django.conf import settings  # noqa: TID251 - Django is one of the readers to check with

    if not settings.configured:
        settings.configure()
    from django.contrib.gis.geoip2 import GeoIP2  # noqa: TID251 - as above

    return dict(GeoIP2(path=str(city.parent), city=city.name).city(address))
