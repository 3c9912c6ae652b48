"""Open a database, check which role it can fill, and find an address in it (I8)."""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from iplookup.addresses import Address
from iplookup.reader import maxminddb
from iplookup.records import add_blocks, make_plan
from iplookup.sampling import BROKEN, Sample, samples

logger = logging.getLogger(__name__)

#: The kinds of database that can fill each role, the kind with the most data first.
ROLES: Mapping[str, tuple[str, ...]] = {
    "location": ("Enterprise", "City", "Country"),
    "network": ("ISP", "ASN"),
    "connection_type": ("Connection-Type",),
    "anonymity": ("Anonymous-Plus", "Anonymous-IP"),
}
KINDS = tuple(kind for kinds in ROLES.values() for kind in kinds)
_WORDS = {kind: re.compile(rf"(?<![a-z]){kind}(?![a-z])", re.IGNORECASE) for kind in KINDS}

#: An error message shows so many keys of an unsuitable file's records, and so many characters of each.
SHOWN_KEYS = 5
SHOWN_CHARACTERS = 32


class UnusableError(Exception):
    """Why a file fills no role. ``database_type`` is the type in its metadata, or empty if that cannot be read."""

    def __init__(self, reason: str, database_type: str = "") -> None:
        super().__init__(reason)
        self.database_type = database_type


@dataclass(frozen=True, slots=True, eq=False)
class Database:
    """An open database.

    ``built``: when it was built, a Unix timestamp in seconds. ``build_date``: the same as a day in UTC. ``families``:
    the IP versions of the addresses for which it has data. ``has_eu_flag``: whether its records say which countries
    belong to the European Union.
    """

    name: str
    kind: str
    database_type: str
    built: int
    build_date: str
    ip_version: int
    families: frozenset[int]
    has_eu_flag: bool
    reader: maxminddb.Reader


def kind_of(name: str) -> str | None:
    """Return the kind, one of KINDS, that a database type or an edition id contains, or None."""
    return next((kind for kind, word in _WORDS.items() if word.search(name)), None)


def role_of(kind: str) -> str:
    """Return the role that a database of this kind, one of KINDS, can fill."""
    return next(role for role, kinds in ROLES.items() if kind in kinds)


def open_database(path: Path, name: str, mode: int = maxminddb.MODE_AUTO) -> Database:
    """Open a database. Raises OSError if the file cannot be read, UnusableError if it can fill no role."""
    try:
        reader = maxminddb.open_database(path, mode)
    except BROKEN as exc:
        # The reader's own message may contain the path of a private copy, which tells the operator nothing.
        reason = "it is not a MaxMind DB file" if str(exc).startswith("Error opening") else str(exc)
        raise UnusableError(reason) from None
    try:
        return _checked(reader, name)
    except BaseException:
        reader.close()
        raise


def _checked(reader: maxminddb.Reader, name: str) -> Database:
    """Return the database of an open file, or raise UnusableError if its metadata or its records do not fit a role."""
    try:
        metadata = reader.metadata()
        day = datetime.fromtimestamp(metadata.build_epoch, UTC).date().isoformat()
        kind = kind_of(metadata.database_type)
    except (OSError, OverflowError, TypeError, *BROKEN):
        raise UnusableError("its metadata is malformed") from None
    if kind is None:
        raise UnusableError(f"its type is not one of {', '.join(KINDS)}", metadata.database_type)
    found = list(samples(reader))
    role = role_of(kind)
    plan = make_plan()
    suitable = [sample for sample in found if sample.record and add_blocks({}, _records(role, sample.record), plan)]
    if not suitable:
        raise UnusableError(_misfit(found, role), metadata.database_type)
    if sum(sample.record is None for sample in found) > len(found) / 2:
        raise UnusableError("most of its records are broken", metadata.database_type)
    return Database(
        name=name,
        kind=kind,
        database_type=metadata.database_type,
        built=metadata.build_epoch,
        build_date=day,
        ip_version=metadata.ip_version,
        families=frozenset(sample.family for sample in suitable),
        has_eu_flag=any("is_in_european_union" in _map(sample.record, "country") for sample in suitable),
        reader=reader,
    )


def _records(role: str, record: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {other: record if other == role else {} for other in ROLES}


def _map(record: Mapping[str, Any] | None, key: str) -> Mapping[str, Any]:
    value = (record or {}).get(key)
    return value if isinstance(value, dict) else {}


def _misfit(found: list[Sample], role: str) -> str:
    """Return why the records of a file do not fit the role that its type names."""
    if not found:
        return "it has no records"
    if all(sample.record is None for sample in found):
        return "most of its records are broken"
    keys = dict.fromkeys(key[:SHOWN_CHARACTERS] for sample in found for key in sample.record or ())
    contents = ", ".join(list(keys)[:SHOWN_KEYS]) or "nothing"
    return f"its records have no {role.replace('_', ' ')} in MaxMind's format; they contain {contents}"


def find(database: Database, address: Address, parts: Sequence[str] = ()) -> tuple[dict[str, Any], int]:
    """Return the record of ``address``, empty if there is none, and the prefix length of its network in the database.

    ``parts``: read only these keys of the record; a reader with ``get_path`` does that faster than it reads the whole
    record. The prefix length is 0 if it is unknown: with ``parts``, for a record that cannot be decoded, and for an
    IPv6 address in an IPv4 database.
    """
    if database.ip_version == 4 and address.version == 6:
        return {}, 0
    record: Any
    try:
        if parts:
            get_path, text = database.reader.get_path, address.text
            return {key: part for key in parts if (part := get_path(text, (key,))) is not None}, 0
        record, prefix_length = database.reader.get_with_prefix_len(address.text)
    except BROKEN:
        record, prefix_length = "broken", 0
    if isinstance(record, dict):
        return record, prefix_length
    if record is None:
        return {}, prefix_length
    logger.error("a record of %s is broken and counts as absent", database.name)
    return {}, prefix_length
