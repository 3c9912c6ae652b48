"""A database: what kind it is by its own word, whether it can be used, and what it knows of an address (I8)."""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import maxminddb

__all__ = ["BROKEN", "ROLES", "Database", "find", "kind_of", "open_database"]

logger = logging.getLogger(__name__)

#: The kinds of database that answer each role, the most telling first.
ROLES: Mapping[str, tuple[str, ...]] = {
    "location": ("Enterprise", "City", "Country"),
    "network": ("ISP", "ASN"),
    "connection_type": ("Connection-Type",),
}
KINDS = tuple(kind for kinds in ROLES.values() for kind in kinds)
_WORDS = {kind: re.compile(rf"(?<![a-z]){kind}(?![a-z])", re.IGNORECASE) for kind in KINDS}

#: One address of every /8. A file in which most of them have a broken record is no database worth the name.
SAMPLES = tuple(f"{octet}.83.147.211" for octet in range(256))

#: What the reader raises on a record that it cannot decode; text that is no UTF-8 is a ValueError.
BROKEN = (maxminddb.InvalidDatabaseError, ValueError)


@dataclass(frozen=True, slots=True)
class Database:
    """An open database. ``built`` is a Unix timestamp in seconds, ``build_date`` its day in UTC."""

    name: str
    kind: str | None
    database_type: str
    built: int
    build_date: str
    ip_version: int
    reader: maxminddb.Reader


def kind_of(name: str) -> str | None:
    """Return the kind of database that a database type or an edition id names, None where it is none of ours."""
    return next((kind for kind, word in _WORDS.items() if word.search(name)), None)


def open_database(path: Path, name: str, mode: int = maxminddb.MODE_AUTO) -> Database:
    """Open a database, or raise OSError or InvalidDatabaseError where it is none that can be used."""
    reader = maxminddb.open_database(path, mode)
    try:
        return _verified(reader, name)
    except Exception:
        reader.close()
        raise


def _verified(reader: maxminddb.Reader, name: str) -> Database:
    metadata = reader.metadata()
    try:
        day = datetime.fromtimestamp(metadata.build_epoch, UTC).date().isoformat()
        kind = kind_of(metadata.database_type)
    except (OSError, OverflowError, TypeError, ValueError):
        raise maxminddb.InvalidDatabaseError("its metadata is malformed") from None
    if sum(_is_broken(reader, address) for address in SAMPLES) > len(SAMPLES) / 2:
        raise maxminddb.InvalidDatabaseError("most of its records are broken")
    return Database(name, kind, metadata.database_type, metadata.build_epoch, day, metadata.ip_version, reader)


def _is_broken(reader: maxminddb.Reader, address: str) -> bool:
    try:
        record = reader.get(address)
    except BROKEN:
        return True
    return not (record is None or isinstance(record, dict))


def find(database: Database | None, address: str, ip_version: int) -> tuple[dict[str, Any], int]:
    """Return the record of ``address``, empty where there is none, and the length of the prefix that shares it."""
    if database is None or ip_version > database.ip_version:
        return {}, 0
    try:
        record, prefix_length = database.reader.get_with_prefix_len(address)
    except BROKEN:
        record, prefix_length = "broken", 0
    if isinstance(record, dict):
        return record, prefix_length
    if record is not None:
        logger.error("a record of %s is broken and counts as absent", database.name)
    return {}, 0
