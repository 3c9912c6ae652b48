"""The settings of this app, which each call reads anew, so that tests can override them, and the default folder.

A site that does not set GEOIP_PATH has the folder with the newest location database. There are three candidates:
``geodata/`` in a checkout of the sources, the installed package utilitysvc_geodata, and a data folder of the user.
``update_geodata`` writes into the user's folder if the databases are in an installed package, since installed packages
must not be changed.
"""

import os
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings

from iplookup.databases import ROLES, kind_of, metadata_of

CHECKOUT = Path(__file__).resolve().parent.parent / "geodata"
DISTRIBUTION = "utilitysvc_geodata"


def num_proxies() -> int | None:
    """Return how many proxies are in front of the service: REST_FRAMEWORK["NUM_PROXIES"], a setting of DRF (I9)."""
    return getattr(settings, "REST_FRAMEWORK", {}).get("NUM_PROXIES")


def geoip_path() -> str:
    """Return the folder of the databases: GEOIP_PATH, which is Django's own name for this setting."""
    return os.fspath(getattr(settings, "GEOIP_PATH", None) or default_folder())


@cache  # it reads files; a process sees a newer folder only after a restart
def default_folder() -> Path:
    """Return the folder with the newest location database, or if no folder has one, the first that has databases."""
    folders = [CHECKOUT, *_installed()]
    with suppress(RuntimeError):
        folders.append(_download_folder())
    present = [folder for folder in folders if any(folder.glob("*.mmdb"))] or folders
    return max(present, key=_built) if len(present) > 1 else present[0]  # to read a database takes a tenth of a second


def update_folder() -> Path:
    """Return the folder for downloads: GEOIP_PATH, or the user's data folder if that is an installed package."""
    folder = Path(geoip_path())
    return _download_folder() if folder in _installed() else folder


def _download_folder() -> Path:
    """Return the user's data folder for this service. Raises RuntimeError if the user has no home directory."""
    data = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME")
    return Path(data or Path.home() / ".local" / "share") / "utilitysvc" / "geodata"


def _installed() -> list[Path]:
    spec = find_spec(DISTRIBUTION)
    return [Path(place) for place in spec.submodule_search_locations or ()] if spec else []


def _built(folder: Path) -> int:
    """Return the build time in the metadata of the newest location database of ``folder``, or 0 if it has none."""
    found = filter(None, map(metadata_of, folder.glob("*.mmdb")))
    return max((each.build_epoch for each in found if kind_of(each.database_type) in ROLES["location"]), default=0)
