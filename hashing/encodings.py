"""How the input and the key are written, and how the digest is."""

from collections.abc import Callable

from utilitysvc.kit import codecs
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

__all__ = ["ENCODINGS", "FORMATS", "decode", "encode"]

_DECODERS: dict[str, Callable[[str], bytes]] = {
    "hex": codecs.decode_hexadecimal,
    "base64": codecs.decode_base64,
}
_ENCODERS: dict[str, Callable[[bytes], str]] = {
    "hex": codecs.encode_hexadecimal,
    "base64": codecs.encode_base64,
    "binary": codecs.encode_binary,
}

ENCODINGS = Choices("encoding", ("utf-8", *_DECODERS))
FORMATS = Choices("format", tuple(_ENCODERS))


def decode(name: str, text: str, encoding: str) -> bytes:
    """Return the bytes that ``text``, the value of the parameter ``name``, stands for in one of ENCODINGS (B1, B3).

    Raises ServiceError where it is not written so.
    """
    if encoding not in _DECODERS:
        return text.encode()
    try:
        return _DECODERS[encoding](text)
    except codecs.CodecError as exc:
        raise ServiceError(f"Invalid {name} encoding", str(exc)) from None


def encode(digest: bytes, format: str) -> str:
    """Return the digest as text in one of FORMATS (H4)."""
    return _ENCODERS[format](digest)
