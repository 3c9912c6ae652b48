"""manage.py update_geodata, against a server with the protocols of MaxMind and DB-IP, which fails in many ways."""

import gzip
import hashlib
import io
import os
import resource
import signal
import subprocess
import sys
import threading
from datetime import date
from urllib.parse import urlsplit
from urllib.request import Request

import maxminddb
import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper

from iplookup import services, updating
from tests.iplookup.download_server import ACCOUNT, KEY, Handler, Server, tar
from tests.mmdb import write_mmdb
from tests.service import ROOT
from tests.tables import each_row, rows

pytestmark = pytest.mark.slow

V4, V6 = {"8.8.8.0/24": {"country": {"iso_code": "US"}}}, {"2001:4860::/32": {"country": {"iso_code": "US"}}}
CITY = V4 | V6
ASN = {"8.8.8.0/24": {"autonomous_system_number": 15169, "autonomous_system_organization": "Example"}}
A_DAY = 86400


@pytest.fixture
def server():
    server = Server()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def folder(tmp_path, settings, monkeypatch):
    for name in list(os.environ):
        if name.startswith("GEOIPUPDATE_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    settings.GEOIP_PATH = tmp_path / "geoip"
    with time_machine.travel("2026-11-21"):
        yield tmp_path / "geoip"


@pytest.fixture
def make(tmp_path):
    return lambda *args, **kwargs: write_mmdb(tmp_path / "made", *args, **kwargs).read_bytes()


@pytest.fixture
def maxmind(server, folder, monkeypatch, make):
    """Serve MaxMind's two free editions, and set an account."""
    monkeypatch.setenv("GEOIPUPDATE_ACCOUNT_ID", ACCOUNT)
    monkeypatch.setenv("GEOIPUPDATE_LICENSE_KEY", f" {KEY}\n")
    server.databases = {"GeoLite2-City": make("GeoLite2-City", CITY), "GeoLite2-ASN": make("GeoLite2-ASN", ASN)}
    return server


@pytest.fixture
def installed(maxmind, folder):
    """The same after an update. The server then has a newer file."""
    run(maxmind, "--verbosity=0")
    maxmind.modified += A_DAY
    return maxmind


def run(server, *arguments):
    call_command("update_geodata", f"--base-url={server.url}/", *arguments)


def error_of(server, *arguments):
    """Run the command, which must fail, and return its error."""
    with pytest.raises(CommandError) as caught:
        run(server, *arguments)
    assert caught.value.returncode == 1
    return str(caught.value)


def content(folder):
    """Return all files of the folder with their content, also hidden ones."""
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def test_maxmind(maxmind, folder, capsys):
    run(maxmind)
    assert content(folder) == {f"{edition}.mmdb": database for edition, database in maxmind.databases.items()}
    out, err = capsys.readouterr()
    editions = ("GeoLite2-City", "GeoLite2-ASN")
    assert out.splitlines() == [f"{edition}: updated to the build of 2026-06-05" for edition in editions]
    assert err == ""
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o644}
    assert services.locate(folder=str(folder), ip="8.8.8.8")["asn"]["number"] == 15169
    # The credentials do not follow the redirect to another company's storage.
    assert {path.split("/")[1] for _, path, authorization in maxmind.requests if authorization} == {"geoip"}
    assert any(path.startswith("/storage/") for path in maxmind.asked("GET"))
    # MaxMind allows 30 downloads a day. A HEAD request for the date is not a download.
    maxmind.requests.clear()
    run(maxmind)
    assert maxmind.asked("GET") == []
    assert capsys.readouterr().out.splitlines()[0] == "GeoLite2-City: up to date with the build of 2026-06-05"


@pytest.mark.parametrize("networks", [CITY, V4, V6])
def test_newer_file_is_downloaded(installed, folder, make, networks):
    """I8: into a new file, so that processes that map the old one can still read it."""
    with maxminddb.open_database(folder / "GeoLite2-City.mmdb") as reader:
        installed.databases["GeoLite2-City"] = make("GeoLite2-City", networks, built="2026-07-05")
        run(installed)
        assert reader.get("8.8.8.8")["country"]["iso_code"] == "US"
    assert content(folder)["GeoLite2-City.mmdb"] == installed.databases["GeoLite2-City"]


def test_variables_of_geoipupdate(maxmind, folder, tmp_path, monkeypatch):
    """Secrets in files, the editions, and the folder. Arguments come before them."""
    for name, value in {"GEOIPUPDATE_ACCOUNT_ID": ACCOUNT, "GEOIPUPDATE_LICENSE_KEY": KEY}.items():
        (tmp_path / name).write_text(f" {value}\r\n")
        monkeypatch.setenv(name, "of no use")
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / name))
    monkeypatch.setenv("GEOIPUPDATE_EDITION_IDS", "GeoLite2-ASN")
    monkeypatch.setenv("GEOIPUPDATE_DB_DIR", str(tmp_path / "elsewhere"))
    run(maxmind)
    assert list(content(tmp_path / "elsewhere")) == ["GeoLite2-ASN.mmdb"]
    run(maxmind, "--edition=GeoLite2-City", f"--folder={tmp_path / 'a' / 'b'}")
    assert list(content(tmp_path / "a" / "b")) == ["GeoLite2-City.mmdb"]
    assert content(folder) == {}


