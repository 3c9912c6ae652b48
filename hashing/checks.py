"""The system check of this app's setting: a wrong one would otherwise be found by the first file."""

from typing import Any

from django.core.checks import CheckMessage, Error

from hashing import conf

__all__ = ["settings_are_valid"]


def settings_are_valid(**kwargs: Any) -> list[CheckMessage]:
    limit: object = conf.max_file_bytes()
    if type(limit) is int and limit > 0:
        return []
    return [
        Error(
            f"UTILITYSVC_MAX_FILE_BYTES must be a positive integer, not {limit!r}.",
            hint="It is the largest file that /hash/ takes, in bytes.",
            id="hashing.E001",
        )
    ]
