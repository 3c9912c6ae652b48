"""Names of countries and continents in the languages of GeoLite2, from Unicode CLDR, as Babel provides them."""

import json
from collections.abc import Iterable
from pathlib import Path

LANGUAGES = ("de", "en", "es", "fr", "ja", "pt-BR", "ru", "zh-CN")
# The code of each continent in CLDR: its UN M.49 area, or for Antarctica its country code.
CONTINENTS = {"AF": "002", "AN": "AQ", "AS": "142", "EU": "150", "NA": "003", "OC": "009", "SA": "005"}
# The short names of Hong Kong, Macao and Palestine in CLDR, which Babel does not provide.
SHORT_NAMES = json.loads(Path(__file__).with_name("short_names.json").read_bytes())

Names = dict[str, str]  # by language


def territory_names(codes: Iterable[str]) -> dict[str, Names]:
    """Return the names of territories by their ISO 3166-1 or UN M.49 code. Raises KeyError for codes not in CLDR."""
    from babel import Locale  # imported here, because most tests of the build run without Babel

    territories = {language: Locale.parse(language, sep="-").territories for language in LANGUAGES}
    return {
        code: SHORT_NAMES.get(code) or {language: known[code] for language, known in territories.items()}
        for code in codes
    }


def continent_names() -> dict[str, Names]:
    """Return the names of the continents by their two-letter codes."""
    names = territory_names(CONTINENTS.values())
    return {code: names[territory] for code, territory in CONTINENTS.items()}
