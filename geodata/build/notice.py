"""Update the table of files in NOTICE.md."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def update(notice: Path, files: Sequence[Path]) -> None:
    """Write the size and SHA-256 of each file into its row: ``| `name` | content | bytes | `sha256` |``."""
    text = notice.read_text(encoding="utf-8")
    for path in files:
        row = re.compile(rf"^(\| `{re.escape(path.name)}` \| [^|]* \| )[^|]* \| [^|]* \|$", re.MULTILINE)
        figures = f"{path.stat().st_size:,} | `{sha256(path)}` |"
        text, rows = row.subn(rf"\g<1>{figures}", text)
        if rows != 1:
            raise ValueError(f"NOTICE.md has {rows} rows for {path.name}")
    notice.write_text(text, encoding="utf-8")
