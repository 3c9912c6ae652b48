"""Rules I3-I6, I11-I13, B7: the answer for a record, with databases made of the tables below."""

import functools
import itertools
import math

import pytest
from babel.numbers import get_territory_currencies

from iplookup import lookup, network_blocks, place_blocks, plain, records, services
from iplookup.addresses import parse_address
from iplookup.databases import ROLES, find
from iplookup.eu_members import EU_MEMBERS
from iplookup.folders import database_folder
from iplookup.records import add_blocks, make_plan
from tests.mmdb import write_mmdb
from tests.tables import each_row
from utilitysvc.kit.clock import example_clock
from utilitysvc.kit.service_error import ServiceError

NOW = "2026-11-21T12:00:00Z"  # the time of the clock above
ENGLAND = {"iso_code": "ENG", "names": {"en": "England", "fr": "Angleterre"}, "confidence": 95}
WEST_BERKSHIRE = {"iso_code": "WBK", "names": {"en": "West Berkshire"}, "geoname_id": 3333217}

ENTERPRISE = {
    "2.125.160.216/29": {
        "city": {"confidence": 50, "geoname_id": 2655045, "names": {"en": "Boxford", "de": "Boxford"}},
        "continent": {"code": "EU", "geoname_id": 6255148, "names": {"en": "Europe", "de": "Europa"}},
        "country": {
            "confidence": 0,
            "iso_code": "GB",
            "is_in_european_union": False,
            "names": {"en": "United Kingdom"},
        },
        "location": {
            "accuracy_radius": 100,
            "latitude": 51.75,
            "longitude": -1,
            "metro_code": 819,
            "time_zone": "Europe/London",
        },
        "postal": {"code": "OX1", "confidence": 20},
        "registered_country": {
            "iso_code": "FR",
            "is_in_european_union": True,
            "names": {"en": "France"},
            "confidence": 7,
        },
        "represented_country": {"iso_code": "US", "type": "military"},
        "subdivisions": [ENGLAND, WEST_BERKSHIRE],
        "traits": {
            "autonomous_system_number": 786,
            "autonomous_system_organization": "Jisc",
            "connection_type": "Corporate",
            "isp": "Andrews & Arnold",
            "organization": "STONEHOUSE office network",
            "is_anonymous_proxy": False,
            "static_ip_score": 1.5,
            "user_count": 7,
            "domain": "",
            "user_type": "business",
            "is_anycast": True,
            "nested": {"not": "shown"},
        },
    },
    # For an anonymous network, only the country of registration is known.
    "2.125.161.0/24": {
        "registered_country": {"iso_code": "FR", "is_in_european_union": True, "names": {"en": "France"}},
        "traits": {"is_anonymous": True, "is_tor_exit_node": True, "user_type": "hosting"},
    },
    "2.125.162.0/24": {"traits": {"is_anonymous": True}},
    "2.125.163.0/24": {},
    "2.125.164.0/24": {"traits": {"isp": "Of the record"}},
    "2.125.166.0/24": {"traits": {"is_anonymous": False, "is_anycast": False}},
    "2a02:d500::/29": {
        "country": {"iso_code": "CH", "names": {"de": "Schweiz"}},
        "location": {"time_zone": "Europe/Zurich"},
    },
}
ENTERPRISE_ANSWER = {
    "ip": "2.125.160.218",
    "network": "2.125.160.216/29",
    "timestamp": NOW,
    "api_version": "1.0",
    "country": {
        "iso_code": "GB",
        "name": "United Kingdom",
        "names": {"en": "United Kingdom"},
        "confidence": 0,
    },
    "continent": {"code": "EU", "name": "Europe", "names": {"en": "Europe", "de": "Europa"}},
    "city": {"name": "Boxford", "names": {"en": "Boxford", "de": "Boxford"}, "confidence": 50},
    "postal": {"code": "OX1", "confidence": 20},
    "location": {
        "latitude": 51.75,
        "longitude": -1.0,
        "accuracy_radius": 100_000,
        "time_zone": "Europe/London",
        "metro_code": 819,
    },
    "subdivisions": [
        {"iso_code": "ENG", "name": "England", "names": {"en": "England", "fr": "Angleterre"}, "confidence": 95},
        {"iso_code": "WBK", "name": "West Berkshire", "names": {"en": "West Berkshire"}},
    ],
    "asn": {
        "autonomous_system_number": 786,
        "autonomous_system_organization": "Jisc",
        "number": 786,
        "organization": "Jisc",
    },
    "isp": "Andrews & Arnold",
    "connection_type": "Corporate",
    "registered_country": {"iso_code": "FR", "name": "France", "names": {"en": "France"}},
    "traits": {
        "is_anycast": True,
        "user_type": "business",
        "organization": "STONEHOUSE office network",
        "static_ip_score": 1.5,
        "user_count": 7,
    },
}


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
    answer = locate(enterprise, "2.125.160.218")
    assert ordered(answer) == ordered(ENTERPRISE_ANSWER)
    assert isinstance(answer["location"]["longitude"], float)


