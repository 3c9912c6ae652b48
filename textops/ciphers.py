"""Ciphers of the Latin alphabet and of ASCII. They protect no secret: anyone can undo them."""

from string import ascii_lowercase, ascii_uppercase

DEFAULT_SHIFT = 3

_PRINTABLE = bytes(range(ord("!"), ord("~") + 1))
_HALF = len(_PRINTABLE) // 2
_ROT47 = bytes.maketrans(_PRINTABLE, _PRINTABLE[_HALF:] + _PRINTABLE[:_HALF])


def caesar_cipher(text: str, *, shift: int = DEFAULT_SHIFT) -> str:
    """Return ``text`` with A-Z and a-z shifted by ``shift`` places, from Z on to A; other characters stay."""
    places = shift % len(ascii_lowercase)
    shifted = "".join(alphabet[places:] + alphabet[:places] for alphabet in (ascii_uppercase, ascii_lowercase))
    return _substituted(text, bytes.maketrans((ascii_uppercase + ascii_lowercase).encode(), shifted.encode()))


def rot13(text: str) -> str:
    """Return ``text`` with A-Z and a-z shifted by 13 places. Applied twice, it restores the text."""
    return caesar_cipher(text, shift=13)


def rot47(text: str) -> str:
    """Return ``text`` with the 94 characters from ``!`` to ``~`` shifted by 47 places. Twice restores the text."""
    return _substituted(text, _ROT47)


def _substituted(text: str, table: bytes) -> str:
    # Bytes are translated faster than a str, and in UTF-8 the bytes of ASCII characters are part of no other character.
    return text.encode().translate(table).decode()
