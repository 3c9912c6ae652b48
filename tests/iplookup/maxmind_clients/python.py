"""python python.py HOST GUARDED KEY: print as JSON what MaxMind's two Python clients return or raise.

GUARDED is the host of a service that requires KEY and allows two calls a day.
"""

import asyncio
import json
import sys

from geoip2.errors import GeoIP2Error, HTTPError
from geoip2.webservice import AsyncClient, Client

HOST, GUARDED, KEY = sys.argv[1:]


def error(call, *arguments):
    try:
        call(*arguments)
    except HTTPError as exc:
        return f"HTTPError {exc.http_status}"
    except GeoIP2Error as exc:
        return type(exc).__name__
    return None


async def asynchronous():
    async with AsyncClient(1234, "licence key", host=HOST) as client:
        return (await client.city("81.2.69.142")).city.name


with Client(1234, "licence key", host=HOST, locales=["de", "en"]) as client:
    city = client.city("81.2.69.142")
    insights = client.insights("2a02:d500::1")
    answers = {
        "country": client.country("81.2.69.142").country.iso_code,
        "city": [city.city.name, city.subdivisions.most_specific.iso_code, city.location.accuracy_radius],
        "network": [str(city.traits.network), city.traits.ip_address.compressed],
        "insights": [insights.traits.isp, insights.traits.is_tor_exit_node, insights.country.is_in_european_union],
        "anonymizer": [insights.anonymizer.is_tor_exit_node, insights.anonymizer.confidence],
        "organization": client.city("9.9.9.9").traits.organization,
        "reserved": error(client.city, "10.0.0.1"),
        "me": error(client.city, "me"),
        "not found": error(client.insights, "1.2.3.4"),
        "invalid": error(client.city, "fe80::1%eth0"),
        "async": asyncio.run(asynchronous()),
    }
with Client(1234, "licence key", host=f"{HOST}/elsewhere") as client:
    answers["another path"] = error(client.city, "81.2.69.142")
with Client(1234, "another key", host=GUARDED) as client:
    answers["wrong key"] = error(client.city, "81.2.69.142")
with Client(1234, KEY, host=GUARDED) as client:
    answers["right key"] = [error(client.city, "81.2.69.142") for _ in range(3)]
sys.stdout.write(json.dumps(answers))
