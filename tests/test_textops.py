"""/text/ as it is asked: rules X1-X3, X8, B4, and G2-G6 for text. What the operations do has files of its own."""

import re
from pathlib import Path

import pytest

from textops import services
from textops.operations import OPERATIONS

# spec.md's table, in its order.
GROUPS = {
    "Analysis": ["analyze", "length", "word_count", "line_count"],
    "Case": ["uppercase", "lowercase", "titlecase", "camelcase", "pascalcase", "snakecase", "kebabcase"],
    "Manipulation": ["reverse", "reverse_words", "remove_spaces", "remove_duplicates", "remove_duplicate_words"],
    "Encoding": ["base64_encode", "base64_decode", "url_encode", "url_decode", "html_encode", "html_decode"],
    "Cipher": ["rot13", "caesar_cipher"],
}
NAMES = [name for names in GROUPS.values() for name in names]
COUNTS = ["analyze", "length", "word_count", "line_count"]

MISSING = ("Text parameter is required", "Provide the text to process in the text parameter")
BAD_OPERATION = ("Invalid operation specified", f"Supported operations: {', '.join(NAMES)}")
BAD_FORMAT = ("Invalid format specified", "Supported formats: json, text")
BAD_ESCAPE = ("Decoding failed", "'%' without two hexadecimal digits at position 0")
NOT_LAST = ("Invalid operation specified", "length may only stand last in a chain of operations")
BAD_SHIFT = ("Invalid parameter type", "shift must be an integer")

# One text that every operation takes, decoders included, and what each makes of it.
RESULTS = {
    "length": "8",
    "word_count": "1",
    "line_count": "1",
    "uppercase": "SGVSBG8K",
    "lowercase": "sgvsbg8k",
    "titlecase": "Sgvsbg8k",
    "camelcase": "sgVsbG8K",
    "pascalcase": "SgVsbG8K",
    "snakecase": "sg_vsb_g8_k",
    "kebabcase": "sg-vsb-g8-k",
    "reverse": "K8GbsVGS",
    "reverse_words": "SGVsbG8K",
    "remove_spaces": "SGVsbG8K",
    "remove_duplicates": "SGVsb8K",
    "remove_duplicate_words": "SGVsbG8K",
    "base64_encode": "U0dWc2JHOEs=",
    "base64_decode": "Hello\n",
    "url_encode": "SGVsbG8K",
    "url_decode": "SGVsbG8K",
    "html_encode": "SGVsbG8K",
    "html_decode": "SGVsbG8K",
    "rot13": "FTIfoT8X",
    "caesar_cipher": "VJYveJ8N",
}


def said(answer):
    status, body = answer
    assert (status, list(body)) == (400, ["error", "details"])
    return body["error"], body["details"]


def chain_error(details):
    return "Invalid operation specified", details


def test_operations_are_those_of_the_specification_in_their_order():
    assert list(OPERATIONS) == NAMES
    assert {group: [row.name for row in OPERATIONS.values() if row.group == group] for group in GROUPS} == GROUPS
    assert all(name == row.name and row.effect for name, row in OPERATIONS.items())


@pytest.mark.parametrize("operation", [name for name in NAMES if name != "analyze"])
def test_every_operation_answers(api, operation):
    """X2, G1, G5: the same by GET and POST, keys in the order of the table, counts as strings."""
    status, body = api.ask("/text/", text="SGVsbG8K", operation=operation)
    assert status == 200
    assert list(body.items()) == [
        ("original_text", "SGVsbG8K"),
        ("operation", operation),
        ("result", RESULTS[operation]),
    ]


def test_analyze_is_the_default(api):
    """G5: its keys in the order of the tables; the counts are numbers."""
    status, body = api.ask("/text/", text="A b")
    assert (status, list(body)) == (200, ["original_text", "operation", "analysis"])
    assert (body["original_text"], body["operation"]) == ("A b", "analyze")
    assert list(body["analysis"].items()) == [
        ("length", 3),
        ("word_count", 2),
        ("line_count", 1),
        ("character_frequency", {"A": 1, " ": 1, "b": 1}),
        ("word_frequency", {"A": 1, "b": 1}),
        ("uppercase_count", 1),
        ("lowercase_count", 1),
        ("digit_count", 0),
        ("space_count", 1),
        ("punctuation_count", 0),
        ("grapheme_count", 3),
        ("byte_count", 3),
        ("utf16_length", 3),
    ]


