"""F5: what the functions of hashing, uuids, passwords, randomgen and numbergen say to a Python program."""

from datetime import datetime
from math import nan
from pkgutil import resolve_name

import pytest

from tests.tables import each_row, rows
from utilitysvc.kit import ServiceError
from uuids.services import generate_uuids


@each_row(
    ("name", "arguments", "error"),
    [
        *rows("library_functions_refused.json"),
        ("numbergen.services.normal_numbers", {"mean": nan}, "Mean must be between -1000000 and 1000000"),
    ],
)
def test_value_that_is_none_is_refused_as_over_http(name, arguments, error):
    with pytest.raises(ServiceError) as refused:
        resolve_name(name)(**arguments)
    assert (refused.value.error, refused.value.status) == (error, 400)


def test_clock_may_show_local_time():
    """One that knows no offset is taken for that of the machine, as Python's datetime takes it."""
    noon = datetime(2026, 11, 21, 12).astimezone()
    naive = noon.replace(tzinfo=None)
    aware_result, naive_result = (
        generate_uuids(version=7, clock=lambda moment=moment: moment, source=lambda secure: bytes)
        for moment in (noon, naive)
    )
    assert aware_result == naive_result


def test_nothing_is_drawn_for_version_5():
    """U3: and so no secure generator is used."""
    assert generate_uuids(version=5, name="a", secure=True)["secure"] is False
