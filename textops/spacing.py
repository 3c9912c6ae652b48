"""White space: the characters with the Unicode property White_Space. Spaces are a subset of them.

https://www.unicode.org/Public/UCD/latest/ucd/PropList.txt
"""

# Category Zs.
SPACES = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# str.isspace() is not used, because it is also true for the separators U+001C to U+001F, which lack the property.
WHITE_SPACE = "\t\n\x0b\x0c\r\x85\u2028\u2029" + SPACES


def trim(text: str) -> str:
    """Return ``text`` without the white space at both ends."""
    return text.strip(WHITE_SPACE)


def collapse_whitespace(text: str) -> str:
    """Return ``text`` with each run of white space as one space, and none at the ends."""
    text = _with_each(WHITE_SPACE, " ", text)
    while "  " in text:  # each pass halves the runs of spaces
        text = text.replace("  ", " ")
    return text.strip(" ")


def remove_whitespace(text: str) -> str:
    """Return ``text`` without its white space."""
    return _with_each(WHITE_SPACE, "", text)


def remove_spaces(text: str) -> str:
    """Return ``text`` without its spaces (category Zs); tabs and line breaks stay."""
    return _with_each(SPACES, "", text)


def _with_each(characters: str, replacement: str, text: str) -> str:
    # To replace one character after the other is faster than a regular expression on half a million spaces.
    for character in characters:
        text = text.replace(character, replacement)
    return text
