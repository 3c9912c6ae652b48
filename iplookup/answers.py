"""The types of the answers, whose keys are in the order of the answer."""

from typing import Annotated, Any, NotRequired, TypedDict, final

from iplookup.ranges import Range
from utilitysvc.kit.service_error import Reading


class RegisteredCountry(TypedDict, total=False):
    iso_code: Annotated[str, "Two-letter country code (ISO 3166-1)"]
    name: Annotated[str, "Country name in English, or in the requested language"]
    names: Annotated[dict[str, str], "Country names keyed by language code"]


class Country(RegisteredCountry, total=False):
    confidence: Annotated[int, "0 to 100"]
    is_in_european_union: Annotated[bool, "True for members of the European Union, otherwise absent"]


class Continent(TypedDict, total=False):
    code: Annotated[str, "Two-letter continent code"]
    name: Annotated[str, "Continent name in English, or in the requested language"]
    names: Annotated[dict[str, str], "Continent names keyed by language code"]


class City(TypedDict, total=False):
    name: Annotated[str, "City name in English, or in the requested language"]
    names: Annotated[dict[str, str], "City names keyed by language code"]
    confidence: Annotated[int, "0 to 100"]


class Postal(TypedDict, total=False):
    code: Annotated[str, "Postal or ZIP code"]
    confidence: Annotated[int, "0 to 100"]


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
    confidence: Annotated[int, "0 to 100"]


class AutonomousSystem(TypedDict, total=False):
    """Each value under both of its names (I5)."""

    autonomous_system_number: Annotated[int, "Autonomous system number"]
    autonomous_system_organization: Annotated[str, "Organization name"]
    number: Annotated[int, "Autonomous system number"]
    organization: Annotated[str, "Organization name"]


class Anonymity(TypedDict, total=False):
    """Each is true or left out."""

    is_anonymous: Annotated[bool, "Behind an anonymizer of any kind"]
    is_anonymous_vpn: Annotated[bool, "Behind an anonymizing VPN"]
    is_hosting_provider: Annotated[bool, "Of a hosting or VPN provider"]
    is_public_proxy: Annotated[bool, "A public proxy"]
    is_residential_proxy: Annotated[bool, "A proxy at a residential provider"]
    is_tor_exit_node: Annotated[bool, "An exit node of Tor"]


class Blocks(TypedDict, total=False):
    """What is known of an address. A block or key without data is left out (I4)."""

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
        RegisteredCountry, "Country in which the network is registered, where that is another one"
    ]
    traits: Annotated[
        dict[str, Any],
        "What else a database knows: is_anycast (true or left out), user_type, and others as it has them",
    ]
    anonymity: Annotated[Anonymity, "VPN, proxy and Tor flags"]


@final
class LocationResult(Blocks):
    """What is known of ``ip``, and the block of the location database that it is known of."""

    ip: Annotated[str, "The address that was looked up"]
    network: NotRequired[Annotated[str, "The largest network around the address with the same location (CIDR)"]]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]
    api_version: Annotated[str, "Current API version"]


@final
class LocatedPart(Blocks, total=False):
    """A location result, or of its keys those alone that ``fields`` asks for."""

    ip: Annotated[str, "The address that was looked up"]
    network: Annotated[str, "The largest network around the address with the same location (CIDR)"]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]
    api_version: Annotated[str, "Current API version"]


@final
class Refused(TypedDict):
    """An entry of a list that has no result: what was asked, and the error and status that it alone would get."""

    input: Annotated[Any, "What was asked"]
    error: Annotated[str, "Why there is no result"]
    status: Annotated[int, "The HTTP status that it would get on its own"]
    range: NotRequired[Annotated[Range, "What the address is for, where it is none of the public Internet's"]]
    readings: NotRequired[Annotated[list[Reading], "What to send for each meaning, if it has several"]]


@final
class Locations(TypedDict):
    """One result for each entry of a list, in its order."""

    results: Annotated[list[LocatedPart | Refused], "One for each entry, in its order"]
    count: Annotated[int, "How many"]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]
    api_version: Annotated[str, "Current API version"]


@final
class NetworkFacts(TypedDict):
    """Of a range only ``input``, ``version``, ``first``, ``last``, the number of addresses and ``networks``."""

    input: Annotated[str, "What was asked"]
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
    range: NotRequired[Annotated[Range, "What the addresses are for, where they are none of the public Internet's"]]
    reverse_pointer: NotRequired[Annotated[str, "Name of the PTR record, of a single address"]]
    integer: NotRequired[Annotated[str, "The address as a decimal integer, of a single address"]]
    networks: NotRequired[Annotated[list[str], "The fewest networks that cover the range"]]


@final
class Contained(TypedDict):
    input: Annotated[str, "What was asked"]
    contained: Annotated[bool, "Whether all of it lies in the networks"]
    network: NotRequired[Annotated[str, "The smallest of the networks that has all of it"]]


@final
class NetworksResult(TypedDict):
    networks: Annotated[list[NetworkFacts], "One for each entry, in its order"]
    merged: Annotated[list[str], "The fewest networks that have exactly their addresses"]
    contains: NotRequired[Annotated[list[Contained], "One for each entry of contains, in its order"]]
    parts: NotRequired[Annotated[list[str], "The networks into which the one is split"]]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]
    api_version: Annotated[str, "Current API version"]


class ErrorBody(TypedDict):
    """``ip`` and ``range`` are there only where nothing is known of the address, ``readings`` where it has several."""

    error: Annotated[str, "What is wrong"]
    status: Annotated[int, "The HTTP status"]
    timestamp: Annotated[str, "Time of the request in UTC, ISO 8601"]
    ip: NotRequired[Annotated[str, "The address, if nothing is known about it"]]
    range: NotRequired[Annotated[Range, "What the address is for, where it is none of the public Internet's"]]
    readings: NotRequired[Annotated[list[Reading], "What to send for each meaning, if the value has several"]]
