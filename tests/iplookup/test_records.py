"""Rules I3-I6, I11-I13, I16, B7: the answer for a record."""

import pytest
from babel.numbers import get_territory_currencies

from iplookup import addresses, databases, plain, services
from iplookup.blocks import add_blocks
from iplookup.databases import EU_MEMBERS, Records
from tests.mmdb import write_mmdb
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.service_error import ServiceError

ENTERPRISE, ENTERPRISE_ANSWER = rows("enterprise.json")
IP = ENTERPRISE_ANSWER["ip"]
HEAD = ["ip", "timestamp", "api_version"]


def locate(folder, ip, **parameters):
    return services.locate(folder=str(folder), ip=ip, clock=example_clock, **parameters)


def ordered(value):
    """Return dictionaries as lists of their items, so that a comparison includes the order."""
    if isinstance(value, dict):
        return [(key, ordered(item)) for key, item in value.items()]
    return [ordered(item) for item in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def enterprise(tmp_path_factory):
    folder = tmp_path_factory.mktemp("enterprise")
    write_mmdb(folder / "enterprise.mmdb", "GeoIP2-Enterprise", ENTERPRISE)
    return folder


def test_every_key_in_the_order_of_the_table(enterprise):
    """I4-I6: kilometres become metres, a confidence of 0 is a value, a whole degree is a float."""
    answer = locate(enterprise, IP)
    assert ordered(answer) == ordered(ENTERPRISE_ANSWER)
    assert isinstance(answer["location"]["longitude"], float)


def test_country_of_registration_if_there_is_no_other(enterprise):
    """I4, I13: the answer has no registered country in addition."""
    answer = locate(enterprise, "2.125.161.1")
    france = {"iso_code": "FR", "name": "France", "names": {"en": "France"}, "is_in_european_union": True}
    assert ordered(answer["country"]) == ordered(france)
    assert ordered(answer["traits"]) == [("user_type", "hosting"), ("is_anonymous", True), ("is_tor_exit_node", True)]
    assert "registered_country" not in answer


@pytest.mark.parametrize("fields", [None, ["ip"], ["country"]])
@pytest.mark.parametrize("ip", ["2.125.163.1", "2.125.165.1", "2.125.166.1"])
def test_record_without_data_for_an_answer(enterprise, ip, fields, caplog):
    """I3: an empty record, no record, only false flags. The log does not call any of them broken."""
    with pytest.raises(ServiceError) as caught:
        locate(enterprise, ip, fields=fields)
    assert (caught.value.error, caught.value.status) == ("IP address not found in database", 404)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_name_is_english_or_left_out(enterprise):
    """I4."""
    answer = locate(enterprise, "2a02:d503:1::1")
    assert (answer["network"], answer["country"]) == ("2a02:d500::/29", {"iso_code": "CH", "names": {"de": "Schweiz"}})


def test_separate_databases_come_before_the_traits(tmp_path):
    """I5: decided for each value separately."""
    write_mmdb(tmp_path / "a.mmdb", "GeoIP2-Enterprise", ENTERPRISE)
    isp = {"autonomous_system_number": 1, "isp": "Of its own", "organization": "Of its own too"}
    other = {"2.125.164.0/24": {"autonomous_system_number": 2}}
    write_mmdb(tmp_path / "b.mmdb", "GeoIP2-ISP", {"2.125.160.0/22": isp} | other)
    connection = {"2.125.160.218/32": {"connection_type": "Cellular"}}
    write_mmdb(tmp_path / "c.mmdb", "GeoIP2-Connection-Type", connection)
    answer = locate(tmp_path, IP)
    assert answer["asn"] == {"autonomous_system_number": 1, "number": 1}
    assert (answer["isp"], answer["connection_type"]) == ("Of its own", "Cellular")
    assert locate(tmp_path, "2.125.160.219")["connection_type"] == "Corporate"
    assert locate(tmp_path, "2.125.164.1")["isp"] == "Of the record"
    assert list(locate(tmp_path, "2.125.163.1")) == [*HEAD, "asn", "isp", "organization"]


def test_ipv4_database_knows_no_ipv6_address(tmp_path, caplog):
    """I2, I3: but an IPv4-mapped address is an IPv4 address. The log does not call the missing record broken."""
    write_mmdb(tmp_path / "v4.mmdb", "GeoLite2-Country", {"8.8.8.0/24": {"country": {"iso_code": "US"}}}, ip_version=4)
    answer = locate(tmp_path, "::ffff:8.8.8.8")
    assert (answer["ip"], answer["network"]) == ("8.8.8.8", "8.8.8.0/24")
    with pytest.raises(ServiceError, match="not found"):
        locate(tmp_path, "2001:4860::1")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@each_row(("records", "blocks"), rows("blocks.json"))
def test_blocks(records, blocks):
    """I4: malformed values are left out like absent ones, they are never null. I16: the place of the organization."""
    answer = {}
    assert add_blocks(answer, Records(records)) == bool(blocks)
    assert ordered(answer) == ordered(blocks)


@pytest.mark.parametrize("database_type", ["GeoIP2-Anonymous-IP", "GeoIP-Anonymous-Plus"])
def test_anonymity(tmp_path, database_type):
    """I13: a separate role, only true flags, after all other keys."""
    flags = {"is_anonymous": True, "is_anonymous_vpn": False, "is_tor_exit_node": True, "anonymizer_confidence": 99}
    write_mmdb(tmp_path / "a.mmdb", database_type, {"1.2.0.0/16": flags, "1.3.0.0/16": {"is_anonymous": False}})
    write_mmdb(tmp_path / "b.mmdb", "GeoLite2-City", {"1.2.3.0/24": {"country": {"iso_code": "US"}}})
    answer = locate(tmp_path, "1.2.3.4")
    assert list(answer)[-2:] == ["country", "anonymity"]
    assert answer["anonymity"] == {"is_anonymous": True, "is_tor_exit_node": True}
    assert list(locate(tmp_path, "1.2.4.4")) == [*HEAD, "anonymity"]
    with pytest.raises(ServiceError):
        locate(tmp_path, "1.3.0.1")


def test_membership_of_the_union_by_code(tmp_path):
    """I13: if no record of the database has the flag. If some have it, a record without it is not of a member."""
    countries = {
        f"1.{number}.0.0/16": {"country": {"iso_code": code}} for number, code in enumerate(["DE", "GB", ["DE"]])
    }
    write_mmdb(tmp_path / "a.mmdb", "Without-City", countries, built="2026-01-01")
    assert locate(tmp_path, "1.0.1.1")["country"] == {"iso_code": "DE", "is_in_european_union": True}
    assert locate(tmp_path, "1.1.1.1")["country"] == {"iso_code": "GB"}
    (tmp_path / "with").mkdir()
    flagged = countries | {"1.3.0.0/16": {"country": {"iso_code": "RE", "is_in_european_union": True}}}
    write_mmdb(tmp_path / "with" / "a.mmdb", "With-City", flagged)
    assert locate(tmp_path / "with", "1.0.1.1")["country"] == {"iso_code": "DE"}
    assert locate(tmp_path / "with", "1.3.1.1")["country"] == {"iso_code": "RE", "is_in_european_union": True}


def test_members_of_the_union_are_those_of_cldr():
    """I13: the group EU of Unicode CLDR. Babel has the currencies of territories, but not the groups."""
    assert len(EU_MEMBERS) == 27
    assert not EU_MEMBERS & {"GB", "CH", "NO", "EU", "UK", "EL"}
    assert all(get_territory_currencies(code) for code in EU_MEMBERS)


@each_row(
    ("fields", "left"), [*rows("fields.json"), *([[key], {key: ENTERPRISE_ANSWER[key]}] for key in ENTERPRISE_ANSWER)]
)
def test_fields(enterprise, fields, left):
    """I11: in the answer's order."""
    assert ordered(locate(enterprise, IP, fields=fields)) == ordered(left)


def test_fields_of_the_fallbacks(enterprise, tmp_path):
    """I11, I4: if the country lacks a part, it is not taken from the registered country. A zero is kept."""
    assert locate(enterprise, "2.125.161.1", fields=["country.iso_code"]) == {"country": {"iso_code": "FR"}}
    record = {"country": {"iso_code": "GB"}, "registered_country": {"iso_code": "FR", "names": {"en": "France"}}}
    write_mmdb(tmp_path / "a.mmdb", "City", {"1.0.0.0/8": record | {"location": {"latitude": 0, "time_zone": "UTC"}}})
    assert locate(tmp_path, "1.1.1.1", fields=["country.name"]) == {}
    fields = ["location.latitude", "location.longitude", "postal.code"]
    assert locate(tmp_path, "1.1.1.1", fields=fields) == {"location": {"latitude": 0.0}}


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


def test_longest_field(enterprise):
    assert locate(enterprise, IP, fields=["asn.number" + "[]" * 59]) == {"asn": {"number": 786}}


def test_g21_plans_are_bounded(enterprise):
    """For any number of requests with any spelling."""
    for number in range(200):
        locate(enterprise, IP, fields=[f"traits.trait_{number}", "ip"], lang=" " * (number % 7) + "de")
    info = services.checked_parts.cache_info()
    assert info.currsize == info.maxsize < 100


def test_caller_may_change_an_answer(enterprise):
    """A host site may change the data of an answer (F2)."""
    for _ in range(2):
        answer = locate(enterprise, IP)
        assert ordered(answer) == ordered(ENTERPRISE_ANSWER)
        answer["country"]["names"]["en"] = answer["country"]["iso_code"] = "changed"


@each_row(
    ("fields", "asked"),
    [
        (["country.iso_code"], "location"),
        (["network", "anonymity"], "location anonymity"),
        (["connection_type", "city"], "location connection_type"),
        (["isp", "organization"], "network"),
        (["ip"], "location network connection_type anonymity"),  # whether there are any data for it
        (None, "location network connection_type anonymity"),
    ],
)
def test_i11_only_the_needed_databases_are_read(monkeypatch, fields, asked):
    """Each at most once."""
    found, record = [], {"country": {"iso_code": "US"}, "isp": "x", "connection_type": "x", "is_anonymous": True}
    monkeypatch.setattr(databases, "find", lambda role, address: (found.append(role), (record, 8))[1])
    wanted, _ = services.checked_parts(tuple(fields) if fields else None, "")
    services._located(addresses.parse_address(IP), {role: role for role in databases.ROLES}, wanted, "", "")
    assert found == asked.split()


@pytest.mark.parametrize("lang", ["de", "DE", " de "])
def test_language(enterprise, lang):
    """I12: names only in this language, or else in English."""
    answer = locate(enterprise, IP, lang=lang)
    assert answer["continent"] == {"code": "EU", "name": "Europa"}
    assert answer["country"] == {"iso_code": "GB", "name": "United Kingdom", "confidence": 0}
    assert answer["subdivisions"][0] == {"iso_code": "ENG", "name": "England", "confidence": 95}
    assert answer["registered_country"] == {"iso_code": "FR", "name": "France"}


def test_language_and_fields(enterprise):
    """I11, I12: there is no key ``names``."""
    fields = ["continent.name", "city.names", "continent.names.de"]
    assert locate(enterprise, IP, fields=fields, lang="de") == {"continent": {"name": "Europa"}}


@pytest.mark.parametrize(("lang", "canonical"), [("PT_br", "pt-BR"), ("zh cn", "zh-CN")])
def test_spelling_of_a_language(tmp_path, lang, canonical):
    """G2."""
    write_mmdb(tmp_path / "a.mmdb", "City", {"1.0.0.0/8": {"country": {"names": {"en": "x", canonical: "y"}}}})
    assert locate(tmp_path, "1.1.1.1", lang=lang)["country"] == {"name": "y"}


@pytest.mark.parametrize("lang", ["xx", "pt", "german", "d\x00e"])
def test_unknown_language(enterprise, lang):
    """I12."""
    with pytest.raises(ServiceError, match="Invalid language specified"):
        locate(enterprise, IP, lang=lang)


@each_row(
    ("fields", "text"),
    [
        (["country.iso_code"], "GB"),
        (["asn.number", "postal", "anonymity", "city.name"], '786\n{"code":"OX1","confidence":20}\n\nBoxford'),
        (["subdivisions.iso_code", "traits.is_anycast", "location.latitude"], "ENG,WBK\ntrue\n51.75"),
        (["subdivisions.names.fr"], "Angleterre"),
    ],
)
def test_fields_as_plain_text(enterprise, fields, text):
    """I11: one value on each line in the requested order, and an empty line for a field without a value."""
    assert plain.values(locate(enterprise, IP, fields=fields), fields) == text


def test_fields_of_several_as_plain_text(enterprise):
    """I11: the same number of lines for each address, so that callers can tell them apart."""
    fields = ["country.iso_code", "city.name"]
    result = services.locate_many(folder=str(enterprise), ips=[IP, "x", "2.125.161.1"], fields=fields)
    assert plain.values(result, fields).split("\n") == ["GB", "Boxford", "Invalid IP address provided", "", "FR", ""]
