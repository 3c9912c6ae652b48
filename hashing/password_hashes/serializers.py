"""The parameters of /hash/password/."""

from hashing.password_hashes import services
from hashing.password_hashes.schemes import MEMORY_KIB, SCHEMES
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ChoiceParameter, IntegerParameter, TextParameter


class PasswordParameters(ParameterSerializer):
    password = TextParameter(
        credential=True,
        allow_blank=False,
        length=services.PASSWORD,
        missing=services.PASSWORD_REQUIRED,
        help_text="The password, at most 1024 bytes in UTF-8; for bcrypt at most 72",
    )


class PasswordHashParameters(PasswordParameters):
    """The parameters to make a new hash."""

    algorithm = ChoiceParameter(
        names=services.ALGORITHM_NAMES,
        help_text="How the password is hashed",
    )
    cost = IntegerParameter(
        bounds=services.COST,
        checked=False,
        required=False,
        help_text="How slow the hash is: "
        + "; ".join(
            f"{name}: {bounds.minimum} to {bounds.maximum}, default {SCHEMES[name].defaults['cost']}"
            for name, bounds in services.COSTS.items()
        ),
    )
    memory_kib = IntegerParameter(
        bounds=MEMORY_KIB,
        checked=False,
        required=False,
        help_text=f"Memory that argon2id fills, in KiB; default {SCHEMES['argon2id'].defaults['memory_kib']}",
    )


class PasswordMatchParameters(PasswordParameters):
    """The parameters to compare a password with a hash."""

    hash = TextParameter(
        credential=True,
        allow_blank=False,
        missing=("Hash parameter is required", "Provide the hash to compare with in the hash parameter"),
        help_text="A hash to compare the password with, instead of making one; it states its own algorithm and cost",
    )
