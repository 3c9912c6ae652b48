"""Memory that large requests leave behind, given back to the system."""

import ctypes

# glibc alone keeps what was freed below the top of its heaps, and alone has this; musl and macOS need it not.
_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None)


def give_back() -> None:
    """Let glibc return freed memory, which it would keep for the next large request: a few milliseconds."""
    if _TRIM:
        _TRIM(0)
