"""Rules I8 and S3: the folder of databases, the state of each role, and Django's system checks of them."""

import datetime
import json
import logging
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command

from iplookup import checks, copies, folders, services
from iplookup.databases import KINDS, kind_of, open_database
from iplookup.folders import CHECK_SECONDS, NoDatabaseError
from tests.iplookup.watched import IP, Watched, country, isolate_copies
from tests.mmdb import write_mmdb
from tests.tables import each_row
from utilitysvc.kit.service_error import ServiceError


@pytest.fixture(autouse=True)
def copies_folder(tmp_path_factory, monkeypatch):
    return isolate_copies(tmp_path_factory.mktemp("copies"), monkeypatch)


@pytest.fixture
def watched(tmp_path, monkeypatch):
    return Watched(tmp_path, monkeypatch)


@each_row(
    ("database_type", "kind"),
    [
        ("GeoIP2-Enterprise", "Enterprise"),
        ("DBIP-Location-ISP (compat=Enterprise)", "Enterprise"),
        ("GeoLite2-City", "City"),
        ("GeoIP2-City-North-America", "City"),
        ("DBIP-City-Lite", "City"),
        ("dbip-city-lite", "City"),
        ("GeoIP2-Country", "Country"),
        ("GeoIP2-ISP", "ISP"),
        ("DBIP-ASN-Lite (compat=GeoLite2-ASN)", "ASN"),
        ("GeoIP2-Connection-Type", "Connection-Type"),
        ("GeoIP2-Anonymous-IP", "Anonymous-IP"),
        ("GeoIP-Anonymous-Plus", "Anonymous-Plus"),
        ("city ipv4", "City"),
        ("country ipvAll", "Country"),
        ("GeoIP2-Domain", None),
        ("Velocity", None),
        ("Crisps", None),
        ("", None),
    ],
)
def test_kind_is_a_word_of_the_database_type(database_type, kind):
    """I8."""
    assert kind_of(database_type) == kind


# (file name, database type, build date) of each file in a folder, and the country in the file that must be used.
CHOICES = [
    ([("a", "GeoIP2-Country", "2026-06-01"), ("b", "GeoLite2-City", "2020-01-01")], "b"),
    ([("a", "GeoLite2-City", "2026-06-01"), ("b", "GeoIP2-Enterprise", "2020-01-01")], "b"),
    ([("a", "GeoLite2-City", "2026-06-01"), ("b", "DBIP-City-Lite", "2026-06-02")], "b"),
    ([("a", "GeoLite2-City", "2026-06-02"), ("b", "DBIP-City-Lite", "2026-06-01")], "a"),
    ([("a", "GeoLite2-City", "2026-06-01"), ("b", "GeoLite2-City", "2026-06-01")], "a"),
    ([("ASN", "GeoLite2-City", "2026-06-01"), ("City", "GeoLite2-ASN", "2026-06-01")], "ASN"),
]


@pytest.mark.parametrize(("files", "chosen"), CHOICES)
def test_location_database_is_chosen_by_its_metadata(tmp_path, watched, files, chosen):
    """I8: by its kind, then by its build date, and never by the name of its file."""
    for name, database_type, built in files:
        write_mmdb(tmp_path / f"{name}.mmdb", database_type, country(name), built=built)
    assert watched.code() == chosen


def test_isp_before_asn(tmp_path, watched):
    """I8: one database answers each role."""
    write_mmdb(tmp_path / "asn.mmdb", "GeoLite2-ASN", {"8.0.0.0/8": {"autonomous_system_number": 1}})
    write_mmdb(tmp_path / "isp.mmdb", "GeoIP2-ISP", {"8.8.8.0/24": {"isp": "Example"}})
    answer = services.locate(folder=str(tmp_path), ip=IP)
    assert (answer.get("asn"), answer["isp"]) == (None, "Example")