def test_country_of_registration_if_there_is_no_other(enterprise):
    """I4, I13: the answer has no registered country in addition."""
    assert locate(enterprise, "2.125.161.1") == {
        "ip": "2.125.161.1",
        "network": "2.125.161.0/24",
        "timestamp": NOW,
        "api_version": "1.0",
        "country": {"iso_code": "FR", "name": "France", "names": {"en": "France"}, "is_in_european_union": True},
        "traits": {"user_type": "hosting", "is_anonymous": True, "is_tor_exit_node": True},
    }


def test_country_of_registration_that_is_the_same_is_left_out(tmp_path):
    """I13: the codes are compared, not the names."""
    germany = {"iso_code": "DE", "names": {"en": "Germany"}}
    record = {"country": germany | {"confidence": 90}, "registered_country": {"iso_code": "DE"}}
    write_mmdb(tmp_path / "a.mmdb", "City", {"1.0.0.0/8": record})
    assert "registered_country" not in locate(tmp_path, "1.1.1.1")


def test_answer_may_consist_of_traits(enterprise):
    """I13."""
    assert locate(enterprise, "2.125.162.1")["traits"] == {"is_anonymous": True}


@pytest.mark.parametrize("ip", ["2.125.163.1", "2.125.165.1", "2.125.166.1"])
def test_record_without_data_for_an_answer(enterprise, ip, caplog):
    """I3: an empty record, no record, only false flags. The log does not call any of them broken."""
    with pytest.raises(ServiceError) as caught:
        locate(enterprise, ip)
    assert (caught.value.error, caught.value.status) == ("IP address not found in database", 404)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_name_is_english_or_left_out(enterprise):
    """I4."""
    answer = locate(enterprise, "2a02:d503:1::1")
    assert answer["network"] == "2a02:d500::/29"
    assert answer["country"] == {"iso_code": "CH", "names": {"de": "Schweiz"}}
    assert answer["location"] == {"time_zone": "Europe/Zurich"}


def test_separate_databases_come_before_the_traits(tmp_path):
    """I5: decided for each value separately."""
    write_mmdb(tmp_path / "a.mmdb", "GeoIP2-Enterprise", ENTERPRISE)
    isp = {"autonomous_system_number": 1, "isp": "Of its own", "organization": "Of its own too"}
    write_mmdb(
        tmp_path / "b.mmdb", "GeoIP2-ISP", {"2.125.160.0/22": isp, "2.125.164.0/24": {"autonomous_system_number": 2}}
    )
    connection = {"2.125.160.218/32": {"connection_type": "Cellular"}}
    write_mmdb(tmp_path / "c.mmdb", "GeoIP2-Connection-Type", connection)
    answer = locate(tmp_path, "2.125.160.218")
    assert answer["asn"] == {"autonomous_system_number": 1, "number": 1}
    assert (answer["isp"], answer["connection_type"]) == ("Of its own", "Cellular")
    assert locate(tmp_path, "2.125.160.219")["connection_type"] == "Corporate"
    assert locate(tmp_path, "2.125.164.1")["isp"] == "Of the record"
    assert locate(tmp_path, "2.125.163.1") == {
        "ip": "2.125.163.1",
        "timestamp": NOW,
        "api_version": "1.0",
        "asn": {"autonomous_system_number": 1, "number": 1},
        "isp": "Of its own",
        "organization": "Of its own too",
    }


