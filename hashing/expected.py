"""Find the digest that a caller expects, and compare it with the computed digests (H11).

The digest is found in the output of any tool, by its length: in hexadecimal or Base64. What is around it does not
matter, except the name of an algorithm, and names of files, which may themselves look like a digest. Several digests
are read only as Subresource Integrity has them (https://www.w3.org/TR/sri-2/): ``sha256-<Base64> sha384-<Base64>``.
"""

import hmac
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hashing.algorithms import ALGORITHM_NAMES, ALGORITHMS
from utilitysvc.kit import codecs
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

INVALID = "Invalid expected specified"

#: The functions that read a digest in each format of the service (H4).
DECODERS: dict[str, Callable[[str], bytes]] = {
    "hex": codecs.decode_hexadecimal,
    "base64": codecs.decode_base64,
    "binary": codecs.decode_binary,
}

#: Names that tools print, and the names of the algorithms.
_PRINTED = {
    **{name: name for name in ALGORITHM_NAMES.values},
    **ALGORITHM_NAMES.aliases,
    "sha2-224": "sha224",  # openssl dgst
    "sha2-256": "sha256",
    "sha2-384": "sha384",
    "sha2-512": "sha512",
    "sha2-512/256": "sha512-256",
    "rmd160": "ripemd160",  # BSD
    "blake2b": "blake2b512",  # b2sum --tag
    "blake2b-256": "blake2b256",
    "blake2s": "blake2s256",
    "xxh3": "xxh3-64",  # xxhsum --tag
    "xxh128": "xxh3-128",
}
_LABELS = Choices("algorithm", ALGORITHM_NAMES.values, _PRINTED)

_SIZES = sorted({algorithm.digest_size for algorithm in ALGORITHMS.values()})
_SURE_SIZE = 16  # in bytes: Base64 of so many is hardly ever a word, and a line of so many rarely a part of a digest

_MOST_SHOWN = 3  # the number of digests of which an error has the sizes

# Longer names first: sha512-256 is not sha512.
_LABEL = "|".join("[-_]?".join(name.replace("-", "")) for name in sorted(_PRINTED, key=len, reverse=True))
_LABEL = rf"(?<![A-Za-z0-9])(?=[{''.join(sorted({name[0] for name in _PRINTED}))}])(?>{_LABEL})(?![A-Za-z0-9])"
_INTEGRITY = re.compile(rf"({_LABEL})-", re.IGNORECASE)
_NAMED = re.compile(rf"({_LABEL})\s*[:=]\s*:?\s*", re.IGNORECASE)
_MENTIONED = re.compile(_LABEL, re.IGNORECASE)

# Words of hexadecimal digits, in pairs that may be separated by ":". They are no part of a path or of another word. The
# bounds keep the time linear: without them each pair of a long text would begin a search to its end.
_PAIRS = "(?:[0-9A-F]{2}){1,64}+(?::(?:[0-9A-F]{2}){1,64}+){0,63}+(?![\\w+=]|[./\\\\-]\\w|:[0-9A-F]{2})"
_HEXADECIMAL = re.compile(
    rf"(?<![\w./\\+-])(?<![^\w-][0-9A-F]{{2}}:)(?:{_LABEL}[-_])?(?:0x)?({_PAIRS}(?:\s++{_PAIRS})*+)", re.IGNORECASE
)
_WHOLE = "|".join(f"[0-9A-F]{{{2 * size}}}" for size in _SIZES)
_BASE64 = re.compile(
    r"(?<![\w./\\+-])(?:[\w+/-]{22,86}={0,2}|[\w+/-]{11}=|[\w+/-]{6}==)(?![\w+/\\=-]|\.\w)",
    re.ASCII,
)
_BASE64_END = re.compile(r"={0,2}(?![\w+/=-])", re.ASCII)
_RANDOM = re.compile(".*=$|(?=.*[a-z]).*[A-Z]")  # what hardly any name or line is, but nearly every digest in Base64
_DIGITS = re.compile("[0-9A-Fa-f]+")
_TO_STANDARD_BASE64 = str.maketrans("-_ ", "+/+", "\t\r\n")  # a query string turns "+" into a space

