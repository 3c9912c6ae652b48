"""/uuid/: rules U1 to U3, the table of formats and the errors of the specification."""

import base64
import hashlib
import os
import random
import uuid
from datetime import UTC, datetime, timedelta, timezone

import pytest

from tests.tables import each_row, rows
from utilitysvc.drawing import sources
from utilitysvc.kit.clock import example_clock
from uuids import services

EXAMPLE = "919108f7-52d1-4320-9bac-f847db4148a8"  # RFC 9562, A.3
EXAMPLE_BASE64 = base64.b64encode(uuid.UUID(EXAMPLE).bytes).decode()


FORMATS = {
    "standard": EXAMPLE,
    "compact": "919108f752d143209bacf847db4148a8",
    "braced": "{919108f7-52d1-4320-9bac-f847db4148a8}",
    "urn": "urn:uuid:919108f7-52d1-4320-9bac-f847db4148a8",
    "base64": EXAMPLE_BASE64,
    "hex": "919108f752d143209bacf847db4148a8",
    "ulid": "4HJ44FEMPH8CG9QB7R8ZDM2J58",
    "integer": "193491124287564075115561252409011423400",
}
UPPERCASE = {
    "standard": EXAMPLE.upper(),
    "compact": "919108F752D143209BACF847DB4148A8",
    "braced": "{919108F7-52D1-4320-9BAC-F847DB4148A8}",
    "urn": "urn:uuid:919108F7-52D1-4320-9BAC-F847DB4148A8",
    "base64": EXAMPLE_BASE64,
    "hex": "919108F752D143209BACF847DB4148A8",
    "ulid": "4HJ44FEMPH8CG9QB7R8ZDM2J58",
    "integer": "193491124287564075115561252409011423400",
}


def wrong_type(name, wanted):
    return "Invalid parameter type", f"{name} must be {wanted}"


def bad_count(value):
    return "Count must be between 1 and 1000", f"Requested count: {value}"


def ulid_value(text):
    """The number that 26 symbols of Crockford's Base32 write."""
    value = 0
    for symbol in text:
        value = 32 * value + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(symbol)
    return value


def source_of(*draws):
    """A generator that gives each of ``draws`` once."""
    left = iter(draws)
    return lambda secure: lambda size: next(left)


def random_octets_of(text):
    """The octets of a UUID before version and variant are set over them: here with every such bit wrong."""
    octets = bytearray(uuid.UUID(text).bytes)
    octets[6] ^= 0xF0
    octets[8] ^= 0xC0
    return bytes(octets)


def test_answer_has_the_keys_of_the_table_in_their_order():
    """G5: what the specification lists."""
    result = services.generate_uuids(source=source_of(random_octets_of(EXAMPLE)), clock=example_clock)
    assert list(result.items()) == [
        ("uuids", [EXAMPLE]),
        ("count", 1),
        ("format", "standard"),
        ("secure", False),
        ("uppercase", False),
        ("timestamp", "2026-11-21 12:00:00"),
        ("version", "4"),
        ("variant", "RFC 4122"),
    ]


@each_row("format", FORMATS)
@each_row("uppercase", [False, True])
def test_formats(format, uppercase):
    """U1, U4: the prefix stays as it is, and what has no digits in two cases is left alone and says so."""
    result = services.generate_uuids(format=format, uppercase=uppercase, source=source_of(random_octets_of(EXAMPLE)))
    assert result["uuids"] == [(UPPERCASE if uppercase else FORMATS)[format]]
    assert result["uppercase"] is (uppercase and format not in ("base64", "ulid", "integer"))


def test_version_and_variant_are_set_over_any_random_bits():
    """U2: every value that octets 6 and 8 can have; the other bits stay as they were drawn."""
    drawn = [bytes([octet]) * 16 for octet in range(256)]
    result = services.generate_uuids(count=256, format="hex", source=source_of(b"".join(drawn)))
    for octets, text in zip(drawn, result["uuids"], strict=True):
        expected = bytearray(octets)
        expected[6] = 0x40 | octets[6] & 0x0F
        expected[8] = 0x80 | octets[8] & 0x3F
        assert bytes.fromhex(text) == expected
        assert (uuid.UUID(text).version, uuid.UUID(text).variant) == (4, uuid.RFC_4122)


def test_a_repeat_within_an_answer_is_drawn_again():
    """U2: the two differ only in bits that version and variant overwrite."""
    same = random_octets_of(EXAMPLE) + uuid.UUID(EXAMPLE).bytes
    other = uuid.UUID(EXAMPLE).bytes + bytes(16)
    result = services.generate_uuids(count=2, source=source_of(same, other))
    assert result["uuids"] == [EXAMPLE, "00000000-0000-4000-8000-000000000000"]