def test_dbip(server, folder, make, capsys):
    """The file of the month before, if that of this month is not there yet."""
    server.databases = {
        "dbip-city-lite-2026-11": make("DBIP-City-Lite", CITY),
        "dbip-asn-lite-2026-10": make("DBIP-ASN-Lite (compat=GeoLite2-ASN)", ASN),
    }
    run(server)
    assert sorted(content(folder)) == ["dbip-asn-lite.mmdb", "dbip-city-lite.mmdb"]
    assert not any(authorization for _, _, authorization in server.requests)
    # What this edition lacks is told here, not only in the README.
    assert capsys.readouterr().out.splitlines()[0] == (
        "dbip-city-lite: updated to the build of 2026-06-05; "
        "it has no time zones and no subdivision codes, which the embedded city.mmdb has"
    )


@each_row(("today", "months"), rows("months.tsv"))
def test_publishers_are_asked_where_there_is_no_mirror(monkeypatch, today, months):
    """DB-IP for two months."""
    asked = []

    def missing(url, account=None):
        asked.append(url)
        raise updating.MissingError

    monkeypatch.setattr(updating, "_last_modified", missing)
    for account in (None, (ACCOUNT, KEY)):
        with pytest.raises(updating.UpdateError):
            updating._newest("x", account, "", date.fromisoformat(today))
    *dbip, maxmind = asked
    assert dbip == [f"https://download.db-ip.com/free/x-{month}.mmdb.gz" for month in months.split()]
    assert maxmind == "https://download.maxmind.com/geoip/databases/x/download?suffix=tar.gz"


