"""Rules H3, H9: the implementations for hosts that lack an algorithm in OpenSSL and packages, by the same vectors."""

import ctypes
import hashlib
import hmac
import random
import shutil
import ssl
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from hashing import implementations, pure_python
from hashing.algorithms import ALGORITHMS
from tests.hashing.test_vectors import VECTORS, digest_of
from tests.tables import each_row, rows

FALLBACKS = {"whirlpool": pure_python.whirlpool, "ripemd160": pure_python.ripemd160}
#: Around the sizes at which the length no longer fits into the last block (56, 32), and at which a block ends (64).
EDGES = [0, 1, 31, 32, 33, 55, 56, 57, 63, 64, 65, 119, 120, 121, 127, 128, 129, 1000]


def published(name):
    """Its vectors, but for a million characters, which take seconds in Python."""
    return {text: digest for algorithm, text, digest in VECTORS if algorithm == name and len(text) < 1000}


@each_row("length", EDGES)
@each_row("name", FALLBACKS)
def test_fallback_agrees_with_the_compiled_one(name, length):
    """In one piece, in pieces, and in an HMAC, at the lengths where padding needs another block."""
    data = random.Random(length).randbytes(length)  # the same sequence in each run
    pieces = FALLBACKS[name]()
    for start in range(0, length, 7):
        pieces.update(data[start : start + 7])
    assert FALLBACKS[name](data).digest() == pieces.digest() == digest_of(name, data)
    macs = {hmac.new(b"key", data, new).digest() for new in (FALLBACKS[name], ALGORITHMS[name].implementation.new)}
    assert len(macs) == 1


@pytest.mark.parametrize("name", FALLBACKS)
def test_fallback_continues_after_a_digest_and_a_copy(name):
    hashing = FALLBACKS[name](b"ab")
    twin = hashing.copy()
    hashing.digest()
    hashing.update(b"c")
    twin.update(b"d")
    assert [hashing.digest(), twin.digest()] == [digest_of(name, b"abc"), digest_of(name, b"abd")]


def has_legacy_provider():
    """Ask our module and OpenSSL's command, so that a mistake in the module fails and does not skip its tests.

    The command tells of Python's OpenSSL only if both are of one version.
    """
    try:
        return bool(implementations.legacy_provider("whirlpool"))
    except ImportError:
        return False
    except ValueError:
        if not shutil.which("openssl"):
            return False
    version = subprocess.run(["openssl", "version"], capture_output=True, text=True, check=False).stdout
    found = subprocess.run(["openssl", "list", "-provider", "legacy", "-providers"], capture_output=True, check=False)
    return version.startswith(ssl.OPENSSL_VERSION) and found.returncode == 0


needs_legacy_provider = pytest.mark.skipif(not has_legacy_provider(), reason="this OpenSSL has no legacy provider")


def test_the_package_whirlpool_computes_that_alone(monkeypatch):
    monkeypatch.setitem(sys.modules, "whirlpool", SimpleNamespace(new="of the package"))
    found = [implementations.optional(name).new == "of the package" for name in FALLBACKS]
    assert dict(zip(FALLBACKS, found, strict=True)) == {"whirlpool": True, "ripemd160": False}


@needs_legacy_provider
def test_legacy_provider_gives_the_published_digests_and_is_preferred_to_python(caplog):
    for find in (implementations.legacy_provider, implementations.optional):
        new = find("whirlpool").new
        assert {text: new(text.encode()).digest().hex() for text in published("whirlpool")} == published("whirlpool")
        assert not isinstance(new(), pure_python.BlockHash)
    assert not caplog.records


