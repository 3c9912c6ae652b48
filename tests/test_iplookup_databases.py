"""The folder of databases: rules I8 and S3's state of each role; what a check says of it."""

import logging
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from django.core.management import call_command

from iplookup import checks, copies, folders, services
from iplookup.databases import kind_of
from iplookup.folders import CHECK_SECONDS, DatabaseFolder, NoDatabaseError
from tests.mmdb import write_mmdb
from utilitysvc.kit.errors import ServiceError

ROOT = Path(__file__).parent.parent
IP = "8.8.8.8"


def country(code):
    return {"8.8.8.0/24": {"country": {"iso_code": code}}}


class Clock:
    """Seconds that pass when told to."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(autouse=True)
def copies_folder(tmp_path_factory, monkeypatch):
    """Copies go to a temporary folder of the test's own, and what was just written counts as settled."""
    folder = tmp_path_factory.mktemp("copies")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(copies, "SETTLING_SECONDS", 0)
    return folder / f"iplookup-{os.geteuid()}"


@pytest.fixture
def watched(tmp_path, clock, monkeypatch):
    """An empty folder, asked by the country code that it has for one address."""
    folder = DatabaseFolder(tmp_path, clock)
    monkeypatch.setitem(folders._folders, str(tmp_path), folder)
    return folder


def code(folder):
    return services.locate(folder=str(folder.path), ip=IP)["country"]["iso_code"]


def pass_the_check(clock):
    clock.now += CHECK_SECONDS


@pytest.mark.parametrize(
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
        ("GeoIP2-Anonymous-IP", None),
        ("GeoIP2-Domain", None),
        ("Velocity", None),
        ("Crisps", None),
        ("", None),
    ],
)
def test_kind_is_a_word_of_the_database_type(database_type, kind):
    """I8."""
    assert kind_of(database_type) == kind


# (file name, database type, build date) of each file of a folder, and the country of the one that answers.
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
    """I8: kind before build date, and the file's name says nothing."""
    for name, database_type, built in files:
        write_mmdb(tmp_path / f"{name}.mmdb", database_type, country(name), built=built)
    assert code(watched) == chosen


def test_isp_before_asn(tmp_path, watched):
    """I8; one database a role answers."""
    write_mmdb(tmp_path / "asn.mmdb", "GeoLite2-ASN", {"8.0.0.0/8": {"autonomous_system_number": 1}})
    write_mmdb(tmp_path / "isp.mmdb", "GeoIP2-ISP", {"8.8.8.0/24": {"isp": "Example"}})
    answer = services.locate(folder=str(tmp_path), ip=IP)
    assert (answer.get("asn"), answer["isp"]) == (None, "Example")


def test_what_is_no_database_of_ours_is_passed_over(tmp_path, watched):
    """I8: another ending, a hidden file, a folder, a pipe, a link to nowhere, a kind that no answer has."""
    write_mmdb(tmp_path / "city.mmdb.bak", "GeoLite2-City", country("BK"))
    write_mmdb(tmp_path / ".city.mmdb", "GeoLite2-City", country("HI"))
    write_mmdb(tmp_path / "domain.mmdb", "GeoIP2-Domain", {"8.8.8.0/24": {"domain": "example.org"}})
    (tmp_path / "folder.mmdb").mkdir()
    os.mkfifo(tmp_path / "pipe.mmdb")
    (tmp_path / "link.mmdb").symlink_to(tmp_path / "nowhere")
    assert not any(watched.roles())
    assert watched.faults == {}


def test_linked_file_is_followed(tmp_path, watched):
    """I8: as container volumes lay them out."""
    (tmp_path / "data").mkdir()
    write_mmdb(tmp_path / "data" / "1", "GeoLite2-City", country("L1"))
    (tmp_path / "city.mmdb").symlink_to("data/1")
    assert code(watched) == "L1"


