"""Find a text in another: literally, from left to right, without overlap."""

from textops.results import check_size, largest_result
from utilitysvc.kit.service_error import ServiceError

__all__ = ["FIND_REQUIRED", "count_matches", "replace"]

FIND_REQUIRED = (
    "Find parameter is required",
    "Provide the text to look for in the find parameter; it may not be empty",
)


def replace(text: str, *, find: str, replacement: str = "", largest: int | None = None) -> str:
    """Return ``text`` with ``replacement`` in the place of each ``find``.

    ``largest``: how many bytes the result may have. Raises ServiceError for an empty ``find`` or a larger result.
    """
    longer = len(replacement.encode()) - len(find.encode())
    size = len(text.encode()) + count_matches(text, find=find) * longer
    check_size(size, largest or largest_result(text))
    return text.replace(find, replacement)


def count_matches(text: str, *, find: str) -> int:
    """Return how many times ``find`` stands in ``text``. Raises ServiceError for an empty ``find``."""
    if not find:
        raise ServiceError(*FIND_REQUIRED)
    return text.count(find)