def test_other_files_are_ignored(tmp_path, watched):
    """I8: another suffix, a hidden file, a folder, a pipe, a broken symbolic link."""
    write_mmdb(tmp_path / "city.mmdb.bak", "GeoLite2-City", country("BK"))
    write_mmdb(tmp_path / ".city.mmdb", "GeoLite2-City", country("HI"))
    (tmp_path / "folder.mmdb").mkdir()
    os.mkfifo(tmp_path / "pipe.mmdb")
    (tmp_path / "link.mmdb").symlink_to(tmp_path / "nowhere")
    assert not any(watched.roles())
    assert watched.failures == {}


def test_linked_file_is_followed(tmp_path, watched):
    """I8: container volumes use symbolic links."""
    (tmp_path / "data").mkdir()
    write_mmdb(tmp_path / "data" / "1", "GeoLite2-City", country("L1"))
    (tmp_path / "city.mmdb").symlink_to("data/1")
    assert watched.code() == "L1"


def test_change_is_noticed_at_the_next_check(tmp_path, watched):
    """I8: if a file is added, replaced, overwritten in place or removed; not before that check, and within 60 s."""
    path = tmp_path / "city.mmdb"
    assert CHECK_SECONDS + copies.SETTLING_SECONDS < 30  # a file that has just changed needs two checks
    with pytest.raises(NoDatabaseError):
        watched.code()

    write_mmdb(path, "GeoLite2-City", country("A1"))
    with pytest.raises(NoDatabaseError):
        watched.code()
    watched.pass_the_check()
    assert watched.code() == "A1"

    write_mmdb(tmp_path / "new", "GeoLite2-City", country("A2")).replace(path)
    assert watched.code() == "A1"
    watched.pass_the_check()
    assert watched.code() == "A2"

    path.write_bytes(write_mmdb(tmp_path / "new", "GeoLite2-City", country("A3")).read_bytes())
    assert watched.code() == "A2"
    watched.pass_the_check()
    assert watched.code() == "A3"

    write_mmdb(tmp_path / "better.mmdb", "GeoIP2-Enterprise", country("A4"))
    watched.pass_the_check()
    assert watched.code() == "A4"
    (tmp_path / "better.mmdb").unlink()
    watched.pass_the_check()
    assert watched.code() == "A3"

    path.unlink()
    assert watched.code() == "A3"
    watched.pass_the_check()
    with pytest.raises(NoDatabaseError):
        watched.code()


def test_plans_are_kept_while_the_databases_stay(tmp_path, watched):
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("A1"))
    before = watched.roles()
    watched.pass_the_check()
    assert watched.roles() is before
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("A2"))
    watched.pass_the_check()
    assert watched.roles() is not before


