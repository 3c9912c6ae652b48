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
from pathlib import Path
from urllib.parse import urlsplit

import maxminddb
import pytest
from django.core.management import CommandError, call_command

from iplookup import download, services, sources
from iplookup.management.commands import update_geodata
from iplookup.updating import update
from tests.iplookup.download_server import ACCOUNT, KEY, Handler, Server, tar
from tests.mmdb import write_mmdb
from tests.tables import each_row

CITY = {
    "8.8.8.0/24": {"country": {"iso_code": "US", "names": {"en": "United States"}}},
    "2001:4860::/32": {"country": {"iso_code": "US"}},
}
ASN = {"8.8.8.0/24": {"autonomous_system_number": 15169, "autonomous_system_organization": "Example"}}


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
    return tmp_path / "geoip"


@pytest.fixture
def maxmind(server, folder, monkeypatch, make):
    """Serve MaxMind's two free editions, and set an account."""
    monkeypatch.setenv("GEOIPUPDATE_ACCOUNT_ID", ACCOUNT)
    monkeypatch.setenv("GEOIPUPDATE_LICENSE_KEY", KEY)
    server.databases = {"GeoLite2-City": make("GeoLite2-City", CITY), "GeoLite2-ASN": make("GeoLite2-ASN", ASN)}
    return server


@pytest.fixture
def make(tmp_path):
    def make(*args, **kwargs):
        return write_mmdb(tmp_path / "made", *args, **kwargs).read_bytes()

    return make


def run(server, *arguments):
    call_command("update_geodata", f"--base-url={server.url}/", *arguments)


def fails(server, *arguments):
    """Run the command, which must fail, and return the lines of its error."""
    with pytest.raises(CommandError) as caught:
        run(server, *arguments)
    assert caught.value.returncode == 1
    return str(caught.value).splitlines()


def content(folder):
    """Return all files of the folder with their content, also hidden ones."""
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def test_maxmind(maxmind, folder, capsys):
    run(maxmind)
    assert content(folder) == {f"{edition}.mmdb": database for edition, database in maxmind.databases.items()}
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "GeoLite2-City: updated to the build of 2026-06-05",
        "GeoLite2-ASN: updated to the build of 2026-06-05",
    ]
    assert err == ""
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o644}
    assert services.locate(folder=str(folder), ip="8.8.8.8")["asn"]["number"] == 15169


def test_credentials_do_not_follow_redirects(maxmind):
    run(maxmind)
    assert {path.split("/")[1] for _, path, authorization in maxmind.requests if authorization} == {"geoip"}
    assert any(path.startswith("/storage/") for path in maxmind.asked("GET"))


def test_current_file_is_not_downloaded(maxmind, folder, capsys):
    """MaxMind allows 30 downloads a day. A HEAD request for the date is not a download."""
    run(maxmind)
    maxmind.requests.clear()
    capsys.readouterr()
    run(maxmind)
    assert maxmind.asked("GET") == []
    assert capsys.readouterr().out.splitlines()[0] == "GeoLite2-City: up to date with the build of 2026-06-05"


@pytest.mark.parametrize(
    "networks",
    [CITY, {"8.8.8.0/24": {"country": {"iso_code": "US"}}}, {"2001:4860::/32": {"country": {"iso_code": "US"}}}],
)
def test_newer_file_with_an_address_that_every_database_has_is_downloaded(maxmind, folder, make, networks):
    run(maxmind)
    maxmind.databases["GeoLite2-City"] = make("GeoLite2-City", networks, built="2026-07-05")
    maxmind.modified += 86400
    run(maxmind)
    assert content(folder)["GeoLite2-City.mmdb"] == maxmind.databases["GeoLite2-City"]


@pytest.mark.parametrize("broken", [b"", b"garbage"])
def test_broken_file_is_downloaded_anew(maxmind, folder, broken):
    folder.mkdir()
    (folder / "GeoLite2-City.mmdb").write_bytes(broken)
    run(maxmind)
    assert content(folder)["GeoLite2-City.mmdb"] == maxmind.databases["GeoLite2-City"]


