"""Return the memory that large requests have freed to the system."""

import ctypes

# Only glibc keeps freed memory that is below the top of its heaps, and only glibc has this function.
_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None)


def trim() -> None:
    """Make glibc return freed memory, which it would keep for later requests. This takes a few milliseconds."""
    if _TRIM:
        _TRIM(0)