def test_change_is_noticed_in_spite_of_equal_size_and_time(tmp_path, watched):
    """I8: ``cp -p`` keeps the time of the content, but the time of the inode changes."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("B1"))
    before = path.stat()
    assert watched.code() == "B1"
    path.write_bytes(path.read_bytes().replace(b"B1", b"B2"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    watched.pass_the_check()
    assert watched.code() == "B2"


def test_unchanged_file_is_not_opened_again(tmp_path, watched):
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("C1"))
    before = watched.roles().location
    watched.pass_the_check()
    assert watched.roles().location is before


@pytest.mark.parametrize("content", ["", "garbage", "\xab\xcd\xefMaxMind.com", "half", "without its end", "metadata"])
def test_broken_file_is_logged_and_not_used(tmp_path, watched, caplog, content):
    """I8: the previous version stays in use, and the error is logged once."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("D1"))
    assert watched.code() == "D1"
    good = path.read_bytes()
    broken = {
        "half": good[: len(good) // 2],
        "without its end": good[:-1],
        "metadata": good.replace(b"GeoLite2-City", b"\xff" * 13),
    }
    path.write_bytes(broken.get(content, content.encode("latin-1")))
    for _ in range(3):
        watched.pass_the_check()
        assert watched.code() == "D1"
    complaints = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(complaints) == 1
    assert complaints[0].getMessage().startswith(f"{path} cannot be used: ")
    assert complaints[0].getMessage().endswith("; the previous one stays in use")

    write_mmdb(path, "GeoLite2-City", country("D2"))
    watched.pass_the_check()
    assert watched.code() == "D2"
    assert watched.failures == {}


def test_build_time_beyond_the_calendar_is_malformed(tmp_path, watched):
    """I8: MaxMind's format allows 64 bits for it."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("D1"))
    good = path.read_bytes()
    start = good.rindex(b"build_epoch") + len(b"build_epoch")
    type_bytes = 1 if good[start] >> 5 else 2  # by the format, a type beyond 7 stands in a second byte
    end = start + type_bytes + (good[start] & 0b11111)
    path.write_bytes(good[:start] + b"\x08\x02" + b"\x7f" * 8 + good[end:])
    assert not any(watched.roles())
    assert watched.failures == {"city.mmdb": "its metadata is malformed"}


def test_file_that_is_broken_from_the_start(tmp_path, watched, caplog):
    """I8: the other files are used."""
    (tmp_path / "a.mmdb").write_bytes(b"garbage")
    write_mmdb(tmp_path / "b.mmdb", "GeoLite2-Country", country("E1"))
    assert watched.code() == "E1"
    assert watched.failures == {"a.mmdb": "it is not a MaxMind DB file"}


@pytest.mark.parametrize(("good", "failures"), [(10, {}), (9, {"a.mmdb": "most of its records are broken"})])
def test_file_with_mostly_broken_records_is_broken(tmp_path, watched, good, failures):
    """I8: ten broken records of twenty are allowed, eleven are not."""
    table = {
        f"{number}.0.0.0/8": {"country": {"iso_code": "US"}} if number <= good else ["x"] for number in range(1, 21)
    }
    write_mmdb(tmp_path / "a.mmdb", "GeoLite2-City", table)
    assert bool(watched.roles().location) == (not failures)
    assert watched.failures == failures


def test_tree_of_broken_records_is_a_broken_file(tmp_path, watched):
    """I8."""
    bad = {f"{octet}.0.0.0/8": ["x"] for octet in range(30, 90)}
    write_mmdb(tmp_path / "a.mmdb", "GeoLite2-City", bad | country("A1"))
    assert not any(watched.roles())
    assert watched.failures == {"a.mmdb": "most of its records are broken"}


@pytest.mark.parametrize(
    ("good", "bad"),
    [(b"\x42F1", b"\x42\xff\xfe"), (b"\x42F1", b"\x00\xfeF"), (b"\x42F1", b"\x3f\xff\xff")],
    ids=["no UTF-8", "no such type", "pointer to nowhere"],
)
def test_broken_record_is_logged_and_counts_as_absent(tmp_path, watched, caplog, good, bad):
    """I8, I3, G15: the log does not contain the address."""
    path = write_mmdb(
        tmp_path / "city.mmdb", "GeoLite2-City", country("F1") | {"9.9.9.0/24": {"country": {"iso_code": "F2"}}}
    )
    write_mmdb(
        tmp_path / "asn.mmdb",
        "GeoLite2-ASN",
        {"9.9.9.0/24": ["no map"], "1.1.1.0/24": {"autonomous_system_number": 13335}},
    )
    path.write_bytes(path.read_bytes().replace(good, bad, 1))
    with pytest.raises(ServiceError) as caught:
        watched.code()
    assert caught.value.status == 404
    assert "a record of city.mmdb is broken and counts as absent" in caplog.messages
    assert services.locate(folder=str(tmp_path), ip="9.9.9.9")["country"] == {"iso_code": "F2"}
    assert "a record of asn.mmdb is broken and counts as absent" in caplog.messages
    assert not any(address in message for message in caplog.messages for address in (IP, "9.9.9.9"))


def test_file_with_a_time_in_the_future_is_used(tmp_path, watched):
    """I8: a clock that was set back would otherwise keep a new file from being used."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("F1"))
    assert watched.code() == "F1"
    write_mmdb(path, "GeoLite2-City", country("F2"))
    os.utime(path, (2**32, 2**32))
    watched.pass_the_check()
    assert watched.code() == "F2"


def test_file_without_permission_is_tried_again(tmp_path, watched, monkeypatch, caplog):
    """I8: even if the file does not change. Each error is logged once."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("G1"))
    real_open = Path.open
    reasons = ["Permission denied", "Permission denied", "Input/output error"]

    def refuse(path, *args, **kwargs):
        if path.name == "city.mmdb":
            raise OSError(1, reasons[0], str(path))
        return real_open(path, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        while reasons:
            assert not any(watched.roles())
            watched.pass_the_check()
            del reasons[0]
    assert caplog.messages == [
        f"{tmp_path}/city.mmdb cannot be used: Permission denied",
        f"no usable location database in {tmp_path}. {folders.NO_LOCATION_HINT}",
        f"{tmp_path}/city.mmdb cannot be used: Input/output error",
    ]
    assert watched.code() == "G1"


def test_folder_that_cannot_be_read_changes_nothing(tmp_path, watched, monkeypatch, caplog):
    """I8: a network file system may fail for a moment. Only if the folder is gone are its files gone."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("H1"))
    assert watched.code() == "H1"
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", lambda path: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        watched.pass_the_check()
        assert watched.code() == "H1"
    assert caplog.messages[-1] == "the databases stay as they are: [Errno 5] Input/output error"
    tmp_path.rename(tmp_path.with_name("gone"))
    watched.pass_the_check()
    assert not any(watched.roles())


def test_file_that_is_still_being_written_waits(tmp_path, watched, monkeypatch, caplog):
    """I8: the file is neither used nor reported until it has settled."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("J1"))
    assert watched.code() == "J1"
    good = write_mmdb(tmp_path / "new", "GeoLite2-City", country("J2")).read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(copies, "SETTLING_SECONDS", 60)
        path.write_bytes(good[:100])
        watched.pass_the_check()
        assert watched.code() == "J1"
        path.write_bytes(good)
        watched.pass_the_check()
        assert watched.code() == "J1"
    watched.pass_the_check()
    assert watched.code() == "J2"
    assert not [record for record in caplog.records if record.levelno == logging.ERROR]


def test_at_the_start_a_new_file_is_used_at_once(tmp_path, watched, monkeypatch, copies_folder):
    """I8: a file that was just written is used at once, from an unshared copy. Once settled, it gets a shared copy."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("K1"))
    with monkeypatch.context() as patch:
        patch.setattr(copies, "SETTLING_SECONDS", 60)
        assert watched.code() == "K1"
        assert not copies_folder.exists()
    watched.pass_the_check()
    assert watched.code() == "K1"
    assert len([path for path in copies_folder.iterdir() if not path.is_symlink()]) == 1


def test_a_file_that_is_checked_again_is_logged_once(tmp_path, watched, monkeypatch, caplog):
    """I8: what was used before it had settled is opened twice, and is the same."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("K1"), built="2026-06-05")
    with caplog.at_level(logging.INFO), monkeypatch.context() as patch:
        patch.setattr(copies, "SETTLING_SECONDS", 60)
        watched.roles()
    watched.pass_the_check()
    with caplog.at_level(logging.INFO):
        watched.roles()
    assert caplog.messages.count(f"{tmp_path}/city.mmdb: GeoLite2-City of 2026-06-05") == 1


def test_a_file_that_has_changed_is_logged_again(tmp_path, watched, caplog):
    with caplog.at_level(logging.INFO):
        for day in ("2026-06-05", "2026-07-05"):
            write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("K1"), built=day)
            watched.pass_the_check()
            watched.roles()
    assert [line.rpartition(" ")[2] for line in caplog.messages if ": GeoLite2-City of" in line] == [
        "2026-06-05",
        "2026-07-05",
    ]


def test_first_requests_wait_for_the_databases_and_later_ones_do_not(tmp_path, watched):
    """While one thread checks the folder, the others use what is open."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("K1"))
    with ThreadPoolExecutor() as threads:
        with watched.folder._lock:
            waiting = threads.submit(watched.roles)
            assert not waiting.done()
        assert waiting.result(timeout=30).location
        watched.pass_the_check()
        with watched.folder._lock:
            assert threads.submit(watched.roles).result(timeout=30) is waiting.result()


def test_broken_link_does_not_hide_the_files_after_it(tmp_path, watched):
    """The files are read in the order of their names."""
    (tmp_path / "a.mmdb").symlink_to(tmp_path / "gone.mmdb")
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("K1"))
    assert watched.code() == "K1"


