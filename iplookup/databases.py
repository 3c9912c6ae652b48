"""Open a database, check by sample records which role it can fill, and find an address in it.

The format: https://maxmind.github.io/MaxMind-DB/
"""

import logging
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

from iplookup.addresses import COMPATIBLE, Address
from iplookup.blocks import EU_FLAG, Record, make_blocks

# The reader in Rust is faster, because it caches texts that many records share. It has the functions and the author of
# MaxMind's own reader in C, but no wheel for Linux systems with musl, such as Alpine.
try:
    import maxminddb_rust as maxminddb
except ImportError:
    import maxminddb  # type: ignore[no-redef]  # only one of the two imports takes effect

logger = logging.getLogger(__name__)

#: The kinds of database that can fill each role, the kind with the most data first.
ROLES: Mapping[str, tuple[str, ...]] = {
    "location": ("Enterprise", "City", "Country"),
    "network": ("ISP", "ASN"),
    "connection_type": ("Connection-Type",),
    "anonymity": ("Anonymous-Plus", "Anonymous-IP"),
}
#: The records of an address of which no database knows anything.
NO_RECORDS: Mapping[str, Record] = {role: {} for role in ROLES}
KINDS = {kind: role for role, kinds in ROLES.items() for kind in kinds}
#: The keys of a location record that have countries.
COUNTRIES = ("country", "registered_country", "represented_country")

#: ISO 3166-1 codes of the members of the European Union, for databases that do not state them. Unicode CLDR lists them
#: in its group EU: https://github.com/unicode-org/cldr/blob/main/common/supplemental/supplementalData.xml
EU_MEMBERS = frozenset(
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split()  # noqa: SIM905  # a list would take 27 lines
)

#: The exceptions that the readers raise for a record that they cannot decode. The reader in C raises ValueError for
#: text that is not UTF-8, and SystemError if it fails without setting an exception.
BROKEN = (maxminddb.InvalidDatabaseError, ValueError, SystemError)

#: An error message shows so many keys of an unsuitable file's records, and so many characters of each.
SHOWN_KEYS = 5
SHOWN_CHARACTERS = 32

