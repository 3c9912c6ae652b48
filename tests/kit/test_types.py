"""What a value means, and what is no such value (G2, G3), asked where the answer echoes it."""

import pytest

from tests.tables import each_row, rows
from utilitysvc.kit.rules import MAX_NAME, Bounds, Choices
from utilitysvc.kit.service_error import ServiceError


def wrong_type(name, wanted):
    return 400, {"error": "Invalid parameter type", "details": f"{name} must be {wanted}"}


def not_text(name):
    return 400, {
        "error": "Invalid text encoding",
        "details": f"{name} must be valid UTF-8, without lone surrogates",
    }


def answered(response):
    return response.status_code, response.json()


@each_row(
    ("written", "value"),
    rows("types_integers_in_a_query.json"),
)
def test_integers_in_a_query(api, written, value):
    """G2: white space of any kind around, up to 20 characters. An unescaped ``+`` is a space."""
    body = api.get("/random/", f"max=1000000&min={written}").json()
    assert body["range"]["min"] == value


@each_row(
    ("literal", "value"),
    rows("types_integers_in_json.json"),
)
def test_integers_in_json(api, literal, value):
    """G2."""
    body = api.post("/random/", f'{{"max": 1000000, "min": {literal}}}'.encode()).json()
    assert body["range"]["min"] == value


NO_INTEGER = [
    "5.5", "5.0", "1e3", "0x5", "0b1", "5_0", "5,000", "--5", "+-5", "+ 5", "- 5", "5 5", "5-", "+", "-", " ", "\t",
    "\x00", "5\x00", "NaN", "Infinity", "true", "null", "٥", "５", "²", "Ⅴ", "−5", "5\u200b", "\u202e5", "five",
    "9" * 21, " " * 20 + "5", "0" * 21, "9" * 5000, "\U0001d7d3",
]  # fmt: skip


@each_row("text", NO_INTEGER)
def test_texts_that_are_no_integer(api, text):
    """G2, G3: ASCII digits alone, and at most 20 characters with the white space."""
    assert api.ask("/random/", min=text) == wrong_type("min", "an integer")


@each_row(
    "literal",
    ["true", "false", "5.5", "1e-3", "[5]", "[]", "{}", '{"min": 5}', "1e400", "-1e400", "1" * 400 + ".5", "9" * 5000],
)
def test_json_values_that_are_no_integer(api, literal):
    """G2, G3: nor is one that no float can hold, or that has more digits than Python converts."""
    assert answered(api.post("/random/", f'{{"min": {literal}}}'.encode())) == wrong_type("min", "an integer")


@pytest.mark.parametrize("digits", [19, 25, 309, 4300])
def test_large_integer_in_json_is_one_out_of_bounds(api, digits):
    """G2: the limit of 20 characters is one of strings."""
    status, body = answered(api.post("/random/", f'{{"count": {"9" * digits}}}'.encode()))
    assert (status, body["error"]) == (400, "Count must be between 1 and 10000")
    assert body["details"] == f"Requested count: {'9' * digits}"


@each_row(
    ("text", "value"),
    [
        *((spelling, True) for spelling in ("true", "True", "TRUE", "tRuE", "1", "yes", "YES", "on", "On")),
        *((spelling, False) for spelling in ("false", "False", "FALSE", "0", "no", "NO", "off", "oFF")),
    ],
)
def test_texts_that_are_booleans(api, text, value):
    """G2."""
    assert api.ask("/uuid/", secure=text).body["secure"] is value


@pytest.mark.parametrize(("literal", "value"), [("true", True), ("false", False), ("1", True), ("0", False)])
def test_json_values_that_are_booleans(api, literal, value):
    """G2."""
    assert api.post("/uuid/", f'{{"secure": {literal}}}'.encode()).json()["secure"] is value


@each_row(
    "text",
    [
        "t",
        "y",
        "n",
        "2",
        "-1",
        "01",
        "1.0",
        "null",
        "none",
        " true",
        "true ",
        " ",
        "truee",
        "\x00",
        "１",
        "ｔｒｕｅ",
        "oﬀ",
    ],
)
def test_texts_that_are_no_boolean(api, text):
    """G2, G3. White space around is allowed for integers and names alone."""
    assert api.ask("/uuid/", secure=text) == wrong_type("secure", "a boolean")


