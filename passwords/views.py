from typing import Annotated, TypedDict

from passwords import services
from passwords.serializers import PasswordParameters
from utilitysvc.kit.clock import example_timestamp
from utilitysvc.kit.draws import example_source
from utilitysvc.kit.exception_handler import METHOD_NOT_ALLOWED
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.tool import Tool
from utilitysvc.kit.view import ComputeView


class LoneError(TypedDict):
    error: Annotated[str, "What is wrong"]


def error_alone(error: str, details: str, status: int) -> LoneError:
    """The shape of this service's errors: one key, the details joined to it (G12)."""
    if error == METHOD_NOT_ALLOWED or not details:  # its text is fixed (G8), and the Allow header holds the details
        return {"error": error}
    return {"error": f"{error}: {details}"}


def example_bytes(size: int) -> bytes:
    """The same bytes at each call."""
    return example_source(secure=True)(size)


PASSWORD = Operation(
    "password",
    services.generate_password,
    PasswordParameters,
    services.plain_text,
    examples={
        "50 characters": {},
        "To be read aloud": {"length": 16, "symbols": False, "exclude_similar": True},
        "PIN": {"length": 6, "uppercase": False, "lowercase": False, "symbols": False},
    },
    refusals={
        "Length out of bounds": {"length": 1001},
        "Wrong type": {"length": "long"},
        "No class": {"uppercase": False, "lowercase": False, "numbers": False, "symbols": False},
        "Class emptied": {"exclude": "0123456789"},
    },
    steady={"clock": example_timestamp, "randbytes": example_bytes},
)


class PasswordView(ComputeView):
    """Generate a random password."""

    name = "password"
    operations = Operations(PASSWORD)
    tool = Tool(
        "generate_password",
        "Generate a password",
        (
            "Generate a random password from the operating system's secure generator, by length and kinds of "
            "characters. Use it wherever a password or a secret is wanted: what a model makes up can be guessed. The "
            "answer stands in the conversation from then on, so tell whoever asked for it. Returns password, and its "
            "strength in bits as entropy."
        ),
    )
    error_shape = staticmethod(error_alone)
