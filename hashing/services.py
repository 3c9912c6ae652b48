"""Hash a text. ``hash_text`` is the door; algorithms.py and encodings.py hold the tables behind it."""

import hmac
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, NotRequired, TypedDict, cast

from hashing.algorithms import ALGORITHMS, Algorithm, Digest
from hashing.encodings import ENCODINGS, FORMATS, decode, encode
from utilitysvc.kit.clock import utc_timestamp
from utilitysvc.kit.rules import Bounds, Choices
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "ALGORITHM_NAMES",
    "DEFAULT_ALGORITHM",
    "DEFAULT_ENCODING",
    "DEFAULT_FORMAT",
    "DEFAULT_ITERATIONS",
    "ENCODINGS",
    "FORMATS",
    "INPUT_REQUIRED",
    "ITERATIONS",
    "AlgorithmList",
    "HashResult",
    "hash_text",
    "list_algorithms",
    "plain_algorithms",
    "plain_text",
]

ALGORITHM_NAMES = Choices("algorithm", tuple(ALGORITHMS))
ITERATIONS = Bounds("iterations", 1, 10_000)
INPUT_REQUIRED = ("Input parameter is required", "Provide the text to hash in the input parameter")
HMAC_UNFIT = "HMAC needs a cryptographic algorithm"

DEFAULT_ALGORITHM = "sha256"
DEFAULT_ITERATIONS = 1
DEFAULT_FORMAT = "hex"
DEFAULT_ENCODING = "utf-8"


class HashResult(TypedDict):
    """``hash``, ``algorithm`` and ``length`` for one algorithm; ``hashes`` and ``algorithms`` for several (H6)."""

    input: Annotated[str, "The input text that was hashed"]
    hash: NotRequired[Annotated[str, "The digest, in the requested format"]]
    hashes: NotRequired[Annotated[dict[str, str], "Of several algorithms: the digest of each"]]
    algorithm: NotRequired[Annotated[str, "Algorithm used"]]
    algorithms: NotRequired[Annotated[list[str], "Of several algorithms: which, in the order asked"]]
    salt: Annotated[str, "Salt used; empty when none was given"]
    iterations: Annotated[int, "Number of rounds performed"]
    hmac: NotRequired[Annotated[bool, "The digest is an HMAC; there when a key was given"]]
    format: Annotated[str, "Output format used"]
    uppercase: Annotated[bool, "Whether the output was converted to uppercase"]
    length: NotRequired[Annotated[int, "Length of the hash in characters"]]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    matches: NotRequired[Annotated[bool, "Whether a digest is the expected one; there when one was given"]]


class AlgorithmEntry(TypedDict):
    name: Annotated[str, "Name to ask for"]
    hex_length: Annotated[int, "Length of the digest in hexadecimal digits"]
    level: Annotated[str, "Security level: None, Low, Medium, High or Very High"]
    category: Annotated[str, "secure, legacy or checksum"]
    speed_rank: Annotated[int, "1 for the fastest group, 5 for the slowest"]


class AlgorithmList(TypedDict):
    algorithms: Annotated[list[AlgorithmEntry], "Every algorithm, in the order of the documentation"]


def hash_text(
    *,
    input: str,
    algorithm: str | Sequence[str] = DEFAULT_ALGORITHM,
    salt: str = "",
    iterations: int = DEFAULT_ITERATIONS,
    format: str = DEFAULT_FORMAT,
    uppercase: bool = False,
    key: str | None = None,
    expected: str | None = None,
    encoding: str = DEFAULT_ENCODING,
    clock: Callable[[], str] = utc_timestamp,
) -> HashResult:
    """Digest ``salt`` + ``input``, then ``iterations`` - 1 times the digest before it (H1).

    ``algorithm`` is a name, or several. With ``key`` each round is an HMAC (RFC 2104). ``expected`` is compared with
    each digest in constant time. Raises ServiceError for a value that a rule of this module refuses.
    """
    asked = (algorithm,) if isinstance(algorithm, str) else algorithm
    names = list(dict.fromkeys(ALGORITHM_NAMES.canonical(name) for name in asked))
    ITERATIONS.check(iterations)
    format = FORMATS.canonical(format)
    uppercase = uppercase and format == "hex"  # upper-casing would destroy base64, and binary has no case (H5)
    rounds = {name: _round(ALGORITHMS[name], key) for name in names}
    data = salt.encode() + decode(input, ENCODINGS.canonical(encoding))

    hashes = {name: encode(_iterate(rounds[name], data, iterations), format) for name in names}
    if uppercase:
        hashes = {name: digest.upper() for name, digest in hashes.items()}

    result = cast(HashResult, {"input": input})  # filled below, in the order of the tables
    several = len(names) > 1
    if several:
        result["hashes"] = hashes
        result["algorithms"] = names
    else:
        result["hash"] = hashes[names[0]]
        result["algorithm"] = names[0]
    result["salt"] = salt
    result["iterations"] = iterations
    if key is not None:
        result["hmac"] = True
    result["format"] = format
    result["uppercase"] = uppercase
    if not several:
        result["length"] = len(result["hash"])
    result["timestamp"] = clock()
    if expected is not None:
        result["matches"] = _matches(list(hashes.values()), expected, ignore_case=format == "hex")
    return result


def _round(algorithm: Algorithm, key: str | None) -> Digest:
    """Return what one round does to its data."""
    if key is None:
        return algorithm.digest
    if algorithm.new is None:
        raise ServiceError(HMAC_UNFIT, f"{algorithm.name} is a checksum")
    keyed = hmac.new(key.encode(), digestmod=algorithm.new)  # type: ignore[arg-type]  # typeshed's name is private
    return partial(_keyed_digest, keyed)


def _keyed_digest(keyed: hmac.HMAC, data: bytes) -> bytes:
    mac = keyed.copy()  # the key's two blocks are digested once, not in every round
    mac.update(data)
    return mac.digest()


def _iterate(digest: Digest, data: bytes, rounds: int) -> bytes:
    for _ in range(rounds):
        data = digest(data)
    return data


def _matches(digests: Sequence[str], expected: str, *, ignore_case: bool) -> bool:
    """Compare every digest, so that the time tells nothing of which one matched, or where it differed."""
    wanted = (expected.lower() if ignore_case else expected).encode()
    found = [hmac.compare_digest((digest.lower() if ignore_case else digest).encode(), wanted) for digest in digests]
    return any(found)


def plain_text(result: HashResult) -> str:
    """The digest; of several algorithms each on a line behind its name (G6)."""
    if "hashes" in result:
        return "\n".join(f"{name} {digest}" for name, digest in result["hashes"].items())
    return result["hash"]


def list_algorithms() -> AlgorithmList:
    """Every algorithm with its properties, in the order of the specification (H8)."""
    return {
        "algorithms": [
            {
                "name": entry.name,
                "hex_length": entry.hex_length,
                "level": entry.level,
                "category": entry.category,
                "speed_rank": entry.speed_rank,
            }
            for entry in ALGORITHMS.values()
        ]
    }


def plain_algorithms(result: AlgorithmList) -> str:
    """The names, one a line."""
    return "\n".join(entry["name"] for entry in result["algorithms"])
