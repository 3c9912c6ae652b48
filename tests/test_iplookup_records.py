"""From records to answers: rules I3-I6, B7, on databases made of the tables below."""

import math

import pytest

from iplookup import services
from iplookup.records import blocks
from tests.mmdb import write_mmdb
from utilitysvc.kit.service_error import ServiceError

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
        "location": {"accuracy_radius": 100, "latitude": 51.75, "longitude": -1, "time_zone": "Europe/London"},
        "postal": {"code": "OX1", "confidence": 20},
        "registered_country": {"iso_code": "FR", "names": {"en": "France"}},
        "represented_country": {"iso_code": "US", "type": "military"},
        "subdivisions": [ENGLAND, WEST_BERKSHIRE],
        "traits": {
            "autonomous_system_number": 786,
            "autonomous_system_organization": "Jisc",
            "connection_type": "Corporate",
            "isp": "Andrews & Arnold",
            "organization": "STONEHOUSE office network",
            "is_anonymous_proxy": False,
        },
    },
    # Of an anonymous network only the registration is known.
    "2.125.161.0/24": {
        "registered_country": {"iso_code": "FR", "names": {"en": "France"}},
        "traits": {"is_anonymous": True, "is_tor_exit_node": True, "user_type": "hosting"},
    },
    "2.125.162.0/24": {"traits": {"is_anonymous": True}},
    "2.125.163.0/24": {},
    "2.125.164.0/24": {"traits": {"isp": "Of the record"}},
    "2a02:d500::/29": {
        "country": {"iso_code": "CH", "names": {"de": "Schweiz"}},
        "location": {"time_zone": "Europe/Zurich"},
    },
}
ENTERPRISE_ANSWER = {
    "ip": "2.125.160.218",
    "network": "2.125.160.216/29",
    "timestamp": "now",
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
    "location": {"latitude": 51.75, "longitude": -1.0, "accuracy_radius": 100_000, "time_zone": "Europe/London"},
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
}


def locate(folder, ip):
    return services.locate(folder=str(folder), ip=ip, clock=lambda: "now")


def ordered(value):
    """Dictionaries as lists of their items, so that equality counts the order too."""
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


def test_country_of_registration_where_there_is_no_other(enterprise):
    """I4; what is no part of the answer (anonymity) is not in it."""
    assert locate(enterprise, "2.125.161.1") == {
        "ip": "2.125.161.1",
        "network": "2.125.161.0/24",
        "timestamp": "now",
        "api_version": "1.0",
        "country": {"iso_code": "FR", "name": "France", "names": {"en": "France"}},
    }


@pytest.mark.parametrize("ip", ["2.125.162.1", "2.125.163.1", "2.125.165.1"])
def test_nothing_that_an_answer_shows(enterprise, ip):
    """I3: only an anonymous network, an empty record, no record."""
    with pytest.raises(ServiceError) as caught:
        locate(enterprise, ip)
    assert (caught.value.error, caught.value.status) == ("IP address not found in database", 404)


def test_name_is_english_or_left_out(enterprise):
    """I4."""
    answer = locate(enterprise, "2a02:d503:1::1")
    assert answer["network"] == "2a02:d500::/29"
    assert answer["country"] == {"iso_code": "CH", "names": {"de": "Schweiz"}}
    assert answer["location"] == {"time_zone": "Europe/Zurich"}


def test_databases_of_their_own_come_before_the_traits(tmp_path):
    """I5: for each value by itself."""
    write_mmdb(tmp_path / "a.mmdb", "GeoIP2-Enterprise", ENTERPRISE)
    isp = {"autonomous_system_number": 1, "isp": "Of its own", "organization": "Not asked for"}
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
        "timestamp": "now",
        "api_version": "1.0",
        "asn": {"autonomous_system_number": 1, "number": 1},
        "isp": "Of its own",
    }


def test_ipv4_database_knows_no_ipv6_address(tmp_path):
    """I2, I3; a mapped address is an IPv4 address."""
    write_mmdb(tmp_path / "v4.mmdb", "GeoLite2-Country", {"8.8.8.0/24": {"country": {"iso_code": "US"}}}, ip_version=4)
    answer = locate(tmp_path, "::ffff:8.8.8.8")
    assert (answer["ip"], answer["network"]) == ("8.8.8.8", "8.8.8.0/24")
    with pytest.raises(ServiceError):
        locate(tmp_path, "2001:4860::1")


# Of a record of wrong values, what is left of it.
MALFORMED = [
    ({"country": "US"}, {}),
    ({"country": ["US"]}, {}),
    ({"country": {"iso_code": 7, "names": "United States", "confidence": "high"}}, {}),
    (
        {"country": {"iso_code": "", "names": {"en": ""}}, "registered_country": {"iso_code": "FR"}},
        {"country": {"iso_code": "FR"}},
    ),
    ({"country": {"names": {"en": 1, "de": "USA"}}}, {"country": {"names": {"de": "USA"}}}),
    ({"country": {"iso_code": "US", "confidence": 101}}, {"country": {"iso_code": "US"}}),
    ({"country": {"iso_code": "US", "confidence": -1}}, {"country": {"iso_code": "US"}}),
    ({"country": {"iso_code": "US", "confidence": True}}, {"country": {"iso_code": "US"}}),
    ({"country": {"iso_code": "US", "confidence": 50.5}}, {"country": {"iso_code": "US"}}),
    ({"country": {"iso_code": "US", "names": {}}}, {"country": {"iso_code": "US"}}),
    ({"location": {"latitude": math.nan, "longitude": math.inf}}, {}),
    ({"location": {"latitude": 90.1, "longitude": -180}}, {"location": {"longitude": -180.0}}),
    ({"location": {"latitude": "51", "longitude": True, "accuracy_radius": 1.5, "time_zone": 0}}, {}),
    ({"location": {"latitude": 0, "accuracy_radius": 0}}, {"location": {"latitude": 0.0, "accuracy_radius": 0}}),
    ({"location": {"accuracy_radius": 2**64}}, {}),
    ({"postal": {"code": 12345}}, {}),
    ({"subdivisions": {"iso_code": "ENG"}}, {}),
    ({"subdivisions": []}, {}),
    ({"subdivisions": [None, {}, "x", {"iso_code": "ENG"}, {"x": 1}]}, {"subdivisions": [{"iso_code": "ENG"}]}),
    ({"traits": ["x"]}, {}),
    ({"traits": {"autonomous_system_number": 2**32, "isp": 1, "connection_type": {}}}, {}),
    ({"traits": {"autonomous_system_number": 0}}, {"asn": {"autonomous_system_number": 0, "number": 0}}),
]  # fmt: skip


@pytest.mark.parametrize(("record", "left"), MALFORMED)
def test_malformed_values_are_left_out(record, left):
    """I4: as absent ones are, never null."""
    assert blocks(location=record, network={}, connection_type={}) == left