@each_row(("options", "environment", "failures", "message"), rows("update_failures.json"))
def test_failure_is_told_and_the_old_file_stays(installed, folder, make, options, environment, failures, message):
    """I8: nothing else is left in the folder. A file of DB-IP has no checksum, but is verified."""
    before = content(folder)
    good = make("GeoLite2-City", CITY, built="2026-07-05")
    archives = {
        "damaged": tar(good)[:60] + bytes(60) + tar(good)[120:],
        "no archive": b"<html>Welcome</html>",
        "no database": tar(good, name="README.txt"),
        "garbage": tar(b"garbage"),
        "half": tar(good[: len(good) // 2]),
        "cut": gzip.compress(b"x")[:-9],
        "x": gzip.compress(b"x"),
    }
    if "made" in failures:
        archives["made"] = tar(make(**{"built": "2026-07-05"} | failures["made"]))
    archive = archives.get(failures.get("content", "made"), tar(good))
    installed.failures = {"archive": archive, "checksum": f"{hashlib.sha256(archive).hexdigest()}  x\n"} | failures
    installed.databases["dbip-city-lite-2026-11"] = b""
    message = message.replace("HOST", urlsplit(installed.url).netloc).replace("TOTAL", str(len(archive)))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(f"GEOIPUPDATE_{name}", value)
        assert error_of(installed, *options) == message
    assert content(folder) == before


def test_failure_of_one_edition_does_not_stop_the_others(maxmind, folder):
    del maxmind.databases["GeoLite2-City"]
    assert error_of(maxmind).startswith("GeoLite2-City: there is no such file; ")
    assert list(content(folder)) == ["GeoLite2-ASN.mmdb"]


@pytest.mark.parametrize("edition", ["GeoIP2-Anonymous-IP", "GeoIP2-Connection-Type", "GeoIP2-ISP"])
def test_other_editions(maxmind, folder, make, edition):
    """I13: an Anonymous-IP database need not have data for the addresses that all other databases know."""
    record = {"is_anonymous": True, "connection_type": "Corporate", "isp": "Google"}
    network = "9.9.9.0/24" if "Anonymous" in edition else "8.8.8.0/24"
    maxmind.databases[edition] = make(edition, {network: record})
    run(maxmind, f"--edition={edition}")
    assert list(content(folder)) == [f"{edition}.mmdb"]


@pytest.mark.parametrize(
    ("storage", "patience", "told"),
    [
        (lambda handler, *args: handler.rfile.read(1), 0.2, "no answer within 0.2 s"),
        (lambda handler, *args: handler.connection.close(), 60, "Remote end closed connection without response"),
    ],
)
def test_server_that_answers_nothing(maxmind, folder, monkeypatch, storage, patience, told):
    """I8: a download that is refused before it begins makes no folder."""
    monkeypatch.setattr(updating, "TIMEOUT_SECONDS", patience)
    monkeypatch.setattr(Handler, "storage", storage)
    assert error_of(maxmind, "--edition=GeoLite2-City").endswith(f"failed: {told}")
    assert not folder.exists()


@pytest.mark.parametrize("length", [None, "x", ""])
def test_server_that_does_not_tell_the_length_and_the_date(maxmind, folder, length, capsys):
    """The end of the connection is then the end of the file. It is downloaded each time, as a broken file is."""
    folder.mkdir()
    (folder / "GeoLite2-City.mmdb").write_bytes(b"garbage")
    maxmind.failures, maxmind.modified = {"length": length}, None
    for _ in range(2):
        run(maxmind, "--edition=GeoLite2-City")
    assert content(folder) == {"GeoLite2-City.mmdb": maxmind.databases["GeoLite2-City"]}
    assert len([path for path in maxmind.asked("GET") if path.startswith("/storage/") and "sha256" not in path]) == 2
    assert "GeoLite2-City: up to date with" in capsys.readouterr().out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(installed, folder, monkeypatch, number):
    """I8: Ctrl+C or the stop of a container gives one line, leaves no temporary files, and does not change the file."""
    before = content(folder)
    begun = threading.Event()

    def stall(handler, *args):
        handler.answer(bytes(300_000))
        if handler.command == "GET":
            begun.set()
            handler.rfile.read(1)  # until the client closes the connection

    monkeypatch.setattr(Handler, "storage", stall)
    installed.failures = {"length": 1_000_000}
    # A program that a shell starts in the background ignores SIGINT, and the command would inherit that.
    inherited = signal.signal(number, signal.default_int_handler)
    arguments = [sys.executable, "manage.py", "update_geodata", f"--base-url={installed.url}", f"--folder={folder}"]
    command = subprocess.Popen(arguments, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    signal.signal(number, inherited)
    with command:
        assert begun.wait(30)
        command.send_signal(number)
        _, told = command.communicate(timeout=30)
    line = "GeoLite2-City: interrupted; the current file stays in place, and the same command starts again"
    assert (told, command.returncode) == (f"CommandError: {line}\n", 130)
    assert content(folder) == before


def test_handler_of_signals_is_restored(maxmind, monkeypatch):
    """A site that calls the command keeps its own. A thread, which can set none, can update too."""
    during, before = [], signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(updating, "update", lambda *args: (during.append(signal.getsignal(signal.SIGTERM)), None))
    run(maxmind, "--verbosity=0", "--edition=x")
    during.append(signal.getsignal(signal.SIGTERM))
    thread = threading.Thread(target=run, args=(maxmind, "--verbosity=0", "--edition=x"))
    thread.start()
    thread.join()
    assert during == [signal.default_int_handler, before, before]


def test_without_geoip2(maxmind):
    """F6: the app does not require it, so the command says what to install."""
    code = """if True:
        import os, sys
        from django.core.management import execute_from_command_line
        sys.modules["geoip2"] = None
        os.environ["DJANGO_SETTINGS_MODULE"] = "utilitysvc.settings"
        execute_from_command_line(["manage.py", "update_geodata"])
    """
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == "CommandError: update_geodata needs geoip2: pip install 'utilitysvc[update]'\n"
    assert done.returncode == 1


def test_progress_on_a_terminal(maxmind, folder, monkeypatch):
    """Its line is erased before the result is printed."""
    monkeypatch.setattr(OutputWrapper, "isatty", lambda wrapper: True)
    terminal, options = io.StringIO(), ["--edition=GeoLite2-City", "--no-color", f"--base-url={maxmind.url}"]
    call_command("update_geodata", *options, stdout=terminal, stderr=terminal)
    frames = terminal.getvalue().split("\r\x1b[K")
    assert frames[:2] == ["", "GeoLite2-City 0.0 of 0.0 MB"]
    assert frames[-1] == "GeoLite2-City: updated to the build of 2026-06-05\n"


def test_redirect_keeps_the_encryption():
    request = Request("https://example.org/")
    with pytest.raises(updating.UpdateError, match="not secure"):
        updating._Redirects().redirect_request(request, None, 302, "Found", {}, "http://example.org/")


def test_full_disk(installed, folder, make):
    """A limit on the size of files makes writing fail, like a full disk."""
    before = content(folder)
    names = {f"language-{number}": os.urandom(40).hex() for number in range(2000)}
    large = CITY | {"9.9.9.0/24": {"country": {"iso_code": "CH", "names": names}}}
    installed.databases["GeoLite2-City"] = make("GeoLite2-City", large, built="2026-07-05")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        assert error_of(installed, "--edition=GeoLite2-City") == (
            f"GeoLite2-City: cannot write to {folder}: File too large"
        )
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert content(folder) == before