def test_ipv4_database_knows_no_ipv6_address(tmp_path, caplog):
    """I2, I3: but an IPv4-mapped address is an IPv4 address. The log does not call the missing record broken."""
    write_mmdb(tmp_path / "v4.mmdb", "GeoLite2-Country", {"8.8.8.0/24": {"country": {"iso_code": "US"}}}, ip_version=4)
    answer = locate(tmp_path, "::ffff:8.8.8.8")
    assert (answer["ip"], answer["network"]) == ("8.8.8.8", "8.8.8.0/24")
    for fields in (None, ["country"]):
        with pytest.raises(ServiceError):
            locate(tmp_path, "2001:4860::1", fields=fields)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


# A record with wrong values, and the part of the answer that is left.
MALFORMED = [
    ({"country": "US"}, {}),
    ({"country": ["US"]}, {}),
    ({"country": {"iso_code": 7, "names": "United States", "confidence": "high"}}, {}),
    (
        {"country": {"iso_code": "", "names": {"en": ""}}, "registered_country": {"iso_code": "FR"}},
        {"country": {"iso_code": "FR"}},
    ),
    ({"country": {"names": {"en": 1, "de": "USA"}}}, {"country": {"names": {"de": "USA"}}}),
    ({"location": {"time_zone": ""}, "city": {"names": {"en": "A"}}}, {"city": {"name": "A", "names": {"en": "A"}}}),
    ({"country": {"names": {"en": 1}}}, {}),
    ({"country": {"iso_code": "US", "confidence": 100}}, {"country": {"iso_code": "US", "confidence": 100}}),
    ({"country": {"iso_code": "US", "confidence": 101}}, {"country": {"iso_code": "US"}}),
    ({"country": {"iso_code": "US", "confidence": -1}}, {"country": {"iso_code": "US"}}),
    ({"country": {"iso_code": "US", "confidence": True}}, {"country": {"iso_code": "US"}}),
    ({"country": {"iso_code": "US", "confidence": 50.5}}, {"country": {"iso_code": "US"}}),
    ({"country": {"iso_code": "US", "names": {}}}, {"country": {"iso_code": "US"}}),
    ({"location": {"latitude": math.nan, "longitude": math.inf}}, {}),
    ({"location": {"latitude": 90.1, "longitude": -180}}, {"location": {"longitude": -180.0}}),
    ({"location": {"latitude": -90, "longitude": 180}}, {"location": {"latitude": -90.0, "longitude": 180.0}}),
    ({"location": {"latitude": 90}}, {"location": {"latitude": 90.0}}),
    ({"location": {"latitude": -90.1, "longitude": 180.1}}, {}),
    ({"location": {"longitude": -180.1}}, {}),
    ({"location": {"latitude": "51", "longitude": True, "accuracy_radius": 1.5, "time_zone": 0}}, {}),
    ({"location": {"latitude": 0, "accuracy_radius": 0}}, {"location": {"latitude": 0.0, "accuracy_radius": 0}}),
    ({"location": {"accuracy_radius": 2**64, "metro_code": "819"}}, {}),
    (
        {"location": {"accuracy_radius": 20_038, "metro_code": 65_535}},
        {"location": {"accuracy_radius": 20_038_000, "metro_code": 65_535}},
    ),
    ({"location": {"accuracy_radius": 20_039, "metro_code": 65_536}}, {}),
    ({"location": {"accuracy_radius": -1, "metro_code": -1}}, {}),
    ({"location": {"metro_code": 0}}, {"location": {"metro_code": 0}}),
    ({"location": "Berlin", "city": "Berlin", "postal": "10115", "continent": "EU", "subdivisions": "BE"}, {}),
    ({"postal": {"code": 12345}}, {}),
    ({"subdivisions": {"iso_code": "ENG"}}, {}),
    ({"subdivisions": []}, {}),
    ({"subdivisions": [None, {}, "x", {"iso_code": "ENG"}, {"x": 1}]}, {"subdivisions": [{"iso_code": "ENG"}]}),
    ({"traits": ["x"]}, {}),
    ({"traits": {"autonomous_system_number": 2**32, "isp": 1, "connection_type": {}}}, {}),
    ({"traits": {"autonomous_system_number": 0}}, {"asn": {"autonomous_system_number": 0, "number": 0}}),
    (
        {"traits": {"autonomous_system_number": 2**32 - 1}},
        {"asn": {"autonomous_system_number": 2**32 - 1, "number": 2**32 - 1}},
    ),
    ({"traits": {"autonomous_system_number": -1}}, {}),
    ({"traits": {"smallest": -(2**63)}}, {"traits": {"smallest": -(2**63)}}),
    ({"traits": {"score": math.nan, "rate": math.inf, "list": ["x"], "none": None}}, {}),
    ({"traits": {"large": 2**64, "small": -(2**63) - 1, "largest": 2**64 - 1}}, {"traits": {"largest": 2**64 - 1}}),
    ({"country": {"iso_code": "DE", "is_in_european_union": 1}}, {"country": {"iso_code": "DE"}}),
    ({"country": {"is_in_european_union": True}}, {"country": {"is_in_european_union": True}}),
    ({"country": {"iso_code": "DE"}, "registered_country": "DE"}, {"country": {"iso_code": "DE"}}),
    ({"country": {"iso_code": "DE"}, "registered_country": {"iso_code": 7}}, {"country": {"iso_code": "DE"}}),
]  # fmt: skip


