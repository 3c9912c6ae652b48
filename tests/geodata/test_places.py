"""The build of the databases (geodata/build): places, subdivision codes, time zones, names, packages and NOTICE.md."""

import tarfile
from pathlib import Path

import pytest

from geodata.build import fetch, notice
from geodata.build.names import continent_names, territory_names
from geodata.build.places import IPV4_WEIGHT, Place, distance_km, find_places, place_of
from geodata.build.subdivisions import SubdivisionCodes, core, fold, read_pairs
from geodata.build.zones import ZonedPoint, read_zone_tab, time_zones
from tests.tables import each_row, rows


@each_row(("city", "name"), rows("cities.json"))
def test_district_is_removed_from_the_city(city, name):
    place = place_of(
        {"country_code": "XX", "state1": " S ", "city": city, "latitude": 37.422000885, "longitude": -1.00004}
    )
    assert place == ("XX", "S", name, 37.422, -1.0)


def test_nested_record_may_lack_city_and_subdivisions():
    location = {"latitude": 1.5, "longitude": 2.5}
    assert place_of({"country": {"iso_code": "SG"}, "location": location}) == ("SG", "", "", 1.5, 2.5)


@each_row(("one", "other", "km"), rows("distances.json"))
def test_distance_is_that_of_the_great_circle(one, other, km):
    assert distance_km(Place("", "", "", *one), Place("", "", "", *other)) == pytest.approx(km, rel=1e-4)


def test_places_of_one_name_are_30_km_apart_and_the_heaviest_is_the_centre():
    points = [Place("US", "IL", "X", latitude, 0.0) for latitude in (0.0, 0.2, 0.3, 0.5)]  # 0.1 degrees are 11 km
    places, numbers = find_places(points, [5 * IPV4_WEIGHT, 9 * IPV4_WEIGHT, IPV4_WEIGHT, 99])
    assert places == [points[1], points[3]]
    assert numbers == [0, 0, 0, 1]


def test_ipv6_decides_only_if_ipv4_is_equal():
    points = [Place("US", "", "X", 0.0, 0.0), Place("US", "", "X", 0.1, 0.0)]
    assert find_places(points, [IPV4_WEIGHT, 1 << 48])[0] == [points[0]]
    assert find_places(points, [IPV4_WEIGHT, IPV4_WEIGHT + 1])[0] == [points[1]]


NAMES, PARENTS, PAIRS = rows("subdivisions.json")
FINDER = SubdivisionCodes(NAMES, PARENTS, {(country, name): code for country, name, code in PAIRS})


@each_row(("country", "name", "code"), rows("subdivision_names.json"))
def test_code_is_found_by_the_whole_name_or_its_core(country, name, code):
    assert FINDER.find(country, name) == code


@each_row(("name", "folded", "kernel"), rows("folded_names.json"))
def test_names_are_folded(name, folded, kernel):
    assert fold(name) == folded
    assert core(folded) == kernel


def test_pairs_by_hand_are_unique_and_folded(tmp_path):
    path = Path(fetch.__file__).with_name("subdivision_pairs.tsv")
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    pairs = read_pairs(path)
    assert len(pairs) == len(lines) > 150
    assert pairs["RU", "moscow"] == "MOW"
    assert pairs["FR", "province nord"] == ""


def test_zone_tab_is_read():
    text = "# comment\nAD\t+4230+00131\tEurope/Andorra\nUS\t+404251-0740023\tAmerica/New_York\tEastern (most areas)\n"
    points = read_zone_tab(text)
    assert [(point.country, point.zone) for point in points] == [("AD", "Europe/Andorra"), ("US", "America/New_York")]
    assert points[1][1:3] == pytest.approx((40 + 42 / 60 + 51 / 3600, -(74 + 23 / 3600)))


def test_malformed_location_is_refused():
    with pytest.raises(ValueError, match="ISO 6709"):
        read_zone_tab("AD\t42N 1E\tEurope/Andorra\n")


def test_zone_of_a_place():
    tab, cities, places = rows("zones.json")
    points = [[ZonedPoint(*row) for row in table] for table in (tab, cities)]
    found = time_zones([Place(country, "", "", *at) for country, *at, _ in places], *points)
    assert found == [place[3] for place in places]


@each_row(
    ("code", "language", "name"),
    [("DE", "fr", "Allemagne"), ("HK", "en", "Hong Kong"), ("PS", "en", "Palestine"), ("MO", "pt-BR", "Macau")],
)
def test_country_names_are_the_short_names_of_cldr(code, language, name):
    assert territory_names([code])[code][language] == name


def test_unknown_country_is_refused():
    with pytest.raises(KeyError):
        territory_names(["QQ"])


def test_continents_have_the_codes_and_languages_of_geolite2():
    names = continent_names()
    assert " ".join(sorted(names)) == "AF AN AS EU NA OC SA"
    assert {" ".join(sorted(by_language)) for by_language in names.values()} == {"de en es fr ja pt-BR ru zh-CN"}
    assert [names[code]["en"] for code in ("AN", "NA", "OC")] == ["Antarctica", "North America", "Oceania"]


def test_package_is_fetched_by_npm_once(tmp_path, monkeypatch):
    def pack(command, *, cwd, **_):
        assert command == ["npm", "pack", "--silent", "@scope/name@1.2.3"]
        with tarfile.open(cwd / "scope-name-1.2.3.tgz", "x:gz") as archive:
            archive.addfile(tarfile.TarInfo("package/file.txt"))

    monkeypatch.setattr(fetch.subprocess, "run", pack)
    for _ in range(2):
        assert (fetch.fetch("@scope/name@1.2.3", tmp_path) / "file.txt").exists()


def test_epoch_is_the_hour_in_the_version():
    assert fetch.package_epoch("@x/y@2.3.2026060513") == 1780664400  # 2026-06-05T13:00:00Z


def test_notice_gets_size_and_digest(tmp_path):
    (tmp_path / "a.mmdb").write_bytes(b"abc")
    (tmp_path / "NOTICE.md").write_text("before\n| `a.mmdb` | content | 0 | `0` |\n| `b.mmdb` | c | 1 | `1` |\n")
    notice.update(tmp_path / "NOTICE.md", [tmp_path / "a.mmdb"])
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-4, one-block example
    expected = f"before\n| `a.mmdb` | content | 3 | `{digest}` |\n| `b.mmdb` | c | 1 | `1` |\n"
    assert (tmp_path / "NOTICE.md").read_text() == expected
