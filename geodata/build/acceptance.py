"""Check known answers of the finished files, read with geoip2 and with Django's GeoIP2."""

from pathlib import Path
from typing import Any

import geoip2.database

_LINES = Path(__file__).with_name("known_answers.tsv").read_text(encoding="utf-8").splitlines()
KNOWN_ANSWERS = [line.split("\t") for line in _LINES if not line.startswith("#")]


def check_acceptance(city: Path, asn: Path) -> list[str]:
    """Return a line for each answer of geoip2, by itself or as Django uses it, that differs from the known one."""
    django = django_reader(city)
    errors = []
    with geoip2.database.Reader(asn) as systems, geoip2.database.Reader(city) as places:
        for known in KNOWN_ANSWERS:
            address = known[0]
            place, by_django = places.city(address), django.city(address)
            found = [
                address,
                place.country.iso_code,
                place.subdivisions.most_specific.iso_code,
                place.city.name,
                place.location.time_zone,
                str(systems.asn(address).autonomous_system_number),
            ]
            same = [by_django[key] for key in ("country_code", "region_code", "city", "time_zone")]
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