def test_without_a_date_of_change_it_is_downloaded(maxmind, folder, capsys):
    maxmind.modified = None
    run(maxmind)
    capsys.readouterr()
    run(maxmind)
    assert len([path for path in maxmind.asked("GET") if path.startswith("/storage/") and "sha256" not in path]) == 4
    assert "GeoLite2-City: up to date with" in capsys.readouterr().out


def test_variables_of_geoipupdate(maxmind, folder, tmp_path, monkeypatch):
    """Secrets in files, the editions, and the folder."""
    (tmp_path / "account").write_text(f"{ACCOUNT}\n")
    (tmp_path / "key").write_text(f" {KEY}\n")
    monkeypatch.setenv("GEOIPUPDATE_ACCOUNT_ID_FILE", str(tmp_path / "account"))
    monkeypatch.setenv("GEOIPUPDATE_ACCOUNT_ID", "of no use")
    monkeypatch.delenv("GEOIPUPDATE_LICENSE_KEY")
    monkeypatch.setenv("GEOIPUPDATE_LICENSE_KEY_FILE", str(tmp_path / "key"))
    monkeypatch.setenv("GEOIPUPDATE_EDITION_IDS", "GeoLite2-ASN")
    monkeypatch.setenv("GEOIPUPDATE_DB_DIR", str(tmp_path / "elsewhere"))
    run(maxmind)
    assert list(content(tmp_path / "elsewhere")) == ["GeoLite2-ASN.mmdb"]
    assert content(folder) == {}


def test_arguments_win_over_the_environment(maxmind, tmp_path, monkeypatch):
    monkeypatch.setenv("GEOIPUPDATE_EDITION_IDS", "GeoLite2-Country GeoLite2-ASN")
    run(maxmind, "--edition=GeoLite2-City", f"--folder={tmp_path / 'a' / 'b'}")
    assert list(content(tmp_path / "a" / "b")) == ["GeoLite2-City.mmdb"]


def test_dbip_of_this_month(server, folder, make, capsys):
    month = f"{date.today():%Y-%m}"  # noqa: DTZ011  # the command uses the same clock
    server.databases = {f"dbip-city-lite-{month}": make("DBIP-City-Lite", CITY)}
    server.databases[f"dbip-asn-lite-{month}"] = make("DBIP-ASN-Lite (compat=GeoLite2-ASN)", ASN)
    run(server, "--verbosity=0")
    assert sorted(content(folder)) == ["dbip-asn-lite.mmdb", "dbip-city-lite.mmdb"]
    assert capsys.readouterr() == ("", "")
    assert not any(authorization for _, _, authorization in server.requests)


def test_dbip_of_the_month_before(server, folder, make):
    server.databases = {"dbip-city-lite-2026-12": make("DBIP-City-Lite", CITY)}
    new_year = sources.dbip(server.url, today=lambda: date(2027, 1, 1))
    assert update("dbip-city-lite", new_year, folder).is_new
    assert not update("dbip-city-lite", new_year, folder).is_new
    assert [path[-15:] for path in server.asked("HEAD")] == ["2027-01.mmdb.gz", "2026-12.mmdb.gz"] * 2
    assert len(server.asked("GET")) == 1


@each_row(
    ("today", "months"),
    [
        (date(2026, 3, 31), ["2026-03", "2026-02"]),  # 31 days before the first of March is in January
        (date(2026, 1, 1), ["2026-01", "2025-12"]),
        (date(2024, 12, 31), ["2024-12", "2024-11"]),
    ],
)
def test_dbip_is_asked_for_two_months(server, today, months):
    server.requests.clear()
    with pytest.raises(download.DownloadError):
        sources.dbip(server.url, today=lambda: today)("dbip-city-lite")
    assert server.asked("HEAD") == [f"/free/dbip-city-lite-{month}.mmdb.gz" for month in months]


def test_dbip_is_used_if_requested_in_spite_of_an_account(maxmind, folder):
    assert fails(maxmind, "--source=dbip", "--edition=dbip-city-lite") == [
        f"dbip-city-lite: {download.REASONS[404]} (HTTP 404 from {urlsplit(maxmind.url).netloc})"
    ]


def damaged(archive):
    return archive[:60] + bytes(60) + archive[120:]


