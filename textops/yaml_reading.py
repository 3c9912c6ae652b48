"""Convert YAML 1.2 to JSON by the core schema (X13): ``no`` is a string, ``0o17`` is 15.

A document may contain only data: tags of programming languages are refused, and an alias is replaced by the value it
refers to. The JSON is written value by value and its size checked each time, so that aliases cannot expand to more than
the largest allowed result.

https://yaml.org/spec/1.2.2/#103-core-schema
"""

import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from textops.budget import Budget
from textops.json_text import KEEP_ONE, MAX_DEPTH, json_format
from textops.json_values import quoted
from textops.results import check_size, largest_result
from textops.yaml_scalars import json_scalar
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.extras import Extra
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

RAPIDYAML = Extra("yaml", "ryml")
MAX_BYTES = 256 * 1024
TEXT_TOO_LONG = "Text too long"
SYNTAX = "https://yaml.org/spec/1.2.2/"

# How many values are read before the clock is read again.
_UNCHECKED = 100
_ADVICE = "send less text, or fewer aliases"

# What the library takes, although YAML does not: control characters, and plain texts that begin with an indicator (of
# which a tab is not taken for the end).
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_INDICATOR = re.compile(r"(?:---|[-?:])\t|-\Z|[@`]")

_OLD_VERSION = re.compile(r"\ufeff?(?:(?:[ \t]*#|%|[ \t]*$).*\n)*?%YAML[ \t]+1\.[01]\b", re.MULTILINE)
_KINDS = {f"!!{kind}": kind for kind in ("str", "int", "float", "bool", "null", "map", "seq")}
_KINDS |= {f"<tag:yaml.org,2002:{kind}>": kind for kind in _KINDS.values()}
# Beside a scalar, this tag says that it is a text. Beside a list or mapping it says nothing.
_NO_KIND = "!"

_STANDARD_ERROR = 2

# How far behind the value before it the position of a value is looked for.
_WINDOW = 1000


def yaml_to_json(text: str, *, largest: int | None = None, budget: Budget | None = None) -> str:
    """Return the YAML document ``text`` as formatted JSON.

    ``largest``: how many bytes the result may have. Raises CodecError if ``text`` is not YAML or cannot be written in
    JSON, and ServiceError if it has more than MAX_BYTES, takes too long or its result would be larger.
    """
    library = RAPIDYAML.load()
    data = text.encode()
    if len(data) > MAX_BYTES:
        raise ServiceError(
            TEXT_TOO_LONG, f"YAML may have {MAX_BYTES // 1024} KiB, and this has {len(data) // 1024 + 1}"
        )
    if forbidden := _FORBIDDEN.search(text):
        raise CodecError(f"{forbidden[0]!r} is not allowed in YAML", forbidden.start(), "write it as an escape")
    if version := _OLD_VERSION.match(text):
        remark = "write %YAML 1.2"
        raise CodecError("a document of YAML 1.1, which reads words as no differently", version.end(), remark)
    try:
        tree = _parsed(library, data)
    except library.ExceptionParse as exc:
        place = len(data[: exc.errdata_parse.ymlloc.offset].decode(errors="ignore"))
        raise CodecError(exc.msg, place, f"syntax: {SYNTAX}") from None
    most = largest or largest_result(text)
    writer = _Writer(library, tree, "%TAG" in text, most, budget or Budget())
    try:
        writer.write_document()
    except _RefusedError as exc:
        raise CodecError(exc.reason, _position(library, tree, exc, data), exc.remark) from None
    return json_format("".join(writer.pieces), largest=most)


