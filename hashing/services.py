"""Hash a text or a stream of bytes. algorithms.py and encodings.py hold the tables behind it."""

import hmac
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, product
from typing import Annotated, NotRequired, TypedDict, cast

from hashing.algorithms import ALGORITHMS, Algorithm, Hash
from hashing.encodings import ENCODINGS, FORMATS, decode, encode
from hashing.keyed import Key, Keyed
from utilitysvc.kit.arguments import checked, unchecked
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
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
    "StreamResult",
    "hash_stream",
    "hash_text",
    "list_algorithms",
    "plain_algorithms",
    "plain_text",
]

ALGORITHM_NAMES = Choices("algorithm", tuple(ALGORITHMS), {"sha512/256": "sha512-256"})  # FIPS 180-4 writes a slash
ITERATIONS = Bounds("iterations", 1, 10_000)
INPUT_REQUIRED = ("Input parameter is required", "Provide the text to hash in the input parameter")
HMAC_UNFIT = "HMAC needs a cryptographic algorithm"

DEFAULT_ALGORITHM = "sha256"
DEFAULT_ITERATIONS = 1
DEFAULT_FORMAT = "hex"
DEFAULT_ENCODING = "utf-8"

Digest = Callable[[bytes], bytes]


class Digests(TypedDict):
    """``hash``, ``algorithm`` and ``length`` for one algorithm; ``hashes`` and ``algorithms`` for several."""

    hash: NotRequired[Annotated[str, "The digest, in the requested format"]]
    hashes: NotRequired[Annotated[dict[str, str], "For several algorithms: the digest of each"]]
    algorithm: NotRequired[Annotated[str, "Algorithm used"]]
    algorithms: NotRequired[Annotated[list[str], "For several algorithms: their names, in the requested order"]]
    salt: Annotated[str, "Salt used; empty when none was given"]
    iterations: Annotated[int, "Number of rounds performed"]
    hmac: NotRequired[Annotated[bool, "The digest is an HMAC; only present if a key was given"]]
    format: Annotated[str, "Output format used"]
    uppercase: Annotated[bool, "Whether the output was converted to uppercase"]
    length: NotRequired[Annotated[int, "Length of the hash in characters"]]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    matches: NotRequired[Annotated[bool, "Whether a digest is the expected one; there when one was given"]]


class TextSubject(TypedDict):
    input: Annotated[str, "The input text that was hashed"]


class StreamSubject(TypedDict):
    bytes: Annotated[int, "How many bytes were hashed"]


class HashResult(TextSubject, Digests):
    """What was hashed, and its digests."""


class StreamResult(StreamSubject, Digests):
    """How much was hashed, and its digests."""


class AlgorithmEntry(TypedDict):
    name: Annotated[str, "Name to ask for"]
    hex_length: Annotated[int, "Length of the digest in hexadecimal digits"]
    level: Annotated[str, "Security level: None, Low, Medium, High or Very High"]
    category: Annotated[str, "secure, legacy or checksum"]
    speed_rank: Annotated[int, "1 for the fastest group, 5 for the slowest"]


class AlgorithmList(TypedDict):
    algorithms: Annotated[list[AlgorithmEntry], "Every algorithm, in the order of the documentation"]


@checked
def hash_text(
    *,
    input: str,
    algorithm: str | Sequence[str] = DEFAULT_ALGORITHM,
    salt: str = "",
    iterations: int = DEFAULT_ITERATIONS,
    format: str = DEFAULT_FORMAT,
    uppercase: bool = False,
    key: str | None = None,
    key_encoding: str = DEFAULT_ENCODING,
    expected: str | None = None,
    encoding: str = DEFAULT_ENCODING,
    clock: Clock = utc_now,
) -> HashResult:
    """Digest ``salt`` + ``input``, then ``iterations`` - 1 times the digest before it.

    >>> hash_text(input="abc", algorithm="md5")["hash"]
    '900150983cd24fb0d6963f7d28e17f72'

    ``algorithm`` is a name of ALGORITHM_NAMES, or several. ``iterations`` is 1 to 10,000. ``format`` is hex, base64
    or binary; ``uppercase`` counts with hex alone. With ``key`` each round is an HMAC (RFC 2104,
    https://www.rfc-editor.org/rfc/rfc2104). ``encoding`` says how ``input`` writes its bytes, ``key_encoding`` the
    same of ``key``: utf-8, hex or base64. ``expected`` is a digest in the same format, compared with each in constant
    time. Raises ServiceError for a value that is not one of these.
    """

    def decoded() -> Iterator[bytes]:  # when it is asked for, so that faults of the other arguments come first (G4)
        yield decode("input", input, ENCODINGS.canonical(encoding))

    result = unchecked(hash_stream)(
        chunks=decoded(),
        algorithm=algorithm,
        salt=salt,
        iterations=iterations,
        format=format,
        uppercase=uppercase,
        key=key,
        key_encoding=key_encoding,
        expected=expected,
        clock=clock,
    )
    del result["bytes"]  # type: ignore[misc]  # what follows is another TypedDict
    return cast(HashResult, {"input": input, **result})


