"""Convert YAML 1.2 to JSON by the core schema (X13): ``no`` is a string, ``0o17`` is 15, and numbers keep every digit.

A document may contain only data: tags of programming languages are refused, and an alias is replaced by the value it
refers to. Aliases cannot fill the memory: they share that value, and the result is refused as soon as too much is
written.

https://yaml.org/spec/1.2.2/#103-core-schema
"""

import os
import re
import threading
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textops.json_text import KEEP_ONE, MAX_DEPTH, Numeral, format_json, quoted
from textops.limits import LARGEST, Budget
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

RAPIDYAML = Extra("yaml", "ryml")
MAX_BYTES = 256 * 1024

# How many values are read before the clock is read again.
_UNCHECKED = 100
# How far behind the value before it the position of a value is looked for, in bytes.
_WINDOW = 1000

# What the library takes, although YAML does not: control characters, and plain texts that begin with an indicator (the
# space after which may not be a tab).
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_INDICATOR = re.compile(r"(?:---|[-?:])\t|-\Z|[]}%@`]")
# The pieces of a document in which tags and anchors may follow each other. What looks like a comment may be in a text.
_PIECE = re.compile(
    r"(?P<property>[!&][^\s,\[\]{}]*+)|(?P<comment>[#%][^\s,\[\]{}]*+)|(?P<end>\n)"
    r"|(?P<between>(?:[^\S\n]|[,\]}])++|[?:](?=\s)|---|\.\.\.)|[^\s,\[\]{}]++|[\[{]"
)
_MOST_TAGS, _MOST_PROPERTIES = 2, 4
_OLD_VERSION = re.compile(r"\ufeff?(?:(?:[ \t]*#|%|[ \t]*$).*\n)*?%YAML[ \t]+1\.[01]\b", re.MULTILINE)

_SCALARS = ("str", "int", "float", "bool", "null")
_KINDS = {f"!!{kind}": kind for kind in (*_SCALARS, "map", "seq")}
_KINDS |= {f"<tag:yaml.org,2002:{kind}>": kind for kind in _KINDS.values()}
# Beside a scalar, this tag says that it is a text. Beside a list or mapping it says nothing.
_NO_KIND = "!"

# Not a number of JSON; octal or hexadecimal; sign, whole part without its zeros, fraction and exponent.
_NUMBER = re.compile(
    r"([-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))|(0o[0-7]+|0x[0-9a-fA-F]+)"
    r"|([-+]?)(?=\.?[0-9])0*+([0-9]*+)(?:\.([0-9]*+))?([eE][-+]?[0-9]+)?"
)
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MOST_DIGITS = 3500  # of a hexadecimal or octal numeral; Python writes no integer of more than 4,300 decimal digits

_STANDARD_ERROR = 2


def yaml_to_json(text: str, *, largest: int = LARGEST, budget: Budget | None = None) -> str:
    """Return the YAML document ``text`` as formatted JSON.

    ``largest``: how many bytes the result may have. Raises CodecError if ``text`` is not YAML or cannot be written in
    JSON, and ServiceError if it has more than MAX_BYTES, takes too long or its result would be larger.
    """
    library = RAPIDYAML.load()
    data = text.encode()
    if len(data) > MAX_BYTES:
        raise ServiceError(
            "Text too long", f"YAML may have {MAX_BYTES // 1024} KiB, and this has {-(-len(data) // 1024)}"
        )
    if forbidden := _FORBIDDEN.search(text):
        raise CodecError(f"{forbidden[0]!r} is not allowed in YAML", forbidden.start(), "write it as an escape")
    if version := _OLD_VERSION.match(text):
        reason = "a document of YAML 1.1, which reads words as no differently"
        raise CodecError(reason, version.end(), "write %YAML 1.2")
    _check_properties(text)
    syntax = "syntax: https://yaml.org/spec/1.2.2/"
    try:
        tree = _parsed(library, data)
    except library.ExceptionParse as exc:
        place = len(data[: exc.errdata_parse.ymlloc.offset].decode(errors="ignore"))
        raise CodecError(exc.msg, place, syntax) from None
    except library.ExceptionBasic:  # an assertion of the library fails, as for "...\n'q'*x : ?"
        raise CodecError("not a YAML document", 0, syntax) from None
    kinds = {} if b"%TAG" in data else _KINDS  # a directive may give a tag another meaning
    return format_json(_Reader(library, tree, data, kinds, budget or Budget()).document(), largest)


