"""Ciphers of the Latin alphabet and of ASCII. They protect no secret: anyone can undo them."""

from string import ascii_lowercase, ascii_uppercase

DEFAULT_SHIFT = 3

_PRINTABLE = bytes(range(ord("!"), ord("~") + 1))
_HALF = len(_PRINTABLE) // 2
_ROT47 = bytes.maketrans(_PRINTABLE, _PRINTABLE[_HALF:] + _PRINTABLE[:_HALF])


def caesar_cipher(text: str, *, shift: int = DEFAULT_SHIFT) -> str:
    """Return ``text`` with A-Z and a-z moved on by ``shift`` places of the alphabet, around its end; the rest stays."""
    places = shift % len(ascii_lowercase)
    shifted = "".join(alphabet[places:] + alphabet[:places] for alphabet in (ascii_uppercase, ascii_lowercase))
    return _substituted(text, bytes.maketrans((ascii_uppercase + ascii_lowercase).encode(), shifted.encode()))


def rot13(text: str) -> str:
    """Return ``text`` with A-Z and a-z moved on by 13 places: twice restores it."""
    return caesar_cipher(text, shift=13)


def rot47(text: str) -> str:
    """Return ``text`` with the 94 characters from ``!`` to ``~`` moved on by 47 places: twice restores it."""
    return _substituted(text, _ROT47)


def _substituted(text: str, table: bytes) -> str:
    # Of bytes the translation is faster than of a text, and in UTF-8 the bytes of ASCII are part of no other character.
    return text.encode().translate(table).decode()
