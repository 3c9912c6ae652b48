"""The parameters of /uuid/ and /uuid/inspect/."""

from utilitysvc.drawing.range_parameters import secure_parameter
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import (
    BooleanParameter,
    ChoiceParameter,
    IntegerParameter,
    ListParameter,
    TextParameter,
    texts_in,
)
from uuids import services


class UUIDParameters(ParameterSerializer):
    count = IntegerParameter(bounds=services.COUNT, help_text="How many UUIDs")
    format = ChoiceParameter(names=services.FORMATS, help_text="How the UUIDs are written")
    secure = secure_parameter()
    uppercase = BooleanParameter(default=False, help_text="Upper-case hexadecimal digits")
    version = ChoiceParameter(
        names=services.VERSIONS,
        help_text=(
            "4: random; 7: time in milliseconds and random bits, sortable; 5: SHA-1 of a name; 6: time in 100 ns and a "
            "random node, sortable; 1: as 6, not sortable; 3: MD5 of a name"
        ),
    )
    name = TextParameter(required=False, secret=True, help_text="For versions 5 and 3, which require it: the name")
    namespace = TextParameter(
        default=services.DEFAULT_NAMESPACE,
        allow_blank=False,
        help_text="For versions 5 and 3: the kind of name: dns, url, oid, x500 or the UUID of a namespace",
    )


class UUIDsParameter(ListParameter):
    """Texts with the white space around them, because a space at the start may be the ``+`` of Base64."""

    def to_internal_value(self, data: object) -> list[str]:
        texts = [text for text in texts_in(data) if text.strip()]
        self.bounds.check(len(texts))
        return texts


class InspectionParameters(ParameterSerializer):
    positional = ("uuid",)

    uuid = UUIDsParameter(
        bounds=services.INSPECTED,
        missing=services.UUIDS_REQUIRED,
        help_text="UUIDs in any format, with braces or urn:uuid:, ULIDs, or integers",
    )
