"""The system check of this app's setting: a wrong one would otherwise be found by the first file."""

from typing import Any

from django.core.checks import CheckMessage

from hashing import conf
from utilitysvc.kit.checks import check_positive


def settings_are_valid(**kwargs: Any) -> list[CheckMessage]:
    return check_positive(
        "UTILITYSVC_MAX_FILE_BYTES",
        conf.max_file_bytes(),
        hint="It is the largest file that /hash/ takes, in bytes.",
        identity="hashing.E001",
    )
