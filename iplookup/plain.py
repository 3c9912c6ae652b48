"""Results as plain text, for use in a shell (G6, I3, I11, I14)."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from iplookup.addresses import parse_address
from iplookup.answers import LocatedPart, Locations, NetworksResult, Refused
from iplookup.selection import paths, value_at
from iplookup.services import NOT_FOUND


def address(result: LocatedPart) -> str:
    """The address that was looked up."""
    return result["ip"]


def addresses(result: Locations) -> str:
    """A line for each entry: its address, whether or not anything is known of it, or the error that it got."""
    return "\n".join(_address(entry) for entry in result["results"])


def _address(entry: LocatedPart | Refused) -> str:
    if "error" not in entry:
        return entry["ip"]
    address = parse_address(entry["input"]) if entry["error"] == NOT_FOUND else None
    return address.text if address else entry["error"]


def networks(result: NetworksResult) -> str:
    """The parts, or for each entry of ``contains`` true or false, or else the merged networks: one a line."""
    if "parts" in result:
        return "\n".join(result["parts"])
    if "contains" in result:
        return "\n".join(str(entry["contained"]).lower() for entry in result["contains"])
    return "\n".join(result["merged"])


def values(result: Mapping[str, Any], fields: Sequence[str]) -> str:
    """The value of each field on its line, in the order asked, an empty line where there is none.

    Of several addresses those of each follow one another; one that has no result has its error on its first line.
    """
    entries: list[Any] = result.get("results", [result])
    asked = paths(fields)
    lines: list[str] = []
    for entry in entries:
        if "error" in entry:
            lines += (entry["error"], *[""] * (len(asked) - 1))
        else:
            lines += (_line(value_at(entry, path)) for path in asked)
    return "\n".join(lines)


def _line(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(entry, str | int) for entry in value):
        return ",".join(map(str, value))
    return orjson.dumps(value).decode()