def test_folder_with_a_null_character_is_refused_in_our_words():
    with pytest.raises(ValueError, match="folder must not contain a null character"):
        services.locate(folder="geodata\0", ip="8.8.8.8")


def test_readiness(tmp_path, watched):
    """S3: a role is broken if a file that might fill it cannot be used."""
    missing, broken = {"status": "missing"}, {"status": "broken"}
    roles = ("location", "network", "connection_type", "anonymity")
    assert services.readiness(folder=str(tmp_path)) == dict.fromkeys(roles, missing)
    cable = {"8.0.0.0/8": {"connection_type": "Cable/DSL"}}
    write_mmdb(tmp_path / "a.mmdb", "GeoIP2-Connection-Type", cable, built="2026-01-02")
    write_mmdb(tmp_path / "b.mmdb", "GeoLite2-City", country("T1"), built="2026-06-05")
    write_mmdb(tmp_path / "c.mmdb", "GeoLite2-ASN", {"8.0.0.0/8": {"asn": "AS15169"}})
    watched.pass_the_check()
    readiness = {
        "location": {"status": "ok", "database_type": "GeoLite2-City", "build_date": "2026-06-05"},
        "network": broken,
        "connection_type": {"status": "ok", "database_type": "GeoIP2-Connection-Type", "build_date": "2026-01-02"},
        "anonymity": missing,
    }
    assert services.readiness(folder=str(tmp_path)) == readiness
    (tmp_path / "d.mmdb").write_bytes(b"garbage")
    watched.pass_the_check()
    assert services.readiness(folder=str(tmp_path)) == readiness | {"anonymity": broken}


