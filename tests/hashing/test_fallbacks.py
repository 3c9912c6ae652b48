"""Rules H3, H9: the implementations for hosts that lack an algorithm in OpenSSL and packages, by the same vectors."""

import ctypes
import dataclasses
import hashlib
import hmac
import importlib.util
import logging
import random
import shutil
import ssl
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hashing import algorithms, openssl_legacy
from hashing.pure_python.ripemd160 import ripemd160
from hashing.pure_python.whirlpool import whirlpool
from tests.hashing.test_vectors import FNV1A32, FNV1A64, MILLION_A, VECTORS, digest_of
from tests.tables import each_row

FALLBACKS = {"whirlpool": whirlpool, "ripemd160": ripemd160}
#: Around the sizes at which the length no longer fits into the last block (56, 32), and at which a block ends (64).
EDGES = [0, 1, 31, 32, 33, 55, 56, 57, 63, 64, 65, 119, 120, 121, 127, 128, 129, 1000]


def has_legacy_provider() -> bool:
    """Ask our module and OpenSSL's command, so that a mistake in the module fails and does not skip its tests.

    The command tells of Python's OpenSSL only if both are of one version.
    """
    if openssl_legacy.legacy_digest("whirlpool") or openssl_legacy._library() is None or not shutil.which("openssl"):
        return openssl_legacy.legacy_digest("whirlpool") is not None
    version = subprocess.run(["openssl", "version"], capture_output=True, text=True, check=False).stdout
    found = subprocess.run(["openssl", "list", "-provider", "legacy", "-providers"], capture_output=True, check=False)
    return version.startswith(ssl.OPENSSL_VERSION) and found.returncode == 0


needs_legacy_provider = pytest.mark.skipif(not has_legacy_provider(), reason="this OpenSSL has no legacy provider")


@pytest.mark.parametrize("name", FALLBACKS)
def test_fallback_gives_the_published_digests(name):
    published = {text: digest for text, digest in VECTORS[name].items() if text != MILLION_A}  # takes seconds in Python
    assert {text: FALLBACKS[name](text.encode()).digest().hex() for text in published} == published


@each_row("length", EDGES)
@each_row("name", FALLBACKS)
def test_fallback_agrees_with_the_compiled_one(name, length):
    """In one piece, in pieces, and in an HMAC, at the lengths where padding needs another block."""
    data = random.Random(length).randbytes(length)  # the same sequence in each run
    pieces = FALLBACKS[name]()
    for start in range(0, length, 7):
        pieces.update(data[start : start + 7])
    expected = digest_of(name, data)
    assert (FALLBACKS[name](data).digest(), pieces.digest()) == (expected, expected)
    macs = [hmac.new(b"key", data, new).digest() for new in (FALLBACKS[name], algorithms.ALGORITHMS[name].new)]
    assert macs[0] == macs[1]


@pytest.mark.parametrize("name", FALLBACKS)
def test_fallback_continues_after_a_digest_and_a_copy(name):
    hashing = FALLBACKS[name](b"ab")
    twin = hashing.copy()
    hashing.digest()
    hashing.update(b"c")
    twin.update(b"d")
    assert [hashing.digest(), twin.digest()] == [digest_of(name, b"abc"), digest_of(name, b"abd")]


@needs_legacy_provider
@pytest.mark.parametrize("name", ["whirlpool", "ripemd160"])
def test_legacy_provider_gives_the_published_digests(name):
    method = openssl_legacy.legacy_digest(name)
    new = method.new
    assert {text: method.digest(text.encode()).hex() for text in VECTORS[name]} == VECTORS[name]
    assert {text: new(text.encode()).digest().hex() for text in VECTORS[name]} == VECTORS[name]
    assert hmac.new(b"key", b"data", new).digest() == hmac.new(b"key", b"data", FALLBACKS[name]).digest()
    assert (new().block_size, new().digest_size, new().name) == (64, len(new().digest()), name)


