"""The build's ranges, search tree and files (geodata/build), mostly checked by brute force with short addresses."""

from itertools import groupby

import maxminddb
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maxminddb.decoder import Decoder

from geodata.build import encoding, intervals
from geodata.build.encoding import DataSection, Shared, Sized
from geodata.build.intervals import Ranges
from geodata.build.sources import Source, read_asn_table
from geodata.build.tree import Tree
from tests.mmdb import write_mmdb
from tests.tables import each_row, rows

BITS = 6
UNITS = 1 << BITS
GAP = -1


def ranges_of(units):
    """Return the ranges of a list that has a label, or GAP, for each unit."""
    rows = [(unit, unit + 1, label) for unit, label in enumerate(units) if label != GAP]
    return Ranges(*(np.array([row[column] for row in rows], dtype=np.int64) for column in range(3)))


def units_of(ranges, size=UNITS):
    """Return the list for ranges, the inverse of ``ranges_of``. A unit in two ranges fails the test."""
    units = [GAP] * size
    for start, end, label in zip(ranges.start, ranges.end, ranges.label, strict=True):
        assert 0 <= start < end <= size
        for unit in range(start, end):
            assert units[unit] == GAP
            units[unit] = int(label)
    return units


# No deadline, because the machine may be busy.
unhurried = settings(deadline=None)
labelled = st.lists(st.integers(GAP, 2), min_size=UNITS, max_size=UNITS)


@unhurried
@given(labelled)
def test_merge_keeps_labels_and_leaves_no_equal_neighbours(units):
    merged = intervals.merge(ranges_of(units))
    assert units_of(merged) == units
    assert len(merged) == sum(label != GAP for label, _ in groupby(units))


@unhurried
@given(labelled, labelled)
def test_intersect_and_complement(units, mask):
    ranges, allowed = intervals.merge(ranges_of(units)), intervals.merge(ranges_of(mask))
    inside = [label if other != GAP else GAP for label, other in zip(units, mask, strict=True)]
    assert units_of(intervals.intersect(ranges, allowed)) == inside
    free = [GAP if label != GAP else 0 for label in mask]
    assert units_of(intervals.complement(allowed, UNITS)) == free


