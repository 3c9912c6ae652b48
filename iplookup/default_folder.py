"""The folder of the databases if nobody names one: that of the sources, of a distribution, or of what was fetched.

``pip install`` of the wheel of ``geodata/`` brings them as the package utilitysvc_geodata. update_geodata writes newer
ones into a folder of the user's, since an installed package is not to be changed. The folder with the newest location
database is used.
"""

import os
from importlib.util import find_spec
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent / "geodata"
DISTRIBUTION = "utilitysvc_geodata"


def default_folder() -> str:
    """Return the folder whose location database was built last. The first of those above counts where none has one."""
    folders = [CHECKOUT, *_installed(), *_downloaded()]
    present = [folder for folder in folders if any(folder.glob("*.mmdb"))]
    if len(present) < 2:
        return str((present or folders)[0])
    return str(max(present, key=_built))


def update_folder(folder: str) -> Path:
    """Return where newer databases go than those in ``folder``: into it, unless it is an installed package."""
    return download_folder() if Path(folder) in _installed() else Path(folder)


def download_folder() -> Path:
    """Return the user's folder for data of this service. Raises RuntimeError for a user without a home."""
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
    """Return when the newest location database of ``folder`` was built, by its metadata; 0 where there is none."""
    from iplookup.databases import ROLES, kind_of
    from iplookup.reader import maxminddb  # the settings import this module, whatever is then asked for
    from iplookup.sampling import BROKEN

    built = [0]
    for path in folder.glob("*.mmdb"):
        try:
            with maxminddb.open_database(path, maxminddb.MODE_FILE) as reader:
                metadata = reader.metadata()
                if kind_of(metadata.database_type) in ROLES["location"]:
                    built.append(metadata.build_epoch)
        except (OSError, TypeError, *BROKEN):
            continue  # it is reported when the folder is used
    return max(built)
