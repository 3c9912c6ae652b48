"""B12: each function as a subcommand, and the value that HTTP gives as plain text (G6)."""

import json
import shlex
import subprocess
import sys

import pytest
import time_machine

from tests.service import ROOT
from tests.tables import each_row, rows
from utilitysvc import __version__
from utilitysvc.description import catalogue
from utilitysvc.interfaces.command.parameters import LONGEST_EXAMPLE, written

FUNCTIONS = {
    endpoint.path: endpoint
    for endpoint in catalogue.services()
    if not endpoint.view.path_parameters and not endpoint.path.startswith("/geoip/")
}
SLOW_HASH = "bcrypt"  # three hashes take most of a second
EXAMPLES = [
    pytest.param(
        *(endpoint, row, data),
        id=f"{endpoint.path} {title}",
        marks=[pytest.mark.slow] if data.get("algorithm") == SLOW_HASH else [],
    )
    for endpoint in FUNCTIONS.values()
    for row in endpoint.operations.rows.values()
    for title, data in row.examples.items()
]


def name_of(endpoint):
    return endpoint.path.strip("/").replace("/", "-")


def secrets(endpoint, row, data):
    """What is asked for: a line of standard input for each, in the order of the parameters."""
    fields = endpoint.operations.fields
    names = [name for name in fields if getattr(fields[name], "credential", False)]
    if not any(name in data or endpoint.operations.requires(name) for name in names):
        return None
    return "\n".join(str(data[name]) for name in names if name in data)


def test_b12_a_process_of_its_own_needs_no_settings():
    """In this one Django is configured already."""
    command = [sys.executable, "-m", "utilitysvc", "uuid", "--version", "5", "--name", "www.example.com"]
    assert subprocess.check_output(command, cwd=ROOT, env={}, text=True) == "2ed6657d-e927-568b-95e1-2665a8aea6a2\n"


@time_machine.travel("2026-11-22T12:00:00Z", tick=False)
@pytest.mark.parametrize(("endpoint", "row", "data"), EXAMPLES)
def test_b12_every_example_has_the_value_of_http(api, command, endpoint, row, data):
    """What is drawn at random differs each time; then it is as many lines."""

    def asked():
        if "POST" in endpoint.methods:
            return api.post(endpoint.path, data, accept="text/plain").content.decode()
        return api.get(endpoint.path, accept="text/plain", **data).content.decode()

    answer = asked()
    is_drawn = not row.deterministic and any(asked() != answer for _ in range(30))
    arguments = shlex.split(written("", endpoint.operations, row, data))
    outcome = command(name_of(endpoint), *arguments, stdin=secrets(endpoint, row, data))
    if outcome.errors:  # of entries of a list, whose lines are empty by HTTP
        assert (outcome.status, outcome.errors.count("error: ")) == (2, answer.splitlines().count(""))
        answer = answer.strip("\n")
    if not is_drawn:
        assert outcome.output == answer
    else:
        assert len(outcome.output.splitlines()) == len(answer.splitlines())


@pytest.mark.parametrize("endpoint", FUNCTIONS.values(), ids=str)
def test_b12_every_refusal_is_one_line(api, command, endpoint):
    for row in endpoint.operations.rows.values():
        for title, data in row.error_examples.items():
            if not isinstance(data, dict) or any(isinstance(value, dict) for value in data.values()):
                continue  # known to a database alone, or not to be written as an option
            arguments = shlex.split(written("", endpoint.operations, row, data))
            outcome = command(name_of(endpoint), *arguments, stdin=secrets(endpoint, row, data))
            if outcome.status == 0:
                continue  # a list of one empty text and the like, which only JSON can say
            assert outcome.status == 2, title
            assert outcome.output == ""
            first, *readings = outcome.errors.splitlines()
            assert first.startswith("error: ")
            assert all(line.startswith("  ") for line in readings)


@pytest.mark.parametrize("endpoint", FUNCTIONS.values(), ids=str)
def test_b12_help_names_every_parameter_with_its_default_and_bounds(command, endpoint):
    output = command(name_of(endpoint), "--help").output
    assert max(map(len, output.splitlines())) <= len("  ") + LONGEST_EXAMPLE
    shown = " ".join(output.split())
    for name, field in endpoint.operations.fields.items():
        if getattr(field, "credential", False) and endpoint.operations.requires(name):
            continue
        assert f"--{name.replace('_', '-')}" in shown
        bounds = getattr(field, "bounds", None)
        assert bounds is None or f"{bounds.minimum} to {bounds.maximum}" in shown
    assert f"Examples: utilitysvc {name_of(endpoint)}" in shown


