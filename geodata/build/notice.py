"""Update the table of files in NOTICE.md."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path


def figures(path: Path) -> str:
    """Return the last two cells of a file's row: its size in bytes, and its SHA-256 in hexadecimal."""
    return f"{path.stat().st_size:,} | `{hashlib.sha256(path.read_bytes()).hexdigest()}` |"


def update(notice: Path, files: Iterable[Path]) -> None:
    """Write the figures of each file into its row: ``| `name` | content | bytes | `sha256` |``."""
    text = notice.read_text(encoding="utf-8")
    for path in files:
        text = re.sub(rf"(?m)^(\| `{path.name}` \| [^|]* \| ).*", rf"\g<1>{figures(path)}", text)
    notice.write_text(text, encoding="utf-8")
