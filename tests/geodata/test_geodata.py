"""The embedded databases: the committed files, and a build from a small input (geodata/README.md)."""

import ipaddress
import re
from pathlib import Path

import maxminddb
import pytest

from geodata.build import __main__ as command
from geodata.build import fetch, notice, reference
from geodata.build.acceptance import KNOWN_ANSWERS, check_acceptance
from geodata.build.checks import SPECIAL_ADDRESSES, check_database, special_edges
from geodata.build.databases import label_systems, system_records, write
from geodata.build.encoding import Shared
from geodata.build.intervals import Ranges
from geodata.build.reference import Reference
from geodata.build.sources import read_asn_table
from geodata.build.subdivisions import SubdivisionCodes
from geodata.build.zones import ZonedPoint
from tests.mmdb import write_mmdb

GEODATA = Path(__file__).parents[2] / "geodata"
NOTICE = (GEODATA / "NOTICE.md").read_text()
FILES = ("city.mmdb", "asn.mmdb")
LOOKUPS = 1000  # a real build makes 600,000


def flat(country, state, city, latitude, longitude):
    """Return a record in the shape that the npm packages have."""
    empty = {"state2": "", "postcode": "", "timezone": ""}
    names = {"country_code": country, "state1": state, "city": city}
    return names | {"latitude": float(latitude), "longitude": float(longitude)} | empty


def nested(country, state, city, latitude, longitude):
    """Return a record in the shape of DB-IP's own files."""
    return {
        "city": {"names": {"en": city}},
        "continent": {"code": "XX"},
        "country": {"iso_code": country},
        "location": {"latitude": float(latitude), "longitude": float(longitude)},
        "subdivisions": [{"names": {"en": state}}] if state else [],
    }


