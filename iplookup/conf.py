"""The settings of this app, each read at every access, so that a test or a site may override them."""

import os
from functools import cache

from django.conf import settings

from iplookup.default_folder import default_folder

_default_folder = cache(default_folder)  # it reads files; a newer folder counts from the next start on


def geoip_path() -> str:
    """GEOIP_PATH, Django's own name: the folder of the databases."""
    return os.fspath(getattr(settings, "GEOIP_PATH", None) or _default_folder())


def num_proxies() -> int:
    """REST_FRAMEWORK["NUM_PROXIES"], DRF's own name: how many proxies stand before the service (I9)."""
    return getattr(settings, "REST_FRAMEWORK", {}).get("NUM_PROXIES") or 0
