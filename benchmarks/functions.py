"""The sections of functions that are called in this process, without a server."""

import ipaddress
import random
from contextlib import suppress
from functools import partial

import maxminddb

from benchmarks.measure import cpu_of_code, least_cpu
from iplookup import services
from tests.service import ROOT
from timeops.reading.datetimes import MAX_CHARACTERS, read
from utilitysvc.kit.service_error import ServiceError

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


TEXTS = (
    "2026-11-21T12:00:00Z",
    "Sat, 21 Nov 2026 12:00:00 +0000",
    "21 November 2026",
    "Sat Nov 21 2026 12:00:00 GMT+0100 (Central European Standard Time)",
    "tomorrow at 3pm",
    "2 days ago",
    "first monday of next month at 9am",
    "3 days after 2026-03-27 12:00 Europe/Berlin",
    *((piece * MAX_CHARACTERS)[:MAX_CHARACTERS] for piece in ("1 day ", "the ", "x", "2026-11-21 ")),
)
FIRST = """
import time
from timeops.reading.datetimes import read
start = time.process_time()
read("tomorrow at 3pm")
print(time.process_time() - start)
"""


def _read(text, times=200):
    for _ in range(times):
        with suppress(ServiceError):
            read(text)


def datetimes(times=200):
    """Reading datetimes

    Microseconds of CPU time to read one datetime, as the lowest of several runs. The texts of the greatest allowed
    length are nonsense. The first phrase that a process reads takes longer, because the process then builds the
    grammar, or loads it if an earlier process has saved it. Once, on 2026-11-23, `dateutil.parser` took 50, 81 and 38
    µs for the first three, for which `/time/` took 3, 9 and 62; it reads none of the others.
    """
    seconds = {text: least_cpu(partial(_read, text, times)) / times for text in TEXTS}
    seconds["the first phrase of a process"] = cpu_of_code(FIRST)
    return [["Text", "µs"], *([f"`{text:.66}`", f"{each * 1e6:.0f}"] for text, each in seconds.items())]