CANADA = {"8.8.8.0/24": {"country": {"iso_code": "CA"}}}
OTHERS = {"9.9.9.0/24": {"country": {"iso_code": "CH"}}}
V4_ONLY = {"8.8.8.0/24": {"country": {"iso_code": "US"}}}

# A failure of the server, and the message of the command.
FAILURES = [
    ({"status": 403}, f"{download.REASONS[403]} (HTTP 403 from HOST)"),
    ({"status": 429}, f"{download.REASONS[429]} (HTTP 429 from HOST)"),
    ({"status": 503}, "Service Unavailable (HTTP 503 from HOST)"),
    ({"cut": 100}, "the file is incomplete: 100 of TOTAL bytes arrived"),
    ({"checksum": f"{'0' * 64}  x\n"}, "the checksum is wrong"),
    ({"checksum": "<html>"}, "the server provides no checksum"),
    ({"checksum": ""}, "the server provides no checksum"),
    ({"checksum": "\xff"}, "the server provides no checksum"),  # which is no UTF-8
]


@pytest.mark.parametrize(("failures", "message"), FAILURES)
def test_failure_is_one_line_and_the_old_file_stays(maxmind, folder, make, failures, message):
    run(maxmind)
    before = content(folder)
    maxmind.databases["GeoLite2-City"] = make("GeoLite2-City", CITY, built="2026-07-05")
    maxmind.modified += 86400
    maxmind.failures = failures
    message = message.replace("HOST", urlsplit(maxmind.url).netloc)
    message = message.replace("TOTAL", str(len(tar(maxmind.databases["GeoLite2-City"]))))
    assert fails(maxmind, "--edition=GeoLite2-City") == [f"GeoLite2-City: {message}"]
    assert content(folder) == before


# A wrong content of the archive, and the message of the command.
WRONG = {
    "damaged": "the downloaded file is damaged",
    "no archive": "the downloaded file is damaged",
    "no database": "the downloaded archive contains no database",
    "no such format": "the download cannot be used: it is not a MaxMind DB file",
    "half": "the download cannot be used: it is not a MaxMind DB file",
    "type": "the download is a database of type GeoLite2-ASN",
    "version": "the download contains no IPv6 addresses",
    "older": "the download was built on 2026-05-05, before the current file",
    "unknown": "the download contains neither 8.8.8.8 nor 2001:4860:4860::8888",
    "empty": "the download cannot be used: it has no records",
    "another shape": "the download cannot be used: its records have no location in MaxMind's format; they contain "
    "country",
    "broken records": "the download has broken records",
}