@each_row(("record", "left"), MALFORMED)
def test_malformed_values_are_left_out(record, left):
    """I4: like absent values, they are never null."""
    answer = {}
    add_blocks(answer, {role: record if role == "location" else {} for role in ROLES}, make_plan())
    assert answer == left


@each_row(
    ("records", "left"),
    [
        ({"network": {"isp": 5, "organization": 5, "autonomous_system_number": "5"}}, {}),
        ({"network": {"isp": "", "organization": "", "autonomous_system_organization": ""}}, {}),
        ({"network": {"isp": ["x"]}, "location": {"traits": {"isp": "Other"}}}, {"isp": "Other"}),
        ({"connection_type": {"connection_type": {}}}, {}),
        (
            {"connection_type": {"connection_type": 5}, "location": {"traits": {"connection_type": "Cellular"}}},
            {"connection_type": "Cellular"},
        ),
        ({"anonymity": {"is_anonymous": 1, "is_tor_exit_node": "true"}}, {}),
    ],
)
def test_malformed_values_of_networks_are_left_out(records, left):
    answer = {}
    add_blocks(answer, {role: {} for role in ROLES} | records, make_plan())
    assert answer == left


# A record of an Anonymous-IP or Anonymous-Plus database. The answer shows only flags that are true.
ANONYMOUS = {
    "is_anonymous": True,
    "is_anonymous_vpn": False,
    "is_hosting_provider": True,
    "is_tor_exit_node": True,
    "anonymizer_confidence": 99,
}


@pytest.mark.parametrize("database_type", ["GeoIP2-Anonymous-IP", "GeoIP-Anonymous-Plus"])
def test_anonymity(tmp_path, database_type):
    """I13: a separate role, only true flags, after all other keys."""
    write_mmdb(tmp_path / "a.mmdb", database_type, {"1.2.0.0/16": ANONYMOUS, "1.3.0.0/16": {"is_anonymous": False}})
    write_mmdb(tmp_path / "b.mmdb", "GeoLite2-City", {"1.2.3.0/24": {"country": {"iso_code": "US"}}})
    answer = locate(tmp_path, "1.2.3.4")
    assert list(answer)[-2:] == ["country", "anonymity"]
    assert answer["anonymity"] == {"is_anonymous": True, "is_hosting_provider": True, "is_tor_exit_node": True}
    assert list(locate(tmp_path, "1.2.4.4")) == ["ip", "timestamp", "api_version", "anonymity"]
    with pytest.raises(ServiceError):
        locate(tmp_path, "1.3.0.1")


def test_membership_of_the_union_by_code(tmp_path):
    """I13: if no record of the database has the flag. If some have it, a record without it is not of a member."""
    countries = {"1.1.0.0/16": {"country": {"iso_code": "DE"}}, "1.2.0.0/16": {"country": {"iso_code": "GB"}}}
    write_mmdb(tmp_path / "a.mmdb", "Without-City", countries, built="2026-01-01")
    assert locate(tmp_path, "1.1.1.1")["country"] == {"iso_code": "DE", "is_in_european_union": True}
    assert locate(tmp_path, "1.2.1.1")["country"] == {"iso_code": "GB"}
    (tmp_path / "with").mkdir()
    flagged = countries | {"1.3.0.0/16": {"country": {"iso_code": "RE", "is_in_european_union": True}}}
    write_mmdb(tmp_path / "with" / "a.mmdb", "With-City", flagged)
    assert locate(tmp_path / "with", "1.1.1.1")["country"] == {"iso_code": "DE"}
    assert locate(tmp_path / "with", "1.3.1.1")["country"] == {"iso_code": "RE", "is_in_european_union": True}


