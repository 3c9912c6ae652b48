"""The parameters of /password/ and /password/strength/."""

from collections.abc import Iterator, Mapping
from typing import Any

from passwords import services, site_rules
from passwords.characters import CLASSES
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, IntegerParameter, ListParameter, TextParameter, texts_in
from utilitysvc.kit.service_error import refuse_both


def _include(**options: Any) -> Iterator[BooleanParameter]:
    for characters in ("uppercase letters", "lowercase letters", "digits", "symbols"):
        yield BooleanParameter(help_text=f"Include {characters}", **options)


def _leave_out(**options: Any) -> Iterator[BooleanParameter]:
    for characters in (services.SIMILAR, services.AMBIGUOUS):
        yield BooleanParameter(help_text=f"Leave out {' '.join(characters)}", **options)


def _minimums(**options: Any) -> Iterator[IntegerParameter]:
    # The service checks the bounds, because a class that is off is reported before any value (G4).
    for bounds in services.MINIMUMS.values():
        yield IntegerParameter(bounds=bounds, checked=False, help_text="How many at least", **options)


def _count(*, checked: bool = True) -> IntegerParameter:
    return IntegerParameter(bounds=services.COUNT, checked=checked, help_text="How many passwords, all different")


class PasswordParameters(ParameterSerializer):
    length = IntegerParameter(bounds=services.LENGTH, help_text="Number of characters")
    uppercase, lowercase, numbers, symbols = _include(default=True)
    exclude_similar, exclude_ambiguous = _leave_out(default=False)
    exclude = TextParameter(length=services.EXCLUDE, secret=True, default="", help_text="Characters to leave out")
    count = _count()
    min_uppercase, min_lowercase, min_numbers, min_symbols = _minimums(default=0)


class PassphraseParameters(ParameterSerializer):
    words = IntegerParameter(
        bounds=services.WORDS,
        missing=(services.WORDS.error, ""),
        help_text="Number of words from a list of 7,776, instead of characters",
    )
    separator = TextParameter(length=services.SEPARATOR, help_text="The text between the words")
    capitalize = BooleanParameter(default=False, help_text="Each word begins with a capital")
    digit = BooleanParameter(default=False, help_text="One digit after one of the words")
    count = _count()


class RulesParameters(ParameterSerializer):
    """The rules determine the characters. Other parameters that do so are read only to be refused (P8)."""

    request_only = (*CLASSES, "exclude_similar", "exclude_ambiguous", "exclude", *(f"min_{name}" for name in CLASSES))

    length = IntegerParameter(
        bounds=services.LENGTH, checked=False, required=False, help_text="Number of characters, if the rules allow it"
    )
    uppercase, lowercase, numbers, symbols = _include(required=False)
    exclude_similar, exclude_ambiguous = _leave_out(required=False)
    exclude = TextParameter(required=False, allow_blank=False, secret=True, help_text="Characters to leave out")
    count = _count(checked=False)
    rules = TextParameter(
        allow_blank=False,
        multiline=True,
        missing=(site_rules.INVALID_RULES, ""),
        max_length=site_rules.MAX_CHARACTERS,
        help_text="A site's password rules, as minlength: 12; required: upper; allowed: lower",
    )
    min_uppercase, min_lowercase, min_numbers, min_symbols = _minimums(required=False)

    @classmethod
    def read(cls, data: Mapping[str, object]) -> dict[str, Any]:
        values = super().read(data)
        for name in cls.request_only:
            if name in values:
                raise refuse_both("rules", name, "the rules say which characters a password has")
        return values


class TriedWordsParameter(ListParameter):
    """Several texts; an empty list is not given."""

    def to_internal_value(self, data: object) -> Any:
        return super().to_internal_value(data) if any(text.strip() for text in texts_in(data)) else None


class StrengthParameters(ParameterSerializer):
    password = TextParameter(
        allow_blank=False,
        credential=True,
        length=services.PASSWORD,
        missing=services.PASSWORD_REQUIRED,
        help_text="The password that is judged",
    )
    words = TriedWordsParameter(
        bounds=services.TRIED_WORDS,
        secret=True,  # names and words of the person whose password it is
        required=False,
        help_text="What an attacker would try first: the user's name, the site's",
    )