# The lines of tools that print the name of a file, and what is left of each without it.
_FILE_NAMES = (
    # sha256sum, which writes a backslash first if the name contains an escaped character; the table of Get-FileHash
    (re.compile(rf"\s*\\?((?:{_LABEL}[-_\s]+)?(?:{_WHOLE}))(?: [ *]|\t).*", re.IGNORECASE), r"\1"),
    (re.compile(r"(\w+ hash of ).*:\s*"), r"\1"),  # certutil
    (re.compile(r"Path\s*:.*"), ""),  # Get-FileHash
    (re.compile(rf".*:\s+((?:{_LABEL} = )?(?:[0-9A-F]{{2,8}}  ?){{4}}.*)", re.IGNORECASE), r"\1"),  # gpg
)


class Digest(NamedTuple):
    """A digest that a caller expects, and the algorithm if the caller has named it."""

    value: bytes
    algorithm: str | None = None


def read_expected(text: str, format: str) -> list[Digest]:
    """Return the digest in ``text``, or several in Subresource Integrity.

    >>> read_expected("MD5 (a file) = 900150983CD24FB0D6963F7D28E17F72", "hex")
    [Digest(value=b'\\x90\\x01P\\x98<\\xd2O\\xb0\\xd6\\x96?}(\\xe1\\x7fr', algorithm='md5')]

    ``format`` matters only for text that has several meanings. Raises ServiceError if there is no digest in it, or
    more than one.
    """
    if format == "binary" and (bits := _decoded(text.strip(), "binary")):
        return [Digest(bits)]
    rest = "\n".join(map(_without_file_name, text.splitlines()))
    if integrity := [Digest(value, name) for value, name in _named_base64(rest, _INTEGRITY)]:
        return list(dict.fromkeys(integrity))

    found = dict.fromkeys(value for match in _HEXADECIMAL.finditer(rest) for value in _digests_of(match[1]))
    without = _HEXADECIMAL.sub(lambda match: " " if _digests_of(match[1]) else match[0], rest)
    named = [value for value, _ in _named_base64(without, _NAMED)]
    found |= dict.fromkeys(named or _bare_base64(without, format))
    if len(found) != 1:
        raise ServiceError(INVALID, _seen(rest, list(found)))
    (value,) = found
    return [Digest(value, _mentioned(rest, len(value)))]


def algorithms_for(
    names: list[str], expected: Sequence[Digest], *, is_given: bool, keyed: bool
) -> tuple[list[str], list[str]]:
    """Return the algorithms that the answer shows, and further algorithms to compare ``expected`` with.

    ``names`` are the caller's algorithms or, unless ``is_given``, the default. Raises ServiceError if ``expected``
    names an algorithm that is not among those that the caller has given.
    """
    named = list(dict.fromkeys(digest.algorithm for digest in expected if digest.algorithm))
    if not is_given:
        return (named, []) if named else (names, candidates(expected, keyed=keyed, without=names))
    if not set(named) <= set(names):
        raise ServiceError(
            INVALID,
            f"expected is a digest of {', '.join(named)}, but algorithm asks for {', '.join(names)}: "
            f"leave out algorithm, or ask for {','.join(named)}",
        )
    return names, []


def candidates(expected: Iterable[Digest], *, keyed: bool, without: Collection[str] = ()) -> list[str]:
    """Return the algorithms whose digests are as long as one of ``expected``, without checksums if there is a key.

    >>> candidates(read_expected("900150983cd24fb0d6963f7d28e17f72", "hex"), keyed=False)
    ['md5', 'xxh3-128']
    """
    sizes = {len(digest.value) for digest in expected}
    return [
        name
        for name, algorithm in ALGORITHMS.items()
        if algorithm.digest_size in sizes and name not in without and not (keyed and algorithm.category == "checksum")
    ]