# The known answers, and a network for each rule of the build. A larger network comes before those within it.
IPV4 = {
    "8.8.8.0/24": ("US", "California", "Mountain View", 37.422, -122.085),
    "1.1.1.0/24": ("AU", "New South Wales", "Sydney", -33.8688, 151.209),
    "81.2.64.0/20": ("GB", "England", "London (City of London)", 51.5072, -0.1276),
    # A city is one place, at the coordinates of most of its addresses, unless a point is far away.
    "82.0.0.0/16": ("US", "Illinois", "Springfield", 39.80, -89.64),
    "83.0.0.0/24": ("US", "Illinois", "Springfield (Southern View)", 39.75, -89.65),
    "84.0.0.0/24": ("US", "Illinois", "Springfield", 42.00, -89.00),
    # A /24 with several places gets the place of most of its addresses.
    "85.0.0.0/24": ("GB", "England", "London", 51.5072, -0.1276),
    "85.0.0.0/25": ("AU", "New South Wales", "Sydney", -33.8688, 151.209),
    "85.0.0.128/26": ("AU", "New South Wales", "Sydney", -33.8688, 151.209),
    # Places without state or city. Special-purpose networks that have records, and a network that is partly special.
    "86.0.0.0/24": ("SG", "", "", 1.3, 103.8),
    "10.0.0.0/8": ("US", "California", "Mountain View", 37.422, -122.085),
    "198.16.0.0/14": ("AU", "New South Wales", "Sydney", -33.8688, 151.209),
}
IPV6 = {
    "2000::/4": ("AU", "New South Wales", "Sydney", -33.8688, 151.209),  # the source's record for unused addresses
    "2a02:6b8::/32": ("RU", "Moscow", "Moscow", 55.7558, 37.6173),
    "2a02:8108::/32": ("DE", "State of Berlin", "Berlin (Mitte)", 52.52, 13.405),
    "2001:4860::/32": ("CA", "Quebec", "Montreal", 45.5019, -73.5674),
    # A /48 with several places: one has a /49, the others smaller networks in the other half.
    "2a02:6b8:1:8000::/49": ("DE", "State of Berlin", "Berlin", 52.52, 13.405),
    "2a02:6b8:1:7000::/52": ("DE", "State of Berlin", "Berlin", 52.52, 13.405),
}
ASN_IPV4 = """8.8.8.0,8.8.8.255,15169,Google LLC
1.1.1.0,1.1.1.255,13335,"Cloudflare, Inc."
81.2.64.0,81.2.79.255,20712,Andrews & Arnold Ltd
100.64.0.0,100.64.0.255,64512,Private
82.0.0.3,82.0.0.8,3,"The ""Edge"" AG"
"""
# Overlapping rows, a range within a /64, and special-purpose networks.
ASN_IPV6 = """2a02:6b8::,2a02:6b8:ffff:ffff:ffff:ffff:ffff:ffff,13238,YANDEX LLC
2a02:6b8:5::,2a02:6b8:5:ffff:ffff:ffff:ffff:ffff,5,Inside
2a02:8108::,2a02:8108:ffff:ffff:ffff:ffff:ffff:ffff,31334,Vodafone GmbH
2001:4860::,2001:4860:ffff:ffff:ffff:ffff:ffff:ffff,15169,Google LLC
2001:500:30ff::30,2001:500:30ff::31,396552,VeriSign
2001:db8::,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,64496,Documentation
"""
CITY_ANSWERS = [
    # Address, country, code of the subdivision, city, coordinates.
    ("8.8.8.8", "US", "CA", "Mountain View", (37.422, -122.085)),
    ("81.2.79.255", "GB", "ENG", "London", (51.5072, -0.1276)),
    ("82.0.255.255", "US", "IL", "Springfield", (39.8, -89.64)),
    ("83.0.0.1", "US", "IL", "Springfield", (39.8, -89.64)),
    ("84.0.0.1", "US", "IL", "Springfield", (42.0, -89.0)),
    ("85.0.0.1", "AU", "NSW", "Sydney", (-33.8688, 151.209)),
    ("85.0.0.200", "AU", "NSW", "Sydney", (-33.8688, 151.209)),
    ("198.17.255.255", "AU", "NSW", "Sydney", (-33.8688, 151.209)),
    ("2a02:6b8::1", "RU", "MOW", "Moscow", (55.7558, 37.6173)),
    ("2a02:6b8:1::1", "DE", "BE", "Berlin", (52.52, 13.405)),
    ("2a02:6b8:1:ffff::1", "DE", "BE", "Berlin", (52.52, 13.405)),
    ("2a02:6b8:2::1", "RU", "MOW", "Moscow", (55.7558, 37.6173)),
    ("2001:500:30ff:1::", "AU", "NSW", "Sydney", (-33.8688, 151.209)),  # only a part of the /48 is announced
    ("::ffff:8.8.8.8", "US", "CA", "Mountain View", (37.422, -122.085)),
    ("64:ff9b::8.8.8.8", "US", "CA", "Mountain View", (37.422, -122.085)),
    ("2002:808:808::1", "US", "CA", "Mountain View", (37.422, -122.085)),
]
CITY_GAPS = [
    "10.0.0.1",
    "198.18.0.0",
    "198.19.255.255",
    "9.9.9.9",
    "2a03::1",
    "2001:500:30fe::",
    "2002:a00:1::1",
    "::1",
]
ASN_ANSWERS = [
    ("8.8.8.255", 15169, "Google LLC"),
    ("82.0.0.3", 3, 'The "Edge" AG'),
    ("82.0.0.8", 3, 'The "Edge" AG'),
    ("::ffff:82.0.0.7", 3, 'The "Edge" AG'),
    ("2a02:6b8:4:ffff::", 13238, "YANDEX LLC"),
    ("2a02:6b8:5::", 5, "Inside"),
    ("2a02:6b8:6::", 13238, "YANDEX LLC"),
    ("2001:500:30ff::30", 396552, "VeriSign"),
    ("2001:500:30ff::31", 396552, "VeriSign"),
]
ASN_GAPS = ["8.8.9.0", "82.0.0.2", "82.0.0.9", "100.64.0.1", "2001:500:30ff::2f", "2001:500:30ff::32", "2001:db8::1"]

