"""Find the folder of the databases for a site that does not set GEOIP_PATH.

There are three candidates: ``geodata/`` in a checkout of the sources, the installed package utilitysvc_geodata, and a
data folder of the user. ``update_geodata`` writes into the user's folder if the databases are in an installed package,
since installed packages must not be changed. The candidate with the newest location database is used.
"""

import os
from importlib.util import find_spec
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent / "geodata"
DISTRIBUTION = "utilitysvc_geodata"


def default_folder() -> str:
    """Return the folder with the newest location database, or if no folder has one, the first that has databases."""
    folders = [CHECKOUT, *_installed(), *_downloaded()]
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


def _downloaded() -> list[Path]:
    try:
        return [download_folder()]
    except RuntimeError:
        return []


def _built(folder: Path) -> int:
    """Return the build time in the metadata of the newest location database of ``folder``, or 0 if it has none."""
    # The settings import this module in every process. Import the reader only if it is needed.
    from iplookup.databases import BROKEN, ROLES, kind_of
    from iplookup.reader import maxminddb

    built = [0]
    for path in folder.glob("*.mmdb"):
        try:
            with maxminddb.open_database(path, maxminddb.MODE_FILE) as reader:
                metadata = reader.metadata()
                if kind_of(metadata.database_type) in ROLES["location"]:
                    built.append(metadata.build_epoch)
        except (OSError, TypeError, *BROKEN):
            continue  # DatabaseFolder reports the file when the service uses this folder
    return max(built)