@unhurried
@given(labelled, st.integers(0, 3))
def test_coarsen_returns_units_that_contain_a_part(units, bits):
    step = 1 << bits
    touched = [0 if any(label != GAP for label in units[at : at + step]) else GAP for at in range(0, UNITS, step)]
    coarse = intervals.coarsen(ranges_of(units), bits)
    assert units_of(coarse, UNITS // step) == touched
    assert all(coarse.start[1:] > coarse.end[:-1])  # adjacent ranges become one


@pytest.mark.parametrize("kind", [np.int64, object])
@unhurried
@given(units=labelled)
def test_networks_cover_the_ranges_in_the_fewest_aligned_blocks(units, kind):
    merged = intervals.merge(ranges_of(units))
    ranges = Ranges(merged.start.astype(kind), merged.end.astype(kind), merged.label)
    prefix, length, label = intervals.networks(ranges, BITS)
    size = 1 << (BITS - length.astype(int))
    assert all(first % step == 0 for first, step in zip(prefix, size, strict=True))
    assert units_of(Ranges(prefix.astype(int), prefix.astype(int) + size, label)) == units
    blocks = set(zip(prefix, size, label, strict=True))
    assert not any((first ^ step, step, name) in blocks for first, step, name in blocks)
    assert list(prefix) == sorted(prefix)


@each_row(("networks", "units"), rows("thinned.json"))
def test_thin_gives_a_unit_the_label_of_its_largest_part(networks, units):
    prefix, length, label = (np.array(column) for column in zip(*networks, strict=True))
    thinned = intervals.thin(prefix, length.astype(np.uint8), label, width=8, unit=4)
    assert units_of(thinned, 16)[: len(units)] == units
    assert units_of(thinned, 16)[len(units) :] == [GAP] * (16 - len(units))


def test_ranges_may_be_empty():
    nothing = ranges_of([])
    assert len(intervals.merge(nothing)) == len(intervals.coarsen(nothing, 2)) == 0
    assert [len(column) for column in intervals.networks(nothing, BITS)] == [0, 0, 0]
    assert units_of(intervals.complement(nothing, UNITS)) == [0] * UNITS


@each_row(("table", "units"), rows("overlaps.json"))
def test_most_specific_of_overlapping_rows_wins(tmp_path, table, units):
    (tmp_path / "asn.csv").write_text(table)
    ranges, systems = read_asn_table(tmp_path / "asn.csv")
    named = [label if label == GAP else systems[label][0] for label in units_of(ranges)]
    assert named[: len(units)] == units


def look_up(children, bits, width):
    """Follow the bits of an address through the nodes; return its label or GAP."""
    node = 0
    for bit in range(width - 1, -1, -1):
        node = int(children[node, bits >> bit & 1])
        if node < 0:
            return GAP if node == -1 else -2 - node
    raise AssertionError("no leaf")


@unhurried
@given(labelled.filter(lambda units: len(set(units)) > 1))
def test_tree_gives_each_address_its_label_and_has_no_equal_nodes(units):
    prefix, length, label = intervals.networks(intervals.merge(ranges_of(units)), BITS)
    tree = Tree(3)
    children = tree.children(tree.build(prefix, length, label + 1, BITS))
    assert [look_up(children, address, BITS) for address in range(UNITS)] == units
    assert len({tuple(pair) for pair in children}) == len(children)
    assert not any(left == right < 0 for left, right in children)


def test_equal_subtrees_are_stored_once_at_any_depth():
    tree = Tree(2)
    # 00: a b, 01: a b, 1: a (of length 1): the node (a, b) occurs twice at one level
    root = tree.build(np.array([0, 2, 4, 6, 8]), np.array([3, 3, 3, 3, 1]), np.array([1, 2, 1, 2, 1]), 4)
    assert len(tree.children(root)) == 3
    # and again in a tree that joins two such trees at different depths
    joined = tree.build(np.array([0, 2]), np.array([1, 2]), np.array([root, root]), 2)
    assert len(tree.children(joined)) == 5


@pytest.mark.parametrize(
    ("prefix", "length"), [([0, 0], [1, 1]), ([0, 2], [1, 2]), ([0, 0], [0, 3])], ids=["same", "inside", "everything"]
)
def test_overlapping_networks_are_refused(prefix, length):
    with pytest.raises(ValueError, match="overlap"):
        Tree(2).build(np.array(prefix), np.array(length), np.array([1, 2]), 3)


SIZES = [28, 29, 284, 285, 65_820, 65_821]  # at the bounds of the size classes
MORE_VALUES = ["x" * size for size in SIZES] + [{str(number): number for number in range(40)}]


@each_row("value", [*rows("values.json"), *MORE_VALUES])
def test_decoder_reads_what_was_encoded(value):
    data = DataSection(["a", "b"])
    offset = data.add(value)
    assert Decoder(bytes(data.content)).decode(offset) == (value, len(data.content))


@each_row(("offset", "octets"), rows("pointers.json"))
def test_pointer_is_as_short_as_it_can_be(offset, octets):
    assert encoding.pointer(offset).hex() == octets


@pytest.mark.parametrize(
    ("number", "kind", "octets"),
    [(24, encoding.UINT16, "a118"), (2, encoding.UINT16, "a102"), (1 << 40, encoding.UINT64, "0602010000000000")],
)
def test_integers_have_the_type_of_the_specification(number, kind, octets):
    assert encoding.scalar(Sized(number, kind)).hex() == octets


def test_shared_value_is_stored_once_and_pointed_at():
    data, shared = DataSection(["a"]), Shared("a long name that is worth a pointer")
    first = data.add({"a": shared})
    size = len(data.content)
    second = data.add({"a": shared})
    assert len(data.content) - size == len(bytes.fromhex("e1")) + 2 + 2
    listed = data.add([Shared("x"), shared])
    decoder = Decoder(bytes(data.content))
    assert decoder.decode(listed)[0] == ["x", shared.value]
    assert decoder.decode(first)[0] == decoder.decode(second)[0] == {"a": shared.value}


def test_too_much_data_for_24_bit_records_is_refused(tmp_path):
    with pytest.raises(ValueError, match="24-bit"):
        encoding.write_database(tmp_path / "x", np.zeros((1, 2)), np.zeros(1), bytes(1 << 24), {})
    assert not (tmp_path / "x").exists()


def widen(content, nodes, record_size):
    """Rewrite a file with 24-bit records with larger records, which have the same values."""
    tree, rest = content[: nodes * 6], content[nodes * 6 :]
    rows = [(tree[at : at + 3], tree[at + 3 : at + 6]) for at in range(0, len(tree), 6)]
    join = {28: lambda left, right: left + b"\0" + right, 32: lambda left, right: b"\0" + left + b"\0" + right}
    rest = rest.replace(b"record_size\xa1\x18", b"record_size\xa1" + bytes([record_size]))
    return b"".join(join[record_size](left, right) for left, right in rows) + rest


@pytest.mark.parametrize("record_size", [24, 28, 32])
def test_source_reads_every_record_size(tmp_path, record_size):
    table = {"8.0.0.0/8": {"a": 1}, "9.9.9.9/32": {"a": 2}, "2a00::/20": {"a": 3}, "2a02:1::/48": {"a": 4}}
    path = write_mmdb(tmp_path / "x.mmdb", "x", table)
    if record_size > 24:
        with maxminddb.open_database(path) as reader:
            nodes = reader.metadata().node_count
        path.write_bytes(widen(path.read_bytes(), nodes, record_size))
    source = Source(path)
    assert source.metadata.record_size == record_size

    def rows(networks):
        columns = (networks.prefix, networks.length, networks.record)
        return [(hex(prefix), int(length), source.decode(int(record))["a"]) for prefix, length, record in zip(*columns)]  # noqa: B905

    assert rows(source.ipv4()) == [("0x8000000", 8, 1), ("0x9090909", 32, 2)]
    assert rows(source.ipv6()) == [("0x2a00000000000000", 20, 3), ("0x2a02000100000000", 48, 4)]


def test_source_reads_the_highest_bits_of_28_bit_records(tmp_path):
    path = write_mmdb(tmp_path / "x.mmdb", "x", {"0.0.0.0/1": {"a": 1}, "128.0.0.0/1": {"a": 2}}, ip_version=4)
    with maxminddb.open_database(path) as reader:
        nodes = reader.metadata().node_count
    content = bytearray(widen(path.read_bytes(), nodes, 28))
    low = Source(path).children[0].tolist()
    content[3] = 0x5A
    path.write_bytes(content)
    assert Source(path).children[0].tolist() == [low[0] | 5 << 24, low[1] | 10 << 24]
