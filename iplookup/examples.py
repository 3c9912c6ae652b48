"""Example answers for the API description, as the embedded databases give them. Other databases may differ."""

from iplookup.answers import LocatedPart, Locations

EXAMPLE_LOCATION: LocatedPart = {
    "ip": "8.8.8.8",
    "network": "8.8.8.0/24",
    "timestamp": "2026-11-21T12:00:00Z",
    "api_version": "1.0",
    "country": {
        "iso_code": "US",
        "name": "United States",
        "names": {
            "de": "Vereinigte Staaten",
            "en": "United States",
            "es": "Estados Unidos",
            "fr": "États-Unis",
            "ja": "アメリカ合衆国",
            "pt-BR": "Estados Unidos",
            "ru": "Соединенные Штаты",
            "zh-CN": "美国",
        },
    },
    "continent": {
        "code": "NA",
        "name": "North America",
        "names": {
            "de": "Nordamerika",
            "en": "North America",
            "es": "América del Norte",
            "fr": "Amérique du Nord",
            "ja": "北アメリカ大陸",
            "pt-BR": "América do Norte",
            "ru": "Северная Америка",
            "zh-CN": "北美洲",
        },
    },
    "city": {"name": "Mountain View", "names": {"en": "Mountain View"}},
    "location": {"latitude": 37.4225, "longitude": -122.085, "time_zone": "America/Los_Angeles"},
    "subdivisions": [{"iso_code": "CA", "name": "California", "names": {"en": "California"}}],
    "asn": {
        "autonomous_system_number": 15169,
        "autonomous_system_organization": "Google LLC",
        "number": 15169,
        "organization": "Google LLC",
    },
}

EXAMPLE_PART: LocatedPart = {
    "country": {"name": "Vereinigte Staaten"},
    "city": {"name": "Mountain View"},
    "asn": {"organization": "Google LLC"},
}

_OTHER: LocatedPart = {
    "ip": "1.1.1.1",
    "network": "1.1.1.0/24",
    "timestamp": "2026-11-21T12:00:00Z",
    "api_version": "1.0",
    "country": {
        "iso_code": "AU",
        "name": "Australia",
        "names": {
            "de": "Australien",
            "en": "Australia",
            "es": "Australia",
            "fr": "Australie",
            "ja": "オーストラリア",
            "pt-BR": "Austrália",
            "ru": "Австралия",
            "zh-CN": "澳大利亚",
        },
    },
    "continent": {
        "code": "OC",
        "name": "Oceania",
        "names": {
            "de": "Ozeanien",
            "en": "Oceania",
            "es": "Oceanía",
            "fr": "Océanie",
            "ja": "オセアニア",
            "pt-BR": "Oceania",
            "ru": "Океания",
            "zh-CN": "大洋洲",
        },
    },
    "city": {"name": "Sydney", "names": {"en": "Sydney"}},
    "location": {"latitude": -33.8688, "longitude": 151.209, "time_zone": "Australia/Sydney"},
    "subdivisions": [{"iso_code": "NSW", "name": "New South Wales", "names": {"en": "New South Wales"}}],
    "asn": {
        "autonomous_system_number": 13335,
        "autonomous_system_organization": "Cloudflare, Inc.",
        "number": 13335,
        "organization": "Cloudflare, Inc.",
    },
}

EXAMPLE_LIST: Locations = {
    "results": [EXAMPLE_LOCATION, _OTHER],
    "count": 2,
    "timestamp": EXAMPLE_LOCATION["timestamp"],
    "api_version": EXAMPLE_LOCATION["api_version"],
}