@pytest.mark.parametrize(("wrong", "message"), WRONG.items())
def test_wrong_content_is_not_put_in_place(maxmind, folder, make, wrong, message):
    run(maxmind)
    before = content(folder)
    good = make("GeoLite2-City", CITY)
    archive = {
        "damaged": lambda: damaged(tar(good)),
        "no archive": lambda: b"<html>Welcome</html>",
        "no database": lambda: tar(good, name="README.txt"),
        "no such format": lambda: tar(b"garbage"),
        "half": lambda: tar(good[: len(good) // 2]),
        "type": lambda: tar(make("GeoLite2-ASN", ASN)),
        "version": lambda: tar(make("GeoLite2-City", V4_ONLY, ip_version=4)),
        "older": lambda: tar(make("GeoLite2-City", CITY, built="2026-05-05")),
        "unknown": lambda: tar(make("GeoLite2-City", OTHERS)),
        "empty": lambda: tar(make("GeoLite2-City", {})),
        "another shape": lambda: tar(make("GeoLite2-City", {"8.8.8.0/24": {"country": "US"}})),
        "broken records": lambda: tar(make("GeoLite2-City", {"8.8.8.0/24": {"country": "US"}} | OTHERS)),
    }[wrong]()
    maxmind.modified += 86400
    maxmind.failures = {"archive": archive, "checksum": f"{hashlib.sha256(archive).hexdigest()}  x\n"}
    assert fails(maxmind, "--edition=GeoLite2-City") == [f"GeoLite2-City: {message}"]
    assert content(folder) == before


@pytest.mark.parametrize(
    "archive",
    [b"garbage", gzip.compress(b"garbage")[:-9], gzip.compress(b"garbage")],
    ids=["no archive", "truncated", "no database in it"],  # gzip writes the time of day into the bytes
)
def test_dbip_has_no_checksum_but_is_verified(server, folder, archive):
    server.databases = {f"dbip-city-lite-{date.today():%Y-%m}": b""}  # noqa: DTZ011  # the command uses the same clock
    server.failures = {"archive": archive}
    (line,) = fails(server, "--edition=dbip-city-lite")
    assert line.startswith("dbip-city-lite: ")
    assert content(folder) == {}


def test_dbip_refuses(server, folder):
    """I8: one line says what happened and what to do. It does not mention an account, because none is set."""
    server.databases = {f"dbip-city-lite-{date.today():%Y-%m}": b"x"}  # noqa: DTZ011  # the command uses the same clock
    server.failures = {"status": 403}
    (line,) = fails(server, "--edition=dbip-city-lite")
    assert line == (
        "dbip-city-lite: it refuses downloads from this machine; try again later, name a mirror by --base-url, "
        f"or put the file into the folder by hand (HTTP 403 from {urlsplit(server.url).netloc})"
    )
    assert not folder.exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(maxmind, folder, number):
    """I8: Ctrl+C or the stop of a container gives one line, leaves no temporary files, and does not change the file."""
    run(maxmind)
    before = content(folder)
    maxmind.modified += 86400
    begun = threading.Event()

    def stall(handler, *args):
        if handler.command == "HEAD":
            handler.answer(b"")
            return
        handler.send_response(200)
        handler.send_header("Content-Length", "1000000")
        handler.end_headers()
        handler.wfile.write(bytes(300_000))
        handler.wfile.flush()
        begun.set()
        handler.rfile.read(1)  # until the client closes the connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Handler, "storage", stall)
        # A program that a shell starts in the background ignores SIGINT, and the command would inherit that.
        inherited = signal.signal(number, signal.default_int_handler)
        command = subprocess.Popen(
            [sys.executable, "manage.py", "update_geodata", f"--base-url={maxmind.url}", f"--folder={folder}"],
            cwd=Path(__file__).parents[2],
            stderr=subprocess.PIPE,
            text=True,
        )
        signal.signal(number, inherited)
        with command:
            assert begun.wait(30)
            command.send_signal(number)
            _, complaint = command.communicate(timeout=30)
    assert complaint == (
        "CommandError: GeoLite2-City: interrupted; the current file stays in place, and the same command starts again\n"
    )
    assert command.returncode == 130
    assert content(folder) == before


def test_missing_data_of_an_edition_are_reported(server, folder, make, capsys):
    """DB-IP Lite has no time zones and no subdivision codes. The command says so, not only the README."""
    server.databases = {f"dbip-city-lite-{date.today():%Y-%m}": make("DBIP-City-Lite", CITY)}  # noqa: DTZ011  # as above
    run(server, "--edition=dbip-city-lite")
    assert capsys.readouterr().out == (
        "dbip-city-lite: updated to the build of 2026-06-05; "
        "it has no time zones and no subdivision codes, which the embedded city.mmdb has\n"
    )


@pytest.mark.parametrize("edition", ["GeoIP2-Anonymous-IP", "GeoIP2-Connection-Type", "GeoIP2-ISP"])
def test_other_editions(maxmind, folder, make, edition):
    """I13: an Anonymous-IP database need not have data for the addresses that all other databases know."""
    record = {"is_anonymous": True, "connection_type": "Corporate", "isp": "Google"}
    network = "9.9.9.0/24" if "Anonymous" in edition else "8.8.8.0/24"
    maxmind.databases[edition] = make(edition, {network: record})
    run(maxmind, f"--edition={edition}")
    assert list(content(folder)) == [f"{edition}.mmdb"]


@pytest.mark.slow
def test_without_geoip2(maxmind, folder):
    """F6: the app does not require it, so the command says what to install."""
    code = """if True:
        import os, sys
        from django.core.management import execute_from_command_line
        sys.modules["geoip2"] = None
        os.environ["DJANGO_SETTINGS_MODULE"] = "utilitysvc.settings"
        execute_from_command_line(["manage.py", "update_geodata"])
    """
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    assert done.stderr == "CommandError: update_geodata needs geoip2: pip install 'utilitysvc[update]'\n"
    assert done.returncode == 1


def test_wrong_account(maxmind, folder, monkeypatch):
    monkeypatch.setenv("GEOIPUPDATE_LICENSE_KEY", "another")
    host = urlsplit(maxmind.url).netloc
    assert fails(maxmind) == [
        f"GeoLite2-City: {download.REASONS[401]} (HTTP 401 from {host})",
        f"GeoLite2-ASN: {download.REASONS[401]} (HTTP 401 from {host})",
    ]
    assert content(folder) == {}


def test_failure_of_one_edition_does_not_stop_the_others(maxmind, folder):
    del maxmind.databases["GeoLite2-City"]
    (line,) = fails(maxmind)
    assert line.startswith("GeoLite2-City: there is no such file; check the name of the edition (HTTP 404 from ")
    assert list(content(folder)) == ["GeoLite2-ASN.mmdb"]


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        (["--edition=../x-City"], {}, "../x-City: the service cannot use this edition"),
        (["--edition=GeoIP2-Domain"], {}, "GeoIP2-Domain: the service cannot use this edition"),
        (["--base-url=ftp://127.0.0.1"], {}, "ftp://127.0.0.1 is not the address of a web server"),
        (["--base-url=file:///etc"], {}, "file:///etc is not the address of a web server"),
        (
            [],
            {"GEOIPUPDATE_LICENSE_KEY": ""},
            "MaxMind requires both GEOIPUPDATE_ACCOUNT_ID and GEOIPUPDATE_LICENSE_KEY",
        ),
        (
            [],
            {"GEOIPUPDATE_ACCOUNT_ID": ""},
            "MaxMind requires both GEOIPUPDATE_ACCOUNT_ID and GEOIPUPDATE_LICENSE_KEY",
        ),
        (
            ["--source=maxmind"],
            {"GEOIPUPDATE_ACCOUNT_ID": "", "GEOIPUPDATE_LICENSE_KEY": ""},
            "MaxMind requires both GEOIPUPDATE_ACCOUNT_ID and GEOIPUPDATE_LICENSE_KEY",
        ),
        (
            [],
            {"GEOIPUPDATE_LICENSE_KEY_FILE": "/nowhere"},
            "GEOIPUPDATE_LICENSE_KEY_FILE: /nowhere cannot be read: No such file or directory",
        ),
    ],
)
def test_wrong_usage(maxmind, monkeypatch, arguments, environment, message):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    (line,) = fails(maxmind, *arguments)
    assert line.startswith(message)
    assert maxmind.requests == []


