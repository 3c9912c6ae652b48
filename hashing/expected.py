"""Read the digest that a caller expects, and compare it with the computed digests.

The caller may send a bare digest in the requested ``format``, or one of these forms (H11), for which ``format`` does
not matter:

    sha256-<Base64> sha384-<Base64>     Subresource Integrity, https://www.w3.org/TR/sri-2/; any of them may match
    sha256:<hexadecimal>                container images, package managers
    SHA256 (name) = <hexadecimal>       BSD's commands, ``sha256sum --tag``, ``openssl dgst``
    <hexadecimal>  name                 a line of ``sha256sum``; the algorithm is not named
"""

import hmac
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from hashing.algorithms import ALGORITHM_NAMES, ALGORITHMS
from hashing.encodings import DECODERS, ENCODERS
from utilitysvc.kit import codecs
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

INVALID = "Invalid expected specified"

#: Our names of the algorithms, and further names that commands print.
_LABELS = Choices(
    "algorithm",
    ALGORITHM_NAMES.values,
    {
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
    },
)

_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]+")
_ALPHABETS = {"hex": _HEXADECIMAL, "base64": re.compile(r"[A-Za-z0-9+/]+={0,2}"), "binary": re.compile(r"[01]+")}
# GNU's commands write a backslash before the digest if the file's name contains an escaped character.
_CHECKSUM_LINE = re.compile(r"\\?([0-9A-Fa-f]+) [ *].+")
_INTEGRITY = re.compile(
    rf"({'|'.join(sorted(ALGORITHM_NAMES.values, key=len, reverse=True))})-(.*)", re.IGNORECASE | re.DOTALL
)


#: Translates the URL-safe alphabet to the standard one, and to ``+`` the space that a query string makes of it.
_TO_STANDARD_BASE64 = str.maketrans("-_ ", "+/+")


class Digest(NamedTuple):
    """A digest that a caller expects: its text, the text's format, and the algorithm if the caller has named it."""

    text: str
    format: str
    algorithm: str | None = None


def read_expected(text: str, format: str) -> list[Digest]:
    """Return the digests that ``text`` may mean. A bare digest is in ``format``.

    >>> read_expected("SHA1 (a file) = A9993E364706816ABA3E25717850C26C9CD0D89D", "hex")
    [Digest(text='a9993e364706816aba3e25717850c26c9cd0d89d', format='hex', algorithm='sha1')]

    White space at both ends is ignored. A text in none of the forms counts as a bare digest, even if no digest can look
    like that. A bare digest is returned as ENCODERS write it if it can be decoded: ``A9:99`` becomes a999.
    """
    stripped = text.strip()
    for label, written in (_bsd_line(stripped), stripped.partition(":")[::2]):
        if name := _LABELS.find(label):
            return [_labelled(name, written.strip())]
    if line := _CHECKSUM_LINE.fullmatch(stripped):
        return [Digest(line[1].lower(), "hex")]
    if integrity := _integrity(text):
        return [_labelled(name, written) for name, written in integrity]
    if format == "base64":  # a query string turns "+" into a space, even at an end of the digest
        texts = dict.fromkeys(spaced.replace(" ", "+") for spaced in (stripped, text.strip("\t\r\n")))
        return [Digest(_canonical(one, format), format) for one in texts]
    return [Digest(_canonical(stripped, format), format)]


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
    sizes = {_size(digest) for digest in expected}
    return [
        name
        for name, algorithm in ALGORITHMS.items()
        if algorithm.digest_size in sizes and name not in without and not (keyed and algorithm.category == "checksum")
    ]


def matching(expected: Iterable[Digest], computed: Mapping[str, bytes]) -> list[str]:
    """Return the algorithms whose computed digest is one of ``expected``.

    Compare every pair, each in constant time. Otherwise the time of an answer would tell an attacker which algorithm
    matches, or how many characters.
    """
    pairs = [
        (name, wanted)
        for wanted in expected
        for name in (computed if wanted.algorithm is None else (wanted.algorithm,))
    ]
    return [
        name
        for name, wanted in pairs
        if hmac.compare_digest(ENCODERS[wanted.format](computed[name]).encode(), wanted.text.encode())
    ]


def _bsd_line(text: str) -> tuple[str, str]:
    label, _, rest = text.partition("(")
    _, _, written = rest.rpartition(")")
    return (label, written.strip().removeprefix("=")) if written.lstrip().startswith("=") else ("", "")


def _integrity(text: str) -> list[tuple[str, str]]:
    """Return algorithm and Base64 of each digest in a Subresource Integrity text. Empty if it is not such a text.

    A space separates two digests, or is a ``+`` within one, since query strings turn ``+`` into a space. So a part that
    does not begin with the name of an algorithm continues the digest before it, if that is still too short. Any other
    such part is ignored, as browsers ignore unknown algorithms.
    """
    found: list[tuple[str, str]] = []
    for part in re.sub(r"[\t\r\n]+", " ", text).split(" "):
        if start := _INTEGRITY.fullmatch(part):
            found.append((start[1].lower(), start[2]))
        elif found and len(found[-1][1]) < _base64_length(ALGORITHMS[found[-1][0]].digest_size):
            name, written = found[-1]
            found[-1] = (name, f"{written}+{part}")
    return found


def _canonical(text: str, format: str) -> str:
    """Return the digest as ENCODERS write it, or ``text`` itself if it cannot be decoded."""
    try:
        return ENCODERS[format](DECODERS[format](text))
    except codecs.CodecError:
        return text


def _labelled(name: str, written: str) -> Digest:
    """Return the digest that ``written`` has in hexadecimal, or else in Base64 with or without padding."""
    digits = _canonical(written, "hex")
    if _HEXADECIMAL.fullmatch(digits) and len(digits) != _base64_length(ALGORITHMS[name].digest_size):
        return Digest(digits, "hex", name)
    # Subresource Integrity allows options after a question mark, but defines none yet.
    text = written.partition("?")[0].rstrip("= ").translate(_TO_STANDARD_BASE64)
    return Digest(text + "=" * (-len(text) % 4), "base64", name)


def _base64_length(size: int) -> int:
    """Return the number of characters of ``size`` bytes in Base64, without padding."""
    return (8 * size + 5) // 6


def _size(digest: Digest) -> int:
    """Return the number of bytes of the digest, or 0 if its text is not in its format."""
    text = digest.text
    if not _ALPHABETS[digest.format].fullmatch(text):
        return 0
    if digest.format == "base64":
        return 0 if len(text) % 4 else len(text) // 4 * 3 - text.count("=")
    size, rest = divmod(len(text), 2 if digest.format == "hex" else 8)
    return 0 if rest else size
