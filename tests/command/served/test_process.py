"""B12: what the command does as a process: what it imports, how it ends, what it does on a terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys

import pytest

from tests.command.process import COMMAND, ENVIRONMENT, SECONDS, run

APPS = {"hashing", "iplookup", "randomgen", "uuids", "passwords", "textops", "timeops", "numbergen"}
#: What a Windows machine lacks: the servers, and modules of Python for POSIX alone.
POSIX_ONLY = ("gunicorn", "uvicorn", "uvicorn_worker", "uvloop", "fcntl", "grp", "pwd", "resource", "termios")


NOT_NEEDED = {"gunicorn", "uvicorn", "drf_spectacular", "whitenoise", "prometheus_client"}


def python(code):
    return run("-c", code, command=[sys.executable])


def test_b12_only_the_app_that_is_asked_is_imported():
    """Nor what only the service needs. An app's package itself may be imported, by the settings: it is empty."""
    calls = {"uuids": ["uuid"], "iplookup": ["ip", "8.8.8.8"], "timeops": ["time", "now"], "hashing": ["hash", "a"]}
    done = python(
        f"""
import sys
from utilitysvc.interfaces.command.main import main
for arguments in {list(calls.values())!r}:
    main(arguments)
    packages = {{name.partition('.')[0] for name in sys.modules if name.endswith(('.views', '.services'))}}
    print(*packages, *{NOT_NEEDED!r} & {{*sys.modules}}, file=sys.stderr)
"""
    )
    asked = set()
    for app, line in zip(calls, done.stderr.splitlines(), strict=True):
        asked.add(app)
        assert set(line.split()) & APPS == asked
        assert set(line.split()) <= asked | {"utilitysvc", "rest_framework", "django"}


BLOCKED = f"""
import sys
for name in {POSIX_ONLY!r}:
    sys.modules[name] = None
from utilitysvc.interfaces.command.main import main
"""


def test_b12_runs_without_what_only_posix_has():
    calls = [["hash", "a"], ["ip", "8.8.8.8"], ["password"], ["time"], ["text", "a"]]
    done = python(f"{BLOCKED}\nfor arguments in {calls!r}: print(main(arguments), *arguments)\nmain(['--help'])")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if line.startswith("0 ")] == [
        f"0 {' '.join(arguments)}" for arguments in calls
    ]
    assert "Usage: utilitysvc" in done.stdout


def test_b12_agents_are_served_without_what_only_posix_has():
    ask = '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hash", "arguments": {"input": "a"}}}'
    done = run("-c", f"{BLOCKED}\nsys.exit(main(['mcp']))", command=[sys.executable], input=f"{ask}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb" in done.stdout


def test_b12_a_missing_package_is_named_with_its_extra():
    called = "print(main(['text', 'a']))\nmain(['text', '--help'])"
    done = python(f"{BLOCKED}\nsys.modules['regex'] = None\n{called}")
    said = "text needs the package regex: pip install 'utilitysvc[textops]'"
    assert (done.stdout[0], done.returncode) == ("2", 0)
    assert said in done.stdout
    assert said in done.stderr


def test_b12_without_click_it_says_what_to_install():
    done = python(
        "import sys; sys.modules['click'] = None\nfrom utilitysvc.interfaces.command.main import main\nsys.exit(main())"
    )
    assert done.returncode == 2
    assert done.stderr == "utilitysvc: the command needs click: pip install 'utilitysvc[command]'\n"


def test_b12_a_malformed_variable_is_one_line():
    done = subprocess.run(
        [*COMMAND, "hash", "a"], env={**ENVIRONMENT, "NUM_PROXIES": "x"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "error: NUM_PROXIES must be an integer of at least 0, not 'x'\n"


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
from utilitysvc.interfaces.command.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_b12_interrupted_without_traceback(tmp_path):
    """While it waits for a file, which is a pipe that nobody writes to."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "hash", "--file", str(pipe)], env=ENVIRONMENT, stderr=subprocess.PIPE
    )
    with process, pipe.open("wb"):  # which waits for the reader
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert errors.strip() == b""


@pytest.mark.parametrize(
    "arguments", [["random", "--max=1000000", "--count=10000"], ["random", "--count=10000", "--max=1000000", "--json"]]
)
def test_b12_a_broken_pipe_ends_quietly(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    done = run(*arguments, stdout=writing, stderr=subprocess.PIPE, capture_output=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize(
    ("call", "outcome"),
    [
        ("hash a >/dev/full", (2, "", "error: Cannot write the answer: No space left on device\n")),
        ("hash --algorithm crc32 <&-", (0, "00000000\n", "")),
        ("hash --algorithm crc32 --file - <&-", (0, "00000000\n", "")),
        ("mcp <&-", (0, "", "")),
    ],
)
def test_b12_a_full_disk_is_one_line_and_a_closed_input_is_empty(call, outcome):
    done = run("-c", f'"$0" -m utilitysvc {call}', sys.executable, command=["sh"])
    assert (done.returncode, done.stdout, done.stderr) == outcome


def on_terminal(*arguments, types=b"", after=b"", **variables):
    """Run the command on a terminal of its own, and type once it shows ``after``. Return status and output."""
    pid, terminal = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell ignores it for what it runs in the background
        os.execve(COMMAND[0], [*COMMAND, *arguments], {**ENVIRONMENT, "TERM": "xterm", **variables})  # noqa: S606
    shown = b""
    while select.select([terminal], [], [], SECONDS)[0]:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # Linux's way to say that the other side is closed
            break
        if not chunk:
            break
        shown += chunk
        if types and after in shown:
            os.write(terminal, types)
            types = b""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode()


def test_b12_a_secret_is_asked_for_unseen():
    status, shown = on_terminal("password-strength", types=b"Tiger1987\n", after=b"Password:")
    assert status == 0
    assert "Tiger1987" not in shown
    assert shown.split() == ["Password:", "1"]


def test_b12_colours_on_a_terminal_unless_no_color_is_set():
    assert "\x1b[" in on_terminal("hash", "a", "--algorithm", "md6", NO_COLOR="")[1]
    assert "\x1b[" not in on_terminal("hash", "a", "--algorithm", "md6", NO_COLOR="1")[1]
    assert "\x1b[" not in run("hash", "a", "--algorithm", "md6").stderr


def test_b12_keys_and_rates_do_not_bind_it():
    """They are for those who come over a network, and are in the environment of whoever runs the service."""
    entry = f"alice:{'0' * 64}"
    environment = {**ENVIRONMENT, "API_TOKENS": entry, "RATE_LIMIT": "1/day"}
    asked = {"name": "hash", "arguments": {"input": "a"}}
    messages = [{"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": asked} for i in range(3)]
    lines = "".join(f"{json.dumps(message)}\n" for message in messages)
    for arguments, answers in ((["mcp"], 3), (["hash", "a"], 1)):
        done = run(*arguments, input=lines, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        assert len(done.stdout.splitlines()) == answers
        assert all("ca978112ca1bbdca" in line for line in done.stdout.splitlines())