def test_members_of_the_union_are_those_of_cldr():
    """I13: the group EU of Unicode CLDR. Babel has the currencies of territories, but not the groups."""
    assert len(EU_MEMBERS) == 27
    assert not EU_MEMBERS & {"GB", "CH", "NO", "EU", "UK", "EL"}
    assert all(get_territory_currencies(code) for code in EU_MEMBERS)


# Values of fields, and the answer for 2.125.160.218.
FIELDS = [
    (["country.iso_code"], {"country": {"iso_code": "GB"}}),
    (["asn", "country.iso_code"], {"country": {"iso_code": "GB"}, "asn": ENTERPRISE_ANSWER["asn"]}),
    (["country.confidence", "country"], {"country": ENTERPRISE_ANSWER["country"]}),
    (["country.name", "country.iso_code"], {"country": {"iso_code": "GB", "name": "United Kingdom"}}),
    (["ip", "network"], {"ip": "2.125.160.218", "network": "2.125.160.216/29"}),
    (["api_version", "timestamp"], {"timestamp": NOW, "api_version": "1.0"}),
    (["city.names.de", "city.names.ja"], {"city": {"names": {"de": "Boxford"}}}),
    (["subdivisions[].iso_code"], {"subdivisions": [{"iso_code": "ENG"}, {"iso_code": "WBK"}]}),
    (["subdivisions.confidence"], {"subdivisions": [{"confidence": 95}]}),
    (["traits.user_type", "traits.never_heard_of"], {"traits": {"user_type": "business"}}),
    (["ip", "traits." + "x" * 64], {"ip": "2.125.160.218"}),
    (["isp", "connection_type"], {"isp": "Andrews & Arnold", "connection_type": "Corporate"}),
    (["registered_country.iso_code"], {"registered_country": {"iso_code": "FR"}}),
    (["anonymity", "city.names.ja"], {}),
    (["Country.ISO-Code", " location.timezone "],
     {"country": {"iso_code": "GB"}, "location": {"time_zone": "Europe/London"}}),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "left"), FIELDS)
def test_fields(enterprise, fields, left):
    """I11: in the answer's order."""
    assert ordered(locate(enterprise, "2.125.160.218", fields=fields)) == ordered(left)


def test_fields_of_the_fallbacks(enterprise, tmp_path):
    """I11, I4: if the country lacks a part, it is not taken from the registered country."""
    assert locate(enterprise, "2.125.161.1", fields=["country.iso_code"]) == {"country": {"iso_code": "FR"}}
    record = {"country": {"iso_code": "GB"}, "registered_country": {"iso_code": "FR", "names": {"en": "France"}}}
    write_mmdb(tmp_path / "a.mmdb", "City", {"1.0.0.0/8": record})
    assert locate(tmp_path, "1.1.1.1", fields=["country.name"]) == {}


@pytest.mark.parametrize("ip", ["2.125.163.1", "2.125.165.1"])
def test_fields_of_an_unknown_address(enterprise, ip):
    """I3, I11."""
    with pytest.raises(ServiceError, match="not found"):
        locate(enterprise, ip, fields=["ip"])


@pytest.mark.parametrize(
    ("fields", "details"),
    [
        (["nation"], "Unknown field: nation"),
        (["country.iso_cod"], "Did you mean country.iso_code?"),
        (["country.names.xx"], "Unknown field: country.names.xx"),
        (["country.iso_code.x"], "Unknown field: country.iso_code.x"),
        (["traits.x.y"], "Unknown field: traits.x.y"),
        (["traits.1"], "Unknown field: traits.1"),
        (["traits." + "x" * 65], "Unknown field: traits.x"),
        ([""], "Unknown field: "),
        (["country\x00"], "Unknown field: country"),
        (["ip"] * 33, "1 to 32 fields can be named: 33 are given"),
        ([], "1 to 32 fields can be named: 0 are given"),
    ],
)
def test_unknown_fields(enterprise, fields, details):
    """I11."""
    with pytest.raises(ServiceError) as caught:
        locate(enterprise, "2.125.160.218", fields=fields)
    assert caught.value.error == "Invalid fields specified"
    assert details in caught.value.details


