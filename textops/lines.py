"""Lines, as ``str.splitlines`` has them (X4). Each comes back ended by U+000A, but for the last."""

from textops.spacing import WHITE_SPACE

__all__ = ["remove_duplicate_lines", "remove_empty_lines", "reverse_lines", "sort_lines"]


def sort_lines(text: str) -> str:
    """Return the lines of ``text`` in the order of their code points."""
    return "\n".join(sorted(text.splitlines()))


def reverse_lines(text: str) -> str:
    """Return the lines of ``text``, the last one first."""
    return "\n".join(reversed(text.splitlines()))


def remove_duplicate_lines(text: str) -> str:
    """Return the first occurrence of each line of ``text``."""
    return "\n".join(dict.fromkeys(text.splitlines()))


def remove_empty_lines(text: str) -> str:
    """Return the lines of ``text`` that hold more than white space."""
    return "\n".join(line for line in text.splitlines() if line.strip(WHITE_SPACE))