#: Where samples are taken: the first and the last address, and two prefix lengths. After a sample, the rest of its
#: network of the first length is skipped, and twice as much after every ``LOOKUPS_OF_A_LENGTH`` look-ups, up to the
#: second length. So a small tree gives enough samples, and a large one gives some in all its parts. /24 and /48 are the
#: smallest networks that the Internet routes. 2001::/23 and 2002::/16 are left out: a tree for both families repeats
#: its IPv4 addresses there.
_SPACES = (
    ("0.0.0.0", "255.255.255.255", 24, 8),  # noqa: S104  # no socket is bound to it
    ("2001:200::", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 48, 24),
    ("2003::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 48, 16),
)
LOOKUPS_OF_A_LENGTH = 8
#: The most look-ups in one space. A malicious file may have a gap after every network.
MAX_LOOKUPS = 1024


class UnusableError(Exception):
    """Why a file fills no role. ``database_type`` is the type in its metadata, or empty if that cannot be read."""

    def __init__(self, reason: str, database_type: str = "") -> None:
        super().__init__(reason)
        self.database_type = database_type


class Database(NamedTuple):
    """An open database.

    ``built``: when it was built. ``families``: for how many of the IP versions it has data. ``lacks_eu_flag``: whether
    it is one of locations, but does not say which countries belong to the European Union.
    """

    name: str
    kind: str
    database_type: str
    built: datetime
    ip_version: int
    families: int
    lacks_eu_flag: bool
    reader: maxminddb.Reader

    @property
    def build_date(self) -> str:
        return self.built.date().isoformat()


#: The database in use for each role that has one.
Roles = dict[str, Database]


def kind_of(name: str) -> str:
    """Return the kind, one of KINDS, that a database type or an edition id contains, or an empty text."""
    return next((kind for kind in KINDS if re.search(rf"(?i)(?<![a-z]){kind}(?![a-z])", name)), "")


def metadata_of(path: Path) -> Any:
    """Return the metadata of a database, or None if the file cannot be read."""
    try:
        with maxminddb.open_database(path, maxminddb.MODE_FILE) as reader:
            return reader.metadata()
    except (OSError, TypeError, *BROKEN):
        return None


def open_database(path: Path, name: str) -> Database:
    """Open a database. Raises OSError if the file cannot be read, UnusableError if it can fill no role."""
    try:
        reader = maxminddb.open_database(path)
    except BROKEN:  # the reader's own message contains the path of the copy, which tells the operator nothing
        raise UnusableError("it is not a MaxMind DB file") from None
    try:
        metadata = reader.metadata()
        built = datetime.fromtimestamp(metadata.build_epoch, UTC)
        kind = kind_of(metadata.database_type)
    except (OSError, OverflowError, TypeError, *BROKEN):
        raise UnusableError("its metadata is malformed") from None
    role = KINDS.get(kind, "")
    samples = list(_samples(reader, metadata.ip_version))
    records = [record for _, record in samples if record is not None]
    families = {version for version, record in samples if record and make_blocks({**NO_RECORDS, role: record})}
    if not role:
        reason = f"its type is not one of {', '.join(KINDS)}"
    elif not samples:
        reason = "it has no records"
    elif records and not families:
        keys = list(dict.fromkeys(key[:SHOWN_CHARACTERS] for record in records for key in record))
        contents = ", ".join(keys[:SHOWN_KEYS]) or "nothing"
        reason = f"its records have no {role.replace('_', ' ')} in MaxMind's format; they contain {contents}"
    elif 2 * len(records) < len(samples):
        reason = "most of its records are broken"
    else:
        countries = (country for record in records if isinstance(country := record.get("country"), dict))
        lacks_eu_flag = role == "location" and not any(EU_FLAG in country for country in countries)
        return Database(
            name, kind, metadata.database_type, built, metadata.ip_version, len(families), lacks_eu_flag, reader
        )
    raise UnusableError(reason, metadata.database_type)


def _samples(reader: maxminddb.Reader, ip_version: int) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield the IP version and the record of a few hundred addresses in all parts of the tree, or None if it is broken.

    If an address has no record, the reader tells the size of the gap around it. So even the only record of a nearly
    empty tree is found with few look-ups.
    """
    for first, last, longest, shortest in _SPACES:
        start, end = ip_address(first), ip_address(last)
        number = int(start)
        for count in range(MAX_LOOKUPS):
            if number > int(end) or start.version > ip_version:
                break
            record: Any
            try:
                record, skipped = reader.get_with_prefix_len(type(start)(number))
            except BROKEN:
                record, skipped = "broken", start.max_prefixlen
            if record is not None:
                yield start.version, record if isinstance(record, dict) else None
                skipped = min(skipped, max(longest - count // LOOKUPS_OF_A_LENGTH, shortest))
            bits = start.max_prefixlen - skipped
            number = (number >> bits) + 1 << bits


def look_up(roles: Roles, address: Address) -> tuple[dict[str, Record], dict[str, int]]:
    """Return the records of ``address`` by role, and the prefix length of its network in the database of each role.

    The prefix length is 0 for a record that cannot be decoded, and for an IPv6 address in an IPv4 database.
    """
    records = {**NO_RECORDS}
    lengths = dict.fromkeys(roles, 0)
    if address.packed.startswith(COMPATIBLE):
        return records, lengths
    for role, database in roles.items():
        if database.ip_version == 4 and ":" in address.text:  # it has no IPv6 addresses
            continue
        record: Any
        try:
            record, lengths[role] = database.reader.get_with_prefix_len(address.text)
        except BROKEN:
            record = "broken"
        if isinstance(record, dict):
            records[role] = record
            if database.lacks_eu_flag:
                _flag_members(record)
        elif record is not None:
            logger.error("a record of %s is broken and counts as absent", database.name)
    return records, lengths


def _flag_members(record: Record) -> None:
    """Set the flag of the European Union in each country of a record that is a member."""
    for country in map(record.get, COUNTRIES):
        if isinstance(country, dict) and str(country.get("iso_code")) in EU_MEMBERS:
            country[EU_FLAG] = True
