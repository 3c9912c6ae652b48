"""The settings of this app. Each call reads the setting anew, so that tests can override it."""

import os
from functools import cache

from django.conf import settings

from iplookup.default_folder import default_folder

_default_folder = cache(default_folder)  # it reads files; a process sees a newer folder only after a restart


def geoip_path() -> str:
    """Return the folder of the databases: GEOIP_PATH, which is Django's own name for this setting."""
    return os.fspath(getattr(settings, "GEOIP_PATH", None) or _default_folder())


def num_proxies() -> int:
    """Return how many proxies are in front of the service: REST_FRAMEWORK["NUM_PROXIES"], a setting of DRF (I9)."""
    return getattr(settings, "REST_FRAMEWORK", {}).get("NUM_PROXIES") or 0
