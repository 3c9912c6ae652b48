"""The settings of this app, each read at every access, so that a test or a site may override them."""

import os
from pathlib import Path

from django.conf import settings

__all__ = ["geoip_path", "num_proxies"]

#: The databases that come with the project.
DEFAULT_GEOIP_PATH = str(Path(__file__).resolve().parent.parent / "geodata")


def geoip_path() -> str:
    """GEOIP_PATH, Django's own name: the folder of the databases."""
    return os.fspath(getattr(settings, "GEOIP_PATH", None) or DEFAULT_GEOIP_PATH)


def num_proxies() -> int:
    """REST_FRAMEWORK["NUM_PROXIES"], DRF's own name: how many proxies stand before the service (I9)."""
    return getattr(settings, "REST_FRAMEWORK", {}).get("NUM_PROXIES") or 0
