"""Build ``geodata/city.mmdb`` and ``geodata/asn.mmdb`` with ``python -m geodata.build`` (see geodata/README.md)."""
