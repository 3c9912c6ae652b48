"""Tokens and their entries (S6), and the environment variables that hold them."""

import hashlib
import io
import os
import re

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from tests.tables import each_row, rows
from utilitysvc.access import tokens, variables
from utilitysvc.access.apps import check_access

#: SHA-256 of "abc": FIPS 180-4, example B.1 of FIPS 180-2.
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_s6_entries_are_read():
    read = tokens.read_entries([f"alice:{ABC}", f" b-o.b_2 : {ABC.upper()} "])
    assert read == {"alice": bytes.fromhex(ABC), "b-o.b_2": bytes.fromhex(ABC)}


MALFORMED = rows("tokens_malformed.json")


@each_row(("entries", "said"), MALFORMED)
def test_s6_malformed_entries(entries, said):
    with pytest.raises(ValueError, match=re.escape(said)) as refusal:
        tokens.read_entries(entries)
    assert "usvc_" not in str(refusal.value)


# Between two commas there may be nothing, and no environment variable can hold NUL.
WRITTEN = [row for row in MALFORMED if row[0] != [""] and "\x00" not in "".join(row[0])]


@each_row(("entries", "said"), WRITTEN)
def test_s6_a_malformed_variable_is_refused_and_not_repeated(monkeypatch, entries, said):
    monkeypatch.setenv("API_TOKENS", ",".join(entries))
    with pytest.raises(ImproperlyConfigured) as refusal:
        variables.api_tokens()
    assert str(refusal.value).startswith("API_TOKENS must be entries name:sha256-of-the-token, as manage.py make_token")
    assert said in str(refusal.value)
    assert ABC not in str(refusal.value)


def test_s6_tokens_from_a_file(monkeypatch, tmp_path):
    """A line or a comma ends an entry."""
    file = tmp_path / "tokens"
    file.write_text(f"alice:{ABC}\r\n\nbob:{ABC},carol:{ABC}\n")
    monkeypatch.setenv("API_TOKENS_FILE", str(file))
    assert [entry.partition(":")[0] for entry in variables.api_tokens()] == ["alice", "bob", "carol"]


@pytest.mark.parametrize("content", [None, b"", b"\n,\n", b"\xff\xfe", b"alice"])
def test_s6_a_file_that_holds_no_tokens_is_refused(monkeypatch, tmp_path, content):
    file = tmp_path / "tokens"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv("API_TOKENS_FILE", str(file))
    with pytest.raises(ImproperlyConfigured, match=r"^API_TOKENS_FILE must be "):
        variables.api_tokens()


def test_s6_variable_and_file_exclude_each_other(monkeypatch):
    monkeypatch.setenv("API_TOKENS", f"alice:{ABC}")
    monkeypatch.setenv("API_TOKENS_FILE", os.devnull)
    with pytest.raises(ImproperlyConfigured, match="API_TOKENS and API_TOKENS_FILE must not both be set"):
        variables.api_tokens()


def test_s6_without_variables_no_key_is_asked_for(monkeypatch):
    monkeypatch.delenv("API_TOKENS", raising=False)
    assert variables.api_tokens() == []


def test_s6_whose_token_it_is():
    digests = {name: hashlib.sha256(name.encode()).digest() for name in ("a", "b", "c")}
    assert [tokens.owner(token, digests) for token in ("a", "c")] == ["a", "c"]
    assert {tokens.owner(token, digests) for token in ("", "A", "a ", "\ud800", "a" * 100_000)} == {None}


def test_s6_every_digest_is_compared(monkeypatch):
    """Whether the first, the last or none is the right one: a token is told after the same steps."""
    compared = []
    monkeypatch.setattr(tokens.hmac, "compare_digest", lambda one, other: compared.append(other) or one == other)
    digests = {name: hashlib.sha256(name.encode()).digest() for name in ("a", "b", "c")}
    for token in ("a", "c", "none"):
        tokens.owner(token, digests)
    assert compared == [*digests.values()] * 3


def test_s6_make_token():
    written = io.StringIO()
    call_command("make_token", "alice", stdout=written)
    token, entry = (line.partition(": ")[2] for line in written.getvalue().splitlines())
    assert re.fullmatch(r"usvc_[A-Za-z0-9_-]{43}", token)
    assert entry == f"alice:{hashlib.sha256(token.encode()).hexdigest()}"
    assert tokens.owner(token, tokens.read_entries([entry])) == "alice"


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a,b", "é", "a" * 65])
def test_s6_make_token_refuses_a_name_that_no_entry_may_have(name):
    with pytest.raises(CommandError, match="Give a name of 1 to 64 characters"):
        call_command("make_token", name)


@pytest.mark.parametrize(
    ("name", "value", "identity"),
    [
        ("UTILITYSVC_API_TOKENS", ["alice:abc"], "utilitysvc_access.E001"),
        ("UTILITYSVC_RATE_LIMIT", "100/fortnight", "utilitysvc_access.E002"),
    ],
)
def test_system_check_of_another_sites_settings(settings, name, value, identity):
    assert list(check_access()) == []
    setattr(settings, name, value)
    assert [message.id for message in check_access()] == [identity]
