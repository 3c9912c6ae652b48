"""Rule I8: the databases that a site uses if it does not set GEOIP_PATH."""

from pathlib import Path

import pytest
from django.core.management import call_command

from iplookup import conf, default_folder, updating
from tests.iplookup.watched import country
from tests.mmdb import write_mmdb
from tests.tables import rows


@pytest.fixture
def places(tmp_path, monkeypatch):
    """The three folders: of the checkout, of the installed distribution, and of downloads. None of them exists yet."""
    monkeypatch.setattr(default_folder, "CHECKOUT", tmp_path / "checkout" / "geodata")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(default_folder, "DISTRIBUTION", "geodata_of_this_test")
    monkeypatch.syspath_prepend(tmp_path / "site-packages")
    return {
        "checkout": tmp_path / "checkout" / "geodata",
        "installed": tmp_path / "site-packages" / "geodata_of_this_test",
        "fetched": tmp_path / "data" / "utilitysvc" / "geodata",
    }


def fill(folder, built, database_type="GeoLite2-City"):
    folder.mkdir(parents=True, exist_ok=True)
    write_mmdb(folder / f"{database_type}.mmdb", database_type, country("US"), built=built)


@pytest.mark.parametrize(("built", "used"), rows("default_folders.json"))
def test_i8_newest_folder_is_used(places, built, used):
    for place, day in built.items():
        fill(places[place], day)
    assert default_folder.default_folder() == str(places[used])


def test_i8_only_a_location_database_makes_a_folder_newer(places):
    """A broken file does not make it newer either."""
    fill(places["installed"], "2026-01-01")
    fill(places["fetched"], "2026-06-01", "GeoLite2-ASN")
    (places["fetched"] / "broken-city.mmdb").write_bytes(b"x" * 1000)
    assert default_folder.default_folder() == str(places["installed"])


def test_i8_folder_with_other_databases_comes_before_an_empty_one(places):
    fill(places["fetched"], "2026-01-01", "GeoLite2-ASN")
    assert default_folder.default_folder() == str(places["fetched"])


@pytest.mark.parametrize("newest", ["GeoLite2-City", "DBIP-City", "GeoLite2-Country", "GeoIP2-Enterprise"])
def test_i8_newest_location_database_of_a_folder_counts(places, newest):
    """Whichever the system lists last."""
    for database_type in ("GeoLite2-City", "DBIP-City", "GeoLite2-Country", "GeoIP2-Enterprise"):
        fill(places["fetched"], "2026-01-03" if database_type == newest else "2026-01-01", database_type)
    fill(places["installed"], "2026-01-02")
    assert default_folder.default_folder() == str(places["fetched"])


def test_i8_user_without_a_home(places, monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    fill(places["installed"], "2026-01-01")
    assert default_folder.default_folder() == str(places["installed"])


def test_i8_an_update_leaves_an_installed_package_as_it_is(places, monkeypatch, settings):
    fill(places["installed"], "2026-01-01")
    settings.GEOIP_PATH = str(places["installed"])
    targets = []
    monkeypatch.setattr(updating, "update", lambda edition, folder, *_: targets.append(folder))
    call_command("update_geodata", "--source", "dbip", "--edition", "dbip-city-lite", verbosity=0)
    settings.GEOIP_PATH = str(places["checkout"])
    call_command("update_geodata", "--source", "dbip", "--edition", "dbip-city-lite", verbosity=0)
    assert targets == [places["fetched"], places["checkout"]]


def test_setting_comes_first(settings, tmp_path):
    """I8."""
    settings.GEOIP_PATH = tmp_path
    assert conf.geoip_path() == str(tmp_path)
    settings.GEOIP_PATH = None
    assert conf.geoip_path() == str(default_folder.CHECKOUT)
