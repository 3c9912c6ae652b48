"""/text/: rule X9, every operation linear in the text, on what a careless implementation takes quadratic time for."""

import time

import pytest

from textops import services
from textops.operations import OPERATIONS

# A start, and what is repeated after it.
UNITS = {
    "plain": ("", "a"),
    "words": ("", "a "),
    "humps": ("", "aB"),
    "capitals": ("", "A"),
    "flags": ("", "🇩"),
    "flags prepended": ("\u0600", "🇩"),
    "marks": ("a", "\u0301"),
    "joiners": ("", "👩\u200d"),
    "conjuncts": ("", "क\u094d"),
    "prepended": ("", "\u0600"),
    "final sigma": ("", "Σ'"),
    "separators": ("", "_'"),
    "line breaks": ("QQ=", "\r\n"),
    "padding": ("QQ", "="),
    "percents": ("", "%"),
    "escapes": ("", "%C3%A9x"),
    "ampersands": ("", "&"),
    "names": ("", "&notit"),
    "name": ("&", "a"),
    "decimal reference": ("&#", "1"),
    "hexadecimal reference": ("&#x", "1"),
    "zeros": ("&#", "0"),
    "distinct words": ("", "".join(chr(0x4E00 + n) + " " for n in range(5000))),
}
SIZE = 128 * 1024
LIMIT_SECONDS = 1.0  # linear ones take some 0.03 s; the flags' n² alone would be over 2 s


@pytest.mark.parametrize(("start", "unit"), UNITS.values(), ids=UNITS)
def test_every_operation_is_linear_in_the_text(start, unit):
    """X9."""
    text = start + unit * (SIZE // len(unit.encode()))
    for operation in OPERATIONS:
        begun = time.process_time()
        try:
            services.process(text=text, operation=operation)
        except services.ServiceError:
            assert operation.endswith("_decode")
        assert time.process_time() - begun < LIMIT_SECONDS, operation