@each_row("literal", ["2", "-1", "0.5", "[true]", "[]", "{}", "9" * 4000, "9" * 5000, "1e400"])
def test_json_values_that_are_no_boolean(api, literal):
    """G2, G3."""
    assert answered(api.post("/uuid/", f'{{"secure": {literal}}}'.encode())) == wrong_type("secure", "a boolean")


@each_row(
    ("literal", "text"),
    [
        ('"a"', "a"),
        ('" a "', " a "),
        ('""', ""),
        ('"\\u0000"', "\x00"),
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\uffff\\ufdd0"', "\uffff\ufdd0"),
        ('"\u2028\u202e\ufeff"', "\u2028\u202e\ufeff"),
        ("5", "5"),
        ("-0", "0"),
        ("1.50", "1.5"),
        ("-0.0", "-0.0"),
        ("1e2", "100.0"),
        ("1e400", "1e400"),
        ("-1e400", "-1e400"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_json_values_that_are_texts(api, literal, text):
    """G2: a number is its text, and one that Python does not convert is what was sent."""
    assert api.post("/hash/", f'{{"input": {literal}}}'.encode()).json()["input"] == text


@each_row("literal", ["true", "false", "[]", '["a"]', "{}", '{"a": "b"}'])
@each_row("name", ["input", "salt", "format", "key"])
def test_json_values_that_are_no_text(api, name, literal):
    """G2, G3."""
    body = f'{{"input": "a", "{name}": {literal}}}'.encode()
    assert answered(api.post("/hash/", body)) == wrong_type(name, "a string")


@each_row("name", ["input", "text", "salt", "format", "key", "expected"])
@each_row("literal", ["\\ud800", "a\\udfff", "\\ude00\\ud83d", "\\ud83d \\ude00", "\\uD800\\uD800"])
def test_lone_surrogates_in_json(api, name, literal):
    """G2: whichever half stands alone, in whatever text."""
    given = f'"{name}": "{literal}"' if name in ("input", "text") else f'"input": "a", "{name}": "{literal}"'
    assert answered(api.post("/hash/", f"{{{given}}}".encode())) == not_text(name)


@each_row("name", ["input", "text", "salt", "format", "key", "expected"])
@each_row("octets", ["%FF", "a%C3", "%80", "%C0%80", "%ED%A0%80", "%F4%90%80%80", "\xff", "\xe9"])
def test_bytes_of_a_query_that_are_no_utf8(api, name, octets):
    """G2: escaped or not, overlong, a surrogate, beyond U+10FFFF."""
    query = f"{name}={octets}" if name in ("input", "text") else f"input=a&{name}={octets}"
    assert answered(api.get("/hash/", query)) == not_text(name)


@each_row(
    "spelling",
    [
        "base64",
        "BASE64",
        "Base64",
        " base64",
        "\tbase64\n",
        "\u2003base64\u00a0",
        "base 64",
        "Base-64",
        "base_64",
        "ba-_ se64",
        "b a s e 6 4",
    ],
)
def test_names_are_matched_whatever_their_case_white_space_and_hyphens(api, spelling):
    """G2: and echoed in their canonical spelling."""
    assert api.ask("/hash/", input="a", format=spelling).body["format"] == "base64"


@each_row(
    "spelling", ["bas64", "base64\x00", "ｂａｓｅ64", "hex,", "base６4", "\u200bhex", "-hex", "base--", "h\u00adex"]
)
def test_names_are_otherwise_matched_exactly(api, spelling):
    """G2."""
    status, body = api.ask("/hash/", input="a", format=spelling)
    assert (status, body["error"]) == (400, "Invalid format specified")


EMPTY = {
    "/hash/": dict.fromkeys(("algorithm", "iterations", "format", "uppercase", "encoding", "output"), ""),
    "/random/": dict.fromkeys(("min", "max", "count", "unique", "secure", "sorted", "output"), ""),
    "/uuid/": dict.fromkeys(("count", "format", "secure", "uppercase", "output"), ""),
    "/password/": dict.fromkeys(
        ("length", "uppercase", "lowercase", "numbers", "symbols", "exclude_similar", "exclude_ambiguous", "exclude"),
        "",
    ),
    "/number/": dict.fromkeys(("min", "max", "count", "secure", "decimal", "precision"), ""),
}


@pytest.mark.parametrize("path", EMPTY)
@pytest.mark.parametrize("fixed", [{"input": "a"}])
def test_empty_values_count_as_not_given(api, path, fixed):
    """G3: the answer is the one to none of them, but for what is drawn."""
    empty, none = api.ask(path, **fixed, **EMPTY[path]).body, api.ask(path, **fixed).body
    drawn = {"timestamp", "numbers", "number", "statistics", "uuids", "password", "character_types"}
    assert list(empty) == list(none)
    assert {key: value for key, value in empty.items() if key not in drawn} == {
        key: value for key, value in none.items() if key not in drawn
    }


@pytest.mark.parametrize("parameters", [{"input": ""}, {"text": ""}, {"input": "", "salt": ""}])
def test_empty_text_is_a_text(api, parameters):
    """G3, H2."""
    assert api.ask("/hash/", **parameters).status == 200
    assert api.ask("/hash/", **parameters, key="").body["hmac"] is True
    assert api.ask("/hash/", **parameters, expected="").body["error"] == "Invalid expected specified"


@each_row(("value", "inside"), [(-3, True), (-2, True), (0, True), (5, True), (-4, False), (6, False)])
def test_bounds_are_inclusive(value, inside):
    """What each service states once."""
    bounds = Bounds("shift", -3, 5)
    if inside:
        assert bounds.check(value) == value
    else:
        with pytest.raises(ServiceError) as refusal:
            bounds.check(value)
        assert (refusal.value.error, refusal.value.details, refusal.value.status) == (
            "Shift must be between -3 and 5",
            f"Requested shift: {value}",
            400,
        )


def test_choices_have_aliases_and_an_error_of_their_own():
    """What each service states once."""
    choices = Choices("unit", ("second", "minute"), {"sec": "second"}, error="Invalid time unit")
    assert [choices.canonical(text) for text in ("second", " SEC ", "Minute")] == ["second", "second", "minute"]
    with pytest.raises(ServiceError) as refusal:
        choices.canonical("hour")
    assert str(refusal.value) == "Invalid time unit: Supported units: second, minute. Unknown unit: hour"
    assert choices.canonical("minute".rjust(MAX_NAME)) == "minute"
    with pytest.raises(ServiceError):
        choices.canonical("minute".rjust(MAX_NAME + 1))


@each_row(
    ("given", "hint"),
    [
        ("SHA-265", "Unknown algorithm: SHA-265. Did you mean sha256?"),
        ("sha3_265", "Unknown algorithm: sha3_265. Did you mean sha3-256?"),
        ("blake", "Unknown algorithm: blake"),
        ("rip", "Unknown algorithm: rip. Did you mean ripemd160?"),
        ("ri", "Unknown algorithm: ri"),
        (" mdd5 ", "Unknown algorithm: mdd5. Did you mean md5?"),
        ("y" * 65, f"Unknown algorithm: {'y' * 64}"),
        ("😀", "Unknown algorithm: 😀"),
    ],
)
def test_unknown_name_is_told_with_the_nearest(given, hint):
    """G17: after the list, which stays first."""
    choices = Choices("algorithm", ("md5", "sha256", "sha3-256", "crc32", "ripemd160"))
    with pytest.raises(ServiceError) as refusal:
        choices.canonical(given)
    assert refusal.value.details == f"{choices.details}. {hint}"


def test_names_that_would_mean_two_things_are_told_at_import():
    """G2: a closed list in which a hyphen makes the difference cannot be stated."""
    with pytest.raises(TypeError, match="would mean"):
        Choices("unit", ("in-a", "ina"))
