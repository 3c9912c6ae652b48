"""The parameters of /password/."""

from passwords import services
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, IntegerParameter, TextParameter


def _count() -> IntegerParameter:
    return IntegerParameter(
        bounds=services.COUNT, default=services.DEFAULT_COUNT, help_text="How many passwords, all different"
    )


class PasswordParameters(ParameterSerializer):
    length = IntegerParameter(bounds=services.LENGTH, default=services.DEFAULT_LENGTH, help_text="Number of characters")
    uppercase = BooleanParameter(default=True, help_text="Include uppercase letters")
    lowercase = BooleanParameter(default=True, help_text="Include lowercase letters")
    numbers = BooleanParameter(default=True, help_text="Include digits")
    symbols = BooleanParameter(default=True, help_text="Include symbols")
    exclude_similar = BooleanParameter(default=False, help_text=f"Leave out {' '.join(services.SIMILAR)}")
    exclude_ambiguous = BooleanParameter(default=False, help_text=f"Leave out {' '.join(services.AMBIGUOUS)}")
    exclude = TextParameter(length=services.EXCLUDE, secret=True, default="", help_text="Characters to leave out")
    count = _count()


class PassphraseParameters(ParameterSerializer):
    missing = {"words": (services.WORDS.error, "")}

    words = IntegerParameter(
        bounds=services.WORDS, help_text="Number of words from a list of 7,776, instead of characters"
    )
    separator = TextParameter(
        length=services.SEPARATOR, default=services.DEFAULT_SEPARATOR, help_text="The text between the words"
    )
    capitalize = BooleanParameter(default=False, help_text="Each word begins with a capital")
    digit = BooleanParameter(default=False, help_text="One digit after one of the words")
    count = _count()