def test_change_is_noticed_at_the_next_check(tmp_path, watched, clock):
    """I8: added, replaced, overwritten in place, removed; not before, and within 60 s."""
    path = tmp_path / "city.mmdb"
    assert CHECK_SECONDS + copies.SETTLING_SECONDS < 30  # a file may need two looks
    with pytest.raises(NoDatabaseError):
        code(watched)

    write_mmdb(path, "GeoLite2-City", country("A1"))
    with pytest.raises(NoDatabaseError):
        code(watched)
    pass_the_check(clock)
    assert code(watched) == "A1"

    write_mmdb(tmp_path / "new", "GeoLite2-City", country("A2")).replace(path)
    assert code(watched) == "A1"
    pass_the_check(clock)
    assert code(watched) == "A2"

    path.write_bytes(write_mmdb(tmp_path / "new", "GeoLite2-City", country("A3")).read_bytes())
    assert code(watched) == "A2"
    pass_the_check(clock)
    assert code(watched) == "A3"

    write_mmdb(tmp_path / "better.mmdb", "GeoIP2-Enterprise", country("A4"))
    pass_the_check(clock)
    assert code(watched) == "A4"
    (tmp_path / "better.mmdb").unlink()
    pass_the_check(clock)
    assert code(watched) == "A3"

    path.unlink()
    assert code(watched) == "A3"
    pass_the_check(clock)
    with pytest.raises(NoDatabaseError):
        code(watched)