def test_a_batch_is_drawn_in_bulk():
    """One call to the generator for the largest batch, not one each."""
    sizes = []

    def source(secure):
        def randbytes(size):
            sizes.append(size)
            return os.urandom(size)

        return randbytes

    services.generate_uuids(count=1000, source=source)
    assert sizes == [16_000]


@pytest.mark.parametrize("secure", [True, False])
def test_secure_names_the_generator(secure, monkeypatch):
    """R2, which U2 refers to: the operating system's, or the module's own that is seeded afresh in each process."""
    used = []
    monkeypatch.setattr(os, "urandom", lambda size: used.append("system") or bytes(size))
    monkeypatch.setattr(random, "randbytes", lambda size: used.append("fast") or bytes(size))
    assert services.generate_uuids(secure=secure)["secure"] is secure
    assert used == ["system" if secure else "fast"]


@pytest.mark.parametrize("secure", [True, False])
def test_every_free_bit_is_set_in_half_of_them(secure):
    """U2, R2: 1,000 draws a bit; seven standard deviations (p below 3e-12) are an error."""
    totals = [0] * 128
    for text in services.generate_uuids(count=1000, secure=secure)["uuids"]:
        value = uuid.UUID(text).int
        for bit in range(128):
            totals[bit] += value >> bit & 1
    fixed = {62: 0, 63: 1000, 76: 0, 77: 0, 78: 1000, 79: 0}
    deviation = (1000 * 0.25) ** 0.5
    for bit, total in enumerate(totals):
        assert total == fixed[bit] if bit in fixed else abs(total - 500) < 7 * deviation


@each_row("count", [1, "2", " +10 ", 1000])
@each_row("secure", [True, False])
def test_as_many_as_asked_for_all_different(api, count, secure):
    """U2."""
    _, body = api.ask("/uuid/", count=count, secure=secure)
    assert body["count"] == len(body["uuids"]) == len(set(body["uuids"])) == int(count)
    assert body["secure"] is secure
    assert {(uuid.UUID(text).version, uuid.UUID(text).variant) for text in body["uuids"]} == {(4, uuid.RFC_4122)}


@pytest.mark.parametrize("count", [None, ""])
def test_one_by_default(api, count):
    """G3: an empty count is not given."""
    assert api.ask("/uuid/", count=count).body["count"] == 1


@pytest.mark.parametrize("format", [" Base64 ", "BASE64", "base64"])
def test_format_is_echoed_in_its_canonical_spelling(api, format):
    """G2, U1."""
    _, body = api.ask("/uuid/", format=format, uppercase="YES")
    assert (body["format"], body["uppercase"]) == ("base64", False)
    assert len(base64.b64decode(body["uuids"][0], validate=True)) == 16
    assert len(body["uuids"][0]) == 24


@each_row(
    ("parameters", "expected"),
    [
        *rows("uuid_refused.json"),
        ({"count": 10**19}, bad_count(10**19)),
        ({"count": "9" * 5000}, wrong_type("count", "an integer")),
    ],
)
def test_refused(api, parameters, expected):
    """The errors of the specification, G3, G4."""
    error, details = expected
    assert api.ask("/uuid/", **parameters) == (400, {"error": error, "details": details})


def test_plain_text_is_one_a_line(api):
    """G6."""
    lines = api.get("/uuid/", "count=3&format=urn&output=text").content.decode().splitlines(keepends=True)
    assert len(lines) == 3
    assert all(line.startswith("urn:uuid:") and line.endswith("\n") for line in lines)


def test_fast_generator_is_the_shared_one():
    """R2: an instance of our own would not be seeded afresh after a fork."""
    assert sources.byte_source(secure=False) == random.randbytes
    assert sources.byte_source(secure=True) is os.urandom


# RFC 9562, A.6: the example of version 7.
EXAMPLE_7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
EXAMPLE_7_TIME = datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)


def test_version_7_of_its_example():
    """U3."""
    result = services.generate_uuids(
        version=7, source=source_of(random_octets_of(EXAMPLE_7)), clock=lambda: EXAMPLE_7_TIME
    )
    assert (result["uuids"], result["version"], result["variant"]) == ([EXAMPLE_7], "7", "RFC 4122")
    assert result["timestamp"] == "2022-02-22 19:22:22"


@pytest.mark.parametrize(
    ("moment", "milliseconds"),
    [
        (datetime(1970, 1, 1, tzinfo=UTC), 0),
        (datetime(2026, 11, 21, 12, 0, 0, 999, tzinfo=UTC), 1795262400000),
        (datetime(2026, 11, 21, 12, 0, 0, 1999, tzinfo=UTC), 1795262400001),
        (datetime(2026, 11, 21, 14, 0, tzinfo=timezone(timedelta(hours=2))), 1795262400000),
        (datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), 253402300799999),
    ],
)
def test_version_7_begins_with_whole_milliseconds(moment, milliseconds):
    """U3: rounded down, in UTC, exact however far away."""
    (text,) = services.generate_uuids(version="7", clock=lambda: moment)["uuids"]
    assert uuid.UUID(text).int >> 80 == milliseconds


