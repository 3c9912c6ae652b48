from typing import Annotated, TypedDict

from passwords import services
from passwords.serializers import PasswordParameters
from utilitysvc.kit.exceptions import METHOD_NOT_ALLOWED
from utilitysvc.kit.views import ComputeView


class LoneError(TypedDict):
    error: Annotated[str, "What is wrong"]


def error_alone(error: str, details: str, status: int) -> LoneError:
    """The shape of this service's errors: one key, the details joined to it (G12)."""
    if error == METHOD_NOT_ALLOWED or not details:  # its text is fixed (G8), and the Allow header holds the details
        return {"error": error}
    return {"error": f"{error}: {details}"}


class PasswordView(ComputeView):
    """Generate a random password."""

    parameters = PasswordParameters
    compute = staticmethod(services.generate_password)
    plain_text = staticmethod(services.plain_text)
    error_shape = staticmethod(error_alone)