@pytest.mark.parametrize(
    "text", ["", " a ", "\x00", "a+b c", "\r\n", "e\u0301", "😀", "\u2028\ufeff\uffff", '"\\', "%41&"]
)
def test_texts_are_taken_as_they_are(api, text):
    """G2, X1: never trimmed; an empty one is a text."""
    body = api.ask("/text/", text=text, operation="remove_duplicate_words").body
    assert (body["original_text"], body["result"]) == (text, " ".join(text.split()))


@pytest.mark.parametrize("operation", NAMES)
def test_empty_text_is_valid_for_every_operation(api, operation):
    """X1."""
    status, body = api.ask("/text/", text="", operation=operation)
    assert status == 200
    assert body.get("result", "analysis" in body) in ("", "0", True)


@pytest.mark.parametrize(
    ("parameters", "fault"),
    [
        ({}, MISSING),
        ({"operation": "shout", "format": "xml"}, MISSING),
        ({"text": "a", "operation": "shout"}, BAD_OPERATION),
        ({"text": "a", "operation": "uppercase;"}, BAD_OPERATION),
        ({"text": "a", "operation": "upper case"}, BAD_OPERATION),
        ({"text": "a", "operation": "uppercase,shout"}, BAD_OPERATION),
        ({"text": "a", "operation": "shout", "format": "xml", "shift": "x"}, BAD_OPERATION),
        ({"text": "a", "operation": "length,length", "format": "xml"}, NOT_LAST),
        ({"text": "a", "format": "xml"}, BAD_FORMAT),
        ({"text": "a", "format": "json,text"}, BAD_FORMAT),
        ({"text": "a", "format": "xml", "shift": "x"}, BAD_FORMAT),
        ({"text": "a", "shift": "x"}, BAD_SHIFT),
        ({"text": "a", "operation": "caesar_cipher", "shift": "1.5"}, BAD_SHIFT),
        ({"text": "a", "operation": "caesar_cipher", "shift": True}, BAD_SHIFT),
        ({"text": "a", "operation": "caesar_cipher", "shift": "9" * 21}, BAD_SHIFT),
        ({"text": "%", "operation": "url_decode", "shift": "x"}, BAD_SHIFT),
        ({"text": "%", "operation": "url_decode"}, BAD_ESCAPE),
    ],
)  # fmt: skip
def test_first_fault_is_refused(api, parameters, fault):
    """X1, G3, G4: text, operation, format, shift, and only then the text's own."""
    assert said(api.ask("/text/", **parameters)) == fault


@pytest.mark.parametrize("text", [True, ["a"], {"a": 1}])
def test_text_must_be_a_string(api, text):
    """G3."""
    response = api.post("/text/", {"text": text})
    assert response.json() == {"error": "Invalid parameter type", "details": "text must be a string"}


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("REVERSE", "reverse"),
        (" Snakecase\t", "snakecase"),
        ("Rot13 , URL_encode", "rot13,url_encode"),
        ("reverse,,rot13,", "reverse,rot13"),
        ("", "analyze"),
        (" , ", "analyze"),
    ],
)
def test_names_are_echoed_in_canonical_spelling(api, given, canonical):
    """G2, B4; empty parts are ignored, and nothing but empty parts counts as not given."""
    assert api.ask("/text/", text="a", operation=given).body["operation"] == canonical


@pytest.mark.parametrize(
    ("operations", "text", "result"),
    [
        (["uppercase", "reverse"], "straße", "ESSARTS"),
        (["reverse", "uppercase"], "straße", "ESSARTS"),
        (["base64_decode", "rot13"], "SGVsbG8=", "Uryyb"),
        (["base64_encode", "base64_encode", "base64_decode", "base64_decode"], "é", "é"),
        (["rot13", "rot13"], "Twice", "Twice"),
        (["caesar_cipher", "caesar_cipher"], "abc", "ghi"),
        (["remove_spaces", "length"], "a b c", "3"),
        (["reverse"] * 16, "ab", "ab"),
        (["reverse"] * 15 + ["word_count"], "a b", "2"),
        (["kebabcase"], "a b", "a-b"),
    ],
)
def test_chain_is_applied_from_left_to_right(api, operations, text, result):
    """B4, by list and by commas; one name twice is two operations."""
    status, body = api.ask("/text/", text=text, operation=operations)
    assert (status, body["operation"], body["result"]) == (200, ",".join(operations), result)
    assert body["original_text"] == text


