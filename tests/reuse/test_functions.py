"""Every public function of the library: its help, and what it does with difficult values (F5)."""

import importlib
import inspect
import re
import typing
from contextlib import suppress

from tests.reuse.apps import APP_NAMES
from tests.tables import each_row
from utilitysvc.kit import ServiceError
from utilitysvc.kit.operation import Operation

#: A call that is answered, where an operation's first example does not give one.
CALLS = {
    "hashing.hash_password": {"password": "a", "algorithm": "scrypt", "cost": 10},
    "hashing.hash_stream": {"chunks": [b"a"]},
    "hashing.verify_password": {
        "password": "a",
        "hash": "$pbkdf2-sha256$1000$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    },
    "iplookup.locate": {"folder": "", "ip": "8.8.8.8"},
    "timeops.holidays": {"country": "DE"},  # without a year it asks the clock
    "iplookup.locate_many": {"folder": "", "ips": ["8.8.8.8"]},
}


def public_functions():
    """By name and with a call: those of each app's services that a Python caller has, not those of the views alone."""
    for app in sorted(APP_NAMES):
        services, views = (importlib.import_module(f"{app}.{module}") for module in ("services", "views"))
        rows = {row.function: row for row in vars(views).values() if isinstance(row, Operation)}
        rows |= {row.function: row for view in vars(views).values() for row in operations_of(view)}
        for name in services.__all__:
            called = getattr(services, name)
            if inspect.isfunction(called) and (called in rows or f"{app}.{name}" in CALLS):
                yield f"{app}.{name}", CALLS.get(f"{app}.{name}") or call_of(rows[called])


def operations_of(view):
    return view.operations.rows.values() if hasattr(view, "operations") else ()


def call_of(row):
    values = row.parameters.read(row.first_example)
    return {name: value for name, value in values.items() if name not in row.parameters.request_only}


#: Values at which Python's own functions raise what nobody would look for.
STRANGE = [
    True, False, 0, -1, 5, 2**64, 10**5000, -(10**5000), 0.5, -0.0, 1e300,
    "", " ", "a", "5", "\0", "é", "e\u0301", "\ud800", "a\udfff", "\U0010ffff", "9" * 5000, "a," * 50, "%", "=" * 9,
]  # fmt: skip


FUNCTIONS = dict(public_functions())


def function(name):
    app, _, called = name.partition(".")
    return getattr(importlib.import_module(f"{app}.services"), called)


def parameters(name):
    """Those of a request: a clock and a source of bytes are to be called, and a folder is the site's."""
    return [one for one in inspect.signature(function(name)).parameters if one not in ("clock", "source", "folder")]


def located_in(folder, name):
    """Where the databases of a call lie, if it needs any."""
    return {"folder": str(folder)} if "folder" in FUNCTIONS[name] else {}


@each_row("name", FUNCTIONS)
def test_f5_its_call_is_answered(name, located):
    assert function(name)(**FUNCTIONS[name] | located_in(located, name))


@each_row("name", FUNCTIONS)
def test_f5_arguments_are_given_by_keyword_and_typed(name):
    signature = inspect.signature(function(name))
    for parameter in signature.parameters.values():
        assert parameter.kind is parameter.KEYWORD_ONLY
        assert parameter.annotation is not parameter.empty
    assert signature.return_annotation is not signature.empty


@each_row("name", FUNCTIONS)
def test_f5_help_says_what_it_does_and_shows_it(name):
    """A sentence, an example (tests/docs/test_docstrings.py runs it), and what is raised if anything can be wrong."""
    text = inspect.getdoc(function(name))
    assert re.match(r"[A-Z].*\.$", text.partition("\n\n")[0], re.DOTALL)
    assert "\n>>> " in text
    assert "ServiceError" in text or not parameters(name)


@each_row("name", FUNCTIONS)
def test_f5_every_value_of_the_right_type_is_answered_or_refused_with_service_error(name, located):
    """Values of other types are for type checkers to find. Python itself refuses to encode lone surrogates."""
    wanted, call = function(name), FUNCTIONS[name] | located_in(located, name)
    hints = typing.get_type_hints(wanted)
    for parameter in parameters(name):
        for value in STRANGE:
            if type(value) in kinds(hints[parameter]):
                with suppress(ServiceError, UnicodeEncodeError):
                    wanted(**{**call, parameter: value})


def kinds(hint):
    """The types of values that an annotation names."""
    if isinstance(hint, type):
        return {hint}
    return set().union(*map(kinds, typing.get_args(hint))) - {type(None)}
