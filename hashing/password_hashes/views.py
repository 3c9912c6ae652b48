"""/hash/password/. Its parameters are secrets: they are read only from the body, and agents get no tool for it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hashing.password_hashes import services
from hashing.password_hashes.serializers import PasswordHashParameters, PasswordMatchParameters
from utilitysvc.kit.operation import Operation, Operations
from utilitysvc.kit.view import ComputeView

# Example requests. The answers are written there, because the packages that compute them may not be installed.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_bytes())

HASH_PASSWORD = Operation(
    "a new hash",
    services.hash_password,
    PasswordHashParameters,
    services.plain_hash,
    **EXAMPLES["a new hash"],
)

VERIFY_PASSWORD = Operation(
    "a comparison",
    services.verify_password,
    PasswordMatchParameters,
    services.plain_matches,
    **EXAMPLES["a comparison"],
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