@needs_legacy_provider
def test_legacy_provider_continues_after_a_digest_and_a_copy():
    hashing = openssl_legacy.legacy_digest("whirlpool").new(b"ab")
    twin = hashing.copy()
    hashing.digest()
    hashing.update(b"c")
    twin.update(b"d")
    assert [hashing.digest(), twin.digest()] == [whirlpool(b"abc").digest(), whirlpool(b"abd").digest()]


@needs_legacy_provider
def test_legacy_provider_frees_every_context():
    """OpenSSL's memory would otherwise grow with each request."""
    made, freed = [], []
    method = openssl_legacy.legacy_digest("whirlpool")
    library = method.library

    def new():
        made.append(library.EVP_MD_CTX_new())
        return made[-1]

    def free(context):
        freed.append(context)
        library.EVP_MD_CTX_free(context)

    counting = SimpleNamespace(**{name: getattr(library, name) for name in openssl_legacy._PROTOTYPES})
    counting.EVP_MD_CTX_new, counting.EVP_MD_CTX_free = new, free
    dataclasses.replace(method, library=counting).new(b"ab").digest()
    assert len(made) == 2  # the second is the copy that the digest ends
    assert sorted(freed) == sorted(made)


@needs_legacy_provider
def test_legacy_provider_that_fails_gives_no_digest():
    """OpenSSL returns 0 where it has no memory. The buffer for the digest is then still empty."""
    method = openssl_legacy.legacy_digest("whirlpool")
    failing = dataclasses.replace(method, library=SimpleNamespace(EVP_Digest=lambda *arguments: 0))
    with pytest.raises(MemoryError):
        failing.digest(b"abc")


@needs_legacy_provider
def test_legacy_provider_does_not_change_the_rest_of_the_process():
    """The provider has MD4 too. hashlib must have MD4 afterwards only if it had it before."""
    program = """
import hashlib

def has_md4():
    try:
        return bool(hashlib.new("md4"))
    except ValueError:
        return False

before = has_md4()
from hashing.openssl_legacy import legacy_digest
assert legacy_digest("md4").new(b"").digest().hex() == "31d6cfe0d16ae931b73c59d7e0c089c0"  # RFC 1320, A.5
assert legacy_digest("sha256") is None, "the context has the legacy provider alone"
assert has_md4() == before
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.fixture
def no_openssl_3(monkeypatch):
    """Simulate a host whose Python uses another version of OpenSSL, or is linked with it statically."""

    def refusing(name):
        raise OSError(f"{name}: cannot open shared object file")

    openssl_legacy._library.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", refusing)
    yield
    openssl_legacy._library.cache_clear()


@pytest.fixture
def restricted(monkeypatch):
    """Return the table on a host in FIPS mode, without OpenSSL's optional algorithms and the package whirlpool."""

    def refusing(new):
        def constructor(data=b"", *, usedforsecurity=True):
            if usedforsecurity:
                raise ValueError("disabled for FIPS")
            return new(data, usedforsecurity=False)

        return constructor

    def lacking(name, *args, **kwargs):
        raise ValueError(f"unsupported hash type {name}")

    monkeypatch.setattr(hashlib, "md5", refusing(hashlib.md5))
    monkeypatch.setattr(hashlib, "sha1", refusing(hashlib.sha1))
    monkeypatch.setattr(hashlib, "new", lacking)
    monkeypatch.setitem(sys.modules, "whirlpool", None)
    spec = importlib.util.spec_from_file_location("restricted_algorithms", Path(algorithms.__file__))
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module.ALGORITHMS


@pytest.mark.parametrize("name", ["md5", "sha1", "ripemd160", "whirlpool"])
def test_algorithms_work_without_openssl(restricted, no_openssl_3, name):
    published = {text: digest for text, digest in VECTORS[name].items() if text != MILLION_A}
    assert {text: restricted[name].new(text.encode()).digest().hex() for text in published} == published


