"""/uuid/: rules U1 and U2, the table of formats and the errors of spec.md."""

import base64
import os
import random
import uuid

import pytest

from utilitysvc.kit import draws
from uuids import services

EXAMPLE = "919108f7-52d1-4320-9bac-f847db4148a8"  # RFC 9562, A.3
EXAMPLE_BASE64 = base64.b64encode(uuid.UUID(EXAMPLE).bytes).decode()

BAD_FORMAT = ("Invalid format specified", "Supported formats: standard, compact, braced, urn, base64, hex")

FORMATS = {
    "standard": EXAMPLE,
    "compact": "919108f752d143209bacf847db4148a8",
    "braced": "{919108f7-52d1-4320-9bac-f847db4148a8}",
    "urn": "urn:uuid:919108f7-52d1-4320-9bac-f847db4148a8",
    "base64": EXAMPLE_BASE64,
    "hex": "919108f752d143209bacf847db4148a8",
}
UPPERCASE = {
    "standard": EXAMPLE.upper(),
    "compact": "919108F752D143209BACF847DB4148A8",
    "braced": "{919108F7-52D1-4320-9BAC-F847DB4148A8}",
    "urn": "urn:uuid:919108F7-52D1-4320-9BAC-F847DB4148A8",
    "base64": EXAMPLE_BASE64,
    "hex": "919108F752D143209BACF847DB4148A8",
}


def wrong_type(name, wanted):
    return "Invalid parameter type", f"{name} must be {wanted}"


def bad_count(value):
    return "Count must be between 1 and 1000", f"Requested count: {value}"


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
    """G5: what spec.md lists."""
    result = services.generate_uuids(source=source_of(random_octets_of(EXAMPLE)), clock=lambda: "2026-11-21 12:00:00")
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


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("uppercase", [False, True])
def test_formats(format, uppercase):
    """U1: the prefix stays as it is, and base64 is left alone and says so."""
    result = services.generate_uuids(format=format, uppercase=uppercase, source=source_of(random_octets_of(EXAMPLE)))
    assert result["uuids"] == [(UPPERCASE if uppercase else FORMATS)[format]]
    assert result["uppercase"] is (uppercase and format != "base64")


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
    """U2, R2: 1,000 draws a bit; seven standard deviations (p below 3e-12) are a fault."""
    totals = [0] * 128
    for text in services.generate_uuids(count=1000, secure=secure)["uuids"]:
        value = uuid.UUID(text).int
        for bit in range(128):
            totals[bit] += value >> bit & 1
    fixed = {62: 0, 63: 1000, 76: 0, 77: 0, 78: 1000, 79: 0}
    deviation = (1000 * 0.25) ** 0.5
    for bit, total in enumerate(totals):
        assert total == fixed[bit] if bit in fixed else abs(total - 500) < 7 * deviation


@pytest.mark.parametrize("count", [1, "2", " +10 ", 1000])
@pytest.mark.parametrize("secure", [True, False])
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


@pytest.mark.parametrize(
    ("parameters", "fault"),
    [
        ({"count": 0}, bad_count(0)),
        ({"count": 1001}, bad_count(1001)),
        ({"count": "-1"}, bad_count(-1)),
        ({"count": 10**19}, bad_count(10**19)),
        ({"count": "x"}, wrong_type("count", "an integer")),
        ({"count": "1.0"}, wrong_type("count", "an integer")),
        ({"count": 1.5}, wrong_type("count", "an integer")),
        ({"count": "9" * 5000}, wrong_type("count", "an integer")),
        ({"count": "١"}, wrong_type("count", "an integer")),
        ({"format": "guid"}, BAD_FORMAT),
        ({"format": 4}, BAD_FORMAT),
        ({"format": "\x00"}, BAD_FORMAT),
        ({"secure": "maybe"}, wrong_type("secure", "a boolean")),
        ({"uppercase": 2}, wrong_type("uppercase", "a boolean")),
        # G4: the first in the order of spec.md.
        ({"uppercase": "?", "secure": "?", "format": "?", "count": "?"}, wrong_type("count", "an integer")),
        ({"uppercase": "?", "secure": "?", "format": "?", "count": 0}, bad_count(0)),
        ({"uppercase": "?", "secure": "?", "format": "?"}, BAD_FORMAT),
        ({"uppercase": "?", "secure": "?"}, wrong_type("secure", "a boolean")),
    ],
)
def test_refused(api, parameters, fault):
    """The errors of spec.md, G3, G4."""
    error, details = fault
    assert api.ask("/uuid/", **parameters) == (400, {"error": error, "details": details})


def test_plain_text_is_one_a_line(api):
    """G6."""
    lines = api.get("/uuid/", "count=3&format=urn&output=text").content.decode().splitlines(keepends=True)
    assert len(lines) == 3
    assert all(line.startswith("urn:uuid:") and line.endswith("\n") for line in lines)


def test_fast_generator_is_the_shared_one():
    """R2: an instance of our own would not be seeded afresh after a fork."""
    assert draws.byte_source(secure=False) == random.randbytes
    assert draws.byte_source(secure=True) is os.urandom