def _parsed(library: Any, data: bytes) -> Any:
    """Return the tree of a YAML document.

    The library also writes each error to the standard error of the process. Without other threads, whose lines would be
    lost, that is prevented, so that the command writes one line for an error.
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


class _RefusedError(Exception):
    """What cannot be written in JSON. ``quoted``: how the value at ``node`` begins in the text."""

    def __init__(self, reason: str, node: int, quoted: Any = b"", remark: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.node = node
        self.quoted = bytes(quoted)
        self.remark = remark


class _Writer:
    """Writes the JSON of a tree. ``pieces``: what has been written so far."""

    def __init__(self, library: Any, tree: Any, has_tag_directive: bool, most: int, budget: Budget) -> None:
        self._library = library
        self._tree = tree
        self._has_tag_directive = has_tag_directive
        self._most = most
        self._budget = budget
        self._size = 0
        self._values = 0
        # The JSON of each anchor's value, or where in the pieces it begins and ends.
        self._anchored: dict[str, str | tuple[int, int]] = {}
        self.pieces: list[str] = []

    def write_document(self) -> None:
        tree = self._tree
        documents = self._children(tree.root_id()) if tree.is_stream(tree.root_id()) else iter([tree.root_id()])
        document = next(documents)
        if not (tree.is_container(document) or tree.has_val(document)):
            raise _RefusedError("no document in the YAML", document, remark="write null for nothing")
        self._write_value(document, 0)
        for second in documents:
            raise _RefusedError("a second document", second, remark="send each by itself")

    def _write_value(self, node: int, depth: int) -> None:
        tree = self._tree
        self._values += 1
        if self._values % _UNCHECKED == 0:
            self._budget.check("YAML", _ADVICE)
        anchor = bytes(tree.val_anchor(node)).decode() if tree.has_val_anchor(node) else ""
        self._anchored.pop(anchor, None)  # an alias within it would be endless
        start = len(self.pieces)
        tag = bytes(tree.val_tag(node)).decode() if tree.has_val_tag(node) else ""
        if tree.is_val_ref(node):
            self._write(self._aliased(node, tree.val(node)))
        elif tree.is_container(node):
            if depth == MAX_DEPTH:
                raise _RefusedError(f"nested more than {MAX_DEPTH} deep", node)
            is_map = tree.is_map(node)
            self._kind(node, tag, "map" if is_map else "seq")
            self._write("{" if is_map else "[")
            names: set[str] = set()
            for number, child in enumerate(self._children(node)):
                if number:
                    self._write(",")
                if is_map:
                    self._write_name(child, names)
                self._write_value(child, depth + 1)
            self._write("}" if is_map else "]")
        else:
            self._write(self._scalar(node, tree.val(node), tree.is_val_quoted(node), tag))
        if anchor:
            self._anchored[anchor] = (start, len(self.pieces))

    def _write_name(self, member: int, names: set[str]) -> None:
        name = self._name(member)
        if name in names:
            reason = f"the name {name[:MAX_QUOTED]} a second time in one mapping"
            raise _RefusedError(reason, member, self._tree.key(member) or b"", KEEP_ONE)
        names.add(name)
        self._write(f"{name}:")

    def _name(self, member: int) -> str:
        """Return the name of a member as a JSON string. Names are strings in JSON: 1 becomes "1"."""
        tree = self._tree
        key = tree.key(member)
        if tree.is_key_ref(member):
            name = self._aliased(member, key)
            if not name.startswith('"'):
                raise _RefusedError("an alias as a name that stands for no text", member, key)
            return name
        is_quoted = tree.is_key_quoted(member)
        if tree.has_key_tag(member):
            self._scalar(member, key, is_quoted, bytes(tree.key_tag(member)).decode())
        name = quoted(self._text(member, key, is_quoted))
        if tree.has_key_anchor(member):
            self._anchored[bytes(tree.key_anchor(member)).decode()] = name
        return name

    def _scalar(self, node: int, value: Any, is_quoted: bool, tag: str) -> str:
        text = self._text(node, value, is_quoted)
        kind = self._kind(node, tag, "str", "int", "float", "bool", "null")
        if tag == _NO_KIND or (is_quoted and not tag):
            kind = "str"
        try:
            return json_scalar(text, kind)
        except CodecError as exc:
            raise _RefusedError(exc.reason, node, value or b"", exc.remark) from None

    def _text(self, node: int, value: Any, is_quoted: bool) -> str:
        text = "" if value is None else bytes(value).decode()
        if not is_quoted and (indicator := _INDICATOR.match(text)):
            remark = "put the text in quotation marks, or a space, not a tab, after the sign"
            raise _RefusedError(f"{indicator[0]!r} begins no plain text", node, value, remark)
        return text

    def _kind(self, node: int, tag: str, *allowed: str) -> str:
        """Return the kind of value that a tag names, or an empty string. A directive may give a tag another meaning."""
        if tag in ("", _NO_KIND):
            return ""
        kind = _KINDS.get(tag)
        if kind not in allowed or self._has_tag_directive:
            reason = f"the tag {tag[:MAX_QUOTED]}, which JSON has no value for"
            raise _RefusedError(reason, node, tag.encode(), "leave it out")
        return kind

    def _aliased(self, node: int, alias: Any) -> str:
        written = self._anchored.get(bytes(alias).decode().removeprefix("*"))
        if written is None:
            remark = "write its anchor, such as &a, at a value before it"
            raise _RefusedError("an alias of an anchor that is not there, or of what contains it", node, alias, remark)
        return written if isinstance(written, str) else "".join(self.pieces[slice(*written)])

    def _children(self, node: int) -> Iterator[int]:
        return iter(self._library.children(self._tree, node))

    def _write(self, piece: str) -> None:
        self._size += len(piece)
        check_size(self._size, self._most)
        self.pieces.append(piece)


def _position(library: Any, tree: Any, refused: _RefusedError, data: bytes) -> int:
    """Return the position of what is refused. The library does not tell it, but its values are in their order."""
    place = 0

    def found(part: Any) -> int:
        start = data.find(bytes(part), place, place + len(part) + _WINDOW) if part else -1
        return start if start >= 0 else place

    for node, _ in library.walk(tree):
        bracket = (b"{" if tree.is_map(node) else b"[") if tree.is_flow(node) else b""
        if node == refused.node:
            break
        for part in (tree.has_key(node) and tree.key(node), tree.has_val(node) and tree.val(node), bracket):
            if part:
                place = found(part) + len(part)
    return len(data[: found(refused.quoted or bracket)].decode(errors="ignore"))