@each_row("secure", [True, False])
@each_row("format", FORMATS)
def test_version_7_ascends_within_an_answer(api, format, secure):
    """U3, U2: strictly, whatever the format; by their values."""
    _, body = api.ask("/uuid/", version="7", count=1000, format=format, secure=secure)
    read = {"base64": lambda text: int.from_bytes(base64.b64decode(text)), "integer": int, "ulid": ulid_value}
    values = [read.get(format, lambda text: uuid.UUID(text).int)(text) for text in body["uuids"]]
    assert values == sorted(set(values))
    assert len(values) == 1000
    assert {(uuid.UUID(int=value).version, uuid.UUID(int=value).variant) for value in values} == {(7, uuid.RFC_4122)}
    assert (body["version"], body["secure"]) == ("7", secure)


def test_version_7_ascends_between_answers_with_the_clock():
    """U3: a millisecond is enough, whatever the bits."""
    moments = [datetime(2026, 11, 21, 12, tzinfo=UTC) + timedelta(milliseconds=number) for number in range(200)]
    drawn = [
        text
        for moment in moments
        for text in services.generate_uuids(version="7", count=10, clock=lambda moment=moment: moment)["uuids"]
    ]
    assert drawn == sorted(set(drawn))


@pytest.mark.parametrize("secure", [True, False])
def test_every_free_bit_of_version_7_is_set_in_half_of_them(secure):
    """U3: the 74 bits after the time, as for version 4. Sorting moves them to other places, and changes none."""
    totals = [0] * 80
    for text in services.generate_uuids(count=1000, version="7", secure=secure)["uuids"]:
        for bit in range(80):
            totals[bit] += uuid.UUID(text).int >> bit & 1
    fixed = {62: 0, 63: 1000, 76: 1000, 77: 1000, 78: 1000, 79: 0}
    deviation = (1000 * 0.25) ** 0.5
    for bit, total in enumerate(totals):
        assert total == fixed[bit] if bit in fixed else abs(total - 500) < 7 * deviation


@each_row(
    ("namespace", "name", "expected"),
    [
        # RFC 9562, A.4.
        ("dns", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        (None, "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        ("", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        (" DNS ", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        # The namespaces of RFC 9562, 6.6, in every way to write a UUID.
        ("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        (" 6BA7B8109DAD11D180B400C04FD430C8\n", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        ("{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        ("urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        # RFC 8141, 3.1: the case of a URN's first two parts does not matter.
        ("URN:UUID:6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
        # The documentation of PostgreSQL's uuid-ossp and of Python's uuid module.
        ("dns", "python.org", "886313e1-3b8a-5372-9b90-0c9aee199e5d"),
    ],
)
def test_version_5(api, namespace, name, expected):
    """U3."""
    _, body = api.ask("/uuid/", version=5, namespace=namespace, name=name)
    assert (body["uuids"], body["version"], body["count"], body["secure"]) == ([expected], "5", 1, False)


@pytest.mark.parametrize(("version", "canonical"), [("v4", "4"), ("V7", "7"), (" v-7", "7")])
def test_version_may_have_its_letter(api, version, canonical):
    """U3, G2."""
    assert api.ask("/uuid/", version=version).body["version"] == canonical


@each_row("namespace", ["dns", "url", "oid", "x500", EXAMPLE])
@each_row("name", ["", " a ", "\0", "é", "\U0001f600", "x" * 5000])
def test_version_5_follows_its_definition(api, namespace, name):
    """U3: RFC 9562, 5.5, the empty name included."""
    known = getattr(uuid, f"NAMESPACE_{namespace.upper()}", None) or uuid.UUID(namespace)
    digest = hashlib.sha1(known.bytes + name.encode()).digest()
    octets = bytearray(digest[:16])
    octets[6] = octets[6] & 0x0F | 0x50
    octets[8] = octets[8] & 0x3F | 0x80
    _, body = api.ask("/uuid/", version="5", namespace=namespace, name=name, format="hex", uppercase=True)
    assert body["uuids"] == [octets.hex().upper()]


@each_row(
    ("parameters", "error", "details"),
    rows("uuid_refused_by_version.json"),
)
def test_refused_by_version(api, parameters, error, details):
    """U3, G17."""
    status, body = api.ask("/uuid/", **parameters)
    assert (status, body["error"]) == (400, error)
    assert details in (None, body["details"])


@pytest.mark.parametrize("version", [4, "7"])
def test_name_and_namespace_are_of_version_5_alone(api, version):
    """U3."""
    assert api.ask("/uuid/", version=version, name="a", namespace="nonsense").status == 200
