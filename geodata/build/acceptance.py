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


def check_acceptance(city: Path, asn: Path) -> list[str]:
    """Return a line for each answer of geoip2, by itself or as Django uses it, that differs from the known one."""
    django = django_reader(city)
    errors = []
    with geoip2.database.Reader(asn) as systems, geoip2.database.Reader(city) as places:
        for known in KNOWN_ANSWERS:
            address = known[0]
            place, by_django = places.city(address), django.city(address)
            zone, system = place.location.time_zone, systems.asn(address).autonomous_system_number
            code = place.subdivisions.most_specific.iso_code
            found = (address, place.country.iso_code, code, place.city.name, zone, system)
            same = tuple(by_django[key] for key in ("country_code", "region_code", "city", "time_zone"))
            if found != known:
                errors.append(f"{found}, not {known}")
            if same != known[1:5]:
                errors.append(f"django.contrib.gis.geoip2 for {address}: {same}")
    return errors


def django_reader(city: Path) -> Any:
    """Return Django's GeoIP2. It reads Django's settings, so configure empty ones if there are none."""
    from django.conf import settings  # noqa: TID251 - Django is one of the readers to check with

    if not settings.configured:
        settings.configure()
    from django.contrib.gis.geoip2 import GeoIP2  # noqa: TID251 - as above

    return GeoIP2(path=str(city.parent), city=city.name)
