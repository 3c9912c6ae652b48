"""The parameters of /uuid/."""

from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, ChoiceParameter, IntegerParameter, TextParameter
from uuids import services


class UUIDParameters(ParameterSerializer):
    count = IntegerParameter(bounds=services.COUNT, default=services.DEFAULT_COUNT, help_text="How many UUIDs")
    format = ChoiceParameter(
        names=services.FORMATS, default=services.DEFAULT_FORMAT, help_text="How the UUIDs are written"
    )
    secure = BooleanParameter(default=False, help_text="Draw from the operating system's generator")
    uppercase = BooleanParameter(default=False, help_text="Upper-case hexadecimal digits")
    version = ChoiceParameter(
        names=services.VERSIONS,
        default=services.DEFAULT_VERSION,
        help_text="4: random; 7: the time in milliseconds, then random bits, so that they sort; 5: a digest of a name",
    )
    name = TextParameter(required=False, secret=True, help_text="For version 5, which requires it: the name")
    namespace = TextParameter(
        default=services.DEFAULT_NAMESPACE,
        allow_blank=False,
        help_text="For version 5: the kind of name: dns, url, oid, x500 or the UUID of a namespace",
    )
