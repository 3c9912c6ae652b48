"""The parameters of /uuid/."""

from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, ChoiceParameter, IntegerParameter
from uuids import services


class UUIDParameters(ParameterSerializer):
    count = IntegerParameter(bounds=services.COUNT, default=services.DEFAULT_COUNT, help_text="How many UUIDs")
    format = ChoiceParameter(
        names=services.FORMATS, default=services.DEFAULT_FORMAT, help_text="How the UUIDs are written"
    )
    secure = BooleanParameter(default=False, help_text="Draw from the operating system's generator")
    uppercase = BooleanParameter(default=False, help_text="Upper-case hexadecimal digits")