def _check_properties(text: str) -> None:
    """Raise CodecError for more tags or anchors in a row than the keys and values that may be empty there can have.

    The library overruns an array with them, which may end the process (rapidyaml 0.15.2: ``[! ! ! !``). Those before a
    comment go on in the next line.
    """
    run: list[re.Match[str]] = []
    commented: list[re.Match[str]] = []  # before what may be a comment
    for piece in _PIECE.finditer(text):
        match piece.lastgroup:
            case "property":
                run.append(piece)
                tags = sum(each[0].startswith("!") for each in run)
                if tags > _MOST_TAGS or len(run) > _MOST_PROPERTIES:
                    remark = r"in a text, write \x21 and \x26 for ! and &, and put it in double quotation marks"
                    raise CodecError("too many tags or anchors in a row", run[0].start(), remark)
            case "comment":
                commented += run
                run = []
            case "end":
                run, commented = commented + run, []
            case None:
                run = []


def _parsed(library: Any, data: bytes) -> Any:
    """Return the tree of a YAML document.

    The library also writes each error to the standard error of the process, and its Python module cannot be told not
    to. Without other threads, whose lines would be lost, that is prevented here, so that the command writes one line
    for an error.
    """
    if threading.active_count() > 1:
        return library.parse_in_arena(data)
    kept = os.dup(_STANDARD_ERROR)
    try:
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), _STANDARD_ERROR)
        return library.parse_in_arena(data)
    finally:
        os.dup2(kept, _STANDARD_ERROR)
        os.close(kept)


