from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from utilitysvc.access import conf


class AccessConfig(AppConfig):
    name = "utilitysvc.access"
    label = "utilitysvc_access"
    verbose_name = "Keys and rates"

    def ready(self) -> None:
        register(check_access)


def check_access(**kwargs: Any) -> Iterator[CheckMessage]:
    """System check: report malformed entries of tokens, and a malformed rate."""
    try:
        conf.api_tokens()
    except ValueError as exc:
        hint = "Each is name:sha256-of-the-token, as manage.py make_token prints it."
        yield Error(f"UTILITYSVC_API_TOKENS: {exc}.", hint=hint, id="utilitysvc_access.E001")
    try:
        conf.rate_limit()
    except ValueError as exc:
        yield Error(f"UTILITYSVC_RATE_LIMIT must be {exc}.", id="utilitysvc_access.E002")
