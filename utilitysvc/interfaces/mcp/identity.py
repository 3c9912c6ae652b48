"""The name, version and instructions that an agent gets from the server."""

from utilitysvc import __version__

INFO = {"name": "utilitysvc", "version": __version__}
INSTRUCTIONS = (
    "Exact answers to what is easily got wrong from memory: digests and checksums, truly random values, counting and "
    "encoding of text, dates and time zones, where an IP address is. Nothing is stored and nothing changes."
)
