"""/hash/password/. Its parameters are secrets: they are read only from the body, and agents get no tool for it."""

from collections.abc import Mapping
from typing import Any

from hashing.password_hashes import services
from hashing.password_hashes.serializers import PasswordHashParameters, PasswordMatchParameters
from utilitysvc.kit.clock import EXAMPLE_TIMESTAMP
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

EXAMPLE_TEXT = "correct horse battery staple"
EXAMPLE_HASH = "$argon2id$v=19$m=19456,t=2,p=1$GaR+HnC8yVFa36SA/C+L8w$3c6qt6GQ25lGIqi5op9mhPDElyUmCiJr6kQmpXT4O44"
EXAMPLE_PARAMETERS = {"cost": 2, "memory_kib": 19456, "parallelism": 1}

# The example answers are written here, because the packages that compute them may not be installed.
HASH_PASSWORD = Operation(
    "a new hash",
    services.hash_password,
    PasswordHashParameters,
    services.plain_hash,
    examples={
        "argon2id": {"password": EXAMPLE_TEXT},
        "bcrypt": {"password": EXAMPLE_TEXT, "algorithm": "bcrypt", "cost": 12},
    },
    answers={
        "argon2id": {
            "hash": EXAMPLE_HASH,
            "algorithm": "argon2id",
            "parameters": EXAMPLE_PARAMETERS,
            "timestamp": EXAMPLE_TIMESTAMP,
        },
        "bcrypt": {
            "hash": "$2b$12$EYP8FlA6wTDY14Q.9A8J6uauVZp7npCXR8PP6DIF.r8QWfAKR8lRS",
            "algorithm": "bcrypt",
            "parameters": {"cost": 12},
            "timestamp": EXAMPLE_TIMESTAMP,
        },
    },
    error_examples={
        "Password missing": {},
        "Unknown algorithm": {"password": "correct horse", "algorithm": "md5"},
        "Cost out of bounds": {"password": "correct horse", "cost": 11},
        "Too much memory": {"password": "correct horse", "memory_kib": 65_537},
        "Memory for bcrypt": {"password": "correct horse", "algorithm": "bcrypt", "memory_kib": 1024},
        "Too long for bcrypt": {"password": "correct horse " * 6, "algorithm": "bcrypt"},
        "U+0000 for bcrypt": {"password": "correct\0horse", "algorithm": "bcrypt"},
        "Too long": {"password": "x" * 1025},
        "Wrong type": {"password": ["correct horse"]},
    },
)

VERIFY_PASSWORD = Operation(
    "a comparison",
    services.verify_password,
    PasswordMatchParameters,
    services.plain_matches,
    examples={"A password and its hash": {"password": EXAMPLE_TEXT, "hash": EXAMPLE_HASH}},
    answers={
        "A password and its hash": {
            "matches": True,
            "algorithm": "argon2id",
            "parameters": EXAMPLE_PARAMETERS,
            "timestamp": EXAMPLE_TIMESTAMP,
        }
    },
    error_examples={"Unknown hash": {"password": "correct horse", "hash": "5f4dcc3b5aa765d61d8327deb882cf99"}},
    deterministic=True,
)


def operation_for(data: Mapping[str, Any]) -> str:
    """Return the name of the operation that a request asks for: with ``hash`` it is a comparison."""
    return VERIFY_PASSWORD.name if PasswordMatchParameters.gives(data, "hash") else HASH_PASSWORD.name


class PasswordHashView(ComputeView):
    """Hash a password for storage, or compare one with its hash.

    The hashes are argon2id, bcrypt, scrypt and PBKDF2 strings, as libraries and databases store them. The parameters
    are read only from the body, because URLs are kept in histories and logs.
    """

    name = "hash_password"
    title = "Password hash"
    lane = "expensive"  # even a cheap hash may have to wait for memory, and the event loop must not wait
    is_tool = False
    http_method_names = ["post", "options"]
    operations = Operations(
        HASH_PASSWORD,
        VERIFY_PASSWORD,
        choose=operation_for,
        bounds={f"cost_{name}": bounds for name, bounds in services.COSTS.items()},
    )
