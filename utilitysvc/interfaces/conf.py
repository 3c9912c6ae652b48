"""The settings of the interfaces, and those with which the command runs.

Each is read whenever it is used, so that a test or a site can override it.
"""

import logging
import os
import sys
from collections.abc import Sequence

from django.conf import settings


def mcp_allowed_origins() -> Sequence[str]:
    """UTILITYSVC_MCP_ALLOWED_ORIGINS: origins such as ``https://example.com`` whose pages may call /mcp/ (B10)."""
    origins: Sequence[str] = getattr(settings, "UTILITYSVC_MCP_ALLOWED_ORIGINS", ())
    return origins


def configure() -> None:
    """Configure Django for the command, which runs outside of a project, with the service's settings.

    Files have no limit, and keys and rates do not apply, because they are for callers over the network. Where Django is
    configured already, as in the tests, this does nothing.
    """
    if settings.configured:
        return
    # Warnings, such as those of old databases, are meant for the operator of a service.
    logging.basicConfig(level=logging.ERROR)
    os.environ["DJANGO_SETTINGS_MODULE"] = "utilitysvc.settings"  # the shell may name another site's settings
    settings.ROOT_URLCONF = "utilitysvc.function_urls"
    settings.UTILITYSVC_MAX_FILE_BYTES = sys.maxsize
    settings.REST_FRAMEWORK |= {
        "DEFAULT_AUTHENTICATION_CLASSES": (),
        "DEFAULT_PERMISSION_CLASSES": (),
        "DEFAULT_THROTTLE_CLASSES": (),
    }