SMALL_REFERENCE = Reference(
    countries={code: {"en": f"The {code}", "ru": "Страна"} for code in ("US", "AU", "GB", "SG", "RU", "DE", "CA")},
    continents={code: {"en": code.lower()} for code in ("NA", "OC", "EU", "AS")},
    continent_of={"US": "NA", "AU": "OC", "GB": "EU", "SG": "AS", "RU": "EU", "DE": "EU", "CA": "NA"},
    subdivisions=SubdivisionCodes(
        {
            "US-CA": {"California"},
            "US-IL": {"Illinois"},
            "AU-NSW": {"New South Wales"},
            "GB-ENG": {"England"},
            "RU-MOW": {"Moscow"},
            "RU-MOS": {"Moscow Oblast"},
            "DE-BE": {"Berlin"},
            "CA-QC": {"Québec"},
        },
        {},
        {("RU", "moscow"): "MOW"},
    ),
    zone_tab=[
        ZonedPoint("GB", 51.5, -0.1, "Europe/London"),
        ZonedPoint("SG", 1.3, 103.9, "Asia/Singapore"),
        ZonedPoint("DE", 52.5, 13.4, "Europe/Berlin"),
        ZonedPoint("US", 40.7, -74.0, "America/New_York"),
        ZonedPoint("US", 34.0, -118.2, "America/Los_Angeles"),
    ],
    cities=[
        ZonedPoint("US", 37.8, -122.4, "America/Los_Angeles"),
        ZonedPoint("US", 41.9, -87.6, "America/Chicago"),
        ZonedPoint("AU", -33.9, 151.2, "Australia/Sydney"),
        ZonedPoint("RU", 55.8, 37.6, "Europe/Moscow"),
        ZonedPoint("CA", 45.5, -73.6, "America/Toronto"),
    ],
)


def numeric(table):
    """Return the rows with addresses as numbers, as in the package's ``-num`` files."""
    return re.sub(r"^([^,]*),([^,]*)", lambda row: ",".join(str(int(ipaddress.ip_address(x))) for x in row.groups()),
                  table, flags=re.MULTILINE)  # fmt: skip


def make_sources(folder, shape):
    """Write the files of the packages as ``fetch`` unpacks them: two city files, or one for IPv4 and IPv6."""
    city, asn = (folder / package.lstrip("@").replace("/", "-").replace("@", "-") / "package"
                 for package in (fetch.CITY_PACKAGE, fetch.ASN_PACKAGE))  # fmt: skip
    for package in (city, asn, folder / fetch.SUBDIVISIONS_PACKAGE.replace("@", "-") / "package"):
        package.mkdir(parents=True)
    ipv4, ipv6 = ({network: shape(*place) for network, place in table.items()} for table in (IPV4, IPV6))
    if shape is flat:
        write_mmdb(city / "dbip-city-ipv4.mmdb", "city ipv4", ipv4, ip_version=4)
        write_mmdb(city / "dbip-city-ipv6.mmdb", "city ipv6", ipv6)
    else:
        for version in (4, 6):
            write_mmdb(city / f"dbip-city-ipv{version}.mmdb", "DBIP-City-Lite", ipv6 | ipv4)
    (asn / "asn-ipv4-num.csv").write_text(numeric(ASN_IPV4))
    (asn / "asn-ipv6-num.csv").write_text(numeric(ASN_IPV6))
    return folder


@pytest.fixture(autouse=True)
def small_reference(monkeypatch):
    monkeypatch.setattr(reference, "load", lambda cldr: SMALL_REFERENCE)