@dataclass
class _Reader:
    """Reads the values of a tree in the order of the document.

    The library does not tell where a value stands. So each part that is read is looked for behind the part before it.
    """

    library: Any
    tree: Any
    data: bytes
    kinds: Mapping[str, str]
    budget: Budget
    #: How many values have been read.
    values: int = 0
    #: The value of each anchor.
    anchored: dict[bytes, Any] = field(default_factory=dict)
    # Where the part that was read last begins and ends.
    start: int = 0
    end: int = 0

    def document(self) -> Any:
        tree, root = self.tree, self.tree.root_id()
        document, *others = self.library.children(tree, root) if tree.is_stream(root) else [root]
        if not (tree.is_container(document) or tree.has_val(document)):
            raise self._refused("no document in the YAML", "write null for nothing")
        value = self._value(document, 0)
        if others:
            self._read_bracket(others[0])
            raise self._refused("a second document", "send each by itself")
        return value

    def _value(self, node: int, depth: int) -> Any:
        tree = self.tree
        self.values += 1
        if self.values % _UNCHECKED == 0:
            self.budget.check("YAML", "send less text, or fewer aliases")
        if tree.is_val_ref(node):
            return self._aliased(tree.val(node))
        anchor = self._anchor(tree.val_anchor(node))
        self.anchored.pop(anchor, None)  # an alias within it would be endless
        is_map, is_container = tree.is_map(node), tree.is_container(node)
        kind = self._kind(tree.val_tag(node), ["map" if is_map else "seq"] if is_container else _SCALARS)
        value: Any
        if not is_container:
            is_quoted = tree.is_val_quoted(node)
            value = self._scalar(self._text(tree.val(node), is_quoted), is_quoted, kind)
        else:
            self._read_bracket(node)
            if depth == MAX_DEPTH:
                raise self._refused(f"nested more than {MAX_DEPTH} deep")
            value = {} if is_map else []
            for child in self.library.children(tree, node):
                if is_map:
                    name = self._name(child)
                    if name in value:
                        reason = f"the name {quoted(name)[:MAX_QUOTED]} a second time in one mapping"
                        raise self._refused(reason, KEEP_ONE)
                    value[name] = self._value(child, depth + 1)
                else:  # a comprehension would be a frame more on each level in Python 3.11
                    value.append(self._value(child, depth + 1))
        if anchor:
            self.anchored[anchor] = value
        return value

    def _name(self, member: int) -> str:
        """Return the name of a member. Names are strings in JSON: 1 becomes "1"."""
        tree = self.tree
        if tree.is_key_ref(member):
            aliased = self._aliased(tree.key(member))
            if isinstance(aliased, str):
                return aliased
            raise self._refused("an alias as a name that stands for no text")
        is_quoted, kind = tree.is_key_quoted(member), self._kind(tree.key_tag(member), _SCALARS)
        name = self._text(tree.key(member), is_quoted)
        if kind:
            self._scalar(name, is_quoted, kind)  # which refuses a name of another kind
        if anchor := self._anchor(tree.key_anchor(member)):
            self.anchored[anchor] = name
        return name

    def _anchor(self, written: Any) -> bytes:
        """Return the name of an anchor; an empty one without an anchor."""
        if written == b"":
            self._read(b"&")
            raise self._refused("an anchor without a name", "put a text that begins with & in quotation marks")
        return bytes(written or b"")

    def _aliased(self, alias: Any) -> Any:
        anchor = self._read(alias).removeprefix("*").encode()
        if anchor not in self.anchored:
            remark = "write its anchor, such as &a, at a value before it"
            raise self._refused("an alias of an anchor that is not there, or of what contains it", remark)
        return self.anchored[anchor]

    def _scalar(self, text: str, is_quoted: bool, kind: str) -> str | bool | Numeral | None:
        """Return the value of the core schema; of a number, the numeral in JSON with every digit."""
        if kind in ("str", _NO_KIND) or (is_quoted and not kind):
            return text
        if text in _WORDS and kind in ("", "null" if _WORDS[text] is None else "bool"):
            return _WORDS[text]
        if kind in ("", "int", "float") and (number := _NUMBER.fullmatch(text)):
            not_json, octal_or_hexadecimal, sign, whole, fraction, exponent = number.groups("")
            if not_json:
                raise self._refused(f"{text} is no number of JSON", "put it in quotation marks to have it as a text")
            if octal_or_hexadecimal:
                if len(text) > _MOST_DIGITS:
                    raise self._refused(f"a numeral of more than {_MOST_DIGITS} digits")
                return Numeral(str(int(text, 0)))
            if kind != "int" or not (fraction or exponent):
                return Numeral(sign.strip("+") + (whole or "0") + f".{fraction}" * bool(fraction) + exponent)
        if kind:
            raise self._refused(f"{text[:MAX_QUOTED]!r} is not of the kind !!{kind}")
        return text

    def _kind(self, written: Any, allowed: Container[str]) -> str:
        """Return the kind of value that a tag names; an empty string without a tag."""
        tag = self._read(written)
        if tag in ("", _NO_KIND):
            return tag
        kind = self.kinds.get(tag, "")
        if kind not in allowed:
            raise self._refused(f"the tag {tag[:MAX_QUOTED]}, which JSON has no value for", "leave it out")
        return kind

    def _text(self, written: Any, is_quoted: bool) -> str:
        text = self._read(written)
        if not is_quoted and (indicator := _INDICATOR.match(text)):
            remark = "put the text in quotation marks, or a space, not a tab, after the sign"
            raise self._refused(f"{indicator[0]!r} begins no plain text", remark)
        return text

    def _read_bracket(self, node: int) -> None:
        self._read(self.tree.is_flow(node) and (b"{" if self.tree.is_map(node) else b"["))

    def _read(self, part: Any) -> str:
        """Return the next part of the document. Where escapes make it differ from what is written, it is not found."""
        data = bytes(part or b"")
        found = self.data.find(data, self.end, self.end + len(data) + _WINDOW)
        self.start = max(found, self.end)
        self.end = self.start + len(data)
        try:
            return data.decode()
        except UnicodeDecodeError:  # "\ud83d\ude00", as JSON writes one character; a half of it alone is kept
            utf16 = data.decode(errors="surrogatepass").encode("utf-16", "surrogatepass")
            return utf16.decode("utf-16", "surrogatepass")

    def _refused(self, reason: str, remark: str = "") -> CodecError:
        """Return the error of the part that was read last."""
        return CodecError(reason, len(self.data[: self.start].decode(errors="ignore")), remark)
