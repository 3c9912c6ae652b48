"""The reader of MaxMind DB files: the one in Rust if it is installed, otherwise MaxMind's own reader in C.

Both have the same functions and the same author. The reader in Rust is faster, because it caches texts that many
records share. But it has no wheel for Linux systems with musl, such as Alpine.
"""

try:
    import maxminddb_rust as maxminddb
except ImportError:
    import maxminddb  # type: ignore[no-redef]  # only one of the two imports takes effect

__all__ = ["maxminddb"]
