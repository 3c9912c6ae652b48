"""Make the requested blocks of an answer from the records of the databases (I11)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from iplookup import network_blocks, place_blocks
from iplookup.network_blocks import Make, Records
from iplookup.selection import EVERYTHING, Selection

#: A plan caches the applicable blocks for at most so many sets of record keys.
MOST_KEY_SETS = 64


class Block(NamedTuple):
    """A key of the answer, the function that makes its value, and the keys of each role's record that it reads."""

    key: str
    make: Make
    reads: Mapping[str, tuple[str, ...]]


class Plan:
    """How to make the requested blocks, in the order of the answer.

    ``reads``: for each role, all keys that the blocks read. ``by_keys``: a cache of the blocks that can have a value,
    by the keys of the records. Nearly all records have one of a few sets of keys. Not to try the other blocks saves a
    twentieth of the time.
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
    """Return the plan for the ``wanted`` parts of the blocks, with names only in ``language`` unless that is empty.

    ``has_eu_flag``: whether the location database states which countries belong to the European Union.
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
    requested = (block for block in blocks if block.key in wanted)
    return Plan(tuple(block._replace(make=_parts_of(block.make, wanted[block.key])) for block in requested))


def add_blocks(answer: dict[str, Any], records: Records, plan: Plan) -> bool:
    """Add the blocks of the records to ``answer``, and return whether there are any."""
    before = len(answer)
    keys = (*records["location"], *records["network"], *records["connection_type"], *records["anonymity"])
    makers = plan.by_keys.get(keys)
    for key, make in _makers(plan, keys) if makers is None else makers:
        if block := make(records):
            answer[key] = block
    return len(answer) > before


def _makers(plan: Plan, keys: tuple[str, ...]) -> tuple[tuple[str, Make], ...]:
    """Return, and cache, the blocks that read any of ``keys``, with the functions that make them."""
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
    """Return the wanted parts of a value, or something empty if it has none of them."""
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
            if part or not wanted[key]:  # keep values such as 0, but drop an object that has none of the wanted parts
                found[key] = part
    return found
