"""Django's system checks: report wrong settings and unusable databases before the first request."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning

from iplookup import conf
from iplookup.folders import NO_LOCATION_HINT, survey


def check(**kwargs: Any) -> Iterator[CheckMessage]:
    """Report wrong settings and unusable databases."""
    proxies = conf.num_proxies()
    if proxies is not None and (type(proxies) is not int or proxies < 0):
        yield Error(
            'REST_FRAMEWORK["NUM_PROXIES"] must be an integer of at least 0.',
            hint="Set it to the number of proxies of your own that append to X-Forwarded-For.",
            id="iplookup.E002",
        )
    path = getattr(settings, "GEOIP_PATH", None)
    if not isinstance(path, str | os.PathLike | None):
        yield Error("GEOIP_PATH must be the path of a folder.", hint=f"It is {path!r}.", id="iplookup.E001")
        return
    folder = conf.geoip_path()
    roles, unusable = survey(Path(folder))
    for error in unusable:
        yield Warning(
            f"The database {error['file']} cannot be used: {error['reason']}.",
            hint="Download it again, or remove it. Other publishers' files work if their records have MaxMind's keys.",
            id="iplookup.W002",
        )
    if "location" not in roles:
        yield Warning(f"No usable location database in {folder}.", hint=NO_LOCATION_HINT, id="iplookup.W001")
