"""The parameters of /uuid/."""

from utilitysvc.kit.fields import BooleanParameter, ChoiceParameter, IntegerParameter
from utilitysvc.kit.serializers import ParameterSerializer
from uuids import services


class UUIDParameters(ParameterSerializer):
    examples = {
        "One": {},
        "Three as URNs": {"count": 3, "format": "urn"},
        "From the secure generator": {"secure": True, "uppercase": True},
    }
    refusals = {
        "Count out of bounds": {"count": 1001},
        "Unknown format": {"format": "octal"},
        "Wrong type": {"count": "many"},
    }

    count = IntegerParameter(bounds=services.COUNT, default=services.DEFAULT_COUNT, help_text="How many UUIDs")
    format = ChoiceParameter(
        names=services.FORMATS, default=services.DEFAULT_FORMAT, help_text="How the UUIDs are written"
    )
    secure = BooleanParameter(default=False, help_text="Draw from the operating system's generator")
    uppercase = BooleanParameter(default=False, help_text="Upper-case hexadecimal digits")
