"""Django's settings for the command, which runs outside of a Django project."""

import logging
import sys
from typing import Any

import click


def configure(**overrides: Any) -> None:
    """Configure Django with the service's settings, but without a limit on files, unless it is configured already."""
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    if settings.configured:
        return
    # Warnings, such as those of old databases, are meant for the operator of a service.
    logging.basicConfig(level=logging.ERROR)
    try:
        from utilitysvc import settings as service
    except ImproperlyConfigured as exc:
        raise click.ClickException(str(exc)) from None
    values = {name: getattr(service, name) for name in dir(service) if name.isupper()}
    # Keys and rate limits apply only to callers over the network.
    policy = dict.fromkeys((f"DEFAULT_{kind}_CLASSES" for kind in ("AUTHENTICATION", "PERMISSION", "THROTTLE")), ())
    values["REST_FRAMEWORK"] = {**values["REST_FRAMEWORK"], **policy}
    settings.configure(**{**values, "UTILITYSVC_MAX_FILE_BYTES": sys.maxsize, **overrides})
