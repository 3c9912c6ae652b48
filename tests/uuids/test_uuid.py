"""/uuid/: rules U1 to U4, the errors of the specification, and times that a version cannot hold (F5)."""

import base64
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock
from uuids import services
from uuids.formats import WRITERS

#: RFC 9562, A.1, A.3, A.5 and A.6: examples, those of versions 1, 6 and 7 of one time.
TIME = datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)
EXAMPLES = {
    "1": "c232ab00-9414-11ec-b3c8-9f6bdeced846",
    "4": "919108f7-52d1-4320-9bac-f847db4148a8",
    "6": "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
    "7": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
}
EXAMPLE = EXAMPLES["4"]
#: The bits that are drawn: all but those of version, variant and time, and the multicast bit of a random node.
VERSION_AND_VARIANT = 0xF << 76 | 0b11 << 62
DRAWN_BITS = {
    "4": (1 << 128) - 1 & ~VERSION_AND_VARIANT,
    "7": (1 << 80) - 1 & ~VERSION_AND_VARIANT,
    "1": (1 << 62) - 1 & ~(1 << 40),
    "6": (1 << 62) - 1 & ~(1 << 40),
}
EPOCH = datetime(1582, 10, 15, tzinfo=UTC)


def ulid_value(text):
    """The number that 26 symbols of Crockford's Base32 write."""
    value = 0
    for symbol in text:
        value = 32 * value + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(symbol)
    return value


READERS = {
    "base64": lambda text: int.from_bytes(base64.b64decode(text, validate=True)),
    "integer": int,
    "ulid": ulid_value,
}


def source_of(*draws):
    """A generator that gives each of ``draws`` once."""
    left = iter(draws)
    return lambda secure: lambda size: next(left)


def test_answer_has_the_keys_of_the_table_in_their_order():
    """G5: what the specification lists."""
    result = services.generate_uuids(source=source_of(uuid.UUID(EXAMPLE).bytes), clock=example_clock)
    assert [[*item] for item in result.items()] == rows("uuid_answer.json")


@each_row("format, lower, upper", rows("formats.json"))
def test_formats(api, format, lower, upper):
    """U1, U4: what has no digits in two cases is left alone, and the answer says so. G2: in its canonical spelling."""
    for uppercase, written in ((False, lower), (True, upper)):
        source = source_of(uuid.UUID(EXAMPLE).bytes)
        assert services.generate_uuids(format=format, uppercase=uppercase, source=source)["uuids"] == [written]
    _, body = api.ask("/uuid/", format=f" {format.upper()} ", uppercase="YES")
    assert (body["format"], body["uppercase"]) == (format, lower != upper)


@each_row("version", EXAMPLES)
def test_version_variant_and_time_are_set_over_any_random_bits(version):
    """U2 to U4, by the examples of RFC 9562; the other bits stay as they were drawn."""
    drawn = uuid.UUID(EXAMPLES[version]).int ^ (1 << 128) - 1 ^ DRAWN_BITS[version]  # every other bit is wrong
    source = source_of(drawn.to_bytes(16))
    result = services.generate_uuids(version=version, source=source, clock=lambda: TIME)
    assert (result["uuids"], result["version"]) == ([EXAMPLES[version]], version)


@each_row("version", EXAMPLES)
@each_row("format", services.FORMATS.values)
@each_row("secure", [True, False])
def test_as_many_as_asked_for_all_different(api, version, format, secure):
    """U2, U3, U4: those of versions 6 and 7 ascend strictly, whatever the format; by their values."""
    _, body = api.ask("/uuid/", version=version, count=200, format=format, secure=secure)
    read = READERS.get(format, lambda text: uuid.UUID(text).int)
    values = [read(text) for text in body["uuids"]]
    assert (body["count"], body["secure"], len(set(values)), body["version"]) == (200, secure, 200, version)
    assert {(uuid.UUID(int=value).version, uuid.UUID(int=value).variant) for value in values} == {
        (int(version), uuid.RFC_4122)
    }
    assert version in "14" or values == sorted(values)


@each_row("count, expected", rows("uuid_counts.json"))
def test_count(api, count, expected):
    """G3: an empty count is not given."""
    assert len(api.ask("/uuid/", count=count).body["uuids"]) == expected


def test_a_repeat_within_an_answer_is_drawn_again():
    """U2: the two differ only in bits that version and variant overwrite."""
    octets = uuid.UUID(EXAMPLE).bytes
    same = (uuid.UUID(EXAMPLE).int ^ VERSION_AND_VARIANT).to_bytes(16)
    result = services.generate_uuids(count=2, source=source_of(same + octets, octets + bytes(16)))
    assert result["uuids"] == [EXAMPLE, "00000000-0000-4000-8000-000000000000"]