def test_same_size_and_time_of_change_hide_nothing(tmp_path, watched, clock):
    """I8: ``cp -p`` keeps the times, yet the inode's own time changes."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("B1"))
    before = path.stat()
    assert code(watched) == "B1"
    path.write_bytes(path.read_bytes().replace(b"B1", b"B2"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    pass_the_check(clock)
    assert code(watched) == "B2"


def test_unchanged_file_is_not_opened_again(tmp_path, watched, clock):
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("C1"))
    before = watched.roles().location
    pass_the_check(clock)
    assert watched.roles().location is before


@pytest.mark.parametrize("content", ["", "garbage", "\xab\xcd\xefMaxMind.com", "half", "without its end", "metadata"])
def test_broken_file_is_logged_and_kept_out(tmp_path, watched, clock, caplog, content):
    """I8: the one before it stays in use, and the complaint is made once."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("D1"))
    assert code(watched) == "D1"
    good = path.read_bytes()
    broken = {
        "half": good[: len(good) // 2],
        "without its end": good[:-1],
        "metadata": good.replace(b"GeoLite2-City", b"\xff" * 13),
    }
    path.write_bytes(broken.get(content, content.encode("latin-1")))
    for _ in range(3):
        pass_the_check(clock)
        assert code(watched) == "D1"
    complaints = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(complaints) == 1
    assert complaints[0].getMessage().startswith(f"{path} cannot be used: ")
    assert complaints[0].getMessage().endswith("; the one before it stays in use")

    write_mmdb(path, "GeoLite2-City", country("D2"))
    pass_the_check(clock)
    assert code(watched) == "D2"
    assert watched.faults == {}


def test_broken_from_the_start(tmp_path, watched, clock, caplog):
    """I8: the others answer."""
    (tmp_path / "a.mmdb").write_bytes(b"garbage")
    write_mmdb(tmp_path / "b.mmdb", "GeoLite2-Country", country("E1"))
    assert code(watched) == "E1"
    assert watched.faults == {"a.mmdb": "it is no MaxMind DB file"}


def test_tree_of_broken_records_is_a_broken_file(tmp_path, watched):
    """I8."""
    write_mmdb(tmp_path / "a.mmdb", "GeoLite2-City", {"64.0.0.0/2": ["x"], "128.0.0.0/1": ["y"]})
    assert not any(watched.roles())
    assert watched.faults == {"a.mmdb": "most of its records are broken"}


@pytest.mark.parametrize(
    ("good", "bad"),
    [(b"\x42F1", b"\x42\xff\xfe"), (b"\x42F1", b"\x00\xfeF"), (b"\x42F1", b"\x3f\xff\xff")],
    ids=["no UTF-8", "no such type", "pointer to nowhere"],
)
def test_broken_record_is_logged_and_counts_as_absent(tmp_path, watched, caplog, good, bad):
    """I8, I3, G15: without the address in the log."""
    path = write_mmdb(
        tmp_path / "city.mmdb", "GeoLite2-City", country("F1") | {"9.9.9.0/24": {"country": {"iso_code": "F2"}}}
    )
    write_mmdb(tmp_path / "asn.mmdb", "GeoLite2-ASN", {"9.9.9.0/24": ["no map"]})
    path.write_bytes(path.read_bytes().replace(good, bad, 1))
    with pytest.raises(ServiceError) as caught:
        code(watched)
    assert caught.value.status == 404
    assert "a record of city.mmdb is broken and counts as absent" in caplog.messages
    assert services.locate(folder=str(tmp_path), ip="9.9.9.9")["country"] == {"iso_code": "F2"}
    assert "a record of asn.mmdb is broken and counts as absent" in caplog.messages
    assert not any(address in message for message in caplog.messages for address in (IP, "9.9.9.9"))


def test_file_without_permission_is_tried_again(tmp_path, watched, clock, monkeypatch, caplog):
    """I8: nothing about the file need change for that, and the complaint is made once."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("G1"))
    real_open = Path.open

    def refuse(path, *args, **kwargs):
        if path.name == "city.mmdb":
            raise PermissionError(13, "Permission denied", str(path))
        return real_open(path, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        assert not any(watched.roles())
        pass_the_check(clock)
        assert not any(watched.roles())
    assert caplog.messages == [f"{tmp_path}/city.mmdb cannot be used: Permission denied"]
    pass_the_check(clock)
    assert code(watched) == "G1"


def test_folder_that_cannot_be_read_changes_nothing(tmp_path, watched, clock, monkeypatch, caplog):
    """I8: a hiccup of a network file system is no removal; a folder that is gone is."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("H1"))
    assert code(watched) == "H1"
    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", lambda path: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        pass_the_check(clock)
        assert code(watched) == "H1"
    tmp_path.rename(tmp_path.with_name("gone"))
    pass_the_check(clock)
    assert not any(watched.roles())


def test_file_that_is_still_being_written_waits(tmp_path, watched, clock, monkeypatch, caplog):
    """I8: neither taken nor complained of until it has settled."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("J1"))
    assert code(watched) == "J1"
    good = write_mmdb(tmp_path / "new", "GeoLite2-City", country("J2")).read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(copies, "SETTLING_SECONDS", 60)
        path.write_bytes(good[:100])
        pass_the_check(clock)
        assert code(watched) == "J1"
        path.write_bytes(good)
        pass_the_check(clock)
        assert code(watched) == "J1"
    pass_the_check(clock)
    assert code(watched) == "J2"
    assert not [record for record in caplog.records if record.levelno == logging.ERROR]


def test_at_the_start_nothing_waits(tmp_path, watched, clock, monkeypatch, copies_folder):
    """I8: what was just unpacked answers at once, from a copy of its own, and from a shared one when it has settled."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("K1"))
    with monkeypatch.context() as patch:
        patch.setattr(copies, "SETTLING_SECONDS", 60)
        assert code(watched) == "K1"
        assert not copies_folder.exists()
    pass_the_check(clock)
    assert code(watched) == "K1"
    assert len(list(copies_folder.iterdir())) == 1


def test_one_copy_of_a_file_remains(tmp_path, watched, clock, copies_folder):
    """I8: the disk holds no old versions, and no broken ones."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("L1"))
    assert code(watched) == "L1"
    first = list(copies_folder.iterdir())
    write_mmdb(path, "GeoLite2-City", country("L2"))
    pass_the_check(clock)
    assert code(watched) == "L2"
    second = list(copies_folder.iterdir())
    path.write_bytes(b"garbage")
    pass_the_check(clock)
    assert code(watched) == "L2"
    assert (len(first), len(second)) == (1, 1)
    assert first != second == list(copies_folder.iterdir())
    assert copies_folder.stat().st_mode & 0o777 == 0o700


def test_process_that_starts_on_a_broken_file_has_the_one_before(tmp_path, watched, caplog):
    """I8: a worker that is started anew serves as the others do."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("M1"))
    assert code(watched) == "M1"
    path.write_bytes(b"garbage")
    assert DatabaseFolder(tmp_path).roles().location.database_type == "GeoLite2-City"
    assert caplog.messages[-1].endswith("it is no MaxMind DB file; the one before it stays in use")


def someone_elses(folder):
    folder.mkdir(mode=0o755)


def a_link(folder):
    folder.with_name("real").mkdir(mode=0o700)
    folder.symlink_to("real")


def a_file(folder):
    folder.touch()


@pytest.mark.parametrize("obstacle", [someone_elses, a_link, a_file])
def test_without_a_folder_of_our_own_the_copy_has_no_name(tmp_path, watched, clock, copies_folder, caplog, obstacle):
    """I8: nobody else may be able to change what is mapped."""
    obstacle(copies_folder)
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("N1"))
    assert code(watched) == "N1"
    assert f"{path} is copied for this process alone" in caplog.text
    assert not copies_folder.is_dir() or not list(copies_folder.iterdir())
    path.write_bytes(b"")
    assert code(watched) == "N1"


