import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypedDict

from passwords import services
from passwords.serializers import PassphraseParameters, PasswordParameters, RulesParameters, StrengthParameters
from utilitysvc.drawing.sources import EXAMPLE_ARGUMENTS
from utilitysvc.interfaces.mcp.tool import Tool
from utilitysvc.kit.exception_handler import METHOD_NOT_ALLOWED
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.service_error import refuse_both
from utilitysvc.kit.view import ComputeView


class LoneError(TypedDict):
    error: Annotated[str, "What is wrong"]


def error_alone(error: str, details: str, status: int) -> LoneError:
    """Return the body of an error: one key, which has the details too (G12)."""
    if error == METHOD_NOT_ALLOWED or not details:  # its text is fixed (G8), and the Allow header holds the details
        return {"error": error}
    return {"error": f"{error}: {details}"}


#: Example requests of each operation, and those that are refused, by title.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())

#: How many characters and words are drawn in a millisecond or two. Passwords with minimums of each class take longest.
LIGHT_CHARACTERS, LIGHT_WORDS = 100, 500

PASSWORD = Operation(
    "passwords of characters",
    services.generate_password,
    PasswordParameters,
    services.plain_text,
    **EXAMPLES["passwords of characters"],
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] * values["length"] <= LIGHT_CHARACTERS,
)

PASSPHRASE = Operation(
    "passphrases",
    services.generate_passphrase,
    PassphraseParameters,
    services.plain_text,
    **EXAMPLES["passphrases"],
    example_kwargs=EXAMPLE_ARGUMENTS,
    light=lambda values: values["count"] * values["words"] <= LIGHT_WORDS,
)

RULES = Operation(
    "passwords by rules",
    services.generate_password_by_rules,
    RulesParameters,
    services.plain_text,
    **EXAMPLES["passwords by rules"],
    example_kwargs=EXAMPLE_ARGUMENTS,
)

STRENGTH = Operation(
    "strength",
    services.password_strength,
    StrengthParameters,
    services.plain_strength,
    **EXAMPLES["strength"],
    deterministic=True,
)


def operation_name(data: Mapping[str, Any]) -> str:
    """Return the operation that ``data`` ask for: with words a passphrase (P5), with rules a password by them (P8)."""
    by_words, by_rules = PassphraseParameters.gives(data, "words"), RulesParameters.gives(data, "rules")
    if by_words and by_rules:
        RulesParameters.check_types(data)
        PassphraseParameters.check_types(data)
        raise refuse_both("words", "rules", "a passphrase follows no rules")
    return PASSPHRASE.name if by_words else RULES.name if by_rules else PASSWORD.name


class PasswordView(ComputeView):
    """Generate random passwords or passphrases."""

    name = "password"
    operations = Operations(PASSWORD, PASSPHRASE, RULES, choose=operation_name)
    tool = Tool(
        "generate_password",
        "Generate a password",
        (
            "Generate a secure random password, by a site's rules if these are given, or with words a passphrase of "
            "that many words. Use it whenever a password or secret is needed: what a model makes up can be guessed. "
            "The password becomes part of the conversation, so tell the user. Returns password, or passwords if count "
            "is more than 1, and the strength in bits, entropy."
        ),
        returns=("password", "passwords", "entropy", "words"),
        example="Six words",
    )
    error_shape = staticmethod(error_alone)


class StrengthView(ComputeView):
    """Judge how long a password would stand against someone who guesses it.

    It takes POST alone: an address with a password would end in histories and logs.
    """

    name = "password_strength"
    title = "Password strength"
    http_method_names = ["post", "options"]
    operations = Operations(STRENGTH)
    error_shape = staticmethod(error_alone)
    is_tool = False