@pytest.mark.parametrize(("name", "lines"), [("whirlpool", 1), ("ripemd160", 1), ("md5", 0)])
def test_a_fallback_in_python_is_logged_once(restricted, no_openssl_3, caplog, name, lines):
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            restricted[name].new(b"secret").digest()
    assert len(caplog.records) == lines
    assert "secret" not in caplog.text


def test_openssl_in_fips_mode_is_told_that_the_digest_is_not_for_security(monkeypatch):
    def new(name, data=b"", *, usedforsecurity=True):
        if usedforsecurity:
            raise ValueError("disabled for FIPS")
        return hashlib.sha256(data)

    monkeypatch.setattr(hashlib, "new", new)
    assert algorithms._openssl("ripemd160")(b"abc").digest() == hashlib.sha256(b"abc").digest()


@needs_legacy_provider
@pytest.mark.parametrize("name", ["whirlpool", "ripemd160"])
def test_legacy_provider_is_preferred_to_python(restricted, caplog, name):
    assert isinstance(restricted[name].new(), openssl_legacy.LegacyHash)
    assert not caplog.records


def fnv1a(data: bytes, size: int) -> bytes:
    """Return FNV-1a, computed as draft-eastlake-fnv defines it."""
    offset_basis, prime = {4: (0x811C9DC5, 0x01000193), 8: (0xCBF29CE484222325, 0x100000001B3)}[size]
    value = offset_basis
    for octet in data:
        value = (value ^ octet) * prime % 2 ** (8 * size)
    return value.to_bytes(size, "big")


@pytest.mark.parametrize(("name", "size", "published"), [("fnv1a32", 4, FNV1A32), ("fnv1a64", 8, FNV1A64)])
def test_fnv_continues_from_any_value(name, size, published):
    """Each first byte gives a value with another lowest byte, so that all 256 of them occur."""
    assert {text: fnv1a(text.encode(), size).hex() for text in published} == published
    data = random.Random(size).randbytes(300)
    for first in range(256):
        hashing = algorithms.ALGORITHMS[name].new(bytes([first]))
        for start, end in ((0, 1), (1, 1), (1, 20), (20, 300)):
            hashing.update(data[start:end])
        assert hashing.digest() == fnv1a(bytes([first]) + data, size)


@pytest.mark.parametrize("name", ["crc32", "adler32", "fnv1a32", "fnv1a64"])
def test_checksums_of_pieces(name):
    """The digest of data in pieces equals that of the faster function for complete data."""
    hashing = algorithms.ALGORITHMS[name].new(b"1234")
    hashing.update(b"")
    hashing.update(b"56789")
    assert hashing.digest() == algorithms.ALGORITHMS[name].implementation.repeated(b"123456789", 1)


@each_row("data", [b"", b"\0", b"abc", bytes(range(256)) * 5])
@each_row("name", algorithms.ALGORITHMS)
def test_repeated_digest_equals_that_of_a_hash_object(name, data):
    """H1: the rounds after the first use the faster function, if the library has one."""
    implementation = algorithms.ALGORITHMS[name].implementation
    digest = implementation.new(data).digest()
    assert implementation.repeated(data, 1) == digest
    assert implementation.repeated(data, 2) == implementation.new(digest).digest()
    assert len(digest) == algorithms.ALGORITHMS[name].digest_size


def test_packages_of_one_algorithm_are_loaded_at_its_first_use():
    """F6."""
    program = """
import sys
from hashing.services import hash_text, list_algorithms
list_algorithms()
hash_text(input="abc", algorithm=["sha256", "md5", "crc32"])
heavy = {"blake3", "xxhash", "fnv_c", "whirlpool", "ctypes", "hashing.openssl_legacy"}
print(sorted(heavy & set(sys.modules)))
hash_text(input="abc", algorithm="blake3")
print(sorted(heavy & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.splitlines() == ["[]", "['blake3']"]