@pytest.mark.parametrize("memory", [True, False], ids=["memory", "temporary file"])
def test_without_room_for_a_named_copy(tmp_path, watched, monkeypatch, memory):
    """I8: it lies in memory, or, where the system has no such files, in a temporary one without a name."""
    if not memory:
        monkeypatch.delattr(os, "memfd_create", raising=False)
    monkeypatch.setattr(os, "link", lambda *args: (_ for _ in ()).throw(OSError(30, "Read-only file system")))
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("O1"))
    assert code(watched) == "O1"


def test_file_that_changes_while_it_is_copied_is_not_taken(tmp_path, watched, clock, monkeypatch):
    """I8."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("P1"))
    copy = copies.shutil.copyfileobj

    def copy_and_change(*args):
        copy(*args)
        os.utime(path)

    with monkeypatch.context() as patch:
        patch.setattr(copies.shutil, "copyfileobj", copy_and_change)
        assert not any(watched.roles())
        assert watched.faults == {"city.mmdb": "it changed while it was copied"}
    pass_the_check(clock)
    assert code(watched) == "P1"


def test_no_request_fails_while_files_come_and_go(tmp_path, monkeypatch):
    """I8: three threads ask while the database is overwritten, cut short and replaced, and each check finds news."""
    monkeypatch.setattr(folders, "CHECK_SECONDS", 0)
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("Q1"))
    good = [write_mmdb(tmp_path / name, "GeoLite2-City", country(name)).read_bytes() for name in ("Q1", "Q2")]
    stop, answers, faults = threading.Event(), set(), []

    def ask():
        while not stop.is_set():
            try:
                answers.add(services.locate(folder=str(tmp_path), ip=IP)["country"]["iso_code"])
            except Exception as fault:
                faults.append(fault)

    assert services.locate(folder=str(tmp_path), ip=IP)
    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        turn = 0
        while turn < 20 or (answers != {"Q1", "Q2"} and turn < 2000):
            turn += 1
            path.write_bytes(good[turn % 2])
            path.write_bytes(b"garbage" * (turn % 50))
            path.write_bytes(good[turn % 2])
            os.truncate(path, 40)
            (tmp_path / "new").write_bytes(good[turn % 2])
            (tmp_path / "new").replace(path)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert faults == []
    assert answers == {"Q1", "Q2"}


def script(code, *arguments, **environment):
    """Run Python code in a process of its own, which may die, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.split()