@needs_legacy_provider
def test_legacy_provider_does_not_change_the_rest_of_the_process():
    """The provider has MD4 too. hashlib must have MD4 afterwards only if it had it before, and its own digests."""
    program = """
import hashlib

def has_md4():
    try:
        return bool(hashlib.new("md4"))
    except ValueError:
        return False

before = has_md4()
from hashing.implementations import legacy_provider
assert legacy_provider("md4").new(b"").digest().hex() == "31d6cfe0d16ae931b73c59d7e0c089c0"  # RFC 1320, A.5
assert has_md4() == before
assert hashlib.new("sha512_256").digest_size == 32
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.fixture
def restricted(monkeypatch):
    """Simulate a host in FIPS mode, whose OpenSSL is linked statically, without the package whirlpool."""

    def refusing(new):
        def constructor(data=b"", *, usedforsecurity=True):
            if usedforsecurity:
                raise ValueError("disabled for FIPS")
            return new(data, usedforsecurity=False)

        return constructor

    def lacking(name, **kwargs):
        raise ValueError(f"unsupported hash type {name}")

    def no_library(name):
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(hashlib, "md5", refusing(hashlib.md5))
    monkeypatch.setattr(hashlib, "sha1", refusing(hashlib.sha1))
    monkeypatch.setattr(hashlib, "new", lacking)
    monkeypatch.setattr(ctypes, "CDLL", no_library)
    monkeypatch.setitem(sys.modules, "whirlpool", None)


@pytest.mark.parametrize(("name", "lines"), rows("logged_fallbacks.json"))
def test_algorithms_work_without_openssl_and_a_fallback_in_python_is_logged_once(restricted, caplog, name, lines):
    algorithm = replace(ALGORITHMS[name])  # which has not found its implementation yet
    found = {text: algorithm.implementation.new(text.encode()).digest().hex() for text in published(name)}
    assert found == published(name)
    assert len(caplog.records) == lines


def test_openssl_in_fips_mode_is_told_that_the_digest_is_not_for_security(monkeypatch):
    def new(name, *, usedforsecurity=True):
        if usedforsecurity:
            raise ValueError("disabled for FIPS")
        return hashlib.sha256()

    monkeypatch.setattr(hashlib, "new", new)
    assert implementations.openssl("ripemd160").new(b"abc").digest() == hashlib.sha256(b"abc").digest()


@pytest.mark.parametrize("name", ["fnv1a32", "fnv1a64"])
def test_fnv_continues_from_any_value(name):
    """Each first byte gives a value with another lowest byte, so that all 256 of them occur."""
    new, repeated = ALGORITHMS[name].implementation
    data = random.Random(32).randbytes(300)
    for first in range(256):
        hashing = new(bytes([first]))
        for start, end in ((0, 1), (1, 1), (1, 20), (20, 300)):
            hashing.update(data[start:end])
        assert hashing.digest() == repeated(bytes([first]) + data, 1)


@each_row("data", [b"", b"\0", b"abc", bytes(range(256)) * 5])
@each_row("name", ALGORITHMS)
def test_repeated_digest_equals_that_of_a_hash_object(name, data):
    """Pieces are those of the whole; the function of repeated rounds, which a library may have, gives the same."""
    new, repeated = ALGORITHMS[name].implementation
    digest = new(data).digest()
    assert repeated(data, 1) == digest
    pieces = new(data[:2])
    pieces.update(b"")
    pieces.update(data[2:])
    assert pieces.digest() == digest
    assert len(digest) == ALGORITHMS[name].digest_size


def test_packages_of_one_algorithm_are_loaded_at_its_first_use():
    """F6."""
    program = """
import sys
from hashing.services import hash_password, hash_text, list_algorithms
list_algorithms()
hash_text(input="abc", algorithm=["sha256", "md5", "crc32"])
hash_password(password="abc", algorithm="scrypt", cost=10)
heavy = {"blake3", "xxhash", "fnv_c", "whirlpool", "ctypes", "hashing.pure_python", "argon2", "bcrypt"}
print(sorted(heavy & set(sys.modules)))
hash_text(input="abc", algorithm="blake3")
hash_password(password="abc", algorithm="bcrypt", cost=4)
print(sorted(heavy & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.splitlines() == ["[]", "['bcrypt', 'blake3']"]


@pytest.mark.parametrize(("name", "module"), [("blake3", "blake3"), ("xxh64", "xxhash"), ("fnv1a32", "fnv_c")])
def test_f6_package_that_is_not_installed_is_named(api, monkeypatch, name, module):
    """The status is 501. Other algorithms still work."""
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(ALGORITHMS[name].__dict__, "implementation", raising=False)
    details = "Install the extra hashing (pip install 'utilitysvc[hashing]') to use it"
    assert api.ask("/hash/", input="a", algorithm=["md5", name]) == (
        501,
        {"error": "Not installed", "details": details},
    )
    assert api.ask("/hash/", input="a", algorithm="md5").status == 200
