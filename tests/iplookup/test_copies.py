"""Rule I8: private copies of the databases, and the processes that share them."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import time_machine

from iplookup import copies, folders, services
from iplookup.folders import DatabaseFolder
from tests.iplookup.watched import IP, Watched, country, isolate_copies
from tests.mmdb import write_mmdb
from tests.tables import each_row

ROOT = Path(__file__).parents[2]
SETTLING_SECONDS = copies.SETTLING_SECONDS  # which the fixture below replaces


@pytest.fixture(autouse=True)
def copies_folder(tmp_path_factory, monkeypatch):
    return isolate_copies(tmp_path_factory.mktemp("copies"), monkeypatch)


@pytest.fixture
def watched(tmp_path, monkeypatch):
    return Watched(tmp_path, monkeypatch)


def copies_in(folder):
    """Return the copies, without the symbolic links to their originals."""
    return sorted(path for path in folder.iterdir() if not path.is_symlink())


def test_only_the_current_copy_of_a_file_is_kept(tmp_path, watched, copies_folder):
    """I8: copies of old versions and of broken files are removed."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("L1"))
    assert watched.code() == "L1"
    first = copies_in(copies_folder)
    write_mmdb(path, "GeoLite2-City", country("L2"))
    watched.pass_the_check()
    assert watched.code() == "L2"
    second = copies_in(copies_folder)
    path.write_bytes(b"garbage")
    watched.pass_the_check()
    assert watched.code() == "L2"
    assert (len(first), len(second)) == (1, 1)
    assert first != second == copies_in(copies_folder)
    assert copies_folder.stat().st_mode & 0o777 == 0o700


def test_copies_of_deleted_files_are_removed(tmp_path, watched, copies_folder):
    """I8: copies of files in this folder, and in a folder that no process uses any more."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    write_mmdb(elsewhere / "city.mmdb", "GeoLite2-City", country("X1"))
    assert DatabaseFolder(elsewhere).roles().location
    gone = write_mmdb(tmp_path / "gone.mmdb", "GeoLite2-ASN", {"8.0.0.0/8": {"autonomous_system_number": 1}})
    write_mmdb(tmp_path / "stays.mmdb", "GeoLite2-City", country("X2"))
    assert watched.code() == "X2"
    assert len(copies_in(copies_folder)) == 3

    gone.unlink()
    shutil.rmtree(elsewhere)
    watched.pass_the_check()
    assert watched.code() == "X2"
    assert len(copies_in(copies_folder)) == 1
    assert len(list(copies_folder.iterdir())) == 2
    assert folders.CHECK_SECONDS <= 60


def remove_orphans_while(monkeypatch, is_unreachable):
    """Remove the orphans while the file system fails for the paths of which this is true."""
    stat = Path.stat

    def hiccup(path, **kwargs):
        if is_unreachable(path) and kwargs == {}:
            raise OSError(5, "Input/output error")
        return stat(path, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", hiccup)
        copies.remove_orphans()


def test_copies_stay_if_their_original_cannot_be_checked(tmp_path, watched, copies_folder, monkeypatch):
    """I8: a network file system that fails for a moment does not mean that the file is deleted."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("X3"))
    assert watched.code() == "X3"
    remove_orphans_while(monkeypatch, lambda path: path.parent == copies_folder)
    assert len(list(copies_folder.iterdir())) == 2


def test_process_that_starts_later_copies_nothing(tmp_path, watched, monkeypatch):
    """I8: so that the process starts fast."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("V1"))
    assert watched.code() == "V1"
    monkeypatch.setattr(copies.shutil, "copyfileobj", None)
    assert DatabaseFolder(tmp_path).roles().location


def test_process_that_starts_with_a_broken_file_uses_the_previous_copy(tmp_path, watched, caplog):
    """I8: a new worker uses the same version as the others."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("M1"))
    assert watched.code() == "M1"
    path.write_bytes(b"garbage")
    used = DatabaseFolder(tmp_path).roles().location
    assert (used.database_type, used.name) == ("GeoLite2-City", "city.mmdb")  # the operator knows this name
    assert caplog.messages[-1].endswith("it is not a MaxMind DB file; the previous one stays in use")


