"""The two readers of MaxMind DB files give the same answers."""

import random
import subprocess
import sys
from ipaddress import IPv4Address, IPv6Address

import maxminddb
import maxminddb_rust
import pytest

from iplookup import databases
from tests.service import ROOT

READERS = (maxminddb, maxminddb_rust)


def drawn(count, seed):
    draw = random.Random(seed)
    for number in range(count):
        yield str(IPv4Address(draw.getrandbits(32)) if number % 2 else IPv6Address(draw.getrandbits(125) | 1 << 125))


@pytest.mark.parametrize("name", ["city.mmdb", "asn.mmdb"])
def test_both_readers_find_the_same_records(name):
    path = str(ROOT / "geodata" / name)
    one, other = (reader.open_database(path) for reader in READERS)
    with one, other:
        assert (one.metadata().database_type, one.metadata().build_epoch, one.metadata().ip_version) == (
            other.metadata().database_type,
            other.metadata().build_epoch,
            other.metadata().ip_version,
        )
        for address in ("1.0.0.0", "255.255.255.254", "::", "::1", "2002::", *drawn(2_000, 7)):
            assert one.get_with_prefix_len(address) == other.get_with_prefix_len(address)


def test_reader_in_c_is_used_if_the_one_in_rust_is_missing():
    code = (
        "import sys; sys.modules['maxminddb_rust'] = None\n"
        "from iplookup import databases, services\n"
        "answer = services.locate(folder='geodata', ip='2a02:8108::1', fields=['country.iso_code'])\n"
        "print(databases.maxminddb.__name__, answer)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "maxminddb {'country': {'iso_code': 'DE'}}\n"


def test_reader_in_rust_is_used_if_it_is_installed():
    assert databases.maxminddb is maxminddb_rust
    assert maxminddb_rust.InvalidDatabaseError in databases.BROKEN
