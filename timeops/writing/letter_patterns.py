"""Translate the date patterns of Java, JavaScript, .NET and PHP, such as ``yyyy-MM-dd``, into directives (T13)."""

import re

# From a run of one letter to its directive: the length of the run decides the form.
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
# In PHP each directive is a single letter.
_PHP_LETTERS = {
    "Y": "%Y", "y": "%y", "m": "%m", "n": "%-m", "M": "%b", "F": "%B", "d": "%d", "j": "%-d", "D": "%a", "l": "%A",
    "H": "%H", "G": "%-H", "h": "%I", "g": "%-I", "i": "%M", "s": "%S", "A": "%p", "a": "%P", "O": "%z", "P": "%:z",
}  # fmt: skip
_RUN = re.compile(r"'([^']*)'|(([A-Za-z])\3*)")


def directives_of(text: str) -> str:
    """Translate a pattern of letters into directives, or return "" if the text is not such a pattern.

    A pattern has at least two runs of letters, all of them known; a T and quoted words are ignored. At least one run
    has several letters, or else the letters are those of PHP, with Y for the year.
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
        if match[2] in (None, "T"):  # quoted words, or the T between date and time
            return match[1] or match[2] or ""
        return next(directives)

    return _RUN.sub(written, text)


def _month_or_minute(runs: list[str], place: int) -> str:
    """Return the run at ``place``. Many confuse mm and MM: they mean minutes next to hours or seconds, else months."""
    letters = runs[place]
    if letters.lower() not in ("m", "mm"):
        return letters
    beside = runs[max(place - 1, 0)][0] in "Hh" or runs[min(place + 1, len(runs) - 1)][0] in "sS"
    return letters.lower() if beside else letters.upper()
