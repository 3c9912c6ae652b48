"""Ciphers of the Latin alphabet and of ASCII. They hide nothing from anyone."""

from string import ascii_lowercase, ascii_uppercase

__all__ = ["DEFAULT_SHIFT", "caesar_cipher", "rot13", "rot47"]

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
    # In UTF-8 ASCII stands for nothing but itself, and bytes are translated faster than a text of any script.
    return text.encode().translate(table).decode()
