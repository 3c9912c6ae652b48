"""The Base64 of bcrypt: like standard Base64, but with another alphabet and without padding."""

from utilitysvc.kit import codecs

_USUAL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BCRYPT = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_TO_BCRYPT = str.maketrans(_USUAL, _BCRYPT, "=")
_TO_USUAL = str.maketrans(_BCRYPT, _USUAL)


def to_bcrypt_base64(data: bytes) -> str:
    return codecs.encode_base64(data).translate(_TO_BCRYPT)


def from_bcrypt_base64(text: str) -> bytes:
    """Return the bytes. Raises CodecError if the unused bits of the last character are not zero."""
    return codecs.decode_base64(text.translate(_TO_USUAL))
