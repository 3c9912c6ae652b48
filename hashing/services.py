"""Hash a text or a stream of bytes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, NotRequired, TypedDict, cast

from hashing.algorithms import ALGORITHM_NAMES, ALGORITHMS, DefaultAlgorithm, check_key
from hashing.expected import DECODERS, Digest, algorithms_for, candidates, matching, read_expected
from hashing.implementations import compute
from hashing.password_hashes.services import hash_password, verify_password
from utilitysvc.kit import codecs
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.rules import Bounds, Choices
from utilitysvc.kit.service_error import ServiceError

__all__ = [
    "ALGORITHM_NAMES",
    "ENCODINGS",
    "FORMATS",
    "INPUT_REQUIRED",
    "ITERATIONS",
    "AlgorithmList",
    "HashResult",
    "StreamResult",
    "hash_password",
    "hash_stream",
    "hash_text",
    "list_algorithms",
    "plain_algorithms",
    "plain_text",
    "verify_password",
]

#: The functions that write a digest in each of FORMATS (H4).
ENCODERS: dict[str, Callable[[bytes], str]] = {
    "hex": bytes.hex,
    "base64": codecs.encode_base64,
    "binary": codecs.encode_binary,
}

#: The encodings of the input and the key.
ENCODINGS = Choices("encoding", ("utf-8", "hex", "base64"), default="utf-8", hints={"hexadecimal": "hex"})
FORMATS = Choices("format", tuple(ENCODERS), default="hex", hints={"hexadecimal": "hex"})
ITERATIONS = Bounds("iterations", 1, 10_000, default=1)
INPUT_REQUIRED = ("Input parameter is required", "Provide the text to hash in the input parameter")


class Digests(TypedDict):
    """``hash``, ``algorithm`` and ``length`` for one algorithm; ``hashes`` and ``algorithms`` for several."""

    hash: NotRequired[Annotated[str, "The digest, in the requested format"]]
    hashes: NotRequired[Annotated[dict[str, str], "For several algorithms: the digest of each"]]
    algorithm: NotRequired[Annotated[str, "Algorithm used"]]
    algorithms: NotRequired[Annotated[list[str], "For several algorithms: their names, in the requested order"]]
    salt: Annotated[str, "Salt used; empty if none was given"]
    iterations: Annotated[int, "Number of rounds performed"]
    hmac: NotRequired[Annotated[bool, "The digest is an HMAC; only present if a key was given"]]
    format: Annotated[str, "Output format used"]
    uppercase: Annotated[bool, "Whether the output was converted to uppercase"]
    length: NotRequired[Annotated[int, "Length of the hash in characters"]]
    timestamp: Annotated[str, "Generation time in UTC, shaped YYYY-MM-DD HH:MM:SS"]
    matches: NotRequired[Annotated[bool, "Whether a digest equals the expected one; only present if one was given"]]
    hint: NotRequired[Annotated[str, "If none matches: the other algorithms whose digests are as long as the expected"]]


class TextSubject(TypedDict):
    input: Annotated[str, "The input text that was hashed"]


class StreamSubject(TypedDict):
    bytes: Annotated[int, "How many bytes were hashed"]


class HashResult(TextSubject, Digests):
    """The input and its digests."""


class StreamResult(StreamSubject, Digests):
    """The number of bytes and their digests."""


class AlgorithmEntry(TypedDict):
    name: Annotated[str, "Name, as the parameter algorithm takes it"]
    hex_length: Annotated[int, "Length of the digest in hexadecimal digits"]
    level: Annotated[str, "Security level: None, Low, Medium, High or Very High"]
    category: Annotated[str, "secure, legacy or checksum"]
    speed_rank: Annotated[int, "1 for the fastest group, 5 for the slowest"]


class AlgorithmList(TypedDict):
    algorithms: Annotated[list[AlgorithmEntry], "Every algorithm, in the order of the documentation"]


def hash_text(
    *,
    input: str,
    algorithm: str | Sequence[str] = ALGORITHM_NAMES.default,
    salt: str = "",
    iterations: int = ITERATIONS.default,
    format: str = FORMATS.default,
    uppercase: bool = False,
    key: str | None = None,
    key_encoding: str = ENCODINGS.default,
    expected: str | None = None,
    encoding: str = ENCODINGS.default,
    clock: Clock = utc_now,
) -> HashResult:
    """Digest ``salt`` + ``input``, then ``iterations`` - 1 times the digest of the round before.

    >>> hash_text(input="abc", algorithm="md5")["hash"]
    '900150983cd24fb0d6963f7d28e17f72'

    ``algorithm`` is a name of ALGORITHM_NAMES, or several. ``iterations`` is 1 to 10,000. ``format`` is hex, base64
    or binary; ``uppercase`` changes only hex. With ``key`` each round is an HMAC (RFC 2104,
    https://www.rfc-editor.org/rfc/rfc2104). ``encoding`` is the encoding of ``input``, ``key_encoding`` that of
    ``key``: utf-8, hex or base64. ``expected`` is compared with each digest in constant time. It is a text with
    one digest, in hexadecimal or Base64, and decides the algorithm if ``algorithm`` is not given. Raises ServiceError
    for other values.
    """
    # Decoded when it is taken, so that an error in it is told after those of the other values.
    chunks = map(_decode, ("input",), (input,), (encoding,))
    answer, _ = _hashed(chunks, algorithm, salt, iterations, format, uppercase, key, key_encoding, expected, clock)
    return {"input": input, **answer}


def hash_stream(
    *,
    chunks: Iterable[bytes],
    algorithm: str | Sequence[str] = ALGORITHM_NAMES.default,
    salt: str = "",
    iterations: int = ITERATIONS.default,
    format: str = FORMATS.default,
    uppercase: bool = False,
    key: str | None = None,
    key_encoding: str = ENCODINGS.default,
    expected: str | None = None,
    clock: Clock = utc_now,
) -> StreamResult:
    """Digest bytes as they arrive, in constant memory and in one pass for all algorithms.

    >>> hash_stream(chunks=[b"a", b"bc"], algorithm="md5")["hash"]
    '900150983cd24fb0d6963f7d28e17f72'

    For a file pass ``chunks=iter(lambda: file.read(65536), b"")``. The other arguments are those of ``hash_text``. The
    result has the number of bytes in ``bytes``, without the salt. Raises ServiceError for the same values as
    ``hash_text``, before it takes the first chunk.
    """
    answer, size = _hashed(chunks, algorithm, salt, iterations, format, uppercase, key, key_encoding, expected, clock)
    return {"bytes": size, **answer}


def _hashed(
    chunks: Iterable[bytes],
    algorithm: str | Sequence[str],
    salt: str,
    iterations: int,
    format: str,
    uppercase: bool,
    key: str | None,
    key_encoding: str,
    expected: str | None,
    clock: Clock,
) -> tuple[Digests, int]:
    """Return the part of the result that texts and streams share, in the documentation's order, and the bytes read.

    The values are checked before the first chunk is taken, in the order in which their errors are reported (G4).
    """
    requested = (algorithm,) if isinstance(algorithm, str) else algorithm
    names = list(dict.fromkeys([ALGORITHM_NAMES.check(name) for name in requested]))
    if not names:
        raise ServiceError(ALGORITHM_NAMES.error, ALGORITHM_NAMES.details)
    ITERATIONS.check(iterations)
    format = FORMATS.check(format)
    uppercase = uppercase and format == "hex"  # upper-casing would destroy base64, and binary has no case (H5)
    key_encoding = ENCODINGS.check(key_encoding)
    key_bytes = None if key is None else _decode("key", key, key_encoding)
    keyed = key is not None
    wanted: list[Digest] = []
    compared: list[str] = []  # algorithms whose digests the answer shows only if they match
    if expected is not None:
        wanted = read_expected(expected, format)
        is_given = not isinstance(algorithm, DefaultAlgorithm)
        names, compared = algorithms_for(names, wanted, is_given=is_given, keyed=keyed)
    if keyed:
        check_key(names)

    used = {name: ALGORITHMS[name].implementation for name in [*names, *compared]}
    digests, size = compute(used, salt.encode(), chunks, iterations, key_bytes)
    matched = matching(wanted, digests) if wanted else []
    if matched and compared:
        names = matched[:1]
    hashes = {name: ENCODERS[format](digests[name]) for name in names}
    if uppercase:
        hashes = {name: digest.upper() for name, digest in hashes.items()}
    common: dict[str, Any] = {
        "salt": salt,
        "iterations": iterations,
        **({"hmac": True} if keyed else {}),
        "format": format,
        "uppercase": uppercase,
    }
    if len(names) > 1:
        result = {"hashes": hashes, "algorithms": names, **common}
    else:
        [(name, digest)] = hashes.items()
        result = {"hash": digest, "algorithm": name, **common, "length": len(digest)}
    result["timestamp"] = utc_timestamp(clock())
    if wanted:
        result["matches"] = bool(matched)
        others = candidates(wanted, keyed=keyed, without=digests)
        if others and not matched:
            result["hint"] = f"expected has the length of a digest of {', '.join(others)}"
    return cast(Digests, result), size


def _decode(name: str, text: str, encoding: str) -> bytes:
    """Decode ``text``, the value of the parameter ``name``, from one of ENCODINGS (B1, B3).

    Raises ServiceError if ``text`` is not in that encoding.
    """
    encoding = ENCODINGS.check(encoding)
    if encoding == "utf-8":
        return text.encode()
    try:
        return DECODERS[encoding](text)
    except codecs.CodecError as exc:
        raise ServiceError(f"Invalid {name} encoding", str(exc), readings=exc.readings) from None


def plain_text(result: Digests) -> str:
    """Return the digest, or for several algorithms a line for each, with its name and its digest."""
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
            cast(AlgorithmEntry, {key: getattr(entry, key) for key in AlgorithmEntry.__annotations__})
            for entry in ALGORITHMS.values()
        ]
    }


def plain_algorithms(result: AlgorithmList) -> str:
    """Return the names, one on each line."""
    return "\n".join(entry["name"] for entry in result["algorithms"])
