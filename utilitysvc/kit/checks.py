"""System checks of the settings that every app stands on. The kit is no app, so each app registers them."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from rest_framework.settings import api_settings

from utilitysvc.kit import conf

__all__ = ["check_settings"]


def check_settings(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Return what ``manage.py check`` has to say about MAX_BODY_BYTES and REST_FRAMEWORK."""
    return _check_max_body_bytes() + _check_unauthenticated_user()


def _check_max_body_bytes() -> list[CheckMessage]:
    limit: object = conf.max_body_bytes()
    if type(limit) is int and limit > 0:
        return []
    return [Error(f"MAX_BODY_BYTES must be a positive integer, not {limit!r}.", id="utilitysvc.E001")]


def _check_unauthenticated_user() -> list[CheckMessage]:
    # DRF loads it at the first request, which would then be answered 500.
    try:
        api_settings.UNAUTHENTICATED_USER  # noqa: B018  # the access loads it
    except (ImportError, RuntimeError) as fault:
        return [
            Error(
                f"Django REST framework cannot load REST_FRAMEWORK['UNAUTHENTICATED_USER']: {fault}",
                hint="Without django.contrib.auth in INSTALLED_APPS, set it to None.",
                id="utilitysvc.E002",
            )
        ]
    return []