@checked
def hash_stream(
    *,
    chunks: Iterable[bytes],
    algorithm: str | Sequence[str] = DEFAULT_ALGORITHM,
    salt: str = "",
    iterations: int = DEFAULT_ITERATIONS,
    format: str = DEFAULT_FORMAT,
    uppercase: bool = False,
    key: str | None = None,
    key_encoding: str = DEFAULT_ENCODING,
    expected: str | None = None,
    clock: Clock = utc_now,
) -> StreamResult:
    """Digest bytes as they come, in constant memory and in one pass for all algorithms.

    >>> hash_stream(chunks=[b"a", b"bc"], algorithm="md5")["hash"]
    '900150983cd24fb0d6963f7d28e17f72'

    A file is read by ``chunks=iter(lambda: file.read(65536), b"")``. The other arguments are those of ``hash_text``;
    ``bytes`` of the result is how many came, the salt not counted. Raises ServiceError as ``hash_text`` does, before
    the first chunk is taken.
    """
    asked = (algorithm,) if isinstance(algorithm, str) else algorithm
    names = list(dict.fromkeys(ALGORITHM_NAMES.canonical(name) for name in asked))
    if not names:
        raise ServiceError(ALGORITHM_NAMES.error, ALGORITHM_NAMES.details)
    prefix = salt.encode()
    ITERATIONS.check(iterations)
    format = FORMATS.canonical(format)
    uppercase = uppercase and format == "hex"  # upper-casing would destroy base64, and binary has no case (H5)
    key_encoding = ENCODINGS.canonical(key_encoding)
    key_bytes = None if key is None else decode("key", key, key_encoding)
    rounds = {name: _round(ALGORITHMS[name], key_bytes) for name in names}
    wanted = None if expected is None else _wanted(expected, format)

    running = {name: first() for name, (first, _) in rounds.items()}
    size = _feed(running.values(), chain([prefix], chunks)) - len(prefix)
    hashes = {
        name: encode(_iterate(rounds[name][1], hashing.digest(), iterations - 1), format)
        for name, hashing in running.items()
    }
    if uppercase:
        hashes = {name: digest.upper() for name, digest in hashes.items()}

    result = cast(StreamResult, {"bytes": size})  # filled below, in the order of the tables
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
    result["timestamp"] = utc_timestamp(clock())
    if wanted is not None:
        result["matches"] = _matches(list(hashes.values()), wanted, ignore_case=format == "hex")
    return result


def _round(algorithm: Algorithm, key: bytes | None) -> tuple[Callable[[], Hash], Digest]:
    """Return what makes the hash object of the first round, and the function from a digest to that of the next round.

    Raises ServiceError for a key with a checksum.
    """
    new = algorithm.new
    if key is None:
        return new, lambda digest: new(digest).digest()
    if algorithm.category == "checksum":
        raise ServiceError(
            HMAC_UNFIT, f"{algorithm.name} is a checksum: leave out key, or ask for an algorithm like sha256"
        )
    keyed = Key(new, key)
    return partial(Keyed, keyed), keyed.digest


def _feed(running: Collection[Hash], chunks: Iterable[bytes]) -> int:
    """Give each chunk to every hash object; return how many bytes there were."""
    size = 0
    for chunk in chunks:
        if not isinstance(chunk, bytes):
            raise TypeError(f"chunks must be an iterable of bytes, not of {type(chunk).__name__}")
        size += len(chunk)
        for hashing in running:
            hashing.update(chunk)
    return size


def _iterate(digest_of: Digest, digest: bytes, rounds: int) -> bytes:
    for _ in range(rounds):
        digest = digest_of(digest)
    return digest


def _wanted(expected: str, format: str) -> list[str]:
    """Return the digests that ``expected`` may stand for, without white space at both ends.

    In Base64 a space may be the ``+`` that a query string makes a space of, at an end too.
    """
    if format == "base64":
        return [text.replace(" ", "+") for text in (expected.strip(), expected.strip("\t\r\n"))]
    return [expected.strip()]


def _matches(digests: Sequence[str], wanted: Sequence[str], *, ignore_case: bool) -> bool:
    """Compare every digest in constant time: how long it takes must not tell which one matched, or how far."""
    if ignore_case:
        digests, wanted = [digest.lower() for digest in digests], [text.lower() for text in wanted]
    found = [hmac.compare_digest(digest.encode(), text.encode()) for digest, text in product(digests, wanted)]
    return any(found)


def plain_text(result: Digests) -> str:
    """The digest; of several algorithms a line for each, its name and then its digest."""
    if "hashes" in result:
        return "\n".join(f"{name} {digest}" for name, digest in result["hashes"].items())
    return result["hash"]


def list_algorithms() -> AlgorithmList:
    """List every algorithm with its properties, in the order of the documentation.

    >>> list_algorithms()["algorithms"][0]
    {'name': 'md5', 'hex_length': 32, 'level': 'Low', 'category': 'legacy', 'speed_rank': 3}
    """
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
