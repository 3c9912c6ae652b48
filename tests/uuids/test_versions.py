"""/uuid/: versions 1, 6 and 3, ULIDs and integers (U4), and times that a version cannot hold (F5)."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from tests.tables import each_row, rows
from tests.uuids.test_uuid import random_octets_of, source_of, ulid_value
from uuids import services

#: RFC 9562, A.1 and A.5: the examples of versions 1 and 6, of one time, node and clock sequence.
TIME = datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)
EXAMPLES = {"1": "c232ab00-9414-11ec-b3c8-9f6bdeced846", "6": "1ec9414c-232a-6b00-b3c8-9f6bdeced846"}
EPOCH = datetime(1582, 10, 15, tzinfo=UTC)


@pytest.mark.parametrize("version", EXAMPLES)
def test_u4_examples_of_the_rfc(version):
    """The time's octets are set over whatever was drawn for them."""
    drawn = bytes(octet ^ 0xFF for octet in uuid.UUID(EXAMPLES[version]).bytes[:8])
    drawn += random_octets_of(EXAMPLES[version])[8:]
    result = services.generate_uuids(version=version, source=source_of(drawn), clock=lambda: TIME)
    assert (result["uuids"], result["version"], result["variant"]) == ([EXAMPLES[version]], version, "RFC 4122")


def ticks_of(text):
    """RFC 9562, 5.1 and 5.6: the 60 bits of the time, in either order."""
    low, middle, high = (int(part, 16) for part in text.split("-")[:3])
    if high >> 12 == 1:
        return (high & 0xFFF) << 48 | middle << 32 | low
    return low << 28 | middle << 12 | high & 0xFFF


@each_row("version", EXAMPLES)
@each_row(
    "moment",
    [
        EPOCH,
        EPOCH + timedelta(microseconds=1),
        datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
        datetime(2026, 11, 21, 12, 0, 0, 123_456, tzinfo=UTC),
        datetime(5236, 3, 31, 21, 21, 0, 684_697, tzinfo=UTC),  # the last microsecond of 60 bits
    ],
)
@each_row("secure", [True, False])
def test_u4_time_and_random_node(version, moment, secure):
    result = services.generate_uuids(version=version, count=1000, secure=secure, clock=lambda: moment)
    found = [uuid.UUID(text) for text in result["uuids"]]
    assert len(set(found)) == 1000
    assert {ticks_of(text) for text in result["uuids"]} == {(moment - EPOCH) // timedelta(microseconds=1) * 10}
    assert {(one.version, one.variant) for one in found} == {(int(version), uuid.RFC_4122)}
    assert all(one.int >> 40 & 1 for one in found)  # the multicast bit
    assert version == "1" or result["uuids"] == sorted(result["uuids"])
    assert result["secure"] is secure


@pytest.mark.parametrize("version", EXAMPLES)
def test_u4_every_free_bit_is_set_in_half_of_them(version):
    """Node and clock sequence, 61 bits; seven standard deviations (p below 3e-12) are an error."""
    texts = services.generate_uuids(count=1000, version=version)["uuids"]
    totals = [sum(uuid.UUID(text).int >> bit & 1 for text in texts) for bit in range(64)]
    fixed = {40: 1000, 62: 0, 63: 1000}
    for bit, total in enumerate(totals):
        assert total == fixed[bit] if bit in fixed else abs(total - 500) < 7 * 250**0.5


def test_u4_version_6_ascends_between_answers_with_the_clock():
    moments = [TIME + timedelta(microseconds=number) for number in range(200)]
    drawn = [
        text
        for moment in moments
        for text in services.generate_uuids(version="6", count=5, clock=lambda moment=moment: moment)["uuids"]
    ]
    assert drawn == sorted(set(drawn))


@pytest.mark.parametrize(
    ("namespace", "name", "expected"),
    [
        ("dns", "www.example.com", "5df41881-3aed-3515-88a7-2f4a814cf09e"),  # RFC 9562, A.2
        ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com", "5df41881-3aed-3515-88a7-2f4a814cf09e"),
        ("dns", "python.org", "6fa459ea-ee8a-3ca4-894e-db77e160355e"),  # the documentation of Python's uuid module
    ],
)
def test_u4_version_3(api, namespace, name, expected):
    _, body = api.ask("/uuid/", version=3, namespace=namespace, name=name, secure=True)
    assert (body["uuids"], body["version"], body["count"], body["secure"]) == ([expected], "3", 1, False)


@pytest.mark.parametrize(
    ("parameters", "error", "details"),
    rows("versions_version_3_is_refused_as_5_is.json"),
)
def test_u4_version_3_is_refused_as_5_is(api, parameters, error, details):
    status, body = api.ask("/uuid/", version="3", **parameters)
    assert (status, body["error"]) == (400, error)
    assert details in (None, body["details"])


@pytest.mark.parametrize("spelling", ["V1", "v6", " v-3"])
def test_u4_version_may_have_its_letter(api, spelling):
    assert api.ask("/uuid/", version=spelling, name="a").body["version"] == spelling.strip()[-1]


@pytest.mark.parametrize(
    ("octets", "ulid", "integer"),
    [
        (bytes(16), "00000000000000000000000000", "0"),
        (b"\xff" * 16, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", str(2**128 - 1)),
    ],
)
def test_u4_ends_of_ulid_and_integer(octets, ulid, integer):
    """The canonical string of the ULID specification, and its largest value."""
    from uuids.formats import write

    assert (write(octets.hex(), "ulid"), write(octets.hex(), "integer")) == (ulid, integer)


def test_u4_a_version_7_as_a_ulid_has_the_same_instant():
    """The ULID specification's example: 1469918176385 milliseconds begin with 01ARYZ6S41."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=1469918176385)
    (text,) = services.generate_uuids(version="7", format="ulid", clock=lambda: moment)["uuids"]
    assert text.startswith("01ARYZ6S41")
    assert uuid.UUID(int=ulid_value(text)).version == 7


@pytest.mark.parametrize(
    ("version", "moment", "words"),
    [
        (
            7,
            datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
            "from 1970 on for version 7, not 1969-12-31T23:59",
        ),
        (7, datetime(1, 1, 1, tzinfo=UTC), "from 1970 on for version 7"),
        (1, datetime(1582, 10, 14, 23, 59, 59, tzinfo=UTC), "from 1582-10-15 to 5236 for version 1, not 1582-10-14"),
        (6, datetime(5236, 4, 1, tzinfo=UTC), "from 1582-10-15 to 5236 for version 6, not 5236-04-01"),
    ],
)
def test_u4_f5_a_clock_out_of_range_is_told_of(version, moment, words):
    """In the library alone: the service's clock is the machine's."""
    with pytest.raises(ValueError, match=f"clock must return a time {words}"):
        services.generate_uuids(version=version, clock=lambda: moment)


@pytest.mark.parametrize("version", [4, 5, 3])
def test_u4_f5_versions_without_a_time_take_any_clock(version):
    moment = datetime(1, 1, 1, tzinfo=UTC)
    result = services.generate_uuids(version=version, name="a", clock=lambda: moment)
    assert result["timestamp"] == "0001-01-01 00:00:00"