def test_truncation_in_place_does_not_kill_the_process(tmp_path):
    """I8: it would, if the file itself were mapped; with its records out of the page that is already read."""
    networks = {
        f"{first}.{second}.0.0/16": {"country": {"iso_code": f"{first}.{second}"}}
        for first in range(1, 120)
        for second in range(40)
    }
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", networks)
    code = """if True:
        import os, sys
        from iplookup.services import locate
        folder = sys.argv[1]
        locate(folder=folder, ip="1.1.1.1")
        os.truncate(folder + "/city.mmdb", 0)
        print(locate(folder=folder, ip="119.39.1.1")["country"]["iso_code"])
    """
    assert script(code, tmp_path) == ["119.39"]


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="tells what is mapped only on Linux")
def test_workers_share_one_copy(tmp_path, copies_folder):
    """I8: processes that have nothing to do with each other map the same pages."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("R1"))
    code = """if True:
        import sys
        from iplookup import copies
        from iplookup.services import locate
        copies.SETTLING_SECONDS = 0
        locate(folder=sys.argv[1], ip="8.8.8.8")
        print(*{line.split()[4] for line in open("/proc/self/maps") if "/iplookup-" in line})
    """
    temporary = str(copies_folder.parent)
    inodes = [script(code, tmp_path, TMPDIR=temporary) for _ in range(2)]
    assert len(inodes[0]) == 1
    assert inodes[0] == inodes[1]


def test_child_of_a_fork_in_the_middle_of_a_check_goes_on_checking(tmp_path):
    """I8: the thread that holds the lock does not exist in the child."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("S1"))
    new = write_mmdb(tmp_path / "new", "GeoLite2-City", country("S2"))
    code = """if True:
        import os, sys
        from iplookup import copies, folders
        from iplookup.services import locate
        copies.SETTLING_SECONDS = 0
        folder = sys.argv[1]
        locate(folder=folder, ip="8.8.8.8")
        watched = folders.database_folder(folder)
        os.replace(folder + "/new", folder + "/city.mmdb")
        watched._next_check = 0
        watched._lock.acquire()
        if os.fork() == 0:
            print(locate(folder=folder, ip="8.8.8.8")["country"]["iso_code"], flush=True)
            os._exit(0)
        os.wait()
        print(locate(folder=folder, ip="8.8.8.8")["country"]["iso_code"])
    """
    assert new.exists()
    assert script(code, tmp_path) == ["S2", "S1"]


def test_readiness(tmp_path, watched, clock):
    """S3."""
    missing, broken = {"status": "missing"}, {"status": "broken"}
    readiness = {"location": missing, "network": missing, "connection_type": missing}
    assert services.readiness(folder=str(tmp_path)) == readiness
    write_mmdb(tmp_path / "a.mmdb", "GeoIP2-Connection-Type", {}, built="2026-01-02")
    write_mmdb(tmp_path / "b.mmdb", "GeoLite2-City", country("T1"), built="2026-06-05")
    (tmp_path / "c.mmdb").write_bytes(b"garbage")
    pass_the_check(clock)
    assert services.readiness(folder=str(tmp_path)) == {
        "location": {"status": "ok", "database_type": "GeoLite2-City", "build_date": "2026-06-05"},
        "network": broken,
        "connection_type": {"status": "ok", "database_type": "GeoIP2-Connection-Type", "build_date": "2026-01-02"},
    }


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


def test_check_of_the_databases(settings, tmp_path, copies_folder, capsys):
    """I8: ``manage.py check`` warns, and leaves no copies behind."""
    settings.GEOIP_PATH = tmp_path / "nowhere"
    assert [message.id for message in checks.databases_are_usable()] == ["iplookup.W001"]
    settings.GEOIP_PATH = tmp_path
    (tmp_path / "a.mmdb").write_bytes(b"garbage")
    write_mmdb(tmp_path / "b.mmdb", "GeoLite2-ASN", {})
    assert [message.id for message in checks.databases_are_usable()] == ["iplookup.W002", "iplookup.W001"]
    call_command("check")
    assert "The database a.mmdb cannot be used: it is no MaxMind DB file." in capsys.readouterr().err
    (tmp_path / "a.mmdb").unlink()
    write_mmdb(tmp_path / "c.mmdb", "GeoLite2-Country", country("U1"))
    assert checks.databases_are_usable() == []
    assert not copies_folder.exists()
