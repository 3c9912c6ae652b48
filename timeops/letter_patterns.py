"""Patterns of letters, as Java and JavaScript libraries have them: which directives ``yyyy-MM-dd`` stands for (T13)."""

import re

__all__ = ["directives_of"]

# Longest first: of runs of one letter the number of letters says which form is meant.
_LETTERS = {
    "yyyy": "%Y", "YYYY": "%Y", "yy": "%y", "YY": "%y",
    "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%-m",
    "DDDD": "%j", "dddd": "%A", "ddd": "%a", "dd": "%d", "DD": "%d", "d": "%-d", "D": "%-d",
    "EEEE": "%A", "EEE": "%a",
    "HH": "%H", "H": "%-H", "hh": "%I", "h": "%-I",
    "mm": "%M", "ss": "%S", "SSSSSS": "%f", "SSS": "%3N",
    "XXX": "%:z", "XX": "%z", "ZZ": "%z", "Z": "%z", "a": "%p", "A": "%p",
}  # fmt: skip
_RUN = re.compile(r"'([^']*)'|(([A-Za-z])\3*)")


def directives_of(text: str) -> str:
    """Return the pattern of directives that a pattern of letters stands for, or "" where the text is none.

    It is one if it has two or more runs of letters, all known, and a T or words in quotes besides; a year, a day or an
    hour is among them.
    """
    runs = [match for match in _RUN.finditer(text) if match[2] and match[2] != "T"]
    names = {match[2] for match in runs}
    if "%" in text or len(runs) < 2 or not names <= _LETTERS.keys() or not any(len(name) > 1 for name in names):
        return ""
    return _RUN.sub(lambda match: match[1] if match[1] is not None else _LETTERS.get(match[2], match[2]), text)