def test_chain_may_end_in_an_analysis_of_what_it_made(api):
    """B4."""
    body = api.ask("/text/", text="a b", operation="remove_spaces,uppercase,analyze").body
    assert body["original_text"] == "a b"
    assert body["analysis"]["character_frequency"] == {"A": 1, "B": 1}


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("after", ["uppercase", "analyze", "length"])
def test_counts_may_only_stand_last(api, name, after):
    """B4."""
    details = f"{name} may only stand last in a chain of operations"
    assert said(api.ask("/text/", text="a", operation=[name, after])) == chain_error(details)
    assert said(api.ask("/text/", text="a", operation=["reverse", name, after])) == chain_error(details)


def test_chain_is_limited(api):
    """B4: 16 operations, and no 17th."""
    details = "A chain has 1 to 16 operations, requested: 17"
    assert said(api.ask("/text/", text="a", operation=["rot13"] * 17)) == chain_error(details)


@pytest.mark.parametrize("given", [[True], [None], ["reverse", None], [["reverse"]], [{}], {}, {"reverse": 1}, True])
def test_list_of_anything_but_strings_is_a_wrong_type(api, given):
    """G3, B4."""
    response = api.post("/text/", {"text": "a", "operation": given})
    assert response.json() == {"error": "Invalid parameter type", "details": "operation must be a string"}


@pytest.mark.parametrize("given", [["reverse,rot13"], [1], 1.5, ["reverse", 0]])
def test_list_entries_are_single_names(api, given):
    """G2: a number is a text, and no name."""
    response = api.post("/text/", {"text": "a", "operation": given})
    assert response.json() == dict(zip(("error", "details"), BAD_OPERATION, strict=True))


@pytest.mark.parametrize("given", [[], [""], [" ", ""], None, ""])
def test_empty_list_counts_as_not_given(api, given):
    assert api.post("/text/", {"text": "a", "operation": given}).json()["operation"] == "analyze"


@pytest.mark.parametrize(
    ("names", "details"),
    [
        ([], "A chain has 1 to 16 operations, requested: 0"),
        (["rot13"] * 17, "A chain has 1 to 16 operations, requested: 17"),
        (["length", "rot13"], "length may only stand last in a chain of operations"),
        (["shout"], BAD_OPERATION[1]),
        ("shout", BAD_OPERATION[1]),
    ],
)
def test_service_refuses_by_itself(names, details):
    """B4, without a serializer before it."""
    with pytest.raises(services.ServiceError) as fault:
        services.process(text="a", operation=names)
    assert (fault.value.error, fault.value.details, fault.value.status) == (*chain_error(details), 400)


MIB = 1024 * 1024


