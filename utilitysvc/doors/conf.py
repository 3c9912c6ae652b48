"""The settings that the doors read, each at every access, so that a test or a site may override them."""

from collections.abc import Sequence

from django.conf import settings

__all__ = ["mcp_allowed_origins"]


def mcp_allowed_origins() -> Sequence[str]:
    """MCP_ALLOWED_ORIGINS: which web pages may ask /mcp/, as ``https://example.com``, besides its own host's (B10)."""
    origins: Sequence[str] = getattr(settings, "MCP_ALLOWED_ORIGINS", ())
    return origins
