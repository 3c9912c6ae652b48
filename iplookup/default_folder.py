"""Find the folder of the databases for a site that does not set GEOIP_PATH.

There are three candidates: ``geodata/`` in a checkout of the sources, the installed package utilitysvc_geodata, and a
data folder of the user. ``update_geodata`` writes into the user's folder if the databases are in an installed package,
since installed packages must not be changed. The candidate with the newest location database is used.
"""

import os
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent / "geodata"
DISTRIBUTION = "utilitysvc_geodata"


def default_folder() -> str:
    """Return the folder with the newest location database, or if no folder has one, the first that has databases."""
    folders = [CHECKOUT, *_installed()]
    with suppress(RuntimeError):
        folders.append(download_folder())
    present = [folder for folder in folders if any(folder.glob("*.mmdb"))]
    if len(present) < 2:
        return str((present or folders)[0])
    return str(max(present, key=_built))


def update_folder(folder: str) -> Path:
    """Return the folder for downloads: ``folder`` itself, or the user's data folder if it is an installed package."""
    return download_folder() if Path(folder) in _installed() else Path(folder)


def download_folder() -> Path:
    """Return the user's data folder for this service. Raises RuntimeError if the user has no home directory."""
    data = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME")
    return Path(data or Path.home() / ".local" / "share") / "utilitysvc" / "geodata"


def _installed() -> list[Path]:
    spec = find_spec(DISTRIBUTION)
    return [Path(place) for place in spec.submodule_search_locations or ()] if spec else []


def _built(folder: Path) -> int:
    """Return the build time in the metadata of the newest location database of ``folder``, or 0 if it has none."""
    # The settings import this module in every process. Import the reader only if it is needed.
    from iplookup.databases import ROLES, kind_of, metadata_of

    found = filter(None, map(metadata_of, folder.glob("*.mmdb")))
    return max((each.build_epoch for each in found if kind_of(each.database_type) in ROLES["location"]), default=0)