def test_no_network(server, folder):
    server.shutdown()
    server.server_close()
    host = urlsplit(server.url).netloc
    assert fails(server, "--edition=dbip-city-lite") == [
        f"dbip-city-lite: {host} cannot be reached: Connection refused"
    ]
    with pytest.raises(CommandError, match=r"^dbip-city-lite: host.invalid cannot be reached: .+$"):
        call_command("update_geodata", "--base-url=http://host.invalid", "--edition=dbip-city-lite")


@each_row(
    ("status", "reason"),
    [
        (300, "it redirects in circles, or to something that is not a web server"),
        (399, "it redirects in circles, or to something that is not a web server"),
        (299, "an answer of an unknown kind"),
        (400, "Bad Request"),
        (599, "an answer of an unknown kind"),
    ],
)
def test_reason_of_a_status(status, reason):
    assert download._reason(status) == reason


@each_row(
    ("error", "text"),
    [
        (OSError(5, "Input/output error"), "Input/output error"),
        (OSError("unknown url type"), "unknown url type"),
        ("no host given", "no host given"),
        (ConnectionResetError(), "ConnectionResetError"),
        (TimeoutError("timed out"), f"no answer within {download.TIMEOUT_SECONDS} s"),
    ],
)
def test_failure_of_a_connection_in_words(error, text):
    assert download._plain(error) == text