def test_g21_long_field_is_refused_before_it_is_read(enterprise):
    """Nothing is cached for it. The longest field that is read has 128 characters."""
    for field in ["x" * 129, "asn" + "[]" * 500_000, " " * 127 + "ip"]:
        with pytest.raises(ServiceError) as caught:
            locate(enterprise, "2.125.160.218", fields=[field])
        assert caught.value.error == "Invalid fields specified"
        assert len(caught.value.details) < 2000
    assert locate(enterprise, "2.125.160.218", fields=["asn.number" + "[]" * 59]) == {"asn": {"number": 786}}


def test_g21_plans_are_bounded(enterprise):
    """For any number of requests with any spelling."""
    for number in range(3 * lookup.MOST_PLANS):
        locate(enterprise, "2.125.160.218", fields=[f"traits.trait_{number}", "ip"], lang=" " * (number % 7) + "de")
        with pytest.raises(ServiceError):
            locate(enterprise, "2.125.160.218", lang="de" + " " * (200 + number))
        assert 0 < len(database_folder(str(enterprise)).roles().plans) <= lookup.MOST_PLANS
    assert all(len(lang) <= 128 for _, lang in database_folder(str(enterprise)).roles().plans)


def test_plans_are_kept(tmp_path):
    """To make one takes longer than the answer. Both stay until there are too many."""
    write_mmdb(tmp_path / "a.mmdb", "City", {"1.0.0.0/8": {"country": {"iso_code": "GB"}}})
    for _ in range(2):
        for fields in (None, ["ip"], ["country"]):
            locate(tmp_path, "1.1.1.1", fields=fields)
    plans = database_folder(str(tmp_path)).roles().plans
    assert list(plans) == [(None, ""), (("ip",), ""), (("country",), "")]
    roles = database_folder(str(tmp_path)).roles()
    assert lookup.plan_for(roles, ["ip"]) is lookup.plan_for(roles, ["ip"])


def test_only_the_parts_that_are_asked_for_are_read(enterprise):
    database = database_folder(str(enterprise)).roles().location
    address = parse_address("2.125.160.218")
    assert find(database, address, ["city", "absent"]) == ({"city": ENTERPRISE["2.125.160.216/29"]["city"]}, 0)
    assert find(database, address)[1] == 29


def test_caller_may_change_an_answer(enterprise):
    """Cached names are copied, because a host site may change the data of an answer (F2)."""
    answers = [locate(enterprise, "2.125.160.218") for _ in range(3)]
    for answer in answers:
        assert ordered(answer) == ordered(ENTERPRISE_ANSWER)
        answer["country"]["names"]["en"] = answer["country"]["iso_code"] = "changed"
    assert ordered(locate(enterprise, "2.125.160.218")) == ordered(ENTERPRISE_ANSWER)


NETWORK_RECORDS = {
    "network": {"autonomous_system_number": 1, "isp": "Provider", "organization": "Other"},
    "connection_type": {"connection_type": "Cellular"},
    "anonymity": ANONYMOUS,
}


def test_each_block_reads_the_keys_that_it_names():
    """Only blocks whose keys occur are tried, and only these keys are looked up. A missing key would lose data."""
    [record, *_] = ENTERPRISE.values()
    for places in (record, {"registered_country": record["registered_country"]}):
        for networks in (NETWORK_RECORDS, {}):
            everything = {role: {} for role in ROLES} | networks | {"location": places}
            for block in make_plan().blocks:
                parts = {
                    role: {key: value for key, value in everything[role].items() if key in block.reads.get(role, ())}
                    for role in ROLES
                }
                wanted = block.make(everything)
                assert block.make(parts) == wanted
                answer = {}
                add_blocks(answer, parts, make_plan())
                assert answer.get(block.key, {}) == (wanted or {})


