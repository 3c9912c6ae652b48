"""Patterns of letters, as Java, JavaScript, .NET and PHP have them: what ``yyyy-MM-dd`` is in directives (T13)."""

import re

# Longest first: of runs of one letter the number of letters says which form is meant.
_LETTERS = {
    "yyyy": "%Y", "YYYY": "%Y", "yy": "%y", "YY": "%y",
    "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%-m",
    "DDDD": "%j", "dddd": "%A", "ddd": "%a", "dd": "%d", "DD": "%d", "d": "%-d", "D": "%-d",
    "EEEE": "%A", "EEE": "%a",
    "HH": "%H", "H": "%-H", "hh": "%I", "h": "%-I",
    "mm": "%M", "m": "%-M", "ss": "%S", "SSSSSS": "%f", "SSS": "%3N", "SS": "%S",
    "XXX": "%:z", "XX": "%z", "ZZ": "%z", "Z": "%z", "a": "%p", "A": "%p",
    "fff": "%3N", "tt": "%p", "zzz": "%:z",
}  # fmt: skip
# PHP's, each of one letter.
_PHP_LETTERS = {
    "Y": "%Y", "y": "%y", "m": "%m", "n": "%-m", "M": "%b", "F": "%B", "d": "%d", "j": "%-d", "D": "%a", "l": "%A",
    "H": "%H", "G": "%-H", "h": "%I", "g": "%-I", "i": "%M", "s": "%S", "A": "%p", "a": "%P", "O": "%z", "P": "%:z",
}  # fmt: skip
_RUN = re.compile(r"'([^']*)'|(([A-Za-z])\3*)")


def directives_of(text: str) -> str:
    """Return the pattern of directives that a pattern of letters stands for, or "" where the text is none.

    It is one if it has two or more runs of letters, all known, and a T or words in quotes besides. One run at least has
    several letters, or they are PHP's, with its Y for the year.
    """
    runs = [match[2] for match in _RUN.finditer(text) if match[2] and match[2] != "T"]
    names = set(runs)
    if "%" in text or len(runs) < 2:
        return ""
    if "Y" in names and names & {"d", "j", "m", "n"} and names <= _PHP_LETTERS.keys():
        directives = iter([_PHP_LETTERS[name] for name in runs])
    elif names <= _LETTERS.keys() and any(len(name) > 1 for name in names):
        directives = iter([_LETTERS[_month_or_minute(runs, place)] for place in range(len(runs))])
    else:
        return ""

    def written(match: re.Match[str]) -> str:
        if match[2] in (None, "T"):  # words in quotes, or the T between date and time
            return match[1] or match[2] or ""
        return next(directives)

    return _RUN.sub(written, text)


def _month_or_minute(runs: list[str], place: int) -> str:
    """Return the letters of that place; of mm and MM, which many confuse, those of minutes beside hours or seconds."""
    letters = runs[place]
    if letters.lower() not in ("m", "mm"):
        return letters
    beside = runs[max(place - 1, 0)][0] in "Hh" or runs[min(place + 1, len(runs) - 1)][0] in "sS"
    return letters.lower() if beside else letters.upper()
