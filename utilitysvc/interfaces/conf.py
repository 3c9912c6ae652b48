"""The settings of the interfaces. Each is read whenever it is used, so that a test or a site can override it."""

from collections.abc import Sequence

from django.conf import settings


def mcp_allowed_origins() -> Sequence[str]:
    """UTILITYSVC_MCP_ALLOWED_ORIGINS: origins such as ``https://example.com`` whose pages may call /mcp/ (B10)."""
    origins: Sequence[str] = getattr(settings, "UTILITYSVC_MCP_ALLOWED_ORIGINS", ())
    return origins
