"""The setting of this app. Each call reads it anew, so that tests can override it."""

from django.conf import settings

DEFAULT_MAX_FILE_BYTES = 64 * 1024 * 1024


def max_file_bytes() -> int:
    """Return UTILITYSVC_MAX_FILE_BYTES: the size of the largest file that /hash/ accepts, in bytes (H10)."""
    limit: int = getattr(settings, "UTILITYSVC_MAX_FILE_BYTES", DEFAULT_MAX_FILE_BYTES)
    return limit
