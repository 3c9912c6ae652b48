"""Builds ``geodata/city.mmdb`` and ``geodata/asn.mmdb``: ``python -m geodata.build`` (see geodata/README.md)."""
