"""Rules I8 and S3: the folder of databases, the state of each role, and Django's system checks of them."""

import json
import logging
import os
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command

from iplookup import checks, databases, folders, services
from iplookup.databases import kind_of, maxminddb
from iplookup.folders import DatabaseFolder
from tests.iplookup.watched import IP, country
from tests.mmdb import write_mmdb
from tests.service import ROOT
from tests.tables import each_row, rows
from utilitysvc.kit.service_error import ServiceError

ASN = {"8.0.0.0/8": {"autonomous_system_number": 1}}
FLAT = {"8.0.0.0/8": {"country_code": "US"}}


def write_city(folder, code, name="city.mmdb", **options):
    return write_mmdb(folder / name, "GeoLite2-City", country(code), **options)


def errors(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]


@each_row(("database_type", "kind"), rows("database_types.tsv"))
def test_i8_kind_is_a_word_of_the_database_type(database_type, kind):
    assert (kind_of(database_type) or "-") == kind


@pytest.mark.parametrize(("files", "chosen"), rows("choices.json"))
def test_i8_location_database_is_chosen_by_its_metadata(tmp_path, watched, files, chosen):
    """By its kind, then by its IP versions and its build date, and never by the name of its file."""
    for name, database_type, built, version in files:
        ipv6 = {"2a02:8108::/32": {"country": {"iso_code": name}}} if version == 6 else {}
        path = tmp_path / f"{name}.mmdb"
        write_mmdb(path, database_type, country(name) | ipv6, built=built, ip_version=version)
    assert watched.code() == chosen


def test_i8_other_files_are_ignored(tmp_path, watched):
    """Another suffix, a hidden file, a folder, a pipe, a broken symbolic link. Links are followed: volumes use them."""
    write_city(tmp_path, "BK", "city.mmdb.bak")
    write_city(tmp_path, "HI", ".city.mmdb")
    (tmp_path / "folder.mmdb").mkdir()
    os.mkfifo(tmp_path / "pipe.mmdb")
    (tmp_path / "link.mmdb").symlink_to(tmp_path / "nowhere")
    assert (watched.code(), watched.errors) == (None, {})
    (tmp_path / "other.mmdb").symlink_to("city.mmdb.bak")
    assert watched.code_after_a_check() == "BK"


def test_i8_change_is_noticed_at_the_next_check(tmp_path, watched):
    """If a file is added, replaced, overwritten in place or removed; not before that check, and within 60 s."""
    assert 2 * folders.CHECK_SECONDS < 60  # a file that has just changed needs two checks
    assert watched.code() is None
    write_city(tmp_path, "A1")
    assert (watched.code(), watched.code_after_a_check()) == (None, "A1")
    write_city(tmp_path, "A2", "new").replace(tmp_path / "city.mmdb")
    assert (watched.code(), watched.code_after_a_check()) == ("A1", "A2")
    (tmp_path / "city.mmdb").write_bytes(write_city(tmp_path, "A3", "new").read_bytes())
    assert (watched.code(), watched.code_after_a_check()) == ("A2", "A3")
    (tmp_path / "city.mmdb").unlink()
    assert (watched.code(), watched.code_after_a_check()) == ("A3", None)


@pytest.mark.parametrize("later", [0, 2**30])
def test_i8_change_is_noticed_whatever_time_the_file_has(tmp_path, watched, later):
    """``cp -p`` keeps the time of the content, but the time of the inode changes. A clock may have been set back."""
    path = write_city(tmp_path, "B1")
    before = path.stat().st_mtime
    assert watched.code() == "B1"
    path.write_bytes(path.read_bytes().replace(b"B1", b"B2"))
    os.utime(path, (before + later, before + later))
    assert watched.code_after_a_check() == "B2"
    database = watched.folder.roles()["location"]
    watched.code_after_a_check()
    assert watched.folder.roles()["location"] is database  # an unchanged file is not opened again