@pytest.mark.parametrize("length", [None, "x", ""])
def test_server_that_does_not_tell_the_length(maxmind, folder, monkeypatch, length):
    """The end of the connection is then the end of the file."""

    def answer(handler, body):
        handler.send_response(200)
        if length is not None:
            handler.send_header("Content-Length", length)
        handler.end_headers()
        handler.wfile.write(body if handler.command == "GET" else b"")

    monkeypatch.setattr(Handler, "answer", answer)
    run(maxmind, "--edition=GeoLite2-City")
    assert list(content(folder)) == ["GeoLite2-City.mmdb"]


def test_sigterm_interrupts_only_the_update(maxmind, folder):
    """Ctrl+C and SIGTERM are alike during an update. A site that calls the command keeps its own handler."""

    def handler(number, frame):
        raise AssertionError("nobody sends the signal")

    before = signal.signal(signal.SIGTERM, handler)
    try:
        with update_geodata._interruptible():
            assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)
    thread = threading.Thread(target=run, args=(maxmind, "--edition=GeoLite2-City"))  # a thread can set no handler
    thread.start()
    thread.join()
    assert list(content(folder)) == ["GeoLite2-City.mmdb"]


def test_interrupted_update_ends_the_command(maxmind, folder, monkeypatch):
    """Slower tests above send the signals."""

    def interrupted(handler, *args):
        raise KeyboardInterrupt

    monkeypatch.setattr("iplookup.updating.update", interrupted)
    with pytest.raises(CommandError, match=r"^GeoLite2-City: interrupted; the current file stays") as caught:
        run(maxmind)
    assert caught.value.returncode == 130


@pytest.mark.parametrize("value", ["key", " key\n", "key\r\n"])
def test_white_space_around_a_secret_is_ignored(tmp_path, value):
    """In the variable, as a copied line has it, and in a file, as an editor writes it."""
    (tmp_path / "secret").write_bytes(value.encode())
    assert update_geodata._secret("KEY", {"KEY": value}) == "key"
    assert update_geodata._secret("KEY", {"KEY": "other", "KEY_FILE": str(tmp_path / "secret")}) == "key"


def test_sources_without_a_mirror(monkeypatch):
    """Each asks the publisher itself."""
    asked = []

    def last_modified(url, credentials=None):
        asked.append(url)

    monkeypatch.setattr(sources, "last_modified", last_modified)
    account = {"GEOIPUPDATE_ACCOUNT_ID": ACCOUNT, "GEOIPUPDATE_LICENSE_KEY": KEY}
    for environment in ({}, account):
        source, editions = update_geodata._source(None, None, environment)
        source(editions[0])
    hosts = ["https://download.db-ip.com", "https://download.maxmind.com"]
    assert ["/".join(url.split("/")[:3]) for url in asked] == hosts


@each_row(
    ("columns", "done", "total", "shown"),
    [
        (40, 0, 2_000_000, "\rcity [                  ] 0.0 of 2.0 MB"),
        (40, 1_000_000, 2_000_000, "\rcity [#########         ] 1.0 of 2.0 MB"),
        (40, 2_000_000, 2_000_000, "\rcity [##################] 2.0 of 2.0 MB"),
        (23, 2_000_000, 2_000_000, "\rcity [#] 2.0 of 2.0 MB"),  # narrower than that has no bar
        (22, 1_000_000, 2_000_000, "\rcity 1.0 of 2.0 MB"),
        (40, 1_000_000, None, "\rcity 1.0 MB"),
    ],
)
def test_progress_on_terminals_of_any_width(monkeypatch, columns, done, total, shown):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("COLUMNS", str(columns))
    terminal = Terminal()
    update_geodata.Command(stderr=terminal, no_color=True).progress("city")(done, total)
    assert terminal.getvalue() == shown


def test_server_that_sends_nothing(maxmind, folder, monkeypatch):
    monkeypatch.setattr(download, "TIMEOUT_SECONDS", 0.2)
    wait = threading.Event()
    monkeypatch.setattr(Handler, "storage", lambda *args: wait.wait(5))
    (line,) = fails(maxmind, "--edition=GeoLite2-City")
    wait.set()
    assert line.startswith("GeoLite2-City: ")
    assert line.endswith("no answer within 0.2 s")


