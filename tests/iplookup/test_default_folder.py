"""Rule I8: the databases that a site uses if it does not set GEOIP_PATH."""

from pathlib import Path

import pytest
from django.core.management import call_command

from iplookup import conf, updating
from tests.iplookup.watched import country
from tests.mmdb import write_mmdb
from tests.service import ROOT
from tests.tables import rows


@pytest.fixture
def places(tmp_path, monkeypatch):
    """The three folders: of the checkout, of the installed distribution, and of downloads. None of them exists yet."""
    monkeypatch.setattr(conf, "CHECKOUT", tmp_path / "checkout" / "geodata")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(conf, "DISTRIBUTION", "geodata_of_this_test")
    monkeypatch.syspath_prepend(tmp_path / "site-packages")
    return {
        "checkout": tmp_path / "checkout" / "geodata",
        "installed": tmp_path / "site-packages" / "geodata_of_this_test",
        "fetched": tmp_path / "data" / "utilitysvc" / "geodata",
    }


def fill(folder, databases):
    """Write a database for each type with the day of its build, or a broken one without a day."""
    folder.mkdir(parents=True)
    for database_type, built in databases.items():
        path = folder / f"{database_type}.mmdb"
        if built:
            write_mmdb(path, database_type, country("US"), built=built)
        else:
            path.write_bytes(b"x" * 1000)


@pytest.mark.parametrize(("databases", "used"), rows("default_folders.json"))
def test_i8_folder_with_the_newest_location_database_is_used(places, databases, used):
    for place, built in databases.items():
        fill(places[place], built)
    assert conf.default_folder.__wrapped__() == places[used]


def test_i8_user_without_a_home(places, monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    fill(places["installed"], {"GeoLite2-City": "2026-01-01"})
    assert conf.default_folder.__wrapped__() == places["installed"]


def test_i8_an_update_leaves_an_installed_package_as_it_is(places, monkeypatch, settings):
    fill(places["installed"], {"GeoLite2-City": "2026-01-01"})
    settings.GEOIP_PATH = str(places["installed"])
    targets = []
    monkeypatch.setattr(updating, "update", lambda edition, folder, *_: (targets.append(folder), None))
    call_command("update_geodata", "--source", "dbip", "--edition", "dbip-city-lite", verbosity=0)
    settings.GEOIP_PATH = str(places["checkout"])
    call_command("update_geodata", "--source", "dbip", "--edition", "dbip-city-lite", verbosity=0)
    assert targets == [places["fetched"], places["checkout"]]


def test_setting_comes_first(settings, tmp_path):
    """I8."""
    settings.GEOIP_PATH = tmp_path
    assert conf.geoip_path() == str(tmp_path)
    settings.GEOIP_PATH = None
    assert conf.geoip_path() == str(ROOT / "geodata")