FLAT = {"country_code": "US", "city": "Mountain View", "latitude": 37.4, "postcode": "", "state1": "", "timezone": ""}

# Files that can fill no role: their type, their records, and the reason.
SHAPE = "its records have no {} in MaxMind's format; they contain {}"
MISFITS = [
    ("city ipvAll", {"8.0.0.0/8": FLAT}, SHAPE.format("location", "country_code, city, latitude, postcode, state1")),
    ("country ipv6", {"2a00::/16": {"country_code": "DE"}}, SHAPE.format("location", "country_code")),
    ("A Country", {"8.0.0.0/8": {"k" * 33: "DE"}}, SHAPE.format("location", "k" * 32)),
    ("Some ASN", {"8.0.0.0/8": {"asn": "AS15169", "as_name": "x"}}, SHAPE.format("network", "asn, as_name")),
    ("A City", {"8.0.0.0/8": {"country": "US", "city": {"name": "x"}}}, SHAPE.format("location", "country, city")),
    ("Connection-Type", {"8.0.0.0/8": {}}, SHAPE.format("connection type", "nothing")),
    ("Anonymous-IP", {"8.0.0.0/8": {"is_anonymous": False}}, SHAPE.format("anonymity", "is_anonymous")),
    ("GeoLite2-ASN", country("XX"), SHAPE.format("network", "country")),
    ("GeoLite2-City", {"8.0.0.0/8": {"x": 1}, "9.0.0.0/8": ["x"]}, SHAPE.format("location", "x")),
    ("GeoLite2-City", {}, "it has no records"),
    ("GeoLite2-City", {"8.0.0.0/8": ["x"]}, "most of its records are broken"),
    ("GeoIP2-Domain", {"8.0.0.0/8": {"domain": "example.org"}}, f"its type is not one of {', '.join(KINDS)}"),
]


