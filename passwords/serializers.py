"""The parameters of /password/."""

from passwords import services
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, IntegerParameter, TextParameter


class PasswordParameters(ParameterSerializer):
    length = IntegerParameter(bounds=services.LENGTH, default=services.DEFAULT_LENGTH, help_text="Number of characters")
    uppercase = BooleanParameter(default=True, help_text="Include uppercase letters")
    lowercase = BooleanParameter(default=True, help_text="Include lowercase letters")
    numbers = BooleanParameter(default=True, help_text="Include digits")
    symbols = BooleanParameter(default=True, help_text="Include symbols")
    exclude_similar = BooleanParameter(default=False, help_text=f"Leave out {' '.join(services.SIMILAR)}")
    exclude_ambiguous = BooleanParameter(default=False, help_text=f"Leave out {' '.join(services.AMBIGUOUS)}")
    exclude = TextParameter(secret=True, default="", help_text="Characters to leave out")