def matching(expected: Iterable[Digest], computed: Mapping[str, bytes]) -> list[str]:
    """Return the algorithms whose computed digest is one of ``expected``.

    Compare every pair, each in constant time. Otherwise the time of an answer would tell an attacker which algorithm
    matches, or how many bytes.
    """
    pairs = [
        (name, wanted.value)
        for wanted in expected
        for name in (computed if wanted.algorithm is None else (wanted.algorithm,))
    ]
    return [name for name, value in pairs if hmac.compare_digest(computed[name], value)]


def _without_file_name(line: str) -> str:
    for pattern, replacement in _FILE_NAMES:
        if found := pattern.fullmatch(line):
            return found.expand(replacement)
    label, _, rest = line.partition("(")
    _, bracket, written = rest.rpartition(")")
    return label + written if bracket and written.lstrip().startswith("=") else line  # MD5 (name) = ...


def _digests_of(text: str) -> list[bytes]:
    """Return the digests that words of hexadecimal digits are: together one, or each of them one.

    The digits of one may stand in groups. But words of different lengths that are as long as digests are several, and
    so are words of 16 bytes or more on lines of their own. Of equal words each is the digest.
    """
    words = [bytes.fromhex(word.replace(":", "")) for word in text.split()]
    sizes = {len(word) for word in words}
    apart = len(sizes) > 1 or (min(sizes) >= _SURE_SIZE and ("\n" in text or len(set(words)) == 1))
    several = apart and sizes <= set(_SIZES)
    if not several and len(whole := b"".join(words)) in _SIZES:
        return [whole]
    return [word for word in words if len(word) in _SIZES]


def _named_base64(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[bytes, str]]:
    """Yield each digest in Base64 that follows the name of its algorithm, and that name.

    The name says how long it is, so a space within it can only be a ``+``.
    """
    for start in pattern.finditer(text):
        name = _LABELS.check(start[1])
        size = ALGORITHMS[name].digest_size
        end = start.end() + (8 * size + 5) // 6  # characters of so many bytes, without padding
        value = _decoded(text[start.end() : end].translate(_TO_STANDARD_BASE64), "base64")
        if value and len(value) == size and _BASE64_END.match(text, end):
            yield value, name


def _bare_base64(text: str, format: str) -> list[bytes]:
    """Return the digests that are words in Base64, or the one that is the whole text, with spaces for ``+``."""
    ends = [stripped.translate(_TO_STANDARD_BASE64) for stripped in (text.strip(), text.strip("\t\r\n"))]
    whole = [_decoded(end, "base64") for end in ends if format == "base64" or end.endswith("=")]
    words = [_decoded(word, "base64") for word in _BASE64.findall(text) if _RANDOM.match(word)]
    return [value for value in whole if value][:1] or [value for value in words if value]


def _decoded(text: str, format: str) -> bytes | None:
    """Return the digest of a known length that ``text`` writes, or None."""
    try:
        value = DECODERS[format](text)
    except codecs.CodecError:
        return None
    return value if len(value) in _SIZES else None


def _mentioned(text: str, size: int) -> str | None:
    """Return the algorithm that ``text`` names; of several, the one whose digests have ``size`` bytes."""
    named = {_LABELS.check(found) for found in _MENTIONED.findall(text)}
    fitting = {name for name in named if ALGORITHMS[name].digest_size == size} or named
    return fitting.pop() if len(fitting) == 1 else None


def _seen(text: str, found: Sequence[bytes]) -> str:
    """Return the details of the error for a text with no digest, or with several."""
    if found:
        sizes = ", ".join([str(len(value)) for value in found[:_MOST_SHOWN]] + ["..."] * (len(found) > _MOST_SHOWN))
        return f"{len(found)} digests were found, of {sizes} bytes: send one, or each as sha256-<Base64>"
    longest = max(map(len, _DIGITS.findall(text)), default=0)
    lengths = ", ".join(str(2 * size) for size in _SIZES)
    return (
        f"No digest was found: one has {lengths} hexadecimal digits, or is as many bytes in Base64, and stands "
        f"apart from other words; the longest run of hexadecimal digits has {longest}"
    )
