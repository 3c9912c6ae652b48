"""Parse a recurrence rule in any notation: RFC 5545, cron or English (T19)."""

from dataclasses import replace

from timeops.recurrence.cron import is_cron, read_cron
from timeops.recurrence.rfc5545 import is_rfc5545, read_rfc5545
from timeops.recurrence.rule import Recurrence, invalid_rule


def read_rule(text: str, max_characters: int) -> Recurrence:
    """Parse a rule. Raises ServiceError ``Invalid recurrence rule``."""
    text = text.strip()
    if len(text) > max_characters:
        raise invalid_rule(f"The rule has more than {max_characters:,} characters")
    if not text.isascii():
        foreign = next(character for character in text if not character.isascii())
        raise invalid_rule(f'The rule has "{foreign}": write ASCII characters')
    if is_rfc5545(text):
        return replace(read_rfc5545(text), source=text)
    if is_cron(text):
        return replace(read_cron(text), source=" ".join(text.split()))
    from timeops.recurrence import english_reading  # imported late, because it imports lark

    return replace(english_reading.read(text), source=" ".join(text.split()))
