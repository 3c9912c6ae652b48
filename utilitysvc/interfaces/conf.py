"""The settings that the interfaces read, each at every access, so that a test or a site may override them."""

from collections.abc import Sequence

from django.conf import settings


def mcp_allowed_origins() -> Sequence[str]:
    """UTILITYSVC_MCP_ALLOWED_ORIGINS: of which origins, as ``https://example.com``, web pages may ask /mcp/ (B10)."""
    origins: Sequence[str] = getattr(settings, "UTILITYSVC_MCP_ALLOWED_ORIGINS", ())
    return origins
