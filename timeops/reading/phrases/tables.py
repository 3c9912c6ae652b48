"""Cache the tables of lark's parsers in files next to Python's bytecode.

lark takes a tenth of a second to build the tables of a grammar, and a tenth of that to load them from a file.
"""

import hashlib
import pickle
import secrets
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import lark

# The errors of loading a file that does not exist, is truncated, or refers to a class or function that has been renamed
# or changed. The tables are then built again.
NOT_LOADED = (
    OSError,
    EOFError,
    pickle.UnpicklingError,
    ImportError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)


def parser_for(grammar: str, **options: Any) -> lark.Lark:
    """Return lark's parser for a grammar, from the cache if possible.

    The cached file refers to the objects in ``options``, such as the transformer, by their module and name.
    """
    file = _file(grammar)
    try:
        with file.open("rb") as stream:
            return lark.Lark.load(stream)
    except NOT_LOADED:
        parser = lark.Lark(grammar, parser="lalr", strict=True, **options)
    if not sys.dont_write_bytecode:
        with suppress(OSError):  # the folder may be read-only; each process then builds the tables
            _write(parser, file)
    return parser


def _file(grammar: str) -> Path:
    """Return the file for the tables. Its name depends on the grammar and the versions of lark and Python."""
    digest = hashlib.sha256(f"{lark.__version__}\0{grammar}".encode()).hexdigest()
    return Path(cache_from_source(__file__)).with_suffix(f".{digest[:16]}")


def _write(parser: lark.Lark, file: Path) -> None:
    """Write a temporary file and then rename it, so that no process reads an incomplete file."""
    part = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    try:
        with part.open("wb") as stream:
            parser.save(stream)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