@pytest.mark.parametrize(("database_type", "table", "reason"), MISFITS)
def test_role_depends_on_the_records(tmp_path, watched, caplog, database_type, table, reason):
    """I8: a file without suitable records gets no role, even if it is newer and of a better kind. It is logged once."""
    write_mmdb(tmp_path / "good.mmdb", "GeoLite2-Country", country("V1"), built="2020-01-01")
    write_mmdb(tmp_path / "misfit.mmdb", database_type, table, built="2026-11-01")
    for _ in range(3):
        assert watched.code() == "V1"
        watched.pass_the_check()
    assert services.unusable(folder=str(tmp_path)) == [
        {"file": "misfit.mmdb", "database_type": database_type, "reason": reason}
    ]
    assert caplog.messages.count(f"{tmp_path}/misfit.mmdb cannot be used: {reason}") == 1


def test_unusable_files_of_a_folder_that_nobody_has_asked_before(tmp_path):
    (tmp_path / "broken.mmdb").write_bytes(b"garbage")
    assert services.unusable(folder=str(tmp_path)) == [
        {"file": "broken.mmdb", "database_type": "", "reason": "it is not a MaxMind DB file"}
    ]


def test_new_file_is_used_when_it_has_settled(tmp_path, watched, monkeypatch):
    """I8: before that, it may still be being written."""
    write_mmdb(tmp_path / "country.mmdb", "GeoLite2-Country", country("V1"))
    assert watched.code() == "V1"
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("V2"))
    with monkeypatch.context() as patch:
        patch.setattr(copies, "SETTLING_SECONDS", 1000)
        watched.pass_the_check()
        assert watched.code() == "V1"
    watched.pass_the_check()
    assert watched.code() == "V2"


def test_readiness_lists_unusable_files(api, settings, tmp_path):
    """I8, S3: without such files the key is absent. The role of anonymity is listed only if a database fills it."""
    settings.GEOIP_PATH = tmp_path
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("Y1"))
    ready = json.loads(api.get("/health/ready/").content)
    assert (list(ready), list(ready["checks"])) == (["status", "checks"], ["location", "network", "connection_type"])
    settings.GEOIP_PATH = tmp_path / "more"
    settings.GEOIP_PATH.mkdir()
    write_mmdb(tmp_path / "more" / "city.mmdb", "GeoLite2-City", country("Y1"))
    write_mmdb(tmp_path / "more" / "flat.mmdb", "city ipv4", {"8.0.0.0/8": {"country_code": "US"}})
    write_mmdb(tmp_path / "more" / "vpn.mmdb", "GeoIP2-Anonymous-IP", {"8.0.0.0/8": {"is_anonymous": True}})
    (tmp_path / "more" / "broken.mmdb").write_bytes(b"garbage")
    ready = json.loads(api.get("/health/ready/").content)
    assert ready["status"] == "ready"
    assert ready["checks"]["anonymity"]["database_type"] == "GeoIP2-Anonymous-IP"
    assert ready["unusable"] == [
        {"file": "broken.mmdb", "database_type": "", "reason": "it is not a MaxMind DB file"},
        {"file": "flat.mmdb", "database_type": "city ipv4", "reason": SHAPE.format("location", "country_code")},
    ]


