"""Rules I3-I6, I11-I13, I16, B7: the answer for a record."""

import json

import pytest
from babel.numbers import get_territory_currencies

from iplookup import plain, selection, services
from iplookup.blocks import make_blocks
from iplookup.databases import EU_MEMBERS, NO_RECORDS
from tests.mmdb import write_mmdb
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.service_error import ServiceError

ENTERPRISE, ENTERPRISE_ANSWER = rows("enterprise.json")
IP = ENTERPRISE_ANSWER["ip"]


def locate(folder, ip, **parameters):
    return services.locate(folder=str(folder), ip=ip, clock=example_clock, **parameters)


@pytest.fixture(scope="module")
def enterprise(tmp_path_factory):
    folder = tmp_path_factory.mktemp("enterprise")
    write_mmdb(folder / "enterprise.mmdb", "GeoIP2-Enterprise", ENTERPRISE)
    return folder


@each_row(("rule", "tables", "calls"), rows("located.json"))
def test_located(tmp_path_factory, caplog, rule, tables, calls):
    """I2-I6, I11-I13, I16: the log calls no missing record broken."""
    folder = tmp_path_factory.mktemp("located")
    for database_type, table in tables.items():
        name, _, version = database_type.partition(" of IPv")
        records = ENTERPRISE if table == "enterprise.json" else table
        write_mmdb(folder / f"{name}.mmdb", name, records, ip_version=int(version or 6))
    for ip, parameters, wanted in calls:
        try:
            found = locate(folder, ip, **parameters)
        except ServiceError as exc:
            found = exc.error
        assert json.dumps(found) == json.dumps(wanted), (ip, parameters)  # with the order of the keys
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@each_row(("records", "blocks"), rows("blocks.json"))
def test_blocks(records, blocks):
    """I4: malformed values are left out like absent ones, they are never null. I16: the place of the organization."""
    assert json.dumps(make_blocks({**NO_RECORDS, **records})) == json.dumps(blocks)


def test_members_of_the_union_are_those_of_cldr():
    """I13: the group EU of Unicode CLDR. Babel has the currencies of territories, but not the groups."""
    assert len(EU_MEMBERS) == 27
    assert not EU_MEMBERS & {"GB", "CH", "NO", "EU", "UK", "EL"}
    assert all(get_territory_currencies(code) for code in EU_MEMBERS)


@each_row(("fields", "left", "text"), rows("fields.json"))
def test_fields(enterprise, fields, left, text):
    """I11: in the answer's order. As plain text: one value on each line in the requested order, or an empty line."""
    found = locate(enterprise, IP, fields=fields)
    assert (json.dumps(found), plain.values(found, selection.names(fields))) == (json.dumps(left), text)


@each_row(
    ("fields", "details"),
    [*rows("unknown_fields.json"), (["asn" + "[]" * 500_000], "Unknown field: asn[]")],
)
def test_unknown_fields(enterprise, fields, details):
    """I11."""
    with pytest.raises(ServiceError) as caught:
        locate(enterprise, IP, fields=fields)
    assert caught.value.error == "Invalid fields specified"
    assert details in caught.value.details
    assert len(caught.value.details) < 2000


def test_g21_selections_are_bounded(enterprise):
    """For any number of requests with any spelling."""
    for number in range(200):
        locate(enterprise, IP, fields=[f"traits.trait_{number}", "ip"], lang=" " * (number % 7) + "de")
    info = selection.selection.cache_info()
    assert info.currsize == info.maxsize < 100


def test_caller_may_change_an_answer(enterprise):
    """F2. I4-I6: kilometres become metres, a confidence of 0 is a value, a whole degree is a float."""
    for _ in range(2):
        answer = locate(enterprise, IP)
        assert json.dumps(answer) == json.dumps(ENTERPRISE_ANSWER)
        answer["country"]["names"]["en"] = answer["country"]["iso_code"] = "changed"


def test_i11_part_alone_is_that_of_the_whole_answer(tmp_path):
    """Whatever database it comes from."""
    write_mmdb(tmp_path / "enterprise.mmdb", "GeoIP2-Enterprise", ENTERPRISE)
    for kind, record in {
        "ISP": {"autonomous_system_number": 1, "isp": "I", "organization": "O"},
        "Connection-Type": {"connection_type": "C"},
        "Anonymous-IP": {"is_anonymous": True},
    }.items():
        write_mmdb(tmp_path / f"{kind}.mmdb", kind, {"2.125.160.0/24": record})
    whole = locate(tmp_path, IP)
    assert whole.keys() > {"asn", "isp", "connection_type", "organization", "anonymity"}
    for key, value in whole.items():
        assert locate(tmp_path, IP, fields=[key]) == {key: value}


def test_fields_of_several_as_plain_text(enterprise):
    """I11: the same number of lines for each address, so that callers can tell them apart."""
    fields = ["country.iso_code", "city.name"]
    result = services.locate_many(folder=str(enterprise), ips=[IP, "x", "2.125.161.1"], fields=fields)
    assert plain.values(result, fields).split("\n") == ["GB", "Boxford", "Invalid IP address provided", "", "FR", ""]


@each_row(("result", "asked", "text"), rows("terminal.json"))
def test_b12_place_on_a_terminal(result, asked, text):
    assert plain.place(result, asked) == text
