"""The classes of characters, and all passwords that have them, by trying."""

import string
from itertools import product

CLASSES = {
    "uppercase": string.ascii_uppercase,
    "lowercase": string.ascii_lowercase,
    "numbers": string.digits,
    "symbols": string.punctuation,
}
ALL = "".join(CLASSES.values())


def keeping(characters):
    """The settings under which only these characters are left."""
    chosen = {name: not set(alphabet).isdisjoint(characters) for name, alphabet in CLASSES.items()}
    return chosen | {"exclude": "".join(sorted(set(ALL) - set(characters)))}


def allowed(characters, length, needed=None):
    """All passwords with at least so many characters of each class, or one of each where that fits, by trying all."""
    if needed is None:
        classes = [name for name, chosen in keeping(characters).items() if chosen is True]
        needed = dict.fromkeys(classes, 1) if length >= len(classes) else {}
    for letters in product(characters, repeat=length):
        if all(sum(letter in CLASSES[name] for letter in letters) >= number for name, number in needed.items()):
            yield "".join(letters)