def test_unsuitable_file_in_place_of_a_good_one(tmp_path, watched):
    """I8: the previous version stays in use."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("W1"))
    assert watched.code() == "W1"
    write_mmdb(path, "city ipv4", {"8.0.0.0/8": FLAT})
    watched.pass_the_check()
    assert watched.code() == "W1"
    assert list(watched.failures) == ["city.mmdb"]


@pytest.mark.parametrize(
    "network", ["8.8.8.8/32", "255.255.255.255/32", "0.0.0.0/32", "2a02:8108::/128", "3fff:ffff::/32"]
)
def test_single_record_is_found_anywhere(tmp_path, network):
    """I8: of IPv4 or IPv6."""
    path = write_mmdb(tmp_path / "a.mmdb", "City", {network: {"country": {"iso_code": "DE"}}})
    database = open_database(path, path.name)
    assert database.families == {6 if ":" in network else 4}
    database.reader.close()


def test_database_with_ipv4_and_ipv6_is_preferred(tmp_path, watched):
    """I8: of the same kind. If the newer file with only IPv4 were used, IPv6 addresses would have no answers."""
    both = country("X1") | {"2a02:8108::/32": {"country": {"iso_code": "X1"}}}
    write_mmdb(tmp_path / "a.mmdb", "GeoLite2-City", both, built="2026-01-01")
    write_mmdb(tmp_path / "b.mmdb", "GeoLite2-City", country("X2"), built="2026-06-01", ip_version=4)
    assert watched.code() == "X1"
    assert services.locate(folder=str(tmp_path), ip="2a02:8108::1")["country"]["iso_code"] == "X1"
    (tmp_path / "a.mmdb").unlink()
    watched.pass_the_check()
    assert watched.code() == "X2"


def test_folder_without_a_database(tmp_path, watched):
    """F5: the message is a sentence."""
    with pytest.raises(NoDatabaseError, match=f"^folder must contain a usable database, and {tmp_path} has none$"):
        watched.code()


def test_folder_is_a_text_or_a_path(tmp_path):
    """F5: a site's settings may have ``BASE_DIR / "geodata"``."""
    write_mmdb(tmp_path / "a.mmdb", "GeoLite2-City", country("X1"))
    for folder in tmp_path, str(tmp_path):
        assert services.locate(folder=folder, ip=IP, fields=["country.iso_code"]) == {"country": {"iso_code": "X1"}}
        assert services.locate_many(folder=folder, ips=[IP], fields=["ip"])["results"] == [{"ip": IP}]


@pytest.mark.parametrize(
    ("proxies", "path", "ids"),
    [
        (None, "folder", []),
        (0, "folder", []),
        (2, Path("folder"), []),
        (-1, "folder", ["iplookup.E002"]),
        ("1", "folder", ["iplookup.E002"]),
        (True, "folder", ["iplookup.E002"]),
        (0, None, []),
        (0, 7, ["iplookup.E001"]),
        (-1, ["folder"], ["iplookup.E001", "iplookup.E002"]),
    ],
)
def test_check_of_the_settings(settings, proxies, path, ids):
    """I8, I9."""
    settings.GEOIP_PATH = path
    settings.REST_FRAMEWORK = {"NUM_PROXIES": proxies}
    assert [message.id for message in checks.settings_are_valid()] == ids


def test_a_folder_without_a_location_database_is_logged_once(tmp_path, watched, caplog):
    """I8: the service starts anyway, and the operator learns of it before the first request."""
    write_mmdb(tmp_path / "asn.mmdb", "GeoLite2-ASN", {"8.0.0.0/8": {"autonomous_system_number": 1}})
    missing = f"no usable location database in {tmp_path}. {folders.NO_LOCATION_HINT}"
    for _ in range(3):
        watched.roles()
        watched.pass_the_check()
    assert caplog.messages.count(missing) == 1