BROKEN = {
    "empty": lambda good: b"",
    "garbage": lambda good: b"garbage",
    "marker": lambda good: b"\xab\xcd\xefMaxMind.com",
    "half": lambda good: good[: len(good) // 2],
    "without its end": lambda good: good[:-1],
    "metadata": lambda good: good.replace(b"GeoLite2-City", b"\xff" * 13),
    # The format allows 64 bits for the build time, beyond every calendar; it has 4 bytes after two of its type.
    "build time": lambda good: good[: (at := good.rindex(b"epoch") + 5)] + b"\x08\x02" + b"\x7f" * 8 + good[at + 6 :],
}


@pytest.mark.parametrize("kind", BROKEN)
def test_i8_broken_file_is_logged_and_not_used(tmp_path, watched, caplog, kind):
    """The previous version stays in use, and the error is logged once for each version."""
    path = write_city(tmp_path, "D1")
    assert watched.code() == "D1"
    path.write_bytes(BROKEN[kind](path.read_bytes()))
    reason = "its metadata is malformed" if kind == "build time" else "it is not a MaxMind DB file"
    assert [watched.code_after_a_check() for _ in range(3)] == ["D1"] * 3
    told = f"{path} cannot be used: {reason}; the previous one stays in use"
    assert errors(caplog) == [told]
    path.write_bytes(path.read_bytes())  # another broken version
    assert (watched.code_after_a_check(), errors(caplog)) == ("D1", [told] * 2)
    write_city(tmp_path, "D2")
    assert (watched.code_after_a_check(), watched.errors) == ("D2", {})


@pytest.mark.parametrize("bad", [b"\x42\xff\xfe", b"\x00\xfeF", b"\x3f\xff\xff"])
def test_i8_broken_record_is_logged_and_counts_as_absent(tmp_path, watched, caplog, bad):
    """No UTF-8, no such type, a pointer to nowhere; I3, G15: the log does not contain the address."""
    other = {"9.9.9.0/24": {"country": {"iso_code": "F2"}}}
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("F1") | other)
    systems = {"9.9.9.0/24": ["no map"], "1.1.1.0/24": {"autonomous_system_number": 13335}}
    write_mmdb(tmp_path / "asn.mmdb", "GeoLite2-ASN", systems)
    path.write_bytes(path.read_bytes().replace(b"\x42F1", bad, 1))
    with pytest.raises(ServiceError, match="not found"):
        watched.code()
    assert services.locate(folder=str(tmp_path), ip="9.9.9.9", fields=["country", "asn"]) == other["9.9.9.0/24"]
    assert errors(caplog) == [
        f"a record of {name} is broken and counts as absent" for name in ("city.mmdb", "asn.mmdb")
    ]


def test_i8_file_without_permission_is_tried_again(tmp_path, watched, monkeypatch, caplog):
    """Even if the file does not change. Each error is logged once."""
    write_city(tmp_path, "G1")
    reasons = ["Permission denied", "Permission denied", "Input/output error"]
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda *args: (_ for _ in ()).throw(OSError(1, reasons.pop(0))))
        while reasons:
            assert watched.code_after_a_check() is None
    assert [line for line in errors(caplog) if "cannot be used" in line] == [
        f"{tmp_path}/city.mmdb cannot be used: {reason}" for reason in ("Permission denied", "Input/output error")
    ]
    assert watched.code_after_a_check() == "G1"


def test_i8_folder_that_cannot_be_read_changes_nothing(tmp_path, watched, monkeypatch, caplog):
    """A network file system may fail for a moment. Only if the folder is gone are its files gone."""
    write_city(tmp_path, "H1")
    assert watched.code() == "H1"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", lambda path: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        assert watched.code_after_a_check() == "H1"
    assert caplog.messages[-1] == "the databases stay as they are: [Errno 5] Input/output error"
    tmp_path.rename(tmp_path.with_name("gone"))
    assert watched.code_after_a_check() is None


def test_i8_file_that_is_still_being_written_waits(tmp_path, watched, monkeypatch, caplog):
    """It is neither used nor reported until it has settled. At the start a file is used at once."""
    monkeypatch.setattr(folders, "SETTLING_SECONDS", 60)
    path = write_city(tmp_path, "J1")
    assert watched.code() == "J1"
    path.write_bytes(write_city(tmp_path, "J2", "new").read_bytes()[:100])
    write_mmdb(tmp_path / "better.mmdb", "GeoIP2-Enterprise", country("J3"))
    assert watched.code_after_a_check() == "J1"
    write_city(tmp_path, "J2")
    assert watched.code_after_a_check() == "J1"
    monkeypatch.setattr(folders, "SETTLING_SECONDS", 0)
    assert watched.code_after_a_check() == "J3"
    (tmp_path / "better.mmdb").unlink()
    assert watched.code_after_a_check() == "J2"
    assert errors(caplog) == []


@pytest.mark.parametrize(("database_type", "table", "reason"), rows("misfits.json"))
def test_i8_role_depends_on_the_records(tmp_path, watched, caplog, database_type, table, reason):
    """A file without suitable records gets no role, even if it is newer and of a better kind. It is logged once.

    Half of the records may be broken.
    """
    write_mmdb(tmp_path / "good.mmdb", "GeoLite2-Country", country("V1"), built="2020-01-01")
    write_mmdb(tmp_path / "misfit.mmdb", database_type, table, built="2026-11-01")
    assert [watched.code_after_a_check() for _ in range(3)] == ["V1" if reason else "US"] * 3
    unusable = {"file": "misfit.mmdb", "database_type": database_type, "reason": reason}
    assert watched.folder.unusable == ([unusable] if reason else [])
    assert errors(caplog) == ([f"{tmp_path}/misfit.mmdb cannot be used: {reason}"] if reason else [])


@each_row(("networks", "ip_version", "sampled"), rows("samples.json"))
def test_i8_samples_are_spread_over_the_tree(tmp_path_factory, networks, ip_version, sampled):
    """A single record is found anywhere. At most 1,024 look-ups are made in each space: a malicious file may have a gap
    after every network.
    """
    table = {network: {"number": number} for number, network in enumerate(networks)}
    path = write_mmdb(tmp_path_factory.mktemp("samples") / "a.mmdb", "City", table, ip_version=ip_version)
    with maxminddb.open_database(path) as reader:
        assert [record["number"] for _, record in databases._samples(reader, ip_version)] == sampled


