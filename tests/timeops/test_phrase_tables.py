"""The file that caches the tables of a parser for later processes."""

import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from timeops.reading import grammar
from timeops.reading.lexer import lex
from timeops.reading.words import VOCABULARY

PHRASE = "3 days after tomorrow at 9am"
#: A grammar whose tables are built at once, for what holds for any grammar.
SMALL = "?start: now\nnow: _NOW\nterms: _NOW\n%declare _NOW"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Make Python write its bytecode below a temporary folder, and return the folder for the tables there."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = Path(cache_from_source(grammar.__file__)).parent
    folder.mkdir(parents=True)
    return folder


def made(text=SMALL):
    return grammar.parser_for(text, grammar.RULES, ["start", "terms"])


def was_built(parser):
    """Return whether lark built the parser. A parser that was loaded does not have its grammar."""
    return hasattr(parser, "grammar")


def parsed(parser, phrase="now"):
    return parser.parse(lex(phrase, VOCABULARY), start="start")


def test_the_second_parser_is_loaded_from_the_file(folder):
    built, loaded = (made(grammar.grammar_text()) for _ in range(2))
    assert (was_built(built), was_built(loaded)) == (True, False)
    assert repr(parsed(loaded, PHRASE)) == repr(parsed(built, PHRASE)) == repr(parsed(grammar.parser(), PHRASE))
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("damaged", [b"text", b"cbuiltins\nlen\n(tR."], ids=["text", "the pickle of a wrong call"])
def test_a_file_that_cannot_be_loaded_is_written_again(folder, damaged):
    made()
    (file,) = folder.iterdir()
    file.write_bytes(damaged)
    assert was_built(parser := made())
    assert parsed(parser) == ()
    assert not was_built(made())
    assert was_built(made(f"{SMALL} TODAY"))  # another grammar


def test_nothing_is_written_if_python_writes_no_bytecode(folder, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert was_built(made())
    assert not list(folder.iterdir())


def test_phrases_are_parsed_even_if_the_file_cannot_be_written(folder):
    """The folder is removed instead of made read-only, because root can write to read-only folders."""
    folder.rmdir()
    assert parsed(made()) == ()