def test_sets_of_keys_are_bounded():
    """Each record of a database may have different keys."""
    plan = make_plan()
    for number in range(3 * records.MOST_KEY_SETS):
        answer = {}
        location = {f"key_{number}": 1, "country": {"iso_code": "GB"}}
        assert add_blocks(answer, {role: {} for role in ROLES} | {"location": location}, plan)
        assert (list(answer), len(plan.by_keys) <= records.MOST_KEY_SETS) == (["country"], True)


@pytest.mark.parametrize("count", range(1, lookup.MOST_PARTS + 2))
def test_fields_equal_those_of_the_whole_answer(enterprise, count):
    """I11: for any number of fields, whether the whole record or only parts of it are read."""
    for fields in itertools.combinations(["country", "city", "postal", "asn", "isp", "traits", "network"], count):
        for ip in ("2.125.160.218", "2.125.161.1", "2a02:d500::1"):
            whole = locate(enterprise, ip)
            assert locate(enterprise, ip, fields=fields) == {key: whole[key] for key in whole if key in fields}


def test_two_records_of_one_country(tmp_path):
    """A database may have several. Each address is answered from its own record."""
    table = {
        f"1.{number}.0.0/16": {
            "country": {"iso_code": "GB", "names": {"en": f"Britain {number % 2}"}, "confidence": number}
        }
        for number in range(4)
    }
    write_mmdb(tmp_path / "a.mmdb", "City", table)
    for number in (0, 1, 2, 3, 0, 3):
        name = f"Britain {number % 2}"
        country = {"iso_code": "GB", "name": name, "names": {"en": name}, "confidence": number}
        assert locate(tmp_path, f"1.{number}.1.1")["country"] == country


def test_g21_cached_names_are_bounded():
    """A name that is cached is answered as the same object. A database may have any number of codes."""

    def is_cached_by(place, code):
        names = [place({"iso_code": code, "names": {"en": f"Land {code}"}})["name"] for _ in range(2)]
        assert names[0] == names[1]
        return names[0] is names[1]

    is_cached = functools.partial(is_cached_by, place_blocks._place("", caches_names=True))
    assert not is_cached_by(place_blocks._place(""), "GB-ENG")  # subdivisions, of which there are thousands
    assert [is_cached(f"A{number}") for number in range(place_blocks.MAX_CACHED)] == [True] * place_blocks.MAX_CACHED
    assert not is_cached("one more")


def test_i11_part_that_is_zero_is_kept(tmp_path):
    """A part that the record does not have, or has in a wrong form, is left out."""
    record = {"location": {"latitude": 0, "time_zone": "UTC"}, "postal": "10115"}
    write_mmdb(tmp_path / "a.mmdb", "City", {"1.0.0.0/8": record})
    fields = ["location.latitude", "location.longitude", "postal.code"]
    assert locate(tmp_path, "1.1.1.1", fields=fields) == {"location": {"latitude": 0.0}}


@pytest.fixture(scope="module")
def one_of_each_role(tmp_path_factory):
    folder = tmp_path_factory.mktemp("roles")
    write_mmdb(folder / "enterprise.mmdb", "GeoIP2-Enterprise", ENTERPRISE)
    for role, database_type in zip(NETWORK_RECORDS, ("ISP", "Connection-Type", "Anonymous-IP"), strict=True):
        write_mmdb(folder / f"{role}.mmdb", f"GeoIP2-{database_type}", {"2.125.160.0/22": NETWORK_RECORDS[role]})
    return database_folder(str(folder)).roles()


WHOLE = ()


@each_row(
    ("fields", "read"),
    [
        (["ip", "timestamp"], {}),
        (["network"], {"location": WHOLE}),
        (["country.iso_code"], {"location": ["country", "registered_country"]}),
        (["country", "city"], {"location": ["country", "registered_country", "city"]}),
        (["country", "city", "postal"], {"location": WHOLE}),
        (["country", "network"], {"location": WHOLE}),
        (["isp"], {"location": ["traits"], "network": WHOLE}),
        (["organization"], {"network": WHOLE}),
        (["network", "anonymity"], {"location": WHOLE, "anonymity": WHOLE}),
        (["connection_type", "city"], {"location": ["city", "traits"], "connection_type": WHOLE}),
    ],
)
def test_i11_only_the_needed_records_are_read(one_of_each_role, fields, read):
    """Up to three parts of a location record are read one by one, which takes less time than the whole record."""
    databases = lookup.plan_for(one_of_each_role, fields).databases
    assert {role: parts for role, _, parts in databases} == read


