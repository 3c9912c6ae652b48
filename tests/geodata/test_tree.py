"""The build's labels, search tree and files (geodata/build), mostly checked by brute force with short addresses."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maxminddb.decoder import Decoder

from geodata.build import encoding, intervals
from geodata.build.encoding import DataSection, Pointer
from geodata.build.sources import read_asn_tables
from geodata.build.tree import Tree
from tests.tables import each_row, rows

BITS = 6
UNITS = 1 << BITS

# No deadline, because the machine may be busy.
unhurried = settings(deadline=None)
#: The value of each unit. Those with the value 0 have no data.
units = st.lists(st.integers(0, 3), min_size=UNITS, max_size=UNITS)


def steps_of(values, kind=np.int64):
    """Return the steps of a list of values, made of one range for each unit, some of them empty."""
    start = np.arange(len(values)).astype(kind)
    end = start + (np.array(values) > 0)
    return intervals.of_ranges(start, end, np.array(values), (len(values) - 1).bit_length())


def values_of(steps):
    assert all(steps.value[1:] != steps.value[:-1])  # no step without a change
    return steps(np.arange(1 << steps.unit)).tolist()


@unhurried
@given(units, units, st.integers(0, 3))
def test_steps_are_masked_and_made_coarser(values, mask, bits):
    steps, allowed = steps_of(values), steps_of(mask)
    assert values_of(steps) == values
    assert sum(steps.size) == UNITS
    for keep in (True, False):
        wanted = [value if bool(other) == keep else 0 for value, other in zip(values, mask, strict=True)]
        assert values_of(intervals.masked(steps, allowed, keep=keep)) == wanted
    parts = [values[at : at + (1 << bits)] for at in range(0, UNITS, 1 << bits)]
    assert values_of(intervals.coarser(steps, BITS - bits)) == [int(any(part)) for part in parts]


@each_row(("networks", "labels"), rows("thinned.json"))
def test_thin_gives_a_unit_the_label_of_its_largest_part(networks, labels):
    prefix, length, label = (np.array(column) for column in zip(*networks, strict=True))
    thinned = intervals.thin(prefix, length.astype(np.uint8), label + 1, width=8, unit=4)
    assert values_of(thinned) == [label + 1 for label in labels] + [0] * (16 - len(labels))


@each_row(("table", "labels"), rows("overlaps.json"))
def test_most_specific_of_overlapping_rows_wins(tmp_path, table, labels):
    first = 1 << 24  # the addresses below are for special purposes
    lines = [line.split(",") for line in table.splitlines()]
    (tmp_path / "asn.csv").write_text(
        "".join(f"{first + int(one)},{first + int(other)},{','.join(rest)}\n" for one, other, *rest in lines)
    )
    steps, systems = read_asn_tables({4: tmp_path / "asn.csv"})
    found = steps[4](first + np.arange(len(labels)))
    assert [systems[value - 1][0] if value else -1 for value in found] == labels


def look_up(children, address, width):
    """Follow the bits of an address through the nodes; return its value."""
    node = 0
    for bit in range(width - 1, -1, -1):
        node = int(children[node, address >> bit & 1])
        if node < 0:
            return -1 - node
    raise AssertionError("no leaf")


@pytest.mark.parametrize("kind", [np.int64, object])
@unhurried
@given(values=units.filter(lambda values: len(set(values)) > 1))
def test_tree_gives_each_address_its_value_and_has_no_equal_nodes(values, kind):
    tree = Tree(3)
    children = tree.children(tree.build(steps_of(values, kind)))
    assert [look_up(children, address, BITS) for address in range(UNITS)] == values
    assert len({tuple(pair) for pair in children}) == len(children)
    assert not any(left == right < 0 for left, right in children)


SIZES = [28, 29, 284, 285, 65_820, 65_821]  # at the bounds of the size classes
MORE_VALUES = ["x" * size for size in SIZES] + [{str(number): number for number in range(40)}]


@each_row("value", [*rows("values.json"), *MORE_VALUES])
def test_decoder_reads_what_was_encoded(value):
    data = DataSection(["a", "b"])
    offset = data.add(value)
    assert Decoder(bytes(data.content)).decode(offset) == (value, len(data.content))


@each_row(("offset", "octets"), rows("pointers.json"))
def test_pointer_is_as_short_as_it_can_be(offset, octets):
    assert DataSection().encode(Pointer(offset)).hex() == octets


def test_shared_value_is_stored_once_and_pointed_at():
    data, record = DataSection(["a"], ["a"]), {"a": "a long name that is worth a pointer"}
    first = data.add(record)
    size = len(data.content)
    second = data.add(record)
    assert len(data.content) - size == len(bytes.fromhex("e1")) + 2 + 2
    decoder = Decoder(bytes(data.content))
    assert decoder.decode(first)[0] == decoder.decode(second)[0] == record


def test_too_much_data_for_24_bit_records_is_refused(tmp_path):
    with pytest.raises(ValueError, match="24-bit"):
        encoding.write_database(tmp_path / "x", np.zeros((1, 2)), np.zeros(1), bytes(1 << 24), {})
    assert not (tmp_path / "x").exists()
