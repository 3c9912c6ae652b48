"""The parameters of /password/."""

from passwords import services
from utilitysvc.kit.fields import BooleanParameter, IntegerParameter, TextParameter
from utilitysvc.kit.serializers import ParameterSerializer


class PasswordParameters(ParameterSerializer):
    examples = {
        "50 characters": {},
        "To be read aloud": {"length": 16, "symbols": False, "exclude_similar": True},
        "PIN": {"length": 6, "uppercase": False, "lowercase": False, "symbols": False},
    }
    refusals = {
        "Length out of bounds": {"length": 1001},
        "Wrong type": {"length": "long"},
        "No class": {"uppercase": False, "lowercase": False, "numbers": False, "symbols": False},
        "Class emptied": {"exclude": "0123456789"},
    }

    length = IntegerParameter(bounds=services.LENGTH, default=services.DEFAULT_LENGTH, help_text="Number of characters")
    uppercase = BooleanParameter(default=True, help_text="Include uppercase letters")
    lowercase = BooleanParameter(default=True, help_text="Include lowercase letters")
    numbers = BooleanParameter(default=True, help_text="Include digits")
    symbols = BooleanParameter(default=True, help_text="Include symbols")
    exclude_similar = BooleanParameter(default=False, help_text=f"Leave out {' '.join(services.SIMILAR)}")
    exclude_ambiguous = BooleanParameter(default=False, help_text=f"Leave out {' '.join(services.AMBIGUOUS)}")
    exclude = TextParameter(secret=True, default="", help_text="Characters to leave out")
