"""Cache the tables of lark's parsers in files next to Python's bytecode.

lark takes a tenth of a second to build the tables of a grammar, and a tenth of that to load them from a file.
"""

import hashlib
import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import lark


def parser_for(grammar: str, **options: Any) -> lark.Lark:
    """Return lark's parser for a grammar, from the cache if possible.

    lark builds the tables again if it cannot load the file, or if another version of lark or Python wrote it.
    """
    digest = hashlib.sha256(grammar.encode()).hexdigest()
    file = Path(cache_from_source(__file__)).with_suffix(f".{digest[:16]}")
    is_cached = file.exists() or not sys.dont_write_bytecode
    return lark.Lark(grammar, parser="lalr", strict=True, cache=str(file) if is_cached else False, **options)