@pytest.fixture(scope="module", params=[flat, nested], ids=["npm packages", "DB-IP's own file"])
def built(request, tmp_path_factory):
    """Build the databases from the small input, in the same way as the command."""
    output = tmp_path_factory.mktemp("output")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reference, "load", lambda cldr: SMALL_REFERENCE)
        assert command.build(make_sources(tmp_path_factory.mktemp("sources"), request.param), output, LOOKUPS) == 0
    readers = {name: maxminddb.open_database(output / name) for name in FILES}
    yield readers
    for reader in readers.values():
        reader.close()


@pytest.mark.parametrize(("address", "country", "code", "city", "point"), CITY_ANSWERS)
def test_small_input_gives_place(built, address, country, code, city, point):
    record = built["city.mmdb"].get(address)
    assert record["country"] == {"iso_code": country, "names": {"en": f"The {country}", "ru": "Страна"}}
    assert record["continent"]["code"] == SMALL_REFERENCE.continent_of[country]
    assert record["subdivisions"][0]["iso_code"] == code
    assert record["city"] == {"names": {"en": city}}
    assert (record["location"]["latitude"], record["location"]["longitude"]) == point


def test_place_without_state_and_city_has_no_such_keys(built):
    record = built["city.mmdb"].get("86.0.0.1")
    assert record["location"] == {"latitude": 1.3, "longitude": 103.8, "time_zone": "Asia/Singapore"}
    assert set(record) == {"country", "continent", "location"}


@pytest.mark.parametrize(
    ("address", "zone"),
    [("8.8.8.8", "America/Los_Angeles"), ("82.0.0.1", "America/Chicago"), ("81.2.64.1", "Europe/London")],
)
def test_zone_is_the_only_one_of_the_country_or_that_of_the_nearest_city(built, address, zone):
    assert built["city.mmdb"].get(address)["location"]["time_zone"] == zone


@pytest.mark.parametrize(("address", "number", "name"), ASN_ANSWERS)
def test_small_input_gives_system(built, address, number, name):
    record = {"autonomous_system_number": number, "autonomous_system_organization": name}
    assert built["asn.mmdb"].get(address) == record


@pytest.mark.parametrize(
    ("name", "address"),
    [("city.mmdb", address) for address in CITY_GAPS] + [("asn.mmdb", address) for address in ASN_GAPS],
)
def test_gap_has_no_record(built, name, address):
    assert built[name].get(address) is None


def test_equal_records_and_subtrees_are_stored_once(built):
    networks = [network for network, _ in built["city.mmdb"]]
    # 256 /24s of one place are one network, and the trees at 2002::/16 and ::/96 are the same nodes.
    assert ipaddress.ip_network("82.0.0.0/16") in networks
    assert built["city.mmdb"].metadata().node_count < 700
    assert len(networks) == len(set(networks))


def test_failed_check_keeps_the_old_files(tmp_path, monkeypatch, caplog):
    output = tmp_path / "output"
    output.mkdir()
    (output / "city.mmdb").write_text("old")
    monkeypatch.setattr(command, "check_acceptance", lambda city, asn: ["8.8.8.8: somewhere else"])
    assert command.build(make_sources(tmp_path / "sources", flat), output, LOOKUPS) == 1
    assert (output / "city.mmdb").read_text() == "old"
    assert "8.8.8.8: somewhere else" in caplog.text


@pytest.fixture
def systems(tmp_path):
    """Return labels, records and path of a small ASN database."""
    (tmp_path / "4").write_text(numeric(ASN_IPV4))
    (tmp_path / "6").write_text(numeric(ASN_IPV6))
    labels, names = label_systems(read_asn_table(tmp_path / "4"), read_asn_table(tmp_path / "6"))
    records = system_records(names)
    write(tmp_path / "asn.mmdb", labels, records, command.ASN)
    return labels, records, tmp_path / "asn.mmdb"


def test_checks_accept_a_correct_file(systems):
    labels, records, path = systems
    assert check_database(path, labels, records, lookups=LOOKUPS) == []


