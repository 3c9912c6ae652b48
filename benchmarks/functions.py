"""The sections of functions that are called in this process, without a server."""

import contextlib
import ipaddress
import os
import random
import subprocess
import sys
from functools import partial

import geoip2.database
import maxminddb
from dateutil import parser

from benchmarks.measure import least_cpu
from iplookup import services
from tests.service import ROOT, memory
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
    databases, and as geoip2's model objects. The last row shows how much the private memory of the process has grown
    after a million random addresses. It does not include the mapped databases.
    """
    folder, city = str(FOLDER), FOLDER / "city.mmdb"
    with (
        maxminddb.open_database(city) as cities,
        maxminddb.open_database(FOLDER / "asn.mmdb") as networks,
        geoip2.database.Reader(city) as models,
    ):
        ways = {
            "answer": lambda ips: [services.locate(folder=folder, ip=ip) for ip in ips],
            "country code": lambda ips: [
                services.locate(folder=folder, ip=ip, fields=("country.iso_code",)) for ip in ips
            ],
            "in lists of 100": lambda ips: [
                services.locate_many(folder=folder, ips=ips[start : start + 100]) for start in range(0, len(ips), 100)
            ],
            "records alone (maxminddb)": lambda ips: [(cities.get(ip), networks.get(ip)) for ip in ips],
            "models (geoip2)": lambda ips: [models.city(ip) for ip in ips],
        }
        rows = [["Look-ups a second", " | ".join(ways), "µs for an answer"]]
        for version, blocks in BLOCKS.items():
            ips = _addresses(blocks, cities)
            seconds = [least_cpu(partial(way, ips)) / len(ips) for way in ways.values()]
            rows.append([version, " | ".join(f"{1 / each:,.0f}" for each in seconds), f"{1e6 * seconds[0]:.1f}"])
    return [*rows, ["Memory after a million random addresses", f"+{_growth() / 1e6:.1f} MB | | | |", ""]]


def _growth(count=1_000_000):
    """Return by how many bytes the process grows while it looks up ``count`` random addresses, known or not."""
    draw = random.Random(1)
    services.locate(folder=str(FOLDER), ip="8.8.8.8")
    before = memory(os.getpid(), "RssAnon")
    for number in range(count):
        drawn = draw.getrandbits(32) if number % 2 else draw.getrandbits(125) | 1 << 125
        with contextlib.suppress(ServiceError):
            services.locate(folder=str(FOLDER), ip=str(ipaddress.ip_address(drawn)))
    return memory(os.getpid(), "RssAnon") - before


TEXTS = (
    "2026-11-21T12:00:00Z",
    "Sat, 21 Nov 2026 12:00:00 +0000",
    "21 November 2026",
    "Sat Nov 21 2026 12:00:00 GMT+0100 (Central European Standard Time)",
    "tomorrow at 3pm",
    "2 days ago",
    "first monday of next month at 9am",
    "3 days after 2026-03-27 12:00 Europe/Berlin",
)
JUNK = [(piece * MAX_CHARACTERS)[:MAX_CHARACTERS] for piece in ("1 day ", "the ", "x", "2026-11-21 ")]
FIRST = """
import time
from timeops.reading.datetimes import read
start = time.process_time()
read("tomorrow at 3pm")
print((time.process_time() - start) * 1e6)
"""


def _microseconds(reader, text, times=200):
    """Return the lowest of several runs, or "-" if the reader refuses the text by an error other than ServiceError."""

    def work():
        for _ in range(times):
            with contextlib.suppress(ServiceError):
                reader(text)

    try:
        return f"{least_cpu(work) / times * 1e6:.0f}"
    except (ValueError, OverflowError):
        return "-"


def datetimes():
    """Reading datetimes

    Microseconds of CPU time to read one datetime, as the lowest of several runs, compared with `dateutil.parser` if it
    can read the form. The last rows are nonsense texts of the greatest allowed length. The first phrase that a process
    reads takes longer, because the process then builds the grammar, or loads it if an earlier process has saved it.
    """
    rows = [["Text", "/time/, µs", "dateutil.parser, µs"]]
    for text in (*TEXTS, *JUNK):
        shown = text if text in TEXTS else f"{text[:12]}..., {MAX_CHARACTERS} characters"
        rows.append([f"`{shown}`", _microseconds(read, text), _microseconds(parser.parse, text)])
    first = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True).stdout
    return [*rows, ["the first phrase of a process", f"{float(first):.0f}", "-"]]
