"""Parsers of which a file keeps the tables, beside the bytecode of Python, for the processes to come.

lark takes a tenth of a second to build the tables of a grammar, and a tenth of that to load them.
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

# A file that is not there, is cut short, or names what has another name or other fields now. Then the tables are built
# anew.
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
    """Return lark's parser for a grammar. What ``options`` name, such as the transformer, is imported when it loads."""
    file = _file(grammar)
    try:
        with file.open("rb") as stream:
            return lark.Lark.load(stream)
    except NOT_LOADED:
        parser = lark.Lark(grammar, parser="lalr", strict=True, **options)
    if not sys.dont_write_bytecode:
        with suppress(OSError):  # where Python cannot write its bytecode either, each process builds the tables
            _write(parser, file)
    return parser


def _file(grammar: str) -> Path:
    """Return where the tables are kept: another file for another grammar, another lark and another Python."""
    digest = hashlib.sha256(f"{lark.__version__}\0{grammar}".encode()).hexdigest()
    return Path(cache_from_source(__file__)).with_suffix(f".{digest[:16]}")


def _write(parser: lark.Lark, file: Path) -> None:
    """Write the file whole and then give it its name, so that no process reads half of it."""
    part = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    try:
        with part.open("wb") as stream:
            parser.save(stream)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