def test_server_that_closes_the_connection(maxmind, folder, monkeypatch):
    monkeypatch.setattr(Handler, "storage", lambda handler, *args: handler.connection.close())
    (line,) = fails(maxmind, "--edition=GeoLite2-City")
    assert line.startswith("GeoLite2-City: ")
    assert content(folder) == {}


@pytest.mark.parametrize(
    ("location", "message"),
    [
        (
            "file:///etc/passwd",
            "it redirects in circles, or to something that is not a web server (HTTP 302 from HOST)",
        ),
        ("ftp://127.0.0.1/x", "HOST redirects to an address that is not secure"),
        (
            "/storage/GeoLite2-City?signature=secret",
            "it redirects in circles, or to something that is not a web server (HTTP 302 from HOST)",
        ),
    ],
)
def test_redirect_that_is_not_followed(maxmind, monkeypatch, location, message):
    """The message does not contain the URL, which may be signed."""

    def redirect(handler, *args):
        handler.send_response(302)
        handler.send_header("Location", location)
        handler.end_headers()

    monkeypatch.setattr(Handler, "storage", redirect)
    (line,) = fails(maxmind, "--edition=GeoLite2-City")
    assert line == f"GeoLite2-City: {message}".replace("HOST", urlsplit(maxmind.url).netloc)


def test_redirect_from_https_to_http():
    request = download.urllib.request.Request("https://example.org/")
    with pytest.raises(download.DownloadError, match="not secure"):
        download._Redirects().redirect_request(request, None, 302, "Found", {}, "http://example.org/")


def test_redirect_from_https_to_https_is_followed():
    """By the same method: to ask when a file has changed must not download it."""
    request = download.urllib.request.Request("https://example.org/", method="HEAD")
    redirected = download._Redirects().redirect_request(request, None, 302, "Found", {}, "https://example.com/storage")
    assert (redirected.full_url, redirected.get_method()) == ("https://example.com/storage", "HEAD")


def test_full_disk(maxmind, folder, make):
    """A limit on the size of files makes writing fail, like a full disk."""
    run(maxmind)
    before = content(folder)
    maxmind.modified += 86400
    names = {f"language-{number}": os.urandom(40).hex() for number in range(2000)}
    large = CITY | {"9.9.9.0/24": {"country": {"iso_code": "CH", "names": names}}}
    maxmind.databases["GeoLite2-City"] = make("GeoLite2-City", large, built="2026-07-05")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        lines = fails(maxmind, "--edition=GeoLite2-City")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert lines == [f"GeoLite2-City: cannot write to {folder}: File too large"]
    assert content(folder) == before


def test_folder_that_cannot_be_made(maxmind, folder):
    folder.write_text("a file")
    (line,) = fails(maxmind, "--edition=GeoLite2-City")
    assert line == f"GeoLite2-City: cannot write to {folder}: File exists"


def test_progress_bar_on_a_terminal(maxmind, folder, monkeypatch, capsys):
    from django.core.management.base import OutputWrapper

    monkeypatch.setattr(OutputWrapper, "isatty", lambda wrapper: True)
    monkeypatch.setenv("COLUMNS", "60")
    run(maxmind, "--edition=GeoLite2-City", "--no-color")
    err = capsys.readouterr().err
    assert err.startswith("\rGeoLite2-City [####")
    assert err.endswith("0.0 of 0.0 MB\r\x1b[K")
    assert all(len(frame) < 60 for frame in err.split("\r"))


def test_update_reaches_the_running_service(maxmind, folder, make, monkeypatch):
    """I8: the update makes a new file, so that processes that map the old one can still read it."""
    run(maxmind)
    with maxminddb.open_database(folder / "GeoLite2-City.mmdb") as reader:
        inode = (folder / "GeoLite2-City.mmdb").stat().st_ino
        maxmind.databases["GeoLite2-City"] = make("GeoLite2-City", CANADA, built="2026-07-05")
        maxmind.modified += 86400
        run(maxmind)
        assert (folder / "GeoLite2-City.mmdb").stat().st_ino != inode
        assert reader.get("8.8.8.8")["country"]["iso_code"] == "US"
