"""The settings of the kit. They are read each time they are used, so that tests and sites can override them."""

from django.conf import settings

DEFAULT_MAX_BODY_BYTES = 1024 * 1024


def max_body_bytes() -> int:
    """UTILITYSVC_MAX_BODY_BYTES: the largest request body that is read, in bytes (G10)."""
    limit: int = getattr(settings, "UTILITYSVC_MAX_BODY_BYTES", DEFAULT_MAX_BODY_BYTES)
    return limit


def propagates_exceptions() -> bool:
    """Django's DEBUG_PROPAGATE_EXCEPTIONS: whether errors of ours are raised to the server instead of answered."""
    return bool(settings.DEBUG_PROPAGATE_EXCEPTIONS)