def test_s3_readiness(api, settings, tmp_path, watched):
    """A role is broken if its file cannot be used, the location also if that may be a file of unknown type.

    Anonymity is listed only if a database fills it.
    """
    settings.GEOIP_PATH = tmp_path
    for files, answer in rows("readiness.json"):
        for name, (database_type, table, built) in files.items():
            write_mmdb(tmp_path / name, database_type, table, built=built)
        (tmp_path / "e.mmdb").write_bytes(b"garbage")
        watched.code_after_a_check()
        assert json.dumps(api.get("/health/ready/").json()) == json.dumps(answer)


def test_f5_folder(tmp_path):
    """A text or a path, as a site's settings may have ``BASE_DIR / "geodata"``. The message is a sentence."""
    with pytest.raises(ValueError, match=f"^folder must contain a usable database, and {tmp_path} has none$"):
        services.locate(folder=tmp_path, ip=IP)
    (filled := tmp_path / "filled").mkdir()
    write_city(filled, "X1")
    write_mmdb(filled / "isp.mmdb", "GeoIP2-ISP", {"8.8.8.0/24": {"isp": "Of the better kind"}})
    write_mmdb(filled / "asn.mmdb", "GeoLite2-ASN", ASN)
    for folder in filled, str(filled):
        answer = services.locate(folder=folder, ip=IP, fields=["country.iso_code", "isp", "asn"])
        assert answer == {"country": {"iso_code": "X1"}, "isp": "Of the better kind"}
    with pytest.raises(ValueError, match="folder must not contain a null character"):
        services.locate(folder="geodata\0", ip=IP)


@each_row(("proxies", "path", "ids"), [*rows("settings.json"), (2, Path("folder"), [])])
def test_check_of_the_settings(settings, proxies, path, ids):
    settings.GEOIP_PATH = path
    settings.REST_FRAMEWORK = {"NUM_PROXIES": proxies}
    assert [message.id for message in checks.check() if message.level >= logging.ERROR] == ids


def test_i8_missing_database_is_logged_at_the_start_and_once_a_minute_while_requests_fail(tmp_path, watched, caplog):
    write_mmdb(tmp_path / "asn.mmdb", "GeoLite2-ASN", ASN)
    for watched.now in range(0, 150, folders.CHECK_SECONDS):
        watched.folder.roles()
    missing = f"no usable location database in {tmp_path}. {folders.NO_LOCATION_HINT}"
    assert caplog.messages.count(missing) == 1
    (tmp_path / "asn.mmdb").unlink()
    counts = []
    for watched.now in (150, 209, 211, 269, 272):
        assert watched.code() is None
        counts.append(caplog.messages.count(missing))
    assert counts == [2, 2, 3, 3, 4]


def test_i8_check_of_the_databases(settings, tmp_path, capsys):
    """``manage.py check`` warns."""
    settings.GEOIP_PATH = tmp_path / "nowhere"
    assert [message.id for message in checks.check()] == ["iplookup.W001"]
    settings.GEOIP_PATH = tmp_path
    (tmp_path / "a.mmdb").write_bytes(b"garbage")
    write_mmdb(tmp_path / "b.mmdb", "city ipv4", FLAT)
    call_command("check")
    warnings = capsys.readouterr().err
    for warning in (
        "a.mmdb cannot be used: it is not a MaxMind DB file",
        "b.mmdb cannot be used: its records",
        "(iplookup.W002)",
        "W001",
    ):
        assert warning in warnings
    for name in ("a.mmdb", "b.mmdb"):
        (tmp_path / name).unlink()
    write_city(tmp_path, "U1")
    assert list(checks.check()) == []


def test_s3_old_databases_are_logged_once_a_day(tmp_path, watched, caplog):
    """After 200 days, in one line for all databases of a folder, from each process. The alert begins then too."""
    write_city(tmp_path, "US", built="2026-01-01")
    write_mmdb(tmp_path / "asn.mmdb", "GeoLite2-ASN", ASN, built="2026-01-02")
    counts = []
    for day in ("2026-07-20", "2026-07-21", "2026-07-21", "2026-07-22"):  # the 200th day, and two more
        with time_machine.travel(f"{day}T12:00:00Z", tick=False):
            watched.code_after_a_check()
            counts.append(len([message for message in caplog.messages if "older than 200 days" in message]))
    assert counts == [0, 1, 1, 2]
    assert "city.mmdb of 2026-01-01 (202 days), asn.mmdb of 2026-01-02 (201 days)" in caplog.text
    with time_machine.travel("2026-07-22T12:00:00Z", tick=False):
        DatabaseFolder(tmp_path).roles()
    assert caplog.text.count("city.mmdb of 2026-01-01 (202 days)") == 2
    assert f"> {folders.OLD_DAYS} * 86400" in (ROOT / "deploy" / "alerts.yaml").read_text()
