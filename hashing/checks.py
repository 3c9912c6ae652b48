"""Django's system check of this app's setting. Otherwise only the first file would reveal a wrong setting."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage

from hashing import conf
from utilitysvc.kit.checks import check_positive


def settings_are_valid(**kwargs: Any) -> Iterator[CheckMessage]:
    return check_positive(
        "UTILITYSVC_MAX_FILE_BYTES",
        conf.max_file_bytes(),
        hint="It is the largest file that /hash/ takes, in bytes.",
        identity="hashing.E001",
    )
