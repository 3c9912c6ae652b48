"""Look-ups

Addresses per second in one thread, from the text of an address to the complete answer, to only the country code (by
`fields`), and in lists of 100. For comparison, the same random addresses looked up as bare records of the same two
databases, and as geoip2's model objects. The last row shows how much the private memory of the process has grown after
a million random addresses. It does not include the mapped databases.
"""

import contextlib
import ipaddress
import random
import re
import time
from pathlib import Path

import geoip2.database
import maxminddb

from iplookup import services
from tests.service import ROOT
from utilitysvc.kit.service_error import ServiceError

FOLDER = ROOT / "geodata"
SEED = 20260605
COUNT = 5_000
CODE = ("country.iso_code",)

#: Networks in which the databases know nearly every address: all of IPv4, and in IPv6 those of RIPE NCC and APNIC.
BLOCKS = {"IPv4": ["1.0.0.0/8", "80.0.0.0/4", "184.0.0.0/6"], "IPv6": ["2a00::/13", "2400::/13"]}


def addresses(blocks, reader, count=COUNT):
    """Return random addresses that the database knows, as text."""
    draw = random.Random(SEED)
    networks = [ipaddress.ip_network(block) for block in blocks]
    drawn = []
    while len(drawn) < count:
        network = draw.choice(networks)
        address = str(network[draw.randrange(network.num_addresses)])
        if reader.get(address):
            drawn.append(address)
    return drawn


def per_second(look_up, texts, repeats=5):
    """Return the highest rate of several runs, since other work on the machine only makes a run slower."""
    seconds = []
    for _ in range(repeats):
        before = time.process_time()
        for address in texts:
            look_up(address)
        seconds.append(time.process_time() - before)
    return len(texts) / min(seconds)


def own_memory():
    """Return the memory of this process in bytes that is not mapped from a file."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"^RssAnon:\s+(\d+) kB$", status, re.MULTILINE)[1]) * 1024


def growth(look_up, count=1_000_000):
    """Return by how many bytes the process grows while it looks up ``count`` random addresses, known or not."""
    draw = random.Random(SEED)
    look_up("8.8.8.8")
    before = own_memory()
    for number in range(count):
        bits = 32 if number % 2 else 125
        family = ipaddress.IPv4Address if bits == 32 else ipaddress.IPv6Address
        with contextlib.suppress(ServiceError):
            look_up(str(family(draw.getrandbits(bits) | (0 if bits == 32 else 1 << 125))))
    return own_memory() - before


def table():
    columns = "answer | country code | in lists of 100 | records alone (maxminddb) | models (geoip2)"
    rows = [["Look-ups a second", columns, "µs for an answer"]]
    locate, locate_many = services.locate, services.locate_many
    city, asn = (FOLDER / f"{name}.mmdb" for name in ("city", "asn"))
    with (
        maxminddb.open_database(city) as city_reader,
        maxminddb.open_database(asn) as asn_reader,
        geoip2.database.Reader(city) as city_models,
    ):
        for version, blocks in BLOCKS.items():
            texts = addresses(blocks, city_reader)
            answers = per_second(lambda address: locate(folder=str(FOLDER), ip=address), texts)
            hundreds = [texts[start : start + 100] for start in range(0, len(texts), 100)]
            lists = 100 * per_second(lambda hundred: locate_many(folder=str(FOLDER), ips=hundred), hundreds)
            codes = per_second(lambda address: locate(folder=str(FOLDER), ip=address, fields=CODE), texts)
            records = per_second(lambda address: (city_reader.get(address), asn_reader.get(address)), texts)
            models = per_second(city_models.city, texts)
            figures = f"{answers:,.0f} | {codes:,.0f} | {lists:,.0f} | {records:,.0f} | {models:,.0f}"
            rows.append([version, figures, f"{1e6 / answers:.1f}"])
    grown = growth(lambda address: locate(folder=str(FOLDER), ip=address))
    rows.append(["Memory after a million random addresses", f"+{grown / 1e6:.1f} MB | | | |", ""])
    return rows
