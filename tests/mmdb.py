"""Write small databases in MaxMind DB format from tables of networks and records."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mmdb_writer import Encoder, MMDBWriter, TreeWriter
from netaddr import IPSet


class _Encoder(Encoder):
    def _freeze(self, value: Any) -> Any:
        return type(value), super()._freeze(value)  # otherwise False is written as an equal 0 that was written before


TreeWriter.encoder_cls = _Encoder


def write_mmdb(
    path: Path, database_type: str, table: Mapping[str, Any], *, built: str = "2026-06-05", ip_version: int = 6
) -> Path:
    """Write a database of ``table`` to ``path`` and return the path. List a larger network before those within it.

    ``built`` is a date in UTC. In a database of IP version 6 the IPv4 networks are in ::/96, where MaxMind's readers
    look for them.
    """
    writer = MMDBWriter(
        ip_version, database_type, languages=["en"], description="For tests", ipv4_compatible=ip_version == 6
    )
    for network, record in table.items():
        writer.insert_network(IPSet([network]), record)
    epoch = int(datetime.fromisoformat(built).replace(tzinfo=UTC).timestamp())
    metadata = writer._build_meta
    writer._build_meta = lambda: metadata() | {"build_epoch": epoch}  # the writer has no parameter for the build time
    writer.to_db_file(str(path))
    return path
