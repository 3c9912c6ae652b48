"""The types of the answers. Each lists its keys in the order in which an answer has them."""

from typing import Annotated, Any, NotRequired, TypedDict, final

from iplookup.addresses import Range
from utilitysvc.kit.service_error import Reading

Entry = Annotated[str, "The entry as it was sent"]
Confidence = Annotated[int, "0 to 100"]
Timestamp = Annotated[str, "Time of the request in UTC, ISO 8601"]
Version = Annotated[str, "Current API version"]
Reserved = Annotated[Range, "What the address is reserved for, if it is not a public one"]


class RegisteredCountry(TypedDict, total=False):
    iso_code: Annotated[str, "Two-letter country code (ISO 3166-1)"]
    name: Annotated[str, "Country name in English, or in the requested language"]
    names: Annotated[dict[str, str], "Country names keyed by language code"]


class Country(RegisteredCountry, total=False):
    confidence: Confidence
    is_in_european_union: Annotated[bool, "True for members of the European Union, otherwise absent"]


class Continent(TypedDict, total=False):
    code: Annotated[str, "Two-letter continent code"]
    name: Annotated[str, "Continent name in English, or in the requested language"]
    names: Annotated[dict[str, str], "Continent names keyed by language code"]


class City(TypedDict, total=False):
    name: Annotated[str, "City name in English, or in the requested language"]
    names: Annotated[dict[str, str], "City names keyed by language code"]
    confidence: Confidence


class Postal(TypedDict, total=False):
    code: Annotated[str, "Postal or ZIP code"]
    confidence: Confidence


class Coordinates(TypedDict, total=False):
    latitude: Annotated[float, "Degrees north (WGS 84)"]
    longitude: Annotated[float, "Degrees east (WGS 84)"]
    accuracy_radius: Annotated[int, "Metres within which the address is likely located; smaller is more accurate"]
    time_zone: Annotated[str, "Timezone identifier"]
    metro_code: Annotated[int, "Metropolitan area of the United States"]


class Subdivision(TypedDict, total=False):
    iso_code: Annotated[str, "Subdivision code: the part after the hyphen in ISO 3166-2"]
    name: Annotated[str, "Subdivision name in English, or in the requested language"]
    names: Annotated[dict[str, str], "Subdivision names keyed by language code"]
    confidence: Confidence


class AutonomousSystem(TypedDict, total=False):
    """The number and the organization, each under two names (I5)."""

    autonomous_system_number: Annotated[int, "Autonomous system number"]
    autonomous_system_organization: Annotated[str, "Organization name"]
    number: Annotated[int, "Autonomous system number"]
    organization: Annotated[str, "Organization name"]


class Anonymity(TypedDict, total=False):
    """Each flag is true or absent."""

    is_anonymous: Annotated[bool, "Behind an anonymizer of any kind"]
    is_anonymous_vpn: Annotated[bool, "Behind an anonymizing VPN"]
    is_hosting_provider: Annotated[bool, "Belongs to a hosting or VPN provider"]
    is_public_proxy: Annotated[bool, "A public proxy"]
    is_residential_proxy: Annotated[bool, "A proxy at a residential provider"]
    is_tor_exit_node: Annotated[bool, "An exit node of Tor"]


class Blocks(TypedDict, total=False):
    """What the databases know about an address. A block or key without data is left out (I4)."""

    country: Annotated[Country, "Country of the address, or else the one in which its network is registered"]
    continent: Annotated[Continent, "Continent of the address"]
    city: Annotated[City, "City of the address"]
    postal: Annotated[Postal, "Postal code of the address"]
    location: Annotated[Coordinates, "Approximate location"]
    subdivisions: Annotated[list[Subdivision], "Parts of the country, the largest first"]
    asn: Annotated[AutonomousSystem, "The autonomous system that announces the address"]
    isp: Annotated[str, "Internet service provider"]
    connection_type: Annotated[str, "Kind of connection"]
    organization: Annotated[str, "Who uses the network, if that is not the organization of the autonomous system"]
    registered_country: Annotated[
        RegisteredCountry, "Country in which the network is registered, if it differs from the country of the address"
    ]
    traits: Annotated[
        dict[str, Any],
        "Further data: is_anycast (true or absent), user_type, and others under the names that the database uses",
    ]
    anonymity: Annotated[Anonymity, "VPN, proxy and Tor flags"]


