"""The embedded databases: the committed files, and a build from a small input (geodata/README.md)."""

import ipaddress
import re
from pathlib import Path

import maxminddb
import pytest

from geodata.build import __main__ as command
from geodata.build import fetch, notice, reference
from geodata.build.acceptance import check_acceptance
from geodata.build.checks import SPECIAL_ADDRESSES, check_database, special_edges
from geodata.build.databases import system_records, write
from geodata.build.intervals import Steps
from geodata.build.reference import Reference
from geodata.build.sources import read_asn_tables
from geodata.build.subdivisions import SubdivisionCodes
from geodata.build.zones import ZonedPoint
from tests.mmdb import write_mmdb
from tests.tables import each_row, rows

GEODATA = Path(__file__).parents[2] / "geodata"
NOTICE = (GEODATA / "NOTICE.md").read_text()
FILES = ("city.mmdb", "asn.mmdb")
LOOKUPS = 1000  # a real build makes 600,000
[SMALL] = rows("small_input.json")
SMALL_REFERENCE = Reference(
    countries={code: {"en": f"The {code}", "ru": "Страна"} for code in SMALL["continent_of"]},
    continents={code: {"en": code.lower()} for code in SMALL["continent_of"].values()},
    continent_of=SMALL["continent_of"],
    subdivisions=SubdivisionCodes(SMALL["subdivisions"], {}, {("RU", "moscow"): "MOW"}),
    zone_tab=[ZonedPoint(*row) for row in SMALL["zone_tab"]],
    cities=[ZonedPoint(*row) for row in SMALL["cities"]],
)


def flat(country, state, city, latitude, longitude):
    """Return a record in the shape that the npm packages have."""
    empty = {"state2": "", "postcode": "", "timezone": ""}
    names = {"country_code": country, "state1": state, "city": city}
    return names | {"latitude": float(latitude), "longitude": float(longitude)} | empty


def nested(country, state, city, latitude, longitude):
    """Return a record in the shape of DB-IP's own files."""
    return {
        "city": {"names": {"en": city}},
        "country": {"iso_code": country},
        "location": {"latitude": float(latitude), "longitude": float(longitude)},
        "subdivisions": [{"names": {"en": state}}] if state else [],
    }


def write_tables(folder):
    """Write the tables of autonomous systems with addresses as numbers, as in the package's ``-num`` files."""
    paths = [folder / f"asn-ipv{version}-num.csv" for version in (4, 6)]
    for path, table in zip(paths, (SMALL["asn_ipv4"], SMALL["asn_ipv6"]), strict=True):
        lines = [line.split(",", 2) for line in table.splitlines()]
        numbers = [[*(str(int(ipaddress.ip_address(text))) for text in ends), rest] for *ends, rest in lines]
        path.write_text("\n".join(map(",".join, numbers)))
    return paths


def make_sources(folder, shape):
    """Write the files of the packages as ``fetch`` unpacks them: two city files, or one for IPv4 and IPv6."""
    names = [package.removeprefix("@").replace("/", "-").replace("@", "-") for package in fetch.PACKAGES]
    packages = city, asn, _ = [folder / name / "package" for name in names]
    for package in packages:
        package.mkdir(parents=True)
    ipv4, ipv6 = ({network: shape(*place) for network, place in SMALL[name].items()} for name in ("ipv4", "ipv6"))
    if shape is flat:
        write_mmdb(city / "dbip-city-ipv4.mmdb", "city ipv4", ipv4, ip_version=4)
        write_mmdb(city / "dbip-city-ipv6.mmdb", "city ipv6", ipv6)
    else:
        for version in (4, 6):
            write_mmdb(city / f"dbip-city-ipv{version}.mmdb", "DBIP-City-Lite", ipv6 | ipv4)
    write_tables(asn)
    return folder


@pytest.fixture(scope="module", params=[flat, nested], ids=["npm packages", "DB-IP's own file"])
def built(request, tmp_path_factory):
    """Build the databases from the small input, in the same way as the command."""
    output = tmp_path_factory.mktemp("output")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reference, "load", lambda cldr: SMALL_REFERENCE)
        assert command.build(make_sources(tmp_path_factory.mktemp("sources"), request.param), output, LOOKUPS) == 0
    assert [notice.figures(output / name) for name in FILES] == SMALL["figures"]  # the same input, the same bytes
    readers = {name: maxminddb.open_database(output / name) for name in FILES}
    yield readers
    for reader in readers.values():
        reader.close()


