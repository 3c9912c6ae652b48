"""G21: no parameter of any operation lets a request of a megabyte cost more than time in proportion to its size."""

import gc
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

import pytest

from tests.measure import takes_longer
from tests.tables import each_row, rows
from utilitysvc.description import catalogue
from utilitysvc.kit.parameters import Repeated
from utilitysvc.kit.service_error import ServiceError

pytestmark = pytest.mark.slow

MEGABYTE = 1_000_000
#: A request may take a second of CPU and is then ended (B4, B9, X12).
MOST_SECONDS = 10
#: What may be remembered after all of this.
KEPT_BYTES = 64 * 1024 * 1024

ROWS = [(endpoint, row) for endpoint in catalogue.functions() for row in endpoint.operations.rows.values()]
#: Each parameter of each path, in the first operation that reads it in that way. What is computed from a text itself
#: has its own tests of speed, operation by operation.
PARAMETERS = {
    (endpoint.path, name, type(field)): (endpoint, row, name, field)
    for endpoint in catalogue.functions()
    for row in reversed(endpoint.operations.rows.values())
    for name, field in row.fields.items()
    if not field.multiline
}


@cache
def megabyte(filling):
    return filling * (MEGABYTE // len(filling.encode()))


def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def answer(operations, data):
    with suppress(ServiceError):  # most are refused; what counts is how soon
        operations.chosen(data).answer(data)


@each_row(("endpoint", "row", "name", "field"), PARAMETERS.values())
def test_g21_a_megabyte_in_any_parameter_is_bounded(endpoint, row, name, field, located, settings):
    settings.GEOIP_PATH = located
    before = resident_bytes()
    for filling in rows("bounds_fillings.json"):
        text = megabyte(filling)
        data = {**row.first_example, name: Repeated([text, text]) if field.takes_list else text}
        assert not takes_longer(partial(answer, endpoint.view.operations, data), MOST_SECONDS), filling
    if resident_bytes() - before >= KEPT_BYTES:
        gc.collect()  # only then: it takes as long as all of the above
        assert resident_bytes() - before < KEPT_BYTES


@each_row(("endpoint", "row"), ROWS)
def test_g21_a_name_of_129_characters_is_unknown(endpoint, row):
    for name, field in row.fields.items():
        if hasattr(field, "names"):
            with pytest.raises(ServiceError) as refusal:
                row.parameters.read({**row.first_example, name: "a" * 129})
            assert refusal.value.error == field.names.error