@each_row(("name", "usage", "option"), rows("functions_help.json"))
def test_b12_help_shows_values_by_position_and_kinds_of_options(command, name, usage, option):
    shown = command(name, "--help").output
    assert shown.startswith(f"Usage: utilitysvc {name} {usage}\n")
    assert option in " ".join(shown.split())


@each_row(("name", "example"), rows("functions_piped_examples.json"))
def test_b12_help_shows_that_standard_input_is_read(command, name, example):
    assert command(name, "--help").output.rstrip().endswith(example)


def test_b12_the_list_of_commands_is_that_of_the_paths(command):
    shown = command("--help").output
    assert all(f"  {name_of(endpoint)} " in shown for endpoint in FUNCTIONS.values())


@each_row(("arguments", "stdin", "status", "output", "errors"), rows("functions_outcomes.json"))
def test_b12_outcome(command, arguments, stdin, status, output, errors):
    """Each error is one line, with the readings of an ambiguous value below it, each of which is taken (G19).

    What is not found is an error in lists too, and so is what does not match its expected value. No secret is an
    argument.
    """
    outcome = command(*arguments, stdin=stdin)
    lines = outcome.errors.splitlines()
    assert (outcome.status, outcome.output, len(lines)) == (status, output, len(errors))
    assert all(error in line for error, line in zip(errors, lines, strict=True))


@each_row(("arguments", "lines"), rows("functions_on_a_terminal.json"))
def test_b12_a_terminal_gets_aligned_lines(command, monkeypatch, arguments, lines):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    first, *_ = command(*arguments).output.split("\n\n")
    assert [line.partition(" ")[0] for line in first.splitlines()] == lines
    assert len({len(line) - len(line.partition("  ")[2].lstrip()) for line in first.splitlines() if "  " in line}) <= 1


@pytest.mark.parametrize("more", [0, 1])
def test_b12_a_terminal_shows_how_far_a_large_file_is(command, monkeypatch, settings, tmp_path, more):
    settings.UTILITYSVC_MAX_FILE_BYTES = sys.maxsize
    file = tmp_path / "large"
    with file.open("wb") as sparse:
        sparse.truncate(64 * 1024 * 1024 + more)
    arguments = ["hash", "--file", str(file), "--algorithm", "xxh3-64"]
    piped = command(*arguments)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    outcome = command(*arguments)
    assert (outcome.status, outcome.output, piped.errors) == (0, piped.output, "")
    assert ("100%" in outcome.errors) is bool(more)


def test_b12_interrupted_at_a_question(command, monkeypatch):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("getpass.getpass", interrupted)
    assert command("password-strength") == (130, "", "\n")


def test_b12_secrets_are_lines_of_standard_input(command):
    made = command("hash-password", "--algorithm=bcrypt", "--cost=4", stdin="correct horse\n").output
    assert command("hash-password", "--hash", stdin=f"correct horse\n{made}").status == 0
    assert command("hash-password", "--hash", stdin=f"wrong horse\n{made}").status == 1


@time_machine.travel("2026-11-22T12:00:00Z", tick=False)
def test_b12_json_is_the_whole_answer(api, command):
    body = json.loads(api.post("/hash/", {"input": "é", "algorithm": ["md5", "sha1"]}).content)
    assert command("hash", "é", "--algorithm", "md5", "--algorithm", "sha1", "--json").json == body
    assert "é" in command("hash", "é", "--json").output
    assert command("hash", "a", "--expected", "0" * 32, "--json").json["matches"] is False
    assert command("ip", "8.8.8.8", "10.0.0.1", "--json").status == 2


def test_b12_files_have_no_limit(command, tmp_path, settings):
    """Under the command's own settings; here they are the tests'."""
    file = tmp_path / "file"
    file.write_bytes(b"\xff" * 1_000_000)
    settings.UTILITYSVC_MAX_FILE_BYTES = 999_999
    assert "Request body too large" in command("hash", "--file", str(file)).errors
    settings.UTILITYSVC_MAX_BODY_BYTES = 10
    assert command("hash", "a" * 11).status == 0


@pytest.mark.parametrize("arguments", [[], ["completion"]])
def test_b12_without_arguments_there_is_help(command, arguments):
    shown = command(*arguments, "--help").output
    assert command(*arguments) == (2, "", shown)


def test_b12_version(command):
    assert command("--version").output == f"utilitysvc, version {__version__}\n"
