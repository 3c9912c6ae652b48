"""The setting of this app, read at every access, so that a test or a site may override it."""

from django.conf import settings

DEFAULT_MAX_FILE_BYTES = 64 * 1024 * 1024


def max_file_bytes() -> int:
    """UTILITYSVC_MAX_FILE_BYTES: the largest file that is hashed, in bytes (H10)."""
    limit: int = getattr(settings, "UTILITYSVC_MAX_FILE_BYTES", DEFAULT_MAX_FILE_BYTES)
    return limit
