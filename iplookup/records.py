"""From a database's records to the blocks of an answer, those alone that are asked for (I11)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from iplookup import network_blocks, place_blocks
from iplookup.network_blocks import Make, Records
from iplookup.selection import EVERYTHING, Selection

#: For how many sets of keys a plan remembers which blocks they make.
MOST_KEY_SETS = 64


class Block(NamedTuple):
    """A key of the answer, the function that makes its value, and which keys of each role's record that reads."""

    key: str
    make: Make
    reads: Mapping[str, tuple[str, ...]]


class Plan:
    """How to make the blocks that are asked for, in the order of the answer.

    ``reads``: the keys that all of them read, by role. ``by_keys``: which blocks can have a value, by the keys of the
    records. Nearly all have the same few sets of keys, and to try no other blocks saves a twentieth of the time.
    """

    __slots__ = ("blocks", "by_keys", "reads")

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self.blocks = blocks
        self.reads: dict[str, list[str]] = {}
        for block in blocks:
            for role, keys in block.reads.items():
                self.reads[role] = list(dict.fromkeys((*self.reads.get(role, ()), *keys)))
        self.by_keys: dict[tuple[str, ...], tuple[tuple[str, Make], ...]] = {}


def make_plan(wanted: Selection = EVERYTHING, language: str = "", *, has_eu_flag: bool = True) -> Plan:
    """Return how to build what is ``wanted`` of the blocks, with names in ``language`` alone where there is one.

    ``has_eu_flag``: the location database says itself which countries belong to the European Union.
    """
    country = place_blocks.country(language, wanted.get("country", EVERYTHING), has_eu_flag=has_eu_flag)
    countries, traits = ("country", "registered_country"), ("traits",)
    autonomous_system = ("autonomous_system_number", "autonomous_system_organization")
    blocks = (
        Block("country", country, {"location": countries}),
        Block("continent", place_blocks.continent(language), {"location": ("continent",)}),
        Block("city", place_blocks.city(language), {"location": ("city",)}),
        Block("postal", place_blocks.postal, {"location": ("postal",)}),
        Block("location", place_blocks.location, {"location": ("location",)}),
        Block("subdivisions", place_blocks.subdivisions(language), {"location": ("subdivisions",)}),
        Block("asn", network_blocks.asn, {"network": autonomous_system, "location": traits}),
        Block("isp", network_blocks.isp, {"network": ("isp",), "location": traits}),
        Block(
            "connection_type",
            network_blocks.connection_type,
            {"connection_type": ("connection_type",), "location": traits},
        ),
        Block("organization", network_blocks.organization, {"network": ("organization",)}),
        Block("registered_country", place_blocks.registered_country(language), {"location": countries}),
        Block("traits", network_blocks.traits, {"location": traits}),
        Block("anonymity", network_blocks.anonymity, {"anonymity": network_blocks.ANONYMITY_FLAGS}),
    )
    if not wanted:
        return Plan(blocks)
    asked = (block for block in blocks if block.key in wanted)
    return Plan(tuple(block._replace(make=_parts_of(block.make, wanted[block.key])) for block in asked))


def add_blocks(answer: dict[str, Any], records: Records, plan: Plan) -> bool:
    """Add to ``answer`` what the records of the roles say of an address, and return whether they say anything."""
    before = len(answer)
    keys = (*records["location"], *records["network"], *records["connection_type"], *records["anonymity"])
    makers = plan.by_keys.get(keys)
    for key, make in _makers(plan, keys) if makers is None else makers:
        if block := make(records):
            answer[key] = block
    return len(answer) > before


def _makers(plan: Plan, keys: tuple[str, ...]) -> tuple[tuple[str, Make], ...]:
    """Return, and remember, what makes the blocks for which the records have any of the keys."""
    present = frozenset(keys)
    makers = tuple(
        (block.key, block.make)
        for block in plan.blocks
        if any(not present.isdisjoint(read) for read in block.reads.values())
    )
    if len(plan.by_keys) >= MOST_KEY_SETS:
        plan.by_keys.clear()
    plan.by_keys[keys] = makers
    return makers


def _parts_of(make: Make, wanted: Selection) -> Make:
    return (lambda records: _part(make(records), wanted)) if wanted else make


def _part(value: Any, wanted: Selection) -> Any:
    """Return what is wanted of a value, empty where that is nothing."""
    if not wanted:
        return value
    if isinstance(value, list):
        return [part for entry in value if (part := _part(entry, wanted))]
    if not isinstance(value, dict):
        return None
    found: dict[str, Any] = {}
    for key, inner in value.items():
        if key in wanted:
            part = _part(inner, wanted[key])
            if part or not wanted[key]:  # 0 is a value; an object of which nothing is left is none
                found[key] = part
    return found
