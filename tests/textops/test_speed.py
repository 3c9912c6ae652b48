"""/text/: rule X9, every operation linear in the text, on what a careless implementation takes quadratic time for."""

import tracemalloc
from contextlib import suppress
from functools import partial

import pytest

from tests.measure import takes_longer
from tests.tables import each_row, rows
from textops import services
from textops.invisible import HIDDEN
from textops.operations import OPERATIONS
from utilitysvc.kit import ServiceError

pytestmark = pytest.mark.slow

# Names, each with a start and what is repeated after it.
UNITS = rows("repeated_units.json")
DISTINCT_WORDS = "".join(f"{chr(0x4E00 + number)} " for number in range(5000))
#: What takes some microseconds for each byte, and so more than the limit of the others.
DEAR = {"json_path": 3, "json_sort_keys": 4, "yaml_to_json": 40, "unicode_report": 10, "url_parse": 3}
CHARACTERS = 24 * 1024
LIMIT_SECONDS = 0.25  # most take less than 0.01 s; the flags' n² alone would be over a second


def process(operation, text):
    """Compute the result, or refuse the text, which takes time too."""
    more = {name: value for name, value in OPERATIONS[operation].example.items() if name != "text"}
    if operation == "diff":
        more["other"] = f"{text[: len(text) // 2]}!{text[len(text) // 2 :]}"
    elif operation == "json_path":
        more["path"] = "$[*]"
    elif operation in ("extract", "split"):
        more |= {"find": r"\w+", "regex": True}
    with suppress(ServiceError):
        services.process(text=text, operation=operation, **more)


@pytest.mark.parametrize(("name", "start", "unit"), [*UNITS, ("distinct words", "", DISTINCT_WORDS)])
def test_every_operation_is_linear_in_the_text(name, start, unit):
    """X9."""
    text = start + unit * (CHARACTERS // len(unit))
    for operation in OPERATIONS:
        most = LIMIT_SECONDS * DEAR.get(operation, 1)
        assert not takes_longer(partial(process, operation, text), most), operation


@each_row("character", "\u2800\ufe0f")
def test_hidden_characters_are_found_in_time_linear_in_the_text(character):
    """X9: these are hidden, unless something stands at an end of their run, or a joiner after it."""
    assert not takes_longer(partial(HIDDEN.findall, character * 50_000), LIMIT_SECONDS)


TEXT_BYTES = 1 << 19


@pytest.mark.parametrize(
    "find", ["a" * 50 + "b", "a" * 5000 + "b", "b" + "a" * 60_000, "ab" * 3000 + "a", "a" * 50_000]
)
def test_searching_is_linear_in_the_text(find):
    """X9: on what a search by hand would compare again and again."""
    for text in ("a" * TEXT_BYTES, "ab" * (TEXT_BYTES // 2), ("a" * 1000 + "b") * (TEXT_BYTES // 1001)):
        for operation in ("replace", "count_matches"):
            search = partial(services.process, text=text, operation=operation, find=find)
            assert not takes_longer(search, LIMIT_SECONDS)


@each_row("operation, unit, times, most", rows("memory.json"))
def test_memory_is_in_proportion(operation, unit, times, most):
    """How many bytes a byte of text costs at most, beside itself: so many of 1 MiB are asked for at a time."""
    text = unit * times
    process(operation, text[:100])
    tracemalloc.start()
    try:
        process(operation, text)
        assert tracemalloc.get_traced_memory()[1] / len(text.encode()) < most
    finally:
        tracemalloc.stop()
