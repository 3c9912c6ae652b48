"""From a database's records to the blocks of an answer, those alone that are asked for (I4-I6, I11-I13)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from iplookup.answers import Blocks
from iplookup.selection import ENGLISH, EVERYTHING, Selection
from iplookup.values import (
    Convert,
    degrees,
    integer,
    member,
    metres,
    name_in,
    names,
    names_in,
    text,
    trait,
    true,
)

__all__ = ["FULL_PLAN", "Plan", "Record", "Records", "blocks", "make_plan"]

Record = Mapping[str, Any]
#: The record of an address by role, empty where the role's database does not know it.
Records = Mapping[str, Record]
#: What makes each block of the records, in the order of the answer.
Plan = tuple[tuple[str, Callable[[Records], Any]], ...]


class Row(NamedTuple):
    """A key of a block, the one under which its value stands in the record, and what makes the value of that."""

    key: str
    origin: str
    convert: Convert


Rows = tuple[Row, ...]

_NAME = (Row("name", "names", name_in(ENGLISH)), Row("names", "names", names))
_CONFIDENCE = Row("confidence", "confidence", integer(100))
_UNION = "is_in_european_union"
_ASN = integer(2**32 - 1)  # RFC 6793

# The keys of each block in the order of the answer.
_REGISTERED = (Row("iso_code", "iso_code", text), *_NAME)
_PLACE = (*_REGISTERED, _CONFIDENCE)
_FLAGGED_COUNTRY = (*_PLACE, Row(_UNION, _UNION, true))
_UNFLAGGED_COUNTRY = (*_PLACE, Row(_UNION, "iso_code", member))
_CONTINENT = (Row("code", "code", text), *_NAME)
_CITY = (*_NAME, _CONFIDENCE)
_POSTAL = (Row("code", "code", text), _CONFIDENCE)
_LOCATION = (
    Row("latitude", "latitude", degrees(90)),
    Row("longitude", "longitude", degrees(180)),
    Row("accuracy_radius", "accuracy_radius", metres),
    Row("time_zone", "time_zone", text),
    Row("metro_code", "metro_code", integer(2**16 - 1)),
)
_AUTONOMOUS_SYSTEM = (
    Row("autonomous_system_number", "autonomous_system_number", _ASN),
    Row("autonomous_system_organization", "autonomous_system_organization", text),
    Row("number", "autonomous_system_number", _ASN),
    Row("organization", "autonomous_system_organization", text),
)
_ANONYMITY = tuple(
    Row(flag, flag, true)
    for flag in (
        "is_anonymous",
        "is_anonymous_vpn",
        "is_hosting_provider",
        "is_public_proxy",
        "is_residential_proxy",
        "is_tor_exit_node",
    )
)
#: What the traits of a record hold that stands elsewhere in the answer.
_ELSEWHERE = frozenset({"autonomous_system_number", "autonomous_system_organization", "isp", "connection_type"})
_FIRST_TRAITS = ("is_anycast", "user_type")


def _block(source: Any, rows: Rows) -> dict[str, Any]:
    block: dict[str, Any] = {}
    if isinstance(source, dict):
        for key, origin, convert in rows:
            if origin in source and (value := convert(source[origin])) is not None:
                block[key] = value
    return block


def _first(source: Any, other: Any, rows: Rows, all_rows: Rows) -> dict[str, Any]:
    """Return the ``rows`` of the first source that has any of ``all_rows``."""
    return _block(source, rows) or ({} if _block(source, all_rows) else _block(other, rows))


def _of_location(records: Records, key: str, rows: Rows) -> Any:
    return _block(records["location"].get(key), rows)


def _country(records: Records, rows: Rows) -> Any:
    """The country of the address, else the one in which its network is registered (I4)."""
    location = records["location"]
    return _first(location.get("country"), location.get("registered_country"), rows, _PLACE)


def _registered_country(records: Records, rows: Rows) -> Any:
    """The country of the network, where that is another one (I13)."""
    location = records["location"]
    country, registered = location.get("country"), location.get("registered_country")
    if not registered or not isinstance(country, dict) or not isinstance(registered, dict):
        return {}
    if country.get("iso_code") == registered.get("iso_code") or not _block(country, _PLACE):
        return {}
    return _block(registered, rows)


def _subdivisions(records: Records, rows: Rows) -> Any:
    parts = records["location"].get("subdivisions")
    return [block for part in parts if (block := _block(part, rows))] if isinstance(parts, list) else []


def _asn(records: Records, rows: Rows) -> Any:
    """Of a database of its own, else of the traits of an Enterprise record (I5); so too the next two."""
    if block := _block(records["network"], rows):
        return block
    return _first(records["network"], records["location"].get("traits"), rows, _AUTONOMOUS_SYSTEM)


def _isp(records: Records) -> Any:
    return text(records["network"].get("isp")) or text(_traits_of(records).get("isp"))


def _connection_type(records: Records) -> Any:
    own = text(records["connection_type"].get("connection_type"))
    return own or text(_traits_of(records).get("connection_type"))


def _traits_of(records: Records) -> Mapping[str, Any]:
    traits = records["location"].get("traits")
    return traits if isinstance(traits, dict) else {}


def _traits(records: Records, wanted: Selection) -> Any:
    """What the traits of a record hold that stands nowhere else (I13)."""
    source = _traits_of(records)
    if not source:
        return {}
    ordered = dict.fromkeys((*_FIRST_TRAITS, *source))
    return {
        name: value
        for name in ordered
        if name not in _ELSEWHERE and (not wanted or name in wanted) and (value := trait(source.get(name))) is not None
    }


def _anonymity(records: Records, rows: Rows) -> Any:
    return _block(records["anonymity"], rows)


def make_plan(wanted: Selection = EVERYTHING, language: str = "", *, flagged: bool = True) -> Plan:
    """Return how to build what is ``wanted`` of the blocks, with names in ``language`` alone where there is one.

    ``flagged``: the location database says itself which countries belong to the European Union.
    """
    country = _FLAGGED_COUNTRY if flagged else _UNFLAGGED_COUNTRY
    makers: dict[str, tuple[Callable[..., Any], Rows | None]] = {
        "country": (_country, country),
        "continent": (partial(_of_location, key="continent"), _CONTINENT),
        "city": (partial(_of_location, key="city"), _CITY),
        "postal": (partial(_of_location, key="postal"), _POSTAL),
        "location": (partial(_of_location, key="location"), _LOCATION),
        "subdivisions": (_subdivisions, _PLACE),
        "asn": (_asn, _AUTONOMOUS_SYSTEM),
        "isp": (_isp, None),
        "connection_type": (_connection_type, None),
        "registered_country": (_registered_country, _REGISTERED),
        "traits": (partial(_traits, wanted=wanted.get("traits", EVERYTHING)), None),
        "anonymity": (_anonymity, _ANONYMITY),
    }
    plan: list[tuple[str, Callable[[Records], Any]]] = []
    for key, (make, rows) in makers.items():
        if wanted and key not in wanted:
            continue
        if rows is None:
            plan.append((key, make))
        elif asked := _asked(rows, wanted.get(key, EVERYTHING), language):
            plan.append((key, partial(make, rows=asked)))
    return tuple(plan)


def _asked(rows: Rows, wanted: Selection, language: str) -> Rows:
    """Return the rows that are wanted, in a language if need be."""
    asked = [row for row in rows if not wanted or row.key in wanted]
    if language:  # the name is the one in it, and there are no others (I12)
        asked = [row for row in asked if row.key != "names"]
    converters = {"name": language and name_in(language), "names": names_in(wanted.get("names", EVERYTHING))}
    return tuple(row._replace(convert=converters.get(row.key) or row.convert) for row in asked)


FULL_PLAN = make_plan()


def blocks(records: Records, plan: Plan = FULL_PLAN) -> Blocks:
    """Return what the records of the roles say of an address."""
    return {key: block for key, make in plan if (block := make(records))}  # type: ignore[return-value]  # the tables say so
