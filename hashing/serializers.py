"""The parameters of /hash/."""

from hashing import services
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import (
    BooleanParameter,
    ChoiceParameter,
    ChoicesParameter,
    IntegerParameter,
    TextParameter,
)


class InputParameters(ParameterSerializer):
    positional = ("input",)

    input = TextParameter(
        secret=True,
        multiline=True,
        missing=services.INPUT_REQUIRED,
        aliases=("text",),
        help_text="The text to hash",
    )


class FileParameters(ParameterSerializer):
    """The parameters of a request whose body is a file (H10)."""

    algorithm = ChoicesParameter(
        names=services.ALGORITHM_NAMES,
        aliases=("algorithms",),
        help_text="One algorithm, or several",
    )
    salt = TextParameter(secret=True, default="", help_text="Prepended to the input before hashing")
    iterations = IntegerParameter(bounds=services.ITERATIONS, help_text="Number of rounds")
    format = ChoiceParameter(names=services.FORMATS, help_text="How the digest is written")
    uppercase = BooleanParameter(default=False, help_text="Write the digest in upper case (hex only)")
    key = TextParameter(credential=True, required=False, help_text="Compute an HMAC with this key")
    key_encoding = ChoiceParameter(names=services.ENCODINGS, help_text="How the key is written")
    expected = TextParameter(
        secret=True,
        required=False,
        help_text="A digest to compare with, in hex or Base64, alone or in a tool's output; without algorithm it "
        "decides the algorithm",
    )


class EncodingParameters(ParameterSerializer):
    encoding = ChoiceParameter(names=services.ENCODINGS, help_text="How the input is written")


class HashParameters(InputParameters, FileParameters, EncodingParameters):
    """The parameters of a request with a text. They are read in the order of the base classes."""
