"""Rule I8: the sample records by which a database is checked."""

import maxminddb_rust
import pytest

from iplookup.sampling import samples
from tests.mmdb import write_mmdb


def sampled(path, table, ip_version):
    """Return the numbers of the sampled records, in order."""
    write_mmdb(
        path, "GeoLite2-City", {network: {"number": n} for n, network in enumerate(table)}, ip_version=ip_version
    )
    with maxminddb_rust.open_database(str(path)) as reader:
        return [sample.record["number"] for sample in samples(reader)]


def of_ipv4(count):
    """Return two networks in each of so many /8."""
    return [f"{octet}.{second}.0.0/24" for octet in range(1, 1 + count) for second in (0, 1)]


@pytest.mark.parametrize(
    ("table", "ip_version", "numbers"),
    [
        ([], 4, []),
        (of_ipv4(16), 4, range(0, 32, 2)),  # one in each /8
        (of_ipv4(15), 4, range(30)),  # too few samples: one in each /24
        (["1.0.0.0/25", "1.0.0.128/25", "1.0.1.0/25"], 4, [0, 2]),
        (["16.0.0.0/4", "64.0.0.0/24"], 4, [0, 1]),  # one of a network that is larger than an /8
        ([f"2400:0:{number:x}::/48" for number in range(4)], 6, range(4)),
        (["2400::/49", "2400:0:0:8000::/49", "2400:0:1::/49"], 6, [0, 2]),
        ([f"2001:{number:x}00::/48" for number in range(2, 18)] + ["2001:210::/48"], 6, range(16)),
    ],
)
def test_samples_are_spread_over_the_tree(tmp_path, table, ip_version, numbers):
    assert sampled(tmp_path / "a.mmdb", table, ip_version) == [*numbers]


def test_number_of_lookups_is_bounded(tmp_path):
    """Of 1,024 look-ups, two find the gaps before 10.0.0.0, and after those every second one finds a gap."""
    table = [f"10.{number >> 7}.{2 * number & 255}.0/24" for number in range(1000)]
    assert sampled(tmp_path / "a.mmdb", table, 4) == [*range(511)]