@final
class LocatedPart(Blocks, total=False):
    """A location result, or only those of its keys that ``fields`` names."""

    ip: Annotated[str, "The address that was looked up"]
    network: Annotated[str, "The largest network around the address with the same location (CIDR)"]
    timestamp: Timestamp
    api_version: Version


@final
class Refused(TypedDict):
    """An entry of a list that has no result: the entry, and the error and status of a request for this entry alone."""

    input: Annotated[Any, "The entry as it was sent"]
    error: Annotated[str, "Why there is no result"]
    status: Annotated[int, "The HTTP status of a request for this entry alone"]
    range: NotRequired[Reserved]
    readings: NotRequired[Annotated[list[Reading], "What to send for each meaning, if it has several"]]


@final
class Locations(TypedDict):
    """One result for each entry of a list, in the order of the list."""

    results: Annotated[list[LocatedPart | Refused], "One for each entry, in its order"]
    count: Annotated[int, "How many"]
    timestamp: Timestamp
    api_version: Version


@final
class NetworkFacts(TypedDict):
    """A range has only ``input``, ``version``, ``first``, ``last``, the number of addresses and ``networks``."""

    input: Entry
    network: NotRequired[Annotated[str, "The network in CIDR notation"]]
    version: Annotated[int, "4 or 6"]
    first: Annotated[str, "First address"]
    last: Annotated[str, "Last address"]
    netmask: NotRequired[Annotated[str, "Mask of the network"]]
    hostmask: NotRequired[Annotated[str, "Mask of the hosts"]]
    prefix_length: NotRequired[Annotated[int, "Length of the prefix in bits"]]
    addresses: NotRequired[Annotated[int, "How many addresses, if at most 2^53"]]
    addresses_text: Annotated[str, "How many addresses, in decimal digits"]
    broadcast: NotRequired[Annotated[str, "Broadcast address (IPv4)"]]
    range: NotRequired[Annotated[Range, "What the addresses are reserved for, if they are not public ones"]]
    reverse_pointer: NotRequired[Annotated[str, "Name of the PTR record; only for a single address"]]
    integer: NotRequired[Annotated[str, "The address as a decimal integer; only for a single address"]]
    networks: NotRequired[Annotated[list[str], "The fewest networks that cover the range"]]


@final
class Contained(TypedDict):
    input: Entry
    contained: Annotated[bool, "Whether the networks contain all of its addresses"]
    network: NotRequired[Annotated[str, "The smallest of the networks that alone contains all of its addresses"]]


@final
class NetworksResult(TypedDict):
    networks: Annotated[list[NetworkFacts], "One for each entry, in its order"]
    merged: Annotated[list[str], "The fewest networks that have exactly the same addresses"]
    contains: NotRequired[Annotated[list[Contained], "One for each entry of contains, in its order"]]
    parts: NotRequired[Annotated[list[str], "The networks into which the network is split"]]
    timestamp: Timestamp
    api_version: Version


class ErrorBody(TypedDict):
    """``ip`` and ``range``: if the databases have no data. ``readings``: if the address can be read in several ways."""

    error: Annotated[str, "What is wrong"]
    status: Annotated[int, "The HTTP status"]
    timestamp: Timestamp
    ip: NotRequired[Annotated[str, "The address, if nothing is known about it"]]
    range: NotRequired[Reserved]
    readings: NotRequired[Annotated[list[Reading], "What to send for each meaning, if the value has several"]]
