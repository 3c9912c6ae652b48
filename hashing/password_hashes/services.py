"""Hash a password for storage, and check a password against such a hash (H12)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition
from typing import Annotated, TypedDict

from hashing.password_hashes.schemes import MEMORY_KIB, SCHEMES, Parameters, read_hash
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds, Choices, Length
from utilitysvc.kit.service_error import INVALID_COMBINATION, ServiceError

ALGORITHM_NAMES = Choices("algorithm", ("argon2id", "bcrypt", "scrypt", "pbkdf2-sha256"), default="argon2id")
COSTS = {name: SCHEMES[name].cost for name in ALGORITHM_NAMES.values}
#: From the lowest minimum to the highest maximum of all algorithms.
COST = Bounds("cost", min(cost.minimum for cost in COSTS.values()), max(cost.maximum for cost in COSTS.values()))

PASSWORD_REQUIRED = ("Password parameter is required", "Provide the password in the password parameter")


@dataclass(frozen=True, slots=True)
class ByteLength(Length):
    """The largest number of bytes that a text may have in UTF-8."""

    @property
    def error(self) -> str:
        return f"{self.name.capitalize()} must be at most {self.maximum} bytes"

    def check(self, text: str) -> str:
        if (size := len(text.encode())) <= self.maximum:
            return text
        raise ServiceError(self.error, f"Bytes given: {size}")


PASSWORD = ByteLength("password", 1024)
MAX_BCRYPT_BYTES = 72


class MemoryBudget:
    """Let all threads together use at most ``total`` bytes. A thread waits for at most ``patience`` seconds."""

    def __init__(self, total: int, patience: float) -> None:
        self._total = total
        self._patience = patience
        self._used = 0
        self._released = Condition()

    @contextmanager
    def use(self, size: int) -> Iterator[None]:
        """Reserve ``size`` bytes, at most the total. Raises ServiceError (503) if they do not become free in time."""
        with self._released:
            if not self._released.wait_for(lambda: self._used + size <= self._total, self._patience):
                raise ServiceError(
                    "Hashing of passwords is busy",
                    f"No memory for it became free within {self._patience:g} seconds; try again later",
                    503,
                )
            self._used += size
        try:
            yield
        finally:
            with self._released:
                self._used -= size
                self._released.notify_all()


#: The memory that all hashes of a process may use at the same time, whatever the number of clients.
BUDGET = MemoryBudget(128 * 1024 * 1024, patience=20)


class HashedPassword(TypedDict):
    hash: Annotated[str, "The hash to store: algorithm, parameters, salt and tag in one string"]
    algorithm: Annotated[str, "Algorithm used"]
    parameters: Annotated[Parameters, "The parameters that make it slow to compute"]
    timestamp: Annotated[str, "Time of the computation in UTC, shaped YYYY-MM-DD HH:MM:SS"]


class VerifiedPassword(TypedDict):
    matches: Annotated[bool, "Whether the password belongs to the hash"]
    algorithm: Annotated[str, "Algorithm of the hash"]
    parameters: Annotated[Parameters, "The parameters that make it slow to compute"]
    timestamp: Annotated[str, "Time of the computation in UTC, shaped YYYY-MM-DD HH:MM:SS"]


def hash_password(
    *,
    password: str,
    algorithm: str = ALGORITHM_NAMES.default,
    cost: int | None = None,
    memory_kib: int | None = None,
    clock: Clock = utc_now,
) -> HashedPassword:
    """Hash a password for storage, with a random salt.

    >>> hash_password(password="correct horse", algorithm="pbkdf2-sha256", cost=1000)["hash"][:20]
    '$pbkdf2-sha256$1000$'

    ``password`` has at most 1,024 bytes in UTF-8; for bcrypt at most 72, and no U+0000. ``algorithm`` is one of
    ALGORITHM_NAMES. ``cost`` depends on it: for argon2id the number of passes (1 to 10), for bcrypt and scrypt an
    exponent of two (4 to 14, 10 to 16), for PBKDF2 the number of rounds (1,000 to 2,000,000). ``memory_kib`` is the
    memory that argon2id uses, in KiB (8 to 65,536). The defaults are OWASP's settings. Raises ServiceError for
    other values; its status is 501 if the algorithm's package is not installed.
    """
    algorithm = ALGORITHM_NAMES.check(algorithm)
    parameters = _checked_parameters(password, algorithm, cost, memory_kib)
    scheme = SCHEMES[algorithm]
    with BUDGET.use(scheme.memory(parameters)):
        text = scheme.make(password.encode(), parameters)
    return {
        "hash": text,
        "algorithm": algorithm,
        "parameters": parameters,
        "timestamp": utc_timestamp(clock()),
    }


def verify_password(*, password: str, hash: str, clock: Clock = utc_now) -> VerifiedPassword:
    """Return whether a password belongs to a hash.

    >>> verify_password(password="U*U", hash="$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")["matches"]
    True

    ``hash`` is a string of argon2id, argon2i or argon2d (v=19), scrypt, PBKDF2 with SHA-256, or bcrypt, within the
    bounds of ``hash_password``. The time does not depend on where the tags differ. Raises ServiceError for another
    ``hash`` or ``password``; its status is 501 if the algorithm's package is not installed.
    """
    stored = read_hash(hash)
    _check_password(password, stored.algorithm)
    scheme = SCHEMES[stored.algorithm]
    with BUDGET.use(scheme.memory(stored.parameters)):
        matches = scheme.matches(password.encode(), stored)
    return {
        "matches": matches,
        "algorithm": stored.algorithm,
        "parameters": stored.parameters,
        "timestamp": utc_timestamp(clock()),
    }


def _checked_parameters(password: str, algorithm: str, cost: int | None, memory_kib: int | None) -> Parameters:
    """Return the parameters of a new hash. Raises ServiceError for values that the algorithm does not allow."""
    parameters = SCHEMES[algorithm].defaults.copy()
    if memory_kib is not None and "memory_kib" not in parameters:
        raise ServiceError(
            INVALID_COMBINATION, f"memory_kib has no meaning for the algorithm {algorithm}, which takes cost alone"
        )
    _check_password(password, algorithm)
    if cost is not None:
        parameters["cost"] = COSTS[algorithm].check(cost)
    if memory_kib is not None:
        parameters["memory_kib"] = MEMORY_KIB.check(memory_kib)
    return parameters


def _check_password(password: str, algorithm: str) -> None:
    """Raise ServiceError for a password that is too long, or that bcrypt would shorten silently."""
    PASSWORD.check(password)
    if algorithm != "bcrypt":
        return
    if (size := len(password.encode())) > MAX_BCRYPT_BYTES:
        raise ServiceError(
            f"Password must be at most {MAX_BCRYPT_BYTES} bytes for bcrypt",
            f"Bytes given: {size}; bcrypt would ignore the rest: send a shorter one, or take argon2id",
        )
    if "\0" in password:
        raise ServiceError(
            "Password must not hold U+0000 for bcrypt",
            f"It stands at position {password.index(chr(0))}: leave it out, or take argon2id",
        )


def plain_hash(result: HashedPassword) -> str:
    """Return the hash."""
    return result["hash"]


def plain_matches(result: VerifiedPassword) -> str:
    """Return ``true`` or ``false``."""
    return str(result["matches"]).lower()