def test_process_that_starts_with_a_broken_file_passes_over_broken_copies(tmp_path, watched, copies_folder):
    """I8: another worker may be making a copy of the broken file. The system may list that one first."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("M1"))
    assert watched.code() == "M1"
    [copy] = copies_in(copies_folder)
    good = copy.read_bytes()
    copy.unlink()
    for number in range(10):
        copy.with_name(f"{copy.name}{number}").write_bytes(b"garbage" if number != 5 else good)
    path.write_bytes(b"garbage")
    assert DatabaseFolder(tmp_path).roles().location.database_type == "GeoLite2-City"


def test_lock_is_free_after_a_fork(tmp_path):
    """The child has no thread that could release it. A slow test below forks."""
    folder = folders.database_folder(tmp_path)
    folder._lock.acquire()
    folders._renew_locks()
    assert folder._lock.acquire(blocking=False)


@each_row(
    ("content_age", "inode_age", "settled"),
    [(2.1, 2.1, True), (1.9, 2.1, False), (2.1, 1.9, False), (0.1, 0.1, False), (-10, 2.1, True)],
)
def test_i8_file_settles_two_seconds_after_its_last_change(monkeypatch, content_age, inode_age, settled):
    """Of its content or of its inode. A time in the future says nothing, and the file must not wait for it."""
    monkeypatch.setattr(copies, "SETTLING_SECONDS", SETTLING_SECONDS)
    times = (int((1_800_000_000 - age) * 1e9) for age in (content_age, inode_age))
    with time_machine.travel(1_800_000_000, tick=False):
        assert copies.settled((1, 2, 3, *times)) is settled


def someone_elses(folder):
    folder.mkdir(mode=0o755)


def a_link(folder):
    folder.with_name("real").mkdir(mode=0o700)
    folder.symlink_to("real")


def a_file(folder):
    folder.touch()


@pytest.mark.parametrize("obstacle", [someone_elses, a_link, a_file])
def test_copy_is_not_shared_without_a_private_folder(tmp_path, watched, copies_folder, caplog, obstacle):
    """I8: no other user may be able to change a mapped file."""
    obstacle(copies_folder)
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("N1"))
    assert watched.code() == "N1"
    assert f"{path} is copied for this process alone" in caplog.text
    assert not copies_folder.is_dir() or not list(copies_folder.iterdir())
    path.write_bytes(b"")
    assert watched.code() == "N1"


def test_copy_is_not_shared_in_a_folder_of_another_user(tmp_path, watched, monkeypatch, caplog):
    """I8: even if only its owner has access to it."""
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("N1"))
    assert watched.code() == "N1"
    assert f"{path} is copied for this process alone" in caplog.text


def test_orphans_are_removed_even_if_one_original_cannot_be_checked(tmp_path, watched, copies_folder, monkeypatch):
    """I8: whichever the system lists first."""
    names = [f"{number}.mmdb" for number in range(9)]
    for name in ("4-stays.mmdb", *names):
        write_mmdb(tmp_path / name, "GeoLite2-City", country("X3"))
    assert watched.code() == "X3"
    for name in names:
        (tmp_path / name).unlink()
    unreachable = copies._key(tmp_path / "4-stays.mmdb")
    remove_orphans_while(monkeypatch, lambda path: path.name == unreachable)
    assert len(list(copies_folder.iterdir())) == 2


@pytest.mark.parametrize("memory", [True, False], ids=["memory", "temporary file"])
def test_copy_is_not_shared_if_the_folder_is_read_only(tmp_path, watched, monkeypatch, memory):
    """I8: the copy is in memory or, if the system has no ``memfd_create``, in a temporary file without a name."""
    if not memory:
        monkeypatch.delattr(os, "memfd_create", raising=False)
    monkeypatch.setattr(os, "link", lambda *args: (_ for _ in ()).throw(OSError(30, "Read-only file system")))
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("O1"))
    assert watched.code() == "O1"


def test_file_that_changes_while_it_is_copied_is_not_used(tmp_path, watched, monkeypatch):
    """I8."""
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("P1"))
    copy = copies.shutil.copyfileobj

    def copy_and_change(*args):
        copy(*args)
        os.utime(path)

    with monkeypatch.context() as patch:
        patch.setattr(copies.shutil, "copyfileobj", copy_and_change)
        assert not any(watched.roles())
        assert watched.failures == {"city.mmdb": "it changed while it was copied"}
    watched.pass_the_check()
    assert watched.code() == "P1"


@pytest.mark.slow
def test_no_request_fails_while_files_change(tmp_path, monkeypatch):
    """I8: three threads look up addresses while the file is overwritten, truncated and replaced before each check."""
    monkeypatch.setattr(folders, "CHECK_SECONDS", 0)
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("Q1"))
    good = [write_mmdb(tmp_path / name, "GeoLite2-City", country(name)).read_bytes() for name in ("Q1", "Q2")]
    stop, answers, failures = threading.Event(), set(), []

    def ask():
        while not stop.is_set():
            try:
                answers.add(services.locate(folder=str(tmp_path), ip=IP)["country"]["iso_code"])
            except Exception as failure:
                failures.append(failure)

    assert services.locate(folder=str(tmp_path), ip=IP)
    threads = [threading.Thread(target=ask) for _ in range(3)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(0.0001)  # else a turn waits for each thread for 5 ms at each of its steps
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
        sys.setswitchinterval(interval)
    assert failures == []
    assert answers == {"Q1", "Q2"}


def script(code, *arguments, **environment):
    """Run Python code in a separate process, which may crash, and return its output."""
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


@pytest.mark.slow
def test_truncation_in_place_does_not_kill_the_process(tmp_path):
    """I8: it would if the file itself were mapped. The records are not on the page that the process has read."""
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


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="tells what is mapped only on Linux")
def test_workers_share_one_copy(tmp_path, copies_folder):
    """I8: processes that do not know of each other map the same file."""
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


@pytest.mark.slow
def test_child_of_a_fork_in_the_middle_of_a_check_goes_on_checking(tmp_path):
    """I8: the child has no thread that could release the lock."""
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


def test_no_copies_on_windows(tmp_path, watched, copies_folder, monkeypatch):
    """On Windows, which lacks the system calls and needs no copies."""
    monkeypatch.setattr(copies, "COPIES_ARE_MADE", False)
    monkeypatch.delattr(os, "geteuid")
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("A1"))
    assert watched.code() == "A1"
    (tmp_path / "city.mmdb").write_bytes(b"garbage")
    assert DatabaseFolder(tmp_path).roles().location is None  # there is no copy of the previous version
    assert not copies_folder.exists()
