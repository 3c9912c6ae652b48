"""The parameters of /text/: one serializer for each set of parameters that some operation reads."""

from typing import Any

from textops import services
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ChoiceParameter, ChoicesParameter, IntegerParameter, TextParameter


class ChainParameter(ChoicesParameter):
    """Operations to apply one after the other (B4). ``bounds``: how many."""

    bounds = services.CHAIN

    def to_internal_value(self, data: object) -> tuple[str, ...] | None:
        names = super().to_internal_value(data)
        return names and services.check_chain(names)


class FormatParameter(ChoiceParameter):
    """How to answer. The description tells of plain text in words alone: a generated client expects JSON (S2)."""

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": [services.DEFAULT_FORMAT]}


class TextParameters(ParameterSerializer):
    missing = {"text": services.TEXT_REQUIRED}
    request_only = ("format",)  # it says how to answer, which the view decides

    text = TextParameter(multiline=True, help_text="The text to process")
    operation = ChainParameter(
        names=services.OPERATION_NAMES,
        default=services.DEFAULT_OPERATION,
        help_text="One operation, or several separated by commas and applied from left to right",
    )
    format = FormatParameter(
        names=services.FORMATS,
        default=services.DEFAULT_FORMAT,
        help_text="Answer with JSON; `text` returns only the result, as plain text",
    )


class ShiftParameters(TextParameters):
    shift = IntegerParameter(
        default=services.DEFAULT_SHIFT, help_text="How many places to shift each letter; may be negative or large"
    )


class FindParameters(TextParameters):
    missing = {"find": services.FIND_REQUIRED}

    find = TextParameter(allow_blank=False, help_text="The text to look for, literally")


class ReplaceParameters(FindParameters):
    replacement = TextParameter(default="", help_text="The text to put in its place")
