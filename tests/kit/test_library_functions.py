"""F5: what the functions of hashing, uuids, passwords, randomgen and numbergen say to a Python program."""

from datetime import datetime

import numbergen.services
import pytest
from numbergen.services import random_numbers

import passwords.services
import randomgen.services
import uuids.services
from hashing.services import hash_password, hash_stream, hash_text, list_algorithms, verify_password
from passwords.services import generate_passphrase, generate_password
from randomgen.services import random_integers
from tests.tables import each_row
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


@each_row(("function", "arguments"), FUNCTIONS)
def test_docstring_has_an_example(function, arguments):
    assert f">>> {function.__name__}(" in function.__doc__ or f"= {function.__name__}(" in function.__doc__
    assert function(**arguments)


@each_row(
    ("function", "arguments", "error"),
    [
        (hash_text, {"input": "", "algorithm": []}, "Invalid algorithm specified"),
        (hash_text, {"input": "", "algorithm": "md5,sha1"}, "Invalid algorithm specified"),
        (hash_text, {"input": "", "iterations": 0}, "Iterations must be between 1 and 10000"),
        (hash_text, {"input": "", "format": ""}, "Invalid format specified"),
        (hash_text, {"input": "", "encoding": ""}, "Invalid encoding specified"),
        (hash_text, {"input": "0", "encoding": "hex"}, "Invalid input encoding"),
        (hash_stream, {"chunks": [], "key": "k", "algorithm": "crc32"}, "HMAC needs a cryptographic algorithm"),
        (hash_password, {"password": "a", "algorithm": "md5"}, "Invalid algorithm specified"),
        (hash_password, {"password": "a", "cost": 0}, "Cost must be between 1 and 10"),
        (hash_password, {"password": "é" * 513}, "Password must be at most 1024 bytes"),
        (verify_password, {"password": "é" * 37, "hash": STORED}, "Password must be at most 72 bytes for bcrypt"),
        (verify_password, {"password": "a", "hash": ""}, "Invalid hash specified"),
        (generate_uuids, {"count": 0}, "Count must be between 1 and 1000"),
        (generate_uuids, {"version": 2}, "Invalid version specified"),
        (generate_uuids, {"version": 5}, "Name parameter is required"),
        (generate_password, {"length": 0}, "Length must be between 1 and 1000"),
        (generate_password, {"exclude": "x" * 1001}, "Exclude must be at most 1000 characters"),
        (generate_password, {"count": 0}, "Count must be between 1 and 100"),
        (generate_passphrase, {"words": 2}, "Words must be between 3 and 20"),
        (generate_passphrase, {"words": 3, "separator": " " * 9}, "Separator must be at most 8 characters"),
        (generate_passphrase, {"words": 3, "count": 101}, "Count must be between 1 and 100"),
        (random_integers, {"min": 2, "max": 1}, "Minimum value must be less than maximum value"),
        (numbergen.services.normal_numbers, {"mean": float("nan")}, "Mean must be between -1000000 and 1000000"),
        (random_numbers, {"decimal": True, "precision": 10}, "Precision must be between 0 and 9"),
    ],
)
def test_value_that_is_none_is_refused_as_over_http(function, arguments, error):
    with pytest.raises(ServiceError) as refused:
        function(**arguments)
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
