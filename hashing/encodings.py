"""How the input is written, and how the digest is."""

import base64
import binascii
from collections.abc import Callable

from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

__all__ = ["ENCODINGS", "FORMATS", "decode", "encode"]


def _from_base64(text: str) -> bytes:
    """Read the standard or the URL-safe alphabet, padded or not; a query string turns ``+`` into a space."""
    text = text.translate(_BASE64_SPELLINGS)
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)


_BASE64_SPELLINGS = str.maketrans("-_ ", "+/+", "\r\n\t")

_DECODERS: dict[str, Callable[[str], bytes]] = {
    "utf-8": str.encode,
    "hex": bytes.fromhex,
    "base64": _from_base64,
}

# Each byte as its eight binary digits, the most significant first (H4).
_BINARY = [f"{byte:08b}" for byte in range(256)]

_ENCODERS: dict[str, Callable[[bytes], str]] = {
    "hex": bytes.hex,
    "base64": lambda digest: base64.b64encode(digest).decode(),
    "binary": lambda digest: "".join(_BINARY[byte] for byte in digest),
}

ENCODINGS = Choices("encoding", tuple(_DECODERS))
FORMATS = Choices("format", tuple(_ENCODERS))


def decode(text: str, encoding: str) -> bytes:
    """Return the bytes that ``text`` writes, or raise ServiceError where it writes none."""
    try:
        return _DECODERS[encoding](text)
    except (ValueError, binascii.Error) as fault:
        raise ServiceError("Invalid input encoding", f"The input is not valid {encoding}: {fault}") from None


def encode(digest: bytes, format: str) -> str:
    """Return the digest as text in one of FORMATS."""
    return _ENCODERS[format](digest)