@each_row("parameters, error, details", rows("uuid_refused.json"))
def test_refused(api, parameters, error, details):
    """The errors of the specification, U3, U4, G3, G4, G17."""
    status, body = api.ask("/uuid/", **parameters)
    assert (status, body["error"]) == (400, error)
    assert details in (None, body["details"])


def test_plain_text_is_one_a_line(api):
    """G6."""
    lines = api.get("/uuid/", "count=3&format=urn&output=text").content.decode().splitlines(keepends=True)
    assert [line[:9] + line[-1] for line in lines] == ["urn:uuid:\n"] * 3


@each_row("moment, milliseconds", rows("uuid_milliseconds.json"))
def test_version_7_begins_with_whole_milliseconds(moment, milliseconds):
    """U3, U4: rounded down, in UTC, exact however far away; as a ULID too, whose specification has the last example."""
    uuids = {
        format: services.generate_uuids(version="7", format=format, clock=lambda: datetime.fromisoformat(moment))[
            "uuids"
        ][0]
        for format in ("standard", "ulid")
    }
    assert uuid.UUID(uuids["standard"]).int >> 80 == ulid_value(uuids["ulid"]) >> 80 == milliseconds
    assert milliseconds != 1469918176385 or uuids["ulid"].startswith("01ARYZ6S41")


def ticks_of(text):
    """RFC 9562, 5.1 and 5.6: the 60 bits of the time, in either order."""
    low, middle, high = (int(part, 16) for part in text.split("-")[:3])
    if high >> 12 == 1:
        return (high & 0xFFF) << 48 | middle << 32 | low
    return low << 28 | middle << 12 | high & 0xFFF


@each_row("version", ["1", "6"])
@each_row("moment", rows("uuid_moments.tsv"))
def test_u4_time_to_100_nanoseconds(version, moment):
    moment = datetime.fromisoformat(moment)
    (text,) = services.generate_uuids(version=version, clock=lambda: moment)["uuids"]
    assert ticks_of(text) == (moment - EPOCH) // timedelta(microseconds=1) * 10


@each_row("version, step", [("7", timedelta(milliseconds=1)), ("6", timedelta(microseconds=1))])
def test_versions_6_and_7_ascend_between_answers_with_the_clock(version, step):
    """U3, U4: the smallest step is enough, whatever the bits."""
    drawn = []
    for number in range(200):
        drawn += services.generate_uuids(version=version, count=5, clock=lambda now=TIME + number * step: now)["uuids"]
    assert drawn == sorted(set(drawn))


@each_row("version, namespace, name, expected", rows("named.json"))
def test_versions_5_and_3(api, version, namespace, name, expected):
    """U3, U4."""
    _, body = api.ask("/uuid/", version=version, namespace=namespace, name=name, secure=True)
    assert (body["uuids"], body["version"], body["count"], body["secure"]) == ([expected], str(version), 1, False)


@each_row("version, canonical", rows("uuid_versions.json"))
def test_version_may_have_its_letter(api, version, canonical):
    """U3, U4, G2."""
    assert api.ask("/uuid/", version=version, name="a").body["version"] == canonical


def test_name_and_namespace_are_of_versions_5_and_3_alone(api):
    """U3."""
    assert api.ask("/uuid/", version=4, name="a", namespace="nonsense").status == 200


@each_row("octets, ulid", [(bytes(16), "0" * 26), (b"\xff" * 16, "7" + "Z" * 25)])
def test_u4_ends_of_ulid_and_integer(octets, ulid):
    """The canonical string of the ULID specification, and its largest value."""
    assert (WRITERS["ulid"](octets.hex()), WRITERS["integer"](octets.hex())) == (ulid, str(int.from_bytes(octets)))


@each_row("version, moment, words", rows("uuid_clocks_refused.json"))
def test_u4_f5_a_clock_out_of_range_is_told_of(version, moment, words):
    """In the library alone: the service's clock is the machine's. Versions without a time take any clock."""
    clock = datetime.fromisoformat(f"{moment}+00:00")
    with pytest.raises(ValueError, match=f"clock must return a time {words}"):
        services.generate_uuids(version=version, clock=lambda: clock)
    for other in (4, 5, 3):
        result = services.generate_uuids(version=other, name="a", clock=lambda: clock)
        assert result["timestamp"] == moment[:19].replace("T", " ")
