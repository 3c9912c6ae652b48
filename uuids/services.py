"""UUIDs of versions 4, 7, 5, 1, 6 and 3 (RFC 9562, which replaces RFC 4122), and what a UUID holds.

https://www.rfc-editor.org/rfc/rfc9562
"""

from collections.abc import Sequence
from typing import Annotated, TypedDict
from uuid import NAMESPACE_DNS, NAMESPACE_OID, NAMESPACE_URL, NAMESPACE_X500, UUID, uuid3, uuid5

from utilitysvc.drawing import sources
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds, Choices, written
from utilitysvc.kit.service_error import ServiceError
from uuids.formats import FORMATS, UNCASED, WRITERS, from_digits
from uuids.inspection import Inspected, inspect
from uuids.versions import draw

__all__ = [
    "COUNT",
    "DEFAULT_NAMESPACE",
    "FORMATS",
    "INSPECTED",
    "NAMED_VERSIONS",
    "NAMESPACES",
    "UUIDS_REQUIRED",
    "VERSIONS",
    "InspectionResult",
    "UUIDResult",
    "generate_uuids",
    "inspect_uuids",
    "plain_inspection",
    "plain_text",
]

COUNT = Bounds("count", 1, 1000, default=1)
VERSIONS = Choices(
    "version", ("4", "7", "5", "1", "6", "3"), {f"v{version}": version for version in "475163"}, default="4"
)
#: The versions that are digests of a name.
NAMED_VERSIONS = {"5": uuid5, "3": uuid3}
_NAMESPACE_UUIDS = {"dns": NAMESPACE_DNS, "url": NAMESPACE_URL, "oid": NAMESPACE_OID, "x500": NAMESPACE_X500}
NAMESPACES = Choices("namespace", tuple(_NAMESPACE_UUIDS))
DEFAULT_NAMESPACE = "dns"

INSPECTED = Bounds(
    "uuid", 1, 1000, error="Between {minimum} and {maximum} UUIDs are needed", details="UUIDs given: {value}"
)
UUIDS_REQUIRED = ("UUID parameter is required", "Provide the UUIDs to inspect in the uuid parameter")


class UUIDResult(TypedDict):
    uuids: Annotated[list[str], "Generated UUIDs in the requested format; of versions 6 and 7 in ascending order"]
    count: Annotated[int, "Number generated"]
    format: Annotated[str, "Format used"]
    secure: Annotated[bool, "Whether the secure generator was used"]
    uppercase: Annotated[bool, "Whether output was uppercased"]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    version: Annotated[str, "4, 7, 5, 1, 6 or 3"]
    variant: Annotated[str, "Always RFC 4122"]


class InspectionResult(TypedDict):
    results: Annotated[list[Inspected], "What each UUID holds, in the order given"]
    count: Annotated[int, "How many were given"]
    timestamp: Annotated[str, "Time of the answer in UTC, shaped YYYY-MM-DD HH:MM:SS"]


def generate_uuids(
    *,
    count: int = COUNT.default,
    format: str = FORMATS.default,
    secure: bool = False,
    uppercase: bool = False,
    version: str | int = VERSIONS.default,
    name: str | None = None,
    namespace: str = DEFAULT_NAMESPACE,
    clock: Clock = utc_now,
    source: sources.ByteSource = sources.byte_source,
) -> UUIDResult:
    """Generate ``count`` different UUIDs (RFC 9562, https://www.rfc-editor.org/rfc/rfc9562).

    >>> generate_uuids(version=5, name="www.example.com")["uuids"]
    ['2ed6657d-e927-568b-95e1-2665a8aea6a2']

    Version 4 is random bits; 7 is the milliseconds of ``clock``, then random bits, in ascending order; 1 and 6 are its
    100 nanoseconds and a random node and clock sequence, those of 6 in ascending order; 5 and 3 are the digest of
    ``name`` in ``namespace`` (dns, url, oid, x500 or any UUID) by SHA-1 and MD5, and ``count`` must be 1. ``count`` is
    1 to 1000, ``format`` one of FORMATS. ``uppercase`` turns the hexadecimal digits to upper case; base64, ulid and
    integer are left alone, and the result says so. ``secure`` draws from the operating system's generator; nothing is
    drawn for versions 5 and 3, and the result says so. Raises ServiceError for a value that is not one of these, and
    ValueError for a time of ``clock`` that the version cannot hold: before 1970 for 7, before 1582-10-15 or after 5236
    for 1 and 6.
    """
    COUNT.check(count)
    format = FORMATS.check(format)
    uppercase = uppercase and format not in UNCASED
    version = VERSIONS.check(version if isinstance(version, str) else written(version))
    now = clock()
    if version in NAMED_VERSIONS:
        drawn: Sequence[str] = [_named(version, name, namespace, count)]
        secure = False
    else:
        drawn = draw(version, count, now, source(secure))
    return {
        "uuids": [WRITERS[format](digits.upper() if uppercase else digits) for digits in drawn],
        "count": count,
        "format": format,
        "secure": secure,
        "uppercase": uppercase,
        "timestamp": utc_timestamp(now),
        "version": version,
        "variant": "RFC 4122",
    }


def inspect_uuids(*, uuid: Sequence[str], clock: Clock = utc_now) -> InspectionResult:
    """Say what UUIDs hold: version, variant, time, node, and the same bits in other formats.

    >>> inspect_uuids(uuid=["017f22e2-79b0-7cc3-98c4-dc0c0c07398f"])["results"][0]["datetime"]
    '2022-02-22T19:22:22.000Z'

    ``uuid`` is 1 to 1000 texts, each a UUID in any of FORMATS, with braces or as a URN, or an integer of 128 bits. What
    is none, and what may be two (32 decimal digits, which are hexadecimal too), has an ``error`` in its place. Raises
    ServiceError for another number of texts.
    """
    INSPECTED.check(len(uuid))
    return {"results": [inspect(text) for text in uuid], "count": len(uuid), "timestamp": utc_timestamp(clock())}


def _named(version: str, name: str | None, namespace: str, count: int) -> str:
    if name is None:
        raise ServiceError(
            "Name parameter is required", f"Provide the name to digest in the name parameter, for version {version}"
        )
    identifier = _namespace(namespace)
    if count != 1:
        raise ServiceError(
            f"Count must be 1 for version {version}",
            f"Requested count: {count}; the same name always has the same UUID",
        )
    return NAMED_VERSIONS[version](identifier, name).hex


def _namespace(text: str) -> UUID:
    text = text.strip()
    try:
        return from_digits(text) or _NAMESPACE_UUIDS[NAMESPACES.check(text)]
    except ServiceError as exc:
        details = exc.details.replace(NAMESPACES.details, f"{NAMESPACES.details} or any UUID", 1)
        raise ServiceError(exc.error, details) from None


def plain_text(result: UUIDResult) -> str:
    """One UUID a line."""
    return "\n".join(result["uuids"])


def plain_inspection(result: InspectionResult) -> str:
    """The UUID in the standard format, one a line, and an empty line for what is none."""
    return "\n".join(found.get("uuid", "") for found in result["results"])