@pytest.mark.parametrize(
    ("text", "operations", "refused_at"),
    [
        ("a", ["base64_encode"] * 16, None),
        ("a" * (MIB // 16), ["reverse"] * 16, None),
        ("a" * (MIB // 16 + 1), ["reverse"] * 16, "operation 16 (reverse)"),
        ("é" * (MIB // 32 + 1), ["reverse"] * 16, "operation 16 (reverse)"),
        ("a" * (MIB // 2), ["reverse", "camelcase"], None),
        ("a" * (MIB // 2 + 1), ["reverse", "camelcase"], "operation 2 (camelcase)"),
        ("a" * (MIB - 1000), ["uppercase"] * 16, None),
        ("a" * (MIB - 1000), ["base64_encode"] * 6, None),
        ("a" * (MIB - 1000), ["base64_encode"] * 8, "operation 7 (base64_encode)"),
        ("a" * (MIB - 1000), ["camelcase", "length"], "operation 2 (length)"),
        ("&" * (MIB // 16), ["html_encode"] * 7, "operation 7 (html_encode)"),
        # What any one operation reads, the limit of the body bounds.
        ("'" * (MIB - 1000), ["html_encode"], None),
        ("a" * (MIB - 1000), ["camelcase"], None),
    ],
)
def test_chain_costs_no_more_than_one_operation_can(api, text, operations, refused_at):
    """B4 names no bound; without one, sixteen operations could take seconds, or make a gigabyte of a megabyte."""
    response = api.post("/text/", {"text": text, "operation": operations})
    if refused_at is None:
        assert response.status_code == 200
    else:
        assert response.status_code == 400
        details = f"The chain is too long for this text, from {refused_at} on"
        assert response.json() == {"error": "Invalid operation specified", "details": details}


def test_weights_of_the_documentation():
    page = (Path(__file__).parent.parent / "docs/text.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", page, re.MULTILINE)
    assert {name: int(weight) for weight, names in rows for name in re.findall("`(.+?)`", names)} == {
        name: operation.weight for name, operation in OPERATIONS.items()
    }


ANALYSIS_LINES = (
    "length: 4\nword_count: 2\nline_count: 2\n"
    'character_frequency: {"é": 2, "\\n": 1, "\\"": 1}\nword_frequency: {"é": 1, "é\\"": 1}\n'
    "uppercase_count: 0\nlowercase_count: 2\ndigit_count: 0\nspace_count: 0\npunctuation_count: 1\n"
    "grapheme_count: 4\nbyte_count: 6\nutf16_length: 4"
)


@pytest.mark.parametrize(
    ("operation", "text", "body"),
    [
        ("uppercase", "é", "É"),
        ("uppercase", "a\n", "A\n"),
        ("reverse", "", ""),
        ("length", "abc", "3"),
        ("remove_spaces,length", "a b", "2"),
        ("analyze", 'é\né"', ANALYSIS_LINES),
    ],
)
def test_bare_result(api, operation, text, body):
    """X3: exactly the result. G6: with one newline; format=text wins over output."""
    asked = {"text": text, "operation": operation}
    for extra, headers, expected in (
        ({"format": "text"}, {}, body),
        ({"format": " TEXT "}, {}, body),
        ({"format": "text", "output": "text"}, {}, body),
        ({"format": "text", "output": "json"}, {}, body),
        ({"format": "text"}, {"accept": "application/json"}, body),
        ({"output": "text"}, {}, body + "\n"),
        ({"format": "json", "output": "text"}, {}, body + "\n"),
        ({}, {"accept": "text/plain"}, body + "\n"),
    ):
        for response in (
            api.get("/text/", asked | extra, **headers),
            api.post("/text/", asked | extra, **headers),
        ):
            assert response.status_code == 200
            assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
            assert response.headers["Cache-Control"] == "no-store"
            assert response.headers["Vary"] == "Accept"
            assert response.content == expected.encode()


@pytest.mark.parametrize("extra", [{"format": "json"}, {"output": "json"}, {"output": "html"}, {}])
def test_otherwise_the_answer_is_json(api, extra):
    """G5, G6."""
    assert api.ask("/text/", text="a", operation="uppercase", **extra).body["result"] == "A"


@pytest.mark.parametrize(
    "wrong", [{"operation": "shout"}, {"shift": "x"}, {"operation": "base64_decode", "text": "!"}, {"text": None}]
)
def test_errors_stay_json(api, wrong):
    """X3."""
    response = api.post("/text/", {"text": "a", "format": "text", "output": "text"} | wrong, accept="text/plain")
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/json"
    assert list(response.json()) == ["error", "details"]


@pytest.mark.parametrize(
    ("shift", "result"),
    [
        (None, "Debj!"), (3, "Debj!"), ("3", "Debj!"), ("+3", "Debj!"), (29, "Debj!"), (-23, "Debj!"),
        (0, "Abyg!"), (26, "Abyg!"), (-26, "Abyg!"), (1, "Bczh!"), (-1, "Zaxf!"), (25, "Zaxf!"), (13, "Nolt!"),
        (26 * 10**17, "Abyg!"), (-26 * 10**17 + 1, "Bczh!"),
    ],
)  # fmt: skip
def test_shift_is_taken_modulo_26(api, shift, result):
    """X8: of any size and sign; 3 where it is not given."""
    assert api.ask("/text/", text="Abyg!", operation="caesar_cipher", shift=shift).body["result"] == result


@pytest.mark.parametrize("shift", [1.0, 26 * 10**400 + 1, -26 * 10**400 - 25])
def test_shift_in_json(api, shift):
    """X8, G2: an integral float, and an integer of any length."""
    question = {"text": "Abyg!", "operation": "caesar_cipher", "shift": shift}
    assert api.post("/text/", question).json()["result"] == "Bczh!"


def test_shift_counts_for_every_caesar_cipher_of_a_chain_and_nothing_else(api):
    """X8, B4."""
    asked = {"text": "ab", "shift": 1}
    assert api.ask("/text/", **asked, operation="caesar_cipher,reverse,caesar_cipher").body["result"] == "dc"
    assert api.ask("/text/", **asked, operation="rot13").body["result"] == "no"
