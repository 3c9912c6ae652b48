"""The parameters of /text/: those of every operation, and a table of those that only some operations read."""

from functools import cache
from typing import Any

from textops.ciphers import DEFAULT_SHIFT
from textops.differences import CONTEXT, OTHER_REQUIRED
from textops.json_query import PATH, PATH_REQUIRED
from textops.operations import OPERATION_NAMES
from textops.searching import DEFAULT_GROUP, FIND_REQUIRED
from textops.services import CHAIN, FORMATS, TEXT_REQUIRED, check_chain
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import (
    BooleanParameter,
    ChoiceParameter,
    ChoicesParameter,
    IntegerParameter,
    TextParameter,
    texts_in,
)


class ChainParameter(ChoicesParameter):
    """Operations to apply one after the other. ``bounds``: how many a chain may have."""

    bounds = CHAIN

    def to_internal_value(self, data: object) -> tuple[str, ...] | None:
        texts = [text for text in texts_in(data) if text.strip()]
        return check_chain(texts) if texts else None

    def json_schema(self) -> dict[str, Any]:
        return {**super().json_schema(), "maxItems": self.bounds.maximum}


class FormatParameter(ChoiceParameter):
    """The format of the answer.

    The schema lists only JSON, because generated clients expect JSON. The help text mentions plain text.
    """

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": [FORMATS.default]}


class TextParameters(ParameterSerializer):
    positional = ("text",)
    request_only = ("format",)  # read by the view, not by the operation's function

    text = TextParameter(multiline=True, missing=TEXT_REQUIRED, help_text="The text to process")
    operation = ChainParameter(
        names=OPERATION_NAMES,
        help_text="One operation, or several applied from left to right",
    )
    format = FormatParameter(names=FORMATS, help_text="Answer with JSON; `text` returns only the result, as plain text")


#: The parameters that operations read in addition to the text, in the order in which their errors are reported.
FIELDS = {
    "shift": IntegerParameter(default=DEFAULT_SHIFT, help_text="How many places to shift each letter; may be negative"),
    "find": TextParameter(allow_blank=False, missing=FIND_REQUIRED, help_text="The text to look for"),
    "replacement": TextParameter(
        default="", help_text=r"The text to put in its place; with `regex`, `\1` and `\g<name>` are groups of the match"
    ),
    "each_line": BooleanParameter(default=False, help_text="Apply the operations to each line by itself"),
    "regex": BooleanParameter(default=False, help_text="Read `find` as a regular expression in the syntax of RE2"),
    "ignore_case": BooleanParameter(default=False, help_text="Match letters of either case"),
    "multiline": BooleanParameter(default=False, help_text="With `regex`: `^` and `$` match at each line"),
    "dotall": BooleanParameter(default=False, help_text="With `regex`: a dot matches line feeds too"),
    "group": TextParameter(
        default=DEFAULT_GROUP,
        allow_blank=False,
        help_text="With `regex`: the number or name of the group to list; 0 is the whole match",
    ),
    "path": TextParameter(
        allow_blank=False,
        length=PATH,
        missing=PATH_REQUIRED,
        help_text="A JSON Path (RFC 9535), such as `$.store.book[*].title`",
    ),
    "other": TextParameter(multiline=True, missing=OTHER_REQUIRED, help_text="The text to compare with; may be empty"),
    "context": IntegerParameter(bounds=CONTEXT, help_text="How many equal lines to show around each change"),
}


@cache
def parameters_reading(names: frozenset[str]) -> type[ParameterSerializer]:
    """Return the serializer of operations that read these parameters in addition to the text."""
    fields = {name: field for name, field in FIELDS.items() if name in {*names, "each_line"}}
    return type("OperationParameters", (TextParameters,), fields)
