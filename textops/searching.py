"""Find a text or a pattern in another text: from left to right, without overlap (X10, X12)."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from textops.budget import Budget
from textops.patterns import compile_pattern, matches
from textops.results import check_size, largest_result
from utilitysvc.kit.rules import MAX_QUOTED
from utilitysvc.kit.service_error import ServiceError

FIND_REQUIRED = (
    "Find parameter is required",
    "Provide the text to look for in the find parameter; it may not be empty",
)
#: The whole match.
DEFAULT_GROUP = "0"
INVALID_GROUP = "Invalid group specified"
INVALID_REPLACEMENT = "Invalid replacement specified"

# A reference to a group, an escaped backslash, or a backslash that is neither.
_REFERENCE = re.compile(r"\\(?:([0-9]{1,2})|g<(\w+)>|(\\))?")


def replace(
    text: str,
    *,
    find: str,
    replacement: str = "",
    regex: bool = False,
    ignore_case: bool = False,
    multiline: bool = False,
    dotall: bool = False,
    largest: int | None = None,
    budget: Budget | None = None,
) -> str:
    r"""Return ``text`` with ``replacement`` in place of each ``find``.

    With ``ignore_case``, letters match either case. With ``regex``, ``find`` is a pattern of RE2, and ``\\1`` and
    ``\\g<name>`` in ``replacement`` stand for its groups.
    ``largest``: how many bytes the result may have. Raises ServiceError if ``find`` is empty, if the pattern is invalid
    or takes too long, or if the result is larger.
    """
    most = largest or largest_result(text)
    if not regex and not ignore_case:
        longer = len(replacement.encode()) - len(find.encode())
        size = len(text.encode()) + count_matches(text, find=find) * longer
        check_size(size, most)
        return text.replace(find, replacement)
    search = _Search(text, find, regex, ignore_case, multiline, dotall, budget)
    parts = _replacement_parts(replacement, search.group_number) if regex else [replacement.encode()]
    pieces: list[bytes] = []
    end = size = 0
    for match in search.matches():
        start = match.start()
        new = b"".join([part if isinstance(part, bytes) else match[part] or b"" for part in parts])
        pieces += (search.data[end:start], new)
        size += start - end + len(new)
        check_size(size, most)
        end = match.end()
    pieces.append(search.data[end:])
    return b"".join(pieces).decode()


def count_matches(
    text: str,
    *,
    find: str,
    regex: bool = False,
    ignore_case: bool = False,
    multiline: bool = False,
    dotall: bool = False,
    budget: Budget | None = None,
) -> int:
    """Return how often ``find``, with ``regex`` a pattern, occurs in ``text``. Raises ServiceError as replace does."""
    if not regex and not ignore_case:
        return text.count(_non_empty(find))
    return sum(1 for _ in _Search(text, find, regex, ignore_case, multiline, dotall, budget).matches())


def extract(
    text: str,
    *,
    find: str,
    regex: bool = False,
    ignore_case: bool = False,
    multiline: bool = False,
    dotall: bool = False,
    group: str = DEFAULT_GROUP,
    budget: Budget | None = None,
) -> str:
    """Return each occurrence of ``find`` in ``text`` on its own line.

    With ``regex``, ``find`` is a pattern, and ``group`` is the number or name of the group to return. If the group is
    not part of a match, the line is empty. Raises ServiceError as replace does, and if the pattern has no such group.
    """
    if not regex and not ignore_case:
        return "\n".join([find] * text.count(_non_empty(find)))
    search = _Search(text, find, regex, ignore_case, multiline, dotall, budget)
    number = search.group_number(group)
    return _lines(match[number] or b"" for match in search.matches())


def split(
    text: str,
    *,
    find: str,
    regex: bool = False,
    ignore_case: bool = False,
    multiline: bool = False,
    dotall: bool = False,
    budget: Budget | None = None,
) -> str:
    """Return the parts of ``text`` between the occurrences of ``find``, each on its own line.

    Raises ServiceError as replace does.
    """
    if not regex and not ignore_case:
        return "\n".join(text.split(_non_empty(find)))
    search = _Search(text, find, regex, ignore_case, multiline, dotall, budget)
    return _lines(search.parts())


class _Search:
    """A pattern, and the text in UTF-8 in which its matches are found."""

    def __init__(
        self,
        text: str,
        find: str,
        regex: bool,
        ignore_case: bool,
        multiline: bool,
        dotall: bool,
        budget: Budget | None,
    ) -> None:
        self.data = text.encode()
        self._budget = budget or Budget()
        flags = {"ignore_case": ignore_case, "multiline": multiline, "dotall": dotall}
        find = _non_empty(find)
        pattern = self._budget.keep(
            (find, regex, *flags.values()), lambda: compile_pattern(find, is_literal=not regex, **flags)
        )
        pattern.check_size(len(self.data))
        self._compiled = pattern.compiled

    def matches(self) -> Iterator[Any]:
        return matches(self._compiled, self.data, self._budget)

    def parts(self) -> Iterator[bytes]:
        end = 0
        for match in self.matches():
            yield self.data[end : match.start()]
            end = match.end()
        yield self.data[end:]

    def group_number(self, group: str, error: str = INVALID_GROUP) -> int:
        """Return the number of the group with this number or name, or raise ServiceError."""
        names: dict[bytes, int] = self._compiled.groupindex
        number = int(group) if re.fullmatch("[0-9]{1,3}", group) else names.get(group.encode(), -1)
        if not 0 <= number <= self._compiled.groups:
            numbers = (
                f"0 (the whole match) to {self._compiled.groups}" if self._compiled.groups else "0 (the whole match)"
            )
            named = f", named {', '.join(name.decode() for name in names)}" if names else ""
            raise ServiceError(error, f"There is no group {group[:MAX_QUOTED]}; groups: {numbers}{named}")
        return number


def _non_empty(find: str) -> str:
    if not find:
        raise ServiceError(*FIND_REQUIRED)
    return find


def _replacement_parts(replacement: str, group_number: Callable[[str, str], int]) -> Sequence[bytes | int]:
    """Return the parts of a replacement: texts, and the numbers of the groups that it refers to."""
    parts: list[bytes | int] = []
    end = 0
    for reference in _REFERENCE.finditer(replacement):
        number, name, backslash = reference.groups()
        parts.append(replacement[end : reference.start()].encode())
        end = reference.end()
        if backslash:
            parts.append(b"\\")
        elif number or name:
            parts.append(group_number(number or name, INVALID_REPLACEMENT))
        else:
            remark = r"write \\ for a backslash, a group as \1 or \g<name>, and a line break as it is"
            raise ServiceError(INVALID_REPLACEMENT, f"A backslash alone at position {reference.start()}; {remark}")
    parts.append(replacement[end:].encode())
    return parts


def _lines(parts: Iterable[bytes]) -> str:
    return b"\n".join(parts).decode()