@each_row(("name", "address", "record"), rows("small_records.json"))
def test_small_input_gives_record(built, name, address, record):
    assert built[name].get(address) == record


def test_failed_check_keeps_the_old_files(tmp_path, monkeypatch, caplog):
    (output := tmp_path / "output").mkdir()
    (output / "city.mmdb").write_text("old")
    monkeypatch.setattr(reference, "load", lambda cldr: SMALL_REFERENCE)
    monkeypatch.setattr(command, "check_acceptance", lambda city, asn: ["8.8.8.8: somewhere else"])
    assert command.build(make_sources(tmp_path / "sources", flat), output, LOOKUPS) == 1
    assert (output / "city.mmdb").read_text() == "old"
    assert "8.8.8.8: somewhere else" in caplog.text


@pytest.fixture
def systems(tmp_path):
    """Return labels, records and path of a small ASN database."""
    labels, names = read_asn_tables(dict(zip((4, 6), write_tables(tmp_path), strict=True)))
    records = system_records(names)
    write(tmp_path / "asn.mmdb", labels, records, command.ASN)
    return labels, records, tmp_path / "asn.mmdb"


def test_checks_find_a_wrong_record(systems):
    labels, records, path = systems
    assert check_database(path, labels, records, lookups=LOOKUPS) == []
    records[labels[4].value[1] - 1] = {"autonomous_system_number": 1}
    assert any(error.startswith("1.1.1.") for error in check_database(path, labels, records, lookups=LOOKUPS))


@pytest.mark.parametrize("change", [-1, 1], ids=["too much in the file", "too little"])
def test_checks_find_a_shifted_bound(systems, change):
    labels, records, path = systems
    moved = labels[4].at.copy()
    moved[2] += change
    errors = check_database(path, labels | {4: Steps(moved, labels[4].value, 32)}, records, lookups=LOOKUPS)
    assert any(error.startswith("1.1.") for error in errors)
    assert any(error.startswith("iteration") for error in errors)


def test_checks_find_a_special_purpose_record(systems, tmp_path):
    labels, records, _ = systems
    path = write_mmdb(tmp_path / "bad.mmdb", "x", {"10.0.0.0/8": {"autonomous_system_number": 1}})
    errors = check_database(path, labels, records, lookups=0)
    assert {"10.1.2.3: has a record", "10.255.255.255: has a record"} <= set(errors)


def test_acceptance_finds_a_wrong_answer(monkeypatch):
    files = [GEODATA / name for name in FILES]
    assert check_acceptance(*files) == []
    monkeypatch.setattr("geodata.build.acceptance.KNOWN_ANSWERS", [["8.8.8.8", "US", "CA", "Palo Alto", "x", "15169"]])
    assert all("8.8.8.8" in error for error in check_acceptance(*files))
    assert "Palo Alto" in check_acceptance(*files)[0]


@pytest.mark.parametrize(("name", "header"), [("city.mmdb", command.CITY), ("asn.mmdb", command.ASN)])
def test_committed_files(name, header):
    """They are those of the notice, have the builder's metadata, and know no special-purpose address."""
    assert re.search(rf"^\| `{name}` \| .* \| {re.escape(notice.figures(GEODATA / name))}$", NOTICE, re.MULTILINE)
    for mode in (maxminddb.MODE_MMAP_EXT, maxminddb.MODE_FILE):  # in C and in Python
        with maxminddb.open_database(GEODATA / name, mode) as reader:
            assert [address for address in SPECIAL_ADDRESSES.split() if reader.get(address)] == []
            assert [address for address in special_edges() if reader.get(address)] == []
            metadata = reader.metadata()
    assert {key: getattr(metadata, key) for key in header} == header
    assert metadata.record_size == 24


def test_committed_city_record_has_the_keys_and_languages_of_geolite2():
    [record] = rows("committed_record.json")
    with maxminddb.open_database(GEODATA / "city.mmdb") as reader:
        assert reader.get("8.8.8.8") == record


def test_notice_gives_the_attribution():
    links = re.findall(r"\[([^]]+)\]\(https://", NOTICE)
    assert {"IP Geolocation by DB-IP", "GeoNames", "RouteViews", "NRO", "Unicode CLDR"} <= {*links}