def test_i16_organization_of_an_isp_database(tmp_path):
    """I16: at the top level, unless the autonomous system has the same. An answer may consist of it alone."""
    rows = {
        "1.0.0.0/16": {"organization": "Alone"},
        "1.1.0.0/16": {"autonomous_system_organization": "Same", "organization": "Same", "isp": "Same"},
        "1.2.0.0/16": {"autonomous_system_organization": "One", "organization": "Other", "isp": "Other"},
        "1.3.0.0/16": {"organization": ["no text"], "isp": "Known"},
    }
    write_mmdb(tmp_path / "isp.mmdb", "GeoIP2-ISP", rows)
    found = [locate(tmp_path, f"1.{number}.1.1", fields=["organization", "isp"]) for number in range(4)]
    assert found == [
        {"organization": "Alone"},
        {"isp": "Same"},
        {"isp": "Other", "organization": "Other"},
        {"isp": "Known"},
    ]
    assert list(locate(tmp_path, "1.0.1.1")) == ["ip", "timestamp", "api_version", "organization"]


def test_every_field_of_the_answer_can_be_requested(enterprise):
    """I11: the closed list of fields is made from the type of the answer."""
    for key in ENTERPRISE_ANSWER:
        assert list(locate(enterprise, "2.125.160.218", fields=[key])) == [key]
    wanted = [*ENTERPRISE_ANSWER][:32]
    assert ordered(locate(enterprise, "2.125.160.218", fields=wanted)) == ordered(ENTERPRISE_ANSWER)


@pytest.mark.parametrize("lang", ["de", "DE", " de "])
def test_language(enterprise, lang):
    """I12: names only in this language, or else in English."""
    answer = locate(enterprise, "2.125.160.218", lang=lang)
    assert answer["continent"] == {"code": "EU", "name": "Europa"}
    assert answer["country"] == {"iso_code": "GB", "name": "United Kingdom", "confidence": 0}
    assert answer["subdivisions"][0] == {"iso_code": "ENG", "name": "England", "confidence": 95}
    assert answer["registered_country"] == {"iso_code": "FR", "name": "France"}


def test_language_and_fields(enterprise):
    """I11, I12: there is no key ``names``."""
    fields = ["continent.name", "city.names", "continent.names.de"]
    assert locate(enterprise, "2.125.160.218", fields=fields, lang="de") == {"continent": {"name": "Europa"}}


@pytest.mark.parametrize(("lang", "canonical"), [("PT_br", "pt-BR"), ("zh cn", "zh-CN")])
def test_spelling_of_a_language(tmp_path, lang, canonical):
    """G2."""
    write_mmdb(tmp_path / "a.mmdb", "City", {"1.0.0.0/8": {"country": {"names": {"en": "x", canonical: "y"}}}})
    assert locate(tmp_path, "1.1.1.1", lang=lang)["country"] == {"name": "y"}


@pytest.mark.parametrize("lang", ["xx", "pt", "german", "d\x00e"])
def test_unknown_language(enterprise, lang):
    """I12."""
    with pytest.raises(ServiceError, match="Invalid language specified"):
        locate(enterprise, "2.125.160.218", lang=lang)


@pytest.mark.parametrize(
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
    assert plain.values(locate(enterprise, "2.125.160.218", fields=fields), fields) == text


def test_fields_of_several_as_plain_text(enterprise):
    """I11: the same number of lines for each address, so that callers can tell them apart."""
    fields = ["country.iso_code", "city.name"]
    result = services.locate_many(folder=str(enterprise), ips=["2.125.160.218", "x", "2.125.161.1"], fields=fields)
    assert plain.values(result, fields).split("\n") == ["GB", "Boxford", "Invalid IP address provided", "", "FR", ""]


def test_i5_organization_without_a_number_has_both_names():
    block = network_blocks.asn({"network": {"autonomous_system_organization": "A"}, "location": {}})
    assert block == {"autonomous_system_organization": "A", "organization": "A"}
