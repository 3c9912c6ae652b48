"""Open a database, check by sample records which role it can fill, and find an address in it.

The format: https://maxmind.github.io/MaxMind-DB/
"""

import logging
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from iplookup.addresses import Address
from iplookup.blocks import EU_FLAG, Record, add_blocks

# The reader in Rust is faster, because it caches texts that many records share. It has the functions and the author of
# MaxMind's own reader in C, but no wheel for Linux systems with musl, such as Alpine.
try:
    import maxminddb_rust as maxminddb
except ImportError:
    import maxminddb  # type: ignore[no-redef]  # only one of the two imports takes effect

MODE_AUTO, MODE_FILE = maxminddb.MODE_AUTO, maxminddb.MODE_FILE

logger = logging.getLogger(__name__)

#: The kinds of database that can fill each role, the kind with the most data first.
ROLES: Mapping[str, tuple[str, ...]] = {
    "location": ("Enterprise", "City", "Country"),
    "network": ("ISP", "ASN"),
    "connection_type": ("Connection-Type",),
    "anonymity": ("Anonymous-Plus", "Anonymous-IP"),
}
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

#: Where samples are taken: the first and the last address, and prefix lengths. Each network of the first length gives a
#: sample. If these are fewer than ``ENOUGH_SAMPLES``, each of the second does: a /24 or /48, the smallest networks that
#: the Internet routes. All of IPv4, by /8. The global addresses of IPv6, by /24 below 2002::, where networks are small,
#: and by /16 above. 2001::/23 and 2002::/16 are left out, because a tree for both families repeats its IPv4 addresses
#: there.
_SPACES = (
    ("0.0.0.0", "255.255.255.255", (8, 24)),  # noqa: S104  # no socket is bound to it
    ("2001:200::", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", (24, 48)),
    ("2003::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", (16, 48)),
)
ENOUGH_SAMPLES = 16
#: The most look-ups in one space. A malicious file may have a gap after every network.
MAX_LOOKUPS = 1024

#: The IP version of an address, and its record, or None if that is broken.
Sample = tuple[int, dict[str, Any] | None]


class UnusableError(Exception):
    """Why a file fills no role. ``database_type`` is the type in its metadata, or empty if that cannot be read."""

    def __init__(self, reason: str, database_type: str = "") -> None:
        super().__init__(reason)
        self.database_type = database_type


class Database(NamedTuple):
    """An open database.

    ``built``: when it was built. ``families``: the IP versions of the addresses for which it has data.
    ``lacks_eu_flag``: whether it has countries, but does not say which of them belong to the European Union.
    """

    name: str
    kind: str
    database_type: str
    built: datetime
    ip_version: int
    families: frozenset[int]
    lacks_eu_flag: bool
    reader: maxminddb.Reader

    @property
    def build_date(self) -> str:
        return self.built.date().isoformat()


#: The database in use for each role that has one.
Roles: TypeAlias = dict[str, Database]


class Records(dict[str, Record]):
    """The record of an address for each role, looked up when it is first asked for, and empty if there is none.

    ``traits`` is a part of the location record. ``lengths`` has the prefix lengths of the networks around the address
    in the databases that were asked.
    """

    __slots__ = ("_address", "_roles", "lengths")

    def __init__(
        self, known: Mapping[str, Record] = {}, roles: Mapping[str, Database] = {}, address: Address | None = None
    ) -> None:
        super().__init__(known)
        self.lengths: dict[str, int] = {}
        self._roles, self._address = roles, address

    def __missing__(self, role: str) -> Record:
        record: Record = {}
        if self._address and role in self._roles:
            record, self.lengths[role] = find(self._roles[role], self._address)
        elif role == "traits" and isinstance(traits := self["location"].get(role), dict):
            record = traits
        self[role] = record
        return record


def kind_of(name: str) -> str | None:
    """Return the kind, one of KINDS, that a database type or an edition id contains, or None."""
    return next((kind for kind in KINDS if re.search(rf"(?i)(?<![a-z]){kind}(?![a-z])", name)), None)


def metadata_of(path: Path) -> Any:
    """Return the metadata of a database, or None if the file cannot be read."""
    try:
        with maxminddb.open_database(path, MODE_FILE) as reader:
            return reader.metadata()
    except (OSError, TypeError, *BROKEN):
        return None


def open_database(path: Path, name: str, mode: int = MODE_AUTO) -> Database:
    """Open a database. Raises OSError if the file cannot be read, UnusableError if it can fill no role."""
    try:
        reader = maxminddb.open_database(path, mode)
    except BROKEN as exc:
        # The reader's own message may contain the path of the copy, which tells the operator nothing.
        reason = "it is not a MaxMind DB file" if str(exc).startswith("Error opening") else str(exc)
        raise UnusableError(reason) from None
    try:
        metadata = reader.metadata()
        built = datetime.fromtimestamp(metadata.build_epoch, UTC)
        kind = kind_of(metadata.database_type)
    except (OSError, OverflowError, TypeError, *BROKEN):
        raise UnusableError("its metadata is malformed") from None
    if kind is None:
        raise UnusableError(f"its type is not one of {', '.join(KINDS)}", metadata.database_type)
    samples = list(_samples(reader, metadata.ip_version))
    records = [record for _, record in samples if record is not None]
    families = frozenset(
        version for version, record in samples if record and add_blocks({}, Records({KINDS[kind]: record}))
    )
    if reason := _misfit(len(samples), records, KINDS[kind], fits=bool(families)):
        raise UnusableError(reason, metadata.database_type)
    countries = [country for record in records if isinstance(country := record.get("country"), dict)]
    lacks_eu_flag = bool(countries) and not any(EU_FLAG in country for country in countries)
    return Database(name, kind, metadata.database_type, built, metadata.ip_version, families, lacks_eu_flag, reader)


def _misfit(samples: int, records: list[dict[str, Any]], role: str, *, fits: bool) -> str:
    """Return why a file does not fit the role that its type names. ``records``: those that are not broken."""
    if not samples:
        return "it has no records"
    if 2 * len(records) < samples and (fits or not records):
        return "most of its records are broken"
    if fits:
        return ""
    keys = list(dict.fromkeys(key[:SHOWN_CHARACTERS] for record in records for key in record))
    contents = ", ".join(keys[:SHOWN_KEYS]) or "nothing"
    return f"its records have no {role.replace('_', ' ')} in MaxMind's format; they contain {contents}"


def _samples(reader: maxminddb.Reader, ip_version: int) -> Iterator[Sample]:
    """Yield a few hundred records from all parts of the tree, or all records of a small tree.

    If an address has no record, the reader tells the size of the gap around it. So even the only record of a nearly
    empty tree is found with few look-ups.
    """
    for first, last, lengths in _SPACES:
        start, end = ip_address(first), ip_address(last)
        if start.version <= ip_version:
            found: list[Sample] = []
            for length in lengths:
                if len(found) < ENOUGH_SAMPLES:
                    found = list(_walk(reader, start, int(end), start.max_prefixlen - length))
            yield from found


def _walk(reader: maxminddb.Reader, first: IPv4Address | IPv6Address, last: int, stride_bits: int) -> Iterator[Sample]:
    number = int(first)
    for _ in range(MAX_LOOKUPS):
        if number > last:
            return
        record: Any
        try:
            record, prefix_length = reader.get_with_prefix_len(type(first)(number))
        except BROKEN:
            record, prefix_length = "broken", first.max_prefixlen
        if record is not None:
            yield first.version, record if isinstance(record, dict) else None
        # The next one is beyond this network, and after a record beyond this stride.
        network_bits = first.max_prefixlen - max(0, prefix_length)
        bits = network_bits if record is None else max(network_bits, stride_bits)
        number = (number >> bits) + 1 << bits


def find(database: Database, address: Address) -> tuple[dict[str, Any], int]:
    """Return the record of ``address``, empty if there is none, and the prefix length of its network in the database.

    The prefix length is 0 for a record that cannot be decoded, and for an IPv6 address in an IPv4 database.
    """
    if database.ip_version == 4 and address.version == 6:
        return {}, 0
    record: Any
    try:
        record, prefix_length = database.reader.get_with_prefix_len(address.text)
    except BROKEN:
        record, prefix_length = "broken", 0
    if not isinstance(record, dict):
        if record is not None:
            logger.error("a record of %s is broken and counts as absent", database.name)
        return {}, prefix_length
    if database.lacks_eu_flag:
        for key in COUNTRIES:
            country: Any = record.get(key)
            if isinstance(country, dict) and str(country.get("iso_code")) in EU_MEMBERS:
                country[EU_FLAG] = True
    return record, prefix_length
