"""Convert YAML 1.2 to JSON by the core schema (X13): ``no`` is a string, ``0o17`` is 15.

A document may contain only data: tags of programming languages are refused, and an alias is replaced by the value it
refers to. The JSON is written event by event and its size checked each time, so that aliases cannot expand to more than
the largest allowed result.

https://yaml.org/spec/1.2.2/#103-core-schema
"""

from collections.abc import Iterable
from typing import Any

from textops.budget import Budget
from textops.json_text import MAX_DEPTH, json_format
from textops.json_values import quoted
from textops.results import check_size, largest_result
from textops.yaml_parsing import RUAMEL, NotReadError, quick_events, strict_events
from textops.yaml_scalars import json_scalar
from utilitysvc.kit.codecs import CodecError
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

MAX_BYTES = 256 * 1024
TEXT_TOO_LONG = "Text too long"

_TAG = "tag:yaml.org,2002:"


def yaml_to_json(text: str, *, largest: int | None = None, budget: Budget | None = None) -> str:
    """Return the YAML document ``text`` as formatted JSON.

    ``largest``: how many bytes the result may have. Raises CodecError if ``text`` is not YAML or cannot be written in
    JSON, and ServiceError if it has more than MAX_BYTES, takes too long or its result would be larger.
    """
    RUAMEL.load()  # the operation requires it, even if the quick parser alone can read the text
    if (size := len(text.encode())) > MAX_BYTES:
        raise ServiceError(TEXT_TOO_LONG, f"YAML may have {MAX_BYTES // 1024} KiB, and this has {size // 1024 + 1}")
    most = largest or largest_result(text)
    budget = budget or Budget()
    try:
        written = json_of(quick_events(text, budget), most)
    except NotReadError as exc:
        written = json_of(strict_events(text, budget, exc.advice), most)
    return json_format(written, largest=most)


def json_of(events: Iterable[Any], most: int) -> str:
    """Return the JSON of a parser's events. It may have at most ``most`` characters."""
    writer = _Writer(most)
    for event in events:
        writer.add(event)
    if not writer.pieces:
        raise CodecError("no document in the YAML", 0, "write null for nothing")
    return "".join(writer.pieces)


class _Writer:
    """Writes JSON from the events of a YAML parser. ``pieces``: the JSON written so far."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self.pieces: list[str] = []
        self._open: list[_Container] = []
        self._anchors: dict[str, tuple[int, int]] = {}  # where in the pieces each anchor's value begins and ends
        self._documents = 0

    def add(self, event: Any) -> None:
        match type(event).__name__:  # each parser has its own classes, with the same names
            case "ScalarEvent":
                start = self._begin_value(event)
                self._write_scalar(event)
                self._end_value(event.anchor, start)
            case "MappingStartEvent":
                self._begin(event, "}")
            case "SequenceStartEvent":
                self._begin(event, "]")
            case "MappingEndEvent" | "SequenceEndEvent":
                container = self._open.pop()
                self._write(container.closer)
                self._end_value(container.anchor, container.start)
            case "AliasEvent":
                self._write_alias(event)
            case "DocumentStartEvent":
                self._begin_document(event)

    def _begin_document(self, event: Any) -> None:
        self._documents += 1
        place = event.start_mark.index
        if self._documents > 1:
            raise CodecError("a second document", place, "send each by itself")
        if event.version and tuple(event.version) < (1, 2):
            raise CodecError("a document of YAML 1.1, which reads words as no differently", place, "write %YAML 1.2")

    def _begin(self, event: Any, closer: str) -> None:
        _check_tag(event, "map" if closer == "}" else "seq")
        start = self._begin_value(event, container=True)
        if len(self._open) == MAX_DEPTH:
            raise CodecError(f"nested more than {MAX_DEPTH} deep", event.start_mark.index)
        self._open.append(_Container(closer, event.anchor, start))
        self._write("{" if closer == "}" else "[")

    def _begin_value(self, event: Any, *, container: bool = False) -> int:
        """Write the comma before a value, if it needs one. Return the index of the value's first piece."""
        if self._open:
            outer = self._open[-1]
            if container and outer.is_at_name:
                raise CodecError("a name that is a list or a mapping, which JSON does not have", event.start_mark.index)
            if outer.closer == "]" or outer.is_at_name:
                self._write("," if outer.count else "")
        return len(self.pieces)

    def _end_value(self, anchor: str | None, start: int) -> None:
        if anchor:
            self._anchors[anchor] = (start, len(self.pieces))
        if self._open:
            outer = self._open[-1]
            if outer.is_at_name:
                self._write(":")
            outer.count += 1

    def _write_scalar(self, event: Any) -> None:
        place = event.start_mark.index
        written = json_scalar(event.value, _scalar_tag(event), place)
        if self._open and self._open[-1].is_at_name:
            written = quoted(event.value)  # names are strings in JSON: 1 becomes "1"
            self._open[-1].add_name(written, place)
        self._write(written)

    def _write_alias(self, event: Any) -> None:
        place = event.start_mark.index
        if any(container.anchor == event.anchor for container in self._open):
            raise CodecError("an alias of what contains it", place)
        if event.anchor not in self._anchors:
            raise CodecError(
                "an alias of an anchor that is not there", place, f"write &{event.anchor[:MAX_QUOTED]} before the value"
            )
        start, end = self._anchors[event.anchor]
        found = "".join(self.pieces[start:end])
        if self._open and self._open[-1].is_at_name:
            if not found.startswith('"'):
                raise CodecError("an alias as a name that stands for no text", place)
            self._open[-1].add_name(found, place)
        self._begin_value(event)
        self._write(found)
        self._end_value(None, 0)

    def _write(self, piece: str) -> None:
        self._size += len(piece)
        check_size(self._size, self._most)
        self.pieces.append(piece)


class _Container:
    """An open list or mapping. ``count``: how many values it has so far, including names."""

    def __init__(self, closer: str, anchor: str | None, start: int) -> None:
        self.closer = closer
        self.anchor = anchor
        self.start = start
        self.count = 0
        self.names: set[str] = set()

    @property
    def is_at_name(self) -> bool:
        return self.closer == "}" and self.count % 2 == 0

    def add_name(self, written: str, place: int) -> None:
        """Note a name of the mapping. Raises CodecError if the mapping has it already."""
        if written in self.names:
            raise CodecError(f"the name {written[:MAX_QUOTED]} a second time in one mapping", place, "keep one of them")
        self.names.add(written)


def _scalar_tag(event: Any) -> str:
    """Return the type of a scalar: ``str`` if it is quoted, empty if the core schema decides."""
    if event.tag is None:
        return "" if event.implicit[0] else "str"
    if event.tag == "!":
        return "str"
    return _check_tag(event, "str", "int", "float", "bool", "null")


def _check_tag(event: Any, *allowed: str) -> str:
    if event.tag is None or event.tag == "!":
        return ""
    name = str(event.tag)
    kind = name.removeprefix(_TAG)
    if kind == name or kind not in allowed:
        raise CodecError(
            f"the tag {name[:MAX_QUOTED]}, which JSON has no value for", event.start_mark.index, "leave it out"
        )
    return kind
