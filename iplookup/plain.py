"""Write results as plain text, for use in a shell (G6, I3, I11, I14)."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from iplookup.addresses import parse_address
from iplookup.answers import Locations, NetworksResult
from iplookup.selection import value_at
from iplookup.services import NOT_FOUND


def addresses(result: Locations) -> str:
    """Return a line for each entry: its address, even if the databases have no data for it, or else its error."""
    return "\n".join(map(_address, result["results"]))


def _address(entry: Mapping[str, Any]) -> str:
    address = parse_address(entry["input"]) if entry.get("error") == NOT_FOUND else None
    return address.text if address else entry.get("error") or entry["ip"]


def networks(result: NetworksResult) -> str:
    """Return the parts, or else true or false for each entry of ``contains``, or else the merged networks, by line."""
    if "contains" in result and "parts" not in result:
        return "\n".join(str(entry["contained"]).lower() for entry in result["contains"])
    return "\n".join(result.get("parts", result["merged"]))


def place(result: Mapping[str, Any], asked: Mapping[str, Any]) -> str:
    """Return lines about each address, for a person at a terminal (B12), or "" if single fields were asked for."""
    return "" if "fields" in asked else "\n\n".join(map(_place, result.get("results", [result])))


def _place(entry: Mapping[str, Any]) -> str:
    """Return country, city, time zone, network and organization of an address, as far as they are known."""
    asn = entry.get("asn", {})
    parts = [entry.get("city", {}), *reversed(entry.get("subdivisions", []))]
    number = f"(AS{asn['number']})" if asn.get("number") else ""  # 0 is none
    return _aligned(
        address=entry["ip"],
        country=value_at(entry, "country.name"),
        city=", ".join(part["name"] for part in parts if "name" in part),
        zone=value_at(entry, "location.time_zone"),
        network=entry.get("network"),
        organization=f"{asn.get('organization', '')} {number}".strip(),
    )


def network_facts(result: NetworksResult, asked: Mapping[str, Any]) -> str:
    """Return lines about each network, for a person at a terminal, or "" if ``contains`` or ``split`` was asked."""
    if asked.keys() & {"contains", "split"}:
        return ""
    return "\n\n".join(
        _aligned(
            network=facts.get("network") or ", ".join(facts["networks"]),
            first=facts["first"],
            last=facts["last"],
            netmask=facts.get("netmask"),
            addresses=facts["addresses_text"],
            range=facts.get("range"),
        )
        for facts in result["networks"]
    )


def _aligned(**facts: str | None) -> str:
    known = {name: fact for name, fact in facts.items() if fact}
    width = max(map(len, known))
    return "\n".join(f"{name:{width}}  {fact}" for name, fact in known.items())


def values(result: Mapping[str, Any], fields: Sequence[str]) -> str:
    """Return a line for each of ``fields``, their names, in this order. The line of one without a value is empty.

    The result of several addresses has these lines for each address. An address that has no result has its error on
    the first of its lines, and the others are empty.
    """
    lines: list[str] = []
    for entry in result.get("results", [result]):
        if "error" in entry:
            lines += (entry["error"], *[""] * (len(fields) - 1))
        else:
            lines += (_line(value_at(entry, name)) for name in fields)
    return "\n".join(lines)


def _line(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list) and all(isinstance(entry, str | int) for entry in value):
        return ",".join(map(str, value))
    return orjson.dumps(value).decode()
