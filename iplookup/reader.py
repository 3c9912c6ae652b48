"""The reader of MaxMind DB files: the one in Rust where it is installed, else MaxMind's own in C.

Both have the same functions and are by the same author. The one in Rust is quicker, since it keeps the texts that many
records share, but there is no wheel of it for musl's Linux.
"""

try:
    import maxminddb_rust as maxminddb
except ImportError:
    import maxminddb  # type: ignore[no-redef]  # one of the two

__all__ = ["maxminddb"]