def test_check_of_the_databases(settings, tmp_path, copies_folder, capsys):
    """I8: ``manage.py check`` warns and makes no copies."""
    settings.GEOIP_PATH = tmp_path / "nowhere"
    assert [message.id for message in checks.databases_are_usable()] == ["iplookup.W001"]
    settings.GEOIP_PATH = tmp_path
    (tmp_path / "a.mmdb").write_bytes(b"garbage")
    write_mmdb(tmp_path / "b.mmdb", "city ipv4", {"8.0.0.0/8": FLAT})
    assert [message.id for message in checks.databases_are_usable()] == [
        "iplookup.W002",
        "iplookup.W002",
        "iplookup.W001",
    ]
    call_command("check")
    warnings = capsys.readouterr().err
    assert "The database a.mmdb cannot be used: it is not a MaxMind DB file." in warnings
    assert "The database b.mmdb cannot be used: its records have no location" in warnings
    (tmp_path / "a.mmdb").unlink()
    (tmp_path / "b.mmdb").unlink()
    write_mmdb(tmp_path / "c.mmdb", "GeoLite2-Country", country("U1"))
    assert checks.databases_are_usable() == []
    assert not copies_folder.exists()


def marks_folder():
    return Path(tempfile.gettempdir(), f"iplookup-ages-{os.geteuid()}")


@pytest.mark.parametrize(("days", "told"), [(60, False), (61, True), (400, True)])
def test_old_database_is_logged_once_a_day(tmp_path, caplog, days, told):
    """S3, I8: after 60 days, in one line for all databases of a folder, by one of the processes that use it."""
    built = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(days=days)
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("US"), built=built.isoformat())
    write_mmdb(
        tmp_path / "asn.mmdb", "GeoLite2-ASN", {"8.0.0.0/8": {"autonomous_system_number": 1}}, built="2026-01-01"
    )
    if not told:
        (tmp_path / "asn.mmdb").unlink()
    for _ in range(2):  # two processes
        folders.DatabaseFolder(tmp_path).roles()
    lines = [message for message in caplog.messages if "older than 60 days" in message]
    assert len(lines) == told
    assert not told or f"city.mmdb of {built} ({days} days), asn.mmdb of 2026-01-01" in lines[0]


def test_old_database_is_logged_again_the_next_day(tmp_path, monkeypatch, caplog):
    """A process that runs for days logs it each day. The marks of earlier days are removed, for all folders."""
    marks = marks_folder()
    marks.mkdir()
    (marks / "2026-11-21-of-another-folder").touch()
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("US"), built="2026-01-01")
    watched = Watched(tmp_path, monkeypatch)
    for day in ("2026-11-21", "2026-11-21", "2026-11-22"):
        with time_machine.travel(f"{day}T12:00:00Z", tick=False):
            watched.roles()
            watched.pass_the_check()
    assert len([message for message in caplog.messages if "older than 60 days" in message]) == 2
    assert len(list(marks.iterdir())) == 1


def test_old_databases_of_two_folders_are_logged_once_a_day_each(tmp_path, caplog):
    """S3, I8: the mark of one folder stays when a process that uses another folder makes its own."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_mmdb(tmp_path / name / "city.mmdb", "GeoLite2-City", country("US"), built="2026-01-01")
    for name in ("one", "two", "one", "two"):  # four processes
        folders.DatabaseFolder(tmp_path / name).roles()
    assert len([message for message in caplog.messages if "older than 60 days" in message]) == 2


def test_without_a_folder_for_marks_each_process_logs_it(tmp_path, monkeypatch, caplog):
    """A file has the name of the folder for the marks."""
    marks_folder().touch()
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("US"), built="2026-01-01")
    for _ in range(2):
        watched = Watched(tmp_path, monkeypatch)
        for _ in range(3):  # and not at each check
            watched.roles()
            watched.pass_the_check()
    assert len([message for message in caplog.messages if "older than 60 days" in message]) == 2
