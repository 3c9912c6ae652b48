"""Rule I8: each process maps copies of the databases without a name."""

import os
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine

from iplookup import folders, services
from tests.iplookup.watched import IP, country
from tests.mmdb import write_mmdb
from tests.service import ROOT
from tests.tables import each_row, rows


@each_row(("content_age", "inode_age", "settled"), rows("settling.json"))
def test_i8_file_settles_two_seconds_after_its_last_change(content_age, inode_age, settled):
    """Of its content or of its inode. A time in the future says nothing, and the file must not wait for it."""
    times = (int((1_800_000_000 - age) * 1e9) for age in (content_age, inode_age))
    with time_machine.travel(1_800_000_000, tick=False):
        assert folders._is_settled((1, 2, 3, *times)) is settled


def test_i8_file_that_changes_while_it_is_copied_is_not_used(tmp_path, watched, monkeypatch):
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("P1"))
    copy = folders.shutil.copyfileobj

    def copy_and_change(*args):
        copy(*args)
        os.utime(path, (0, 0))

    with monkeypatch.context() as patch:
        patch.setattr(folders.shutil, "copyfileobj", copy_and_change)
        assert watched.code() is None
        assert watched.errors == {"city.mmdb": "it changed while it was copied"}
    assert watched.code_after_a_check() == "P1"


def test_i8_without_room_for_a_copy_the_file_is_tried_again(tmp_path, watched, monkeypatch, caplog):
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("R1"))
    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "TemporaryFile", lambda: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        assert watched.code() is None
    assert watched.errors == {"city.mmdb": "No space left on device"}
    assert watched.code_after_a_check() == "R1"


def test_i8_file_itself_is_mapped_where_open_files_have_no_path(tmp_path, watched, monkeypatch):
    """As on macOS and Windows."""
    monkeypatch.setattr(folders, "_OPEN_FILES", tmp_path / "nowhere")
    monkeypatch.setattr(tempfile, "TemporaryFile", None)
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("A1"))
    assert watched.code() == "A1"


def script(code, folder, **environment):
    """Start Python code that may crash in a process of its own."""
    begin = "import os, signal, sys\nfrom iplookup.services import locate\n"
    return subprocess.Popen(
        [sys.executable, "-c", begin + code, str(folder)],
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_i8_nothing_is_left_in_the_temporary_folder(tmp_path):
    """Of processes that are killed."""
    (tmp_path / "data").mkdir()
    write_mmdb(tmp_path / "data" / "city.mmdb", "GeoLite2-City", country("K1"), built="2020-01-01")
    (temporary := tmp_path / "tmp").mkdir()
    code = "print(locate(folder=sys.argv[1], ip='8.8.8.8')['ip'], flush=True)\nos.kill(os.getpid(), signal.SIGKILL)"
    processes = [script(code, tmp_path / "data", TMPDIR=str(temporary)) for _ in range(5)]
    ended = [(process.communicate(timeout=60)[0], process.returncode) for process in processes]
    assert (ended, list(temporary.iterdir())) == ([(f"{IP}\n", -9)] * 5, [])


@pytest.mark.slow
def test_i8_truncation_in_place_does_not_kill_the_process(tmp_path):
    """It would if the file itself were mapped. The records are not on the page that the process has read."""
    numbers = [(first, second) for first in range(1, 120) for second in range(40)]
    networks = {f"{one}.{two}.0.0/16": {"country": {"iso_code": f"{one}.{two}"}} for one, two in numbers}
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", networks)
    code = """if True:
        folder = sys.argv[1]
        locate(folder=folder, ip="1.1.1.1")
        os.truncate(folder + "/city.mmdb", 0)
        print(locate(folder=folder, ip="119.39.1.1")["country"]["iso_code"])
    """
    process = script(code, tmp_path)
    assert (process.communicate(timeout=60)[0], process.returncode) == ("119.39\n", 0)


@pytest.mark.slow
def test_i8_worker_that_is_forked_later_sees_changes(tmp_path):
    """Whatever its parent has opened: gunicorn opens the databases and then forks its workers."""
    write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("F1"))
    write_mmdb(tmp_path / "new", "GeoLite2-City", country("F2"))
    code = """if True:
        from iplookup import folders
        folders.CHECK_SECONDS = folders.SETTLING_SECONDS = 0
        codes = [locate(folder=sys.argv[1], ip="8.8.8.8")["country"]["iso_code"]]
        if child := os.fork():
            os.waitpid(child, 0)
        else:
            os.replace(sys.argv[1] + "/new", sys.argv[1] + "/city.mmdb")
        codes.append(locate(folder=sys.argv[1], ip="8.8.8.8")["country"]["iso_code"])
        print(*codes)
    """
    process = script(code, tmp_path)
    assert (process.communicate(timeout=60)[0], process.returncode) == ("F1 F2\n" * 2, 0)


@pytest.mark.slow
def test_i8_no_request_fails_while_files_change(tmp_path, watched, monkeypatch):
    """Three threads look up addresses while the file is overwritten, truncated and replaced before each check."""
    monkeypatch.setattr(folders, "CHECK_SECONDS", 0)
    path = write_mmdb(tmp_path / "city.mmdb", "GeoLite2-City", country("Q1"))
    good = [write_mmdb(tmp_path / name, "GeoLite2-City", country(name)).read_bytes() for name in ("Q1", "Q2")]
    stop, answers = threading.Event(), {watched.code()}

    def ask():
        while not stop.is_set():
            answers.add(services.locate(folder=str(tmp_path), ip=IP)["country"]["iso_code"])

    with ThreadPoolExecutor() as pool:
        asking = [pool.submit(ask) for _ in range(3)]
        for turn in range(2000):
            path.write_bytes(b"garbage" * (turn % 50))
            path.write_bytes(good[turn % 2])
            os.truncate(path, 40)
            (tmp_path / "new").write_bytes(good[turn % 2])
            (tmp_path / "new").replace(path)
            if turn >= 20 and answers == {"Q1", "Q2"}:
                break
        stop.set()
    assert ([future.exception() for future in asking], answers) == ([None] * 3, {"Q1", "Q2"})
