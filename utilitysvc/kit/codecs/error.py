"""The error of a text that cannot be decoded, with its position (G17)."""

from collections.abc import Sequence

from utilitysvc.kit.service_error import Reading


class CodecError(ValueError):
    """The reason, and its position in the text, in code points from 0.

    ``remark`` says what may help. ``readings``: for a text with several meanings, what to write for each.
    """

    def __init__(self, reason: str, position: int, remark: str = "", readings: Sequence[Reading] = ()) -> None:
        super().__init__(reason, position, remark)
        self.reason = reason
        self.position = position
        self.remark = remark
        self.readings = readings

    def __str__(self) -> str:
        remark = f"; {self.remark}" if self.remark else ""
        return f"{self.reason[0].upper()}{self.reason[1:]} at position {self.position}{remark}"


def not_utf8(error: UnicodeDecodeError, position: int, remark: str = "") -> CodecError:
    """Return the error of bytes that are not UTF-8. It quotes them in hexadecimal."""
    named = error.object[error.start : error.end].hex(" ").upper()
    return CodecError(f"bytes that are not UTF-8 ({named})", position, remark)
