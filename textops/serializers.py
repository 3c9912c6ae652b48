"""The parameters of /text/."""

from textops import services
from utilitysvc.kit.fields import ChoiceParameter, ChoicesParameter, IntegerParameter, TextParameter
from utilitysvc.kit.serializers import ParameterSerializer


class ChainParameter(ChoicesParameter):
    """Operations to apply one after the other (B4). ``bounds``: how many."""

    bounds = services.CHAIN

    def to_internal_value(self, data: object) -> tuple[str, ...] | None:
        names = super().to_internal_value(data)
        return names and services.check_chain(names)


class TextParameters(ParameterSerializer):
    missing = {"text": services.TEXT_REQUIRED}
    only_with = {"shift": ("operation", services.SHIFTED)}
    examples = {
        "Statistics": {"text": "Hello, World!", "operation": "analyze"},
        "Case": {"text": "XMLHttpRequest", "operation": "snakecase"},
        "Encoding": {"text": "naïve café", "operation": "base64_encode"},
        "Cipher": {"text": "Attack at dawn", "operation": "caesar_cipher", "shift": 5},
        "Chain": {"text": "SGVsbG8sIFdvcmxkIQ==", "operation": ["base64_decode", "uppercase", "reverse"]},
    }
    refusals = {
        "Text missing": {},
        "Unknown operation": {"text": "hello", "operation": "shout"},
        "Count within a chain": {"text": "hello", "operation": "length,uppercase"},
        "Chain too long": {"text": "hello", "operation": ["reverse"] * (services.CHAIN.maximum + 1)},
        "Unknown format": {"text": "hello", "format": "xml"},
        "Wrong type": {"text": "hello", "operation": "caesar_cipher", "shift": "far"},
        "Not decodable": {"text": "100%", "operation": "url_decode"},
    }

    text = TextParameter(multiline=True, help_text="The text to process")
    operation = ChainParameter(
        names=services.OPERATION_NAMES,
        default=services.DEFAULT_OPERATION,
        help_text="One operation, or several separated by commas and applied from left to right",
    )
    format = ChoiceParameter(
        names=services.FORMATS,
        default=services.DEFAULT_FORMAT,
        help_text="Answer with JSON, or with the bare result as plain text",
    )
    shift = IntegerParameter(
        default=services.DEFAULT_SHIFT, help_text="By how many places to shift each letter, of any size and sign"
    )
