"""F5: what the functions of hashing, uuids, passwords, randomgen and numbergen say to a Python program."""

from datetime import datetime
from math import nan

import numbergen.services
import pytest
from numbergen.services import random_numbers

import passwords.services
import randomgen.services
import uuids.services
from hashing.services import hash_password, hash_stream, hash_text, list_algorithms, verify_password
from passwords.services import generate_passphrase, generate_password
from randomgen.services import random_integers
from tests.tables import each_row, rows
from utilitysvc.kit import ServiceError
from uuids.services import generate_uuids

STORED = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
FUNCTIONS = [
    (hash_text, {"input": "abc"}),
    (hash_stream, {"chunks": [b"abc"]}),
    (list_algorithms, {}),
    (hash_password, {"password": "U*U", "algorithm": "bcrypt", "cost": 4}),
    (verify_password, {"password": "U*U", "hash": STORED}),
    (random_numbers, {}),
    (generate_password, {}),
    (generate_passphrase, {"words": 6}),
    (passwords.services.generate_password_by_rules, {"rules": "required: digit"}),
    (passwords.services.password_strength, {"password": "Tiger1987"}),
    (randomgen.services.random_items, {"items": ["Ada"]}),
    (randomgen.services.roll_dice, {"dice": "3d6"}),
    (numbergen.services.normal_numbers, {}),
    (uuids.services.inspect_uuids, {"uuid": ["1"]}),
    (random_integers, {}),
    (generate_uuids, {}),
]
NAMED = {function.__name__: function for function, _ in FUNCTIONS}


@each_row(("function", "arguments"), FUNCTIONS)
def test_docstring_has_an_example(function, arguments):
    assert f">>> {function.__name__}(" in function.__doc__ or f"= {function.__name__}(" in function.__doc__
    assert function(**arguments)


@each_row(
    ("name", "arguments", "error"),
    [
        *rows("library_functions_refused.json"),
        ("normal_numbers", {"mean": nan}, "Mean must be between -1000000 and 1000000"),
    ],
)
def test_value_that_is_none_is_refused_as_over_http(name, arguments, error):
    with pytest.raises(ServiceError) as refused:
        NAMED[name](**arguments)
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