def test_checks_find_a_wrong_record(systems):
    labels, records, path = systems
    records[labels.ipv4.label[0]] = Shared({"autonomous_system_number": 1})
    assert any(error.startswith("1.1.1.") for error in check_database(path, labels, records, lookups=LOOKUPS))


@pytest.mark.parametrize("change", [-1, 1], ids=["too much in the file", "too little"])
def test_checks_find_a_shifted_bound(systems, change):
    labels, records, path = systems
    end = labels.ipv4.end.copy()
    end[0] += change
    moved = type(labels)(Ranges(labels.ipv4.start, end, labels.ipv4.label), 32, labels.ipv6, 128)
    errors = check_database(path, moved, records, lookups=LOOKUPS)
    assert any(error.startswith("1.1.") for error in errors)
    assert any(error.startswith("iteration") for error in errors)


def test_checks_find_a_special_purpose_record(systems, tmp_path):
    labels, records, _ = systems
    path = write_mmdb(tmp_path / "bad.mmdb", "x", {"10.0.0.0/8": {"autonomous_system_number": 1}})
    errors = check_database(path, labels, records, lookups=0)
    assert "10.1.2.3: has a record" in errors
    assert "10.255.255.255: has a record" in errors


# The committed files


@pytest.mark.parametrize("name", FILES)
def test_committed_file_is_the_one_of_the_notice(name):
    row = f"{(GEODATA / name).stat().st_size:,} | `{notice.sha256(GEODATA / name)}` |"
    assert re.search(rf"^\| `{name}` \| .* \| {re.escape(row)}$", NOTICE, re.MULTILINE)


def test_committed_files_give_the_known_answers():
    assert check_acceptance(GEODATA / "city.mmdb", GEODATA / "asn.mmdb") == []


def test_acceptance_finds_a_wrong_answer(monkeypatch):
    monkeypatch.setattr("geodata.build.acceptance.KNOWN_ANSWERS", [("8.8.8.8", "US", "CA", "Palo Alto", "x", 15169)])
    errors = check_acceptance(GEODATA / "city.mmdb", GEODATA / "asn.mmdb")
    assert len(errors) == 2
    assert "Palo Alto" in errors[0]


@pytest.mark.parametrize("mode", [maxminddb.MODE_MMAP_EXT, maxminddb.MODE_FILE], ids=["C", "Python"])
@pytest.mark.parametrize("name", FILES)
def test_committed_files_know_no_special_purpose_address(name, mode):
    with maxminddb.open_database(GEODATA / name, mode) as reader:
        assert [address for address in SPECIAL_ADDRESSES.split() if reader.get(address)] == []
        assert [address for address in special_edges() if reader.get(address)] == []


@pytest.mark.parametrize(("name", "header"), [("city.mmdb", command.CITY), ("asn.mmdb", command.ASN)])
def test_committed_files_have_the_builders_metadata(name, header):
    with maxminddb.open_database(GEODATA / name) as reader:
        metadata = reader.metadata()
    assert {key: getattr(metadata, key) for key in header} == header
    assert metadata.record_size == 24


def test_committed_city_record_has_the_keys_and_languages_of_geolite2():
    with maxminddb.open_database(GEODATA / "city.mmdb") as reader:
        record = reader.get(KNOWN_ANSWERS[0][0])
    assert record["country"]["iso_code"] == "US"
    assert record["country"]["names"]["ja"] == "アメリカ合衆国"
    assert record["continent"]["names"]["pt-BR"] == "América do Norte"
    assert set(record["country"]["names"]) == set(record["continent"]["names"]) == set(command.LANGUAGES)
    assert record["subdivisions"] == [{"iso_code": "CA", "names": {"en": "California"}}]
    assert set(record) == {"city", "continent", "country", "location", "subdivisions"}


@pytest.mark.parametrize("credit", ["IP Geolocation by DB-IP", "GeoNames", "RouteViews", "NRO", "Unicode CLDR"])
def test_notice_gives_the_attribution(credit):
    assert f"[{credit}](https://" in NOTICE
