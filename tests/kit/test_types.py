"""What a value means, and what is no such value (G2, G3), asked where the answer echoes it."""

from functools import reduce
from operator import getitem

import pytest

from tests.tables import each_row, rows
from utilitysvc.kit.rules import MAX_NAME, Choices
from utilitysvc.kit.service_error import ServiceError


@each_row(("method", "path", "sent", "part"), rows("types_values.json"))
def test_values(api, method, path, sent, part):
    """G2, G3: white space around is allowed for integers and names alone, which are matched whatever their case and
    hyphens; digits are ASCII. As a text, a number is its text, and one that Python does not convert is what was sent.
    Whichever half of a surrogate pair stands alone, or bytes are no UTF-8, escaped or not: refused under the name.
    """
    response = api.get(path, sent) if method == "GET" else api.post(path, sent.encode())
    body = response.json()
    assert {keys: reduce(getitem, keys.split("."), body) for keys in part} == part
    assert response.status_code == (400 if "error" in part else 200)


EMPTY = {
    "/hash/": "algorithm iterations format uppercase encoding output",
    "/random/": "min max count unique secure sorted output",
    "/uuid/": "count format secure uppercase output",
    "/password/": "length uppercase lowercase numbers symbols exclude_similar exclude_ambiguous exclude",
    "/number/": "min max count secure decimal precision",
}


@each_row(("path", "names"), EMPTY.items())
def test_empty_values_count_as_not_given(api, path, names):
    """G3: the answer is the one to none of them, but for what is drawn."""
    empty, none = (api.ask(path, input="a", **dict.fromkeys(given.split(), "")).body for given in (names, ""))
    drawn = {"timestamp", "numbers", "number", "statistics", "uuids", "password", "character_types"}
    assert list(empty) == list(none)
    assert [empty[key] for key in empty.keys() - drawn] == [none[key] for key in empty.keys() - drawn]


def refusal(check, value):
    with pytest.raises(ServiceError) as refused:
        check(value)
    return str(refused.value)


def test_choices_have_aliases_and_an_error_of_their_own():
    """What each service states once."""
    choices = Choices("unit", ("second", "minute"), {"sec": "second"}, error="Invalid time unit")
    assert [choices.check(text) for text in ("second", " SEC ", "Minute")] == ["second", "second", "minute"]
    assert refusal(choices.check, "hour") == "Invalid time unit: Supported units: second, minute. Unknown unit: hour"
    assert choices.check("minute".rjust(MAX_NAME)) == "minute"
    assert refusal(choices.check, "minute".rjust(MAX_NAME + 1))


@each_row(("given", "hint"), rows("types_hints.json"))
def test_unknown_name_is_told_with_the_nearest(given, hint):
    """G17: after the list, which stays first."""
    choices = Choices("algorithm", ("md5", "sha256", "sha3-256", "crc32", "ripemd160"))
    assert refusal(choices.check, given) == f"{choices.error}: {choices.details}. {hint}"


def test_names_that_would_mean_two_things_are_told_at_import():
    """G2: a closed list in which a hyphen makes the difference cannot be stated."""
    with pytest.raises(TypeError, match="would mean"):
        Choices("unit", ("in-a", "ina"))
