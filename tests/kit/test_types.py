"""What a value means, and what is no such value (G2, G3), asked where the answer echoes it."""

from functools import reduce
from operator import getitem

import pytest

from tests.tables import each_row, rows
from utilitysvc.kit.rules import MAX_NAME, Bounds, Choices
from utilitysvc.kit.service_error import ServiceError

TEXTS = ("input", "text", "salt", "format", "key", "expected")


def wrong_type(name, wanted):
    return 400, {"error": "Invalid parameter type", "details": f"{name} must be {wanted}"}


def not_text(name):
    return 400, {"error": "Invalid text encoding", "details": f"{name} must be valid UTF-8, without lone surrogates"}


def answered(response):
    return response.status_code, response.json()


def shown(response, keys):
    return reduce(getitem, keys.split("."), response.json())


@each_row(("path", "query", "keys", "value"), rows("types_in_a_query.json"))
def test_values_in_a_query(api, path, query, keys, value):
    """G2: white space of any kind around an integer, up to 20 characters. An unescaped ``+`` is a space."""
    assert shown(api.get(path, query), keys) == value


@each_row(("path", "body", "keys", "value"), rows("types_in_json.json"))
def test_values_in_json(api, path, body, keys, value):
    """G2: as a text, a number is its text, and one that Python does not convert is what was sent."""
    assert shown(api.post(path, body.encode()), keys) == value


@each_row(("path", "name", "wanted", "text"), rows("types_no_value.json"))
def test_texts_of_a_wrong_type(api, path, name, wanted, text):
    """G2, G3: ASCII digits alone; white space around is allowed for integers and names alone."""
    assert api.ask(path, **{name: text}) == wrong_type(name, wanted)


@each_row(("path", "name", "wanted", "literal"), rows("types_no_value_in_json.json"))
def test_json_values_of_a_wrong_type(api, path, name, wanted, literal):
    """G2, G3: a number too that no float can hold, or that has more digits than Python converts."""
    body = f'{{"input": "a", "{name}": {literal}}}'
    assert answered(api.post(path, body.encode())) == wrong_type(name, wanted)


@each_row("digits", [19, 25, 309, 4300])
def test_large_integer_in_json_is_one_out_of_bounds(api, digits):
    """G2: the limit of 20 characters is one of strings."""
    body = {"error": "Count must be between 1 and 10000", "details": f"Requested count: {'9' * digits}"}
    assert answered(api.post("/random/", f'{{"count": {"9" * digits}}}'.encode())) == (400, body)


@each_row("name", TEXTS)
@each_row("literal", ["\\ud800", "a\\udfff", "\\ude00\\ud83d", "\\ud83d \\ude00", "\\uD800\\uD800"])
def test_lone_surrogates_in_json(api, name, literal):
    """G2: whichever half stands alone, in whatever text."""
    given = f'"{name}": "{literal}"' if name in ("input", "text") else f'"input": "a", "{name}": "{literal}"'
    assert answered(api.post("/hash/", f"{{{given}}}".encode())) == not_text(name)


@each_row("name", TEXTS)
@each_row("octets", ["%FF", "a%C3", "%80", "%C0%80", "%ED%A0%80", "%F4%90%80%80", "\xff", "\xe9"])
def test_bytes_of_a_query_that_are_no_utf8(api, name, octets):
    """G2: escaped or not, overlong, a surrogate, beyond U+10FFFF."""
    query = f"{name}={octets}" if name in ("input", "text") else f"input=a&{name}={octets}"
    assert answered(api.get("/hash/", query)) == not_text(name)


@each_row(("spelling", "name"), rows("types_names.json"))
def test_names_are_matched_whatever_their_case_white_space_and_hyphens(api, spelling, name):
    """G2: and echoed in their canonical spelling."""
    body = api.ask("/hash/", input="a", format=spelling).body
    assert body.get("format") == name
    assert name or body["error"] == "Invalid format specified"


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


@each_row("parameters", [{"input": ""}, {"text": ""}, {"input": "", "salt": ""}])
def test_empty_text_is_a_text(api, parameters):
    """G3, H2."""
    assert api.ask("/hash/", **parameters).status == 200
    assert api.ask("/hash/", **parameters, key="").body["hmac"] is True
    assert api.ask("/hash/", **parameters, expected="").body["error"] == "Invalid expected specified"


def refusal(check, value):
    with pytest.raises(ServiceError) as refused:
        check(value)
    return str(refused.value)


def test_bounds_are_inclusive():
    """What each service states once."""
    bounds = Bounds("shift", -3, 5)
    assert [bounds.check(value) for value in (-3, -2, 0, 5)] == [-3, -2, 0, 5]
    for value in (-4, 6):
        assert refusal(bounds.check, value) == f"Shift must be between -3 and 5: Requested shift: {value}"


def test_choices_have_aliases_and_an_error_of_their_own():
    """What each service states once."""
    choices = Choices("unit", ("second", "minute"), {"sec": "second"}, error="Invalid time unit")
    assert [choices.canonical(text) for text in ("second", " SEC ", "Minute")] == ["second", "second", "minute"]
    assert (
        refusal(choices.canonical, "hour") == "Invalid time unit: Supported units: second, minute. Unknown unit: hour"
    )
    assert choices.canonical("minute".rjust(MAX_NAME)) == "minute"
    assert refusal(choices.canonical, "minute".rjust(MAX_NAME + 1))


@each_row(("given", "hint"), rows("types_hints.json"))
def test_unknown_name_is_told_with_the_nearest(given, hint):
    """G17: after the list, which stays first."""
    choices = Choices("algorithm", ("md5", "sha256", "sha3-256", "crc32", "ripemd160"))
    assert refusal(choices.canonical, given) == f"{choices.error}: {choices.details}. {hint}"


def test_names_that_would_mean_two_things_are_told_at_import():
    """G2: a closed list in which a hyphen makes the difference cannot be stated."""
    with pytest.raises(TypeError, match="would mean"):
        Choices("unit", ("in-a", "ina"))
