"""/text/ as it is asked: rules X1-X3, X8, B4, and G2-G6 for text. What the operations do has files of its own."""

import pytest

from tests.tables import each_row, rows
from textops import services
from textops.operations import OPERATIONS
from utilitysvc.kit import ServiceError

# The table of the specification and then that of X10, in their order.
GROUPS = [
    ("Analysis", ["analyze", "length", "word_count", "line_count"]),
    ("Case", ["uppercase", "lowercase", "titlecase", "camelcase", "pascalcase", "snakecase", "kebabcase"]),
    ("Manipulation", ["reverse", "reverse_words", "remove_spaces", "remove_duplicates", "remove_duplicate_words"]),
    ("Encoding", ["base64_encode", "base64_decode", "url_encode", "url_decode", "html_encode", "html_decode"]),
    ("Cipher", ["rot13", "caesar_cipher"]),
    ("Case", ["constantcase", "dotcase", "traincase", "sentencecase", "swapcase", "slugify"]),
    ("White space", ["trim", "collapse_whitespace", "remove_whitespace"]),
    ("Lines", ["sort_lines", "reverse_lines", "remove_duplicate_lines", "remove_empty_lines"]),
    ("Unicode", ["nfc", "nfd", "nfkc", "nfkd", "remove_accents", "unicode_escape", "unicode_unescape"]),
    ("Encoding", ["hex_encode", "hex_decode", "base64url_encode", "base32_encode", "base32_decode",
                  "binary_encode", "binary_decode", "json_escape", "json_unescape"]),
    ("JSON", ["json_format", "json_minify", "jwt_decode"]),
    ("Cipher", ["rot47"]),
    ("Search", ["replace", "count_matches", "extract", "split"]),
    ("JSON", ["json_path", "json_sort_keys", "json_to_yaml", "yaml_to_json"]),
    ("Encoding", ["url_parse"]),
    ("Lines", ["diff", "sort_lines_natural"]),
    ("Unicode", ["remove_invisible", "unicode_report"]),
]  # fmt: skip
NAMES = [name for _, names in GROUPS for name in names]
COUNTS = ["analyze", "length", "word_count", "line_count", "count_matches", "unicode_report"]
SEARCH = {"find", "regex", "ignore_case", "multiline", "dotall"}
READ = {
    "caesar_cipher": {"shift"},
    "replace": {*SEARCH, "replacement"},
    "count_matches": SEARCH,
    "extract": {*SEARCH, "group"},
    "split": SEARCH,
    "json_path": {"path"},
    "diff": {"other", "context"},
}

MISSING = ("Text parameter is required", "Provide the text to process in the text parameter")
SUPPORTED = f"Supported operations: {', '.join(NAMES)}"
NO_FIND = (
    "Find parameter is required",
    "Provide the text to look for in the find parameter; it may not be empty",
)
BAD_ESCAPE = (
    "Decoding failed",
    "'%' without two hexadecimal digits at position 0; a percent sign itself is written %25",
)
NOT_LAST = ("Invalid operation specified", "length can only be the last in a chain of operations")
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
    "constantcase": "SG_VSB_G8_K",
    "dotcase": "sg.vsb.g8.k",
    "traincase": "Sg-Vsb-G8-K",
    "sentencecase": "Sg vsb g8 k",
    "swapcase": "sgvSBg8k",
    "slugify": "sgvsbg8k",
    "trim": "SGVsbG8K",
    "collapse_whitespace": "SGVsbG8K",
    "remove_whitespace": "SGVsbG8K",
    "sort_lines": "SGVsbG8K",
    "reverse_lines": "SGVsbG8K",
    "remove_duplicate_lines": "SGVsbG8K",
    "remove_empty_lines": "SGVsbG8K",
    "nfc": "SGVsbG8K",
    "nfd": "SGVsbG8K",
    "nfkc": "SGVsbG8K",
    "nfkd": "SGVsbG8K",
    "remove_accents": "SGVsbG8K",
    "unicode_escape": "SGVsbG8K",
    "unicode_unescape": "SGVsbG8K",
    "hex_encode": "534756736247384b",
    "base64url_encode": "U0dWc2JHOEs",
    "base32_encode": "KNDVM43CI44EW===",
    "binary_encode": "01010011 01000111 01010110 01110011 01100010 01000111 00111000 01001011",
    "json_escape": "SGVsbG8K",
    "json_unescape": "SGVsbG8K",
    "rot47": "$v'D3vgz",
    "sort_lines_natural": "SGVsbG8K",
    "remove_invisible": "SGVsbG8K",
}
# The others take other texts.
OTHER_TEXTS = {
    "hex_decode": ("4869", "Hi"),
    "base32_decode": ("JBUQ====", "Hi"),
    "binary_decode": ("01001000 01101001", "Hi"),
    "json_format": ("[1]", "[\n  1\n]"),
    "json_minify": ("[ 1 ]", "[1]"),
    "jwt_decode": ("e30.e30.", '{\n  "header": {},\n  "payload": {}\n}'),
    "replace": ("a", "a"),
    "count_matches": ("a", "0"),
    "extract": ("abab", "b\nb"),
    "split": ("aba", "a\na"),
    "json_path": ('{"a":[1]}', "[\n  [\n    1\n  ]\n]"),
    "json_sort_keys": ('{"b":1,"a":2}', '{\n  "a": 2,\n  "b": 1\n}'),
    "json_to_yaml": ('{"a":["no"]}', 'a:\n  - "no"\n'),
    "yaml_to_json": ("a: no", '{\n  "a": "no"\n}'),
    "url_parse": ("a:b", (
        '{\n  "href": "a:b",\n  "scheme": "a",\n  "username": null,\n  "password": null,\n  "host": null,\n'
        '  "host_unicode": null,\n  "port": null,\n  "path": "b",\n  "query": null,\n  "parameters": [],\n'
        '  "fragment": null\n}')),
    "diff": ("a\n", "--- text\n+++ other\n@@ -1 +0,0 @@\n-a\n"),
    "unicode_report": ("é", "[]"),
}  # fmt: skip
FINDING = {"find": "b", "replacement": "c", "path": "$.a", "other": ""}


def unknown(name, hint=""):
    return "Invalid operation specified", f"{SUPPORTED}. Unknown operation: {name}{meant(hint)}"


def bad_format(name, hint=""):
    return "Invalid format specified", f"Supported formats: json, text. Unknown format: {name}{meant(hint)}"


def meant(hint):
    return f". Did you mean {hint}?" if hint else ""


def said(answer):
    status, body = answer
    assert (status, list(body)) == (400, ["error", "details"])
    return body["error"], body["details"]


def chain_error(details):
    return "Invalid operation specified", details


def test_operations_are_those_of_the_specification_in_their_order():
    assert [(row.group, row.name) for row in OPERATIONS.values()] == [
        (group, name) for group, names in GROUPS for name in names
    ]
    assert all(name == row.name and row.effect for name, row in OPERATIONS.items())
    assert {name: set(row.reads) for name, row in OPERATIONS.items() if row.reads} == READ
    assert [name for name, row in OPERATIONS.items() if row.final] == COUNTS


@each_row("operation", [name for name in NAMES if name != "analyze"])
def test_every_operation_answers(api, operation):
    """X2, G1, G5: the same by GET and POST, keys in the order of the table, counts as strings."""
    text, result = OTHER_TEXTS.get(operation) or ("SGVsbG8K", RESULTS[operation])
    status, body = api.ask("/text/", text=text, operation=operation, **FINDING)
    assert status == 200
    assert list(body.items()) == [("original_text", text), ("operation", operation), ("result", result)]


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


@each_row("text", ["", " a ", "\x00", "a+b c", "\r\n", "e\u0301", "😀", "\u2028\ufeff\uffff", '"\\', "%41&"])
def test_texts_are_taken_as_they_are(api, text):
    """G2, X1: never trimmed; an empty one is a text."""
    body = api.ask("/text/", text=text, operation="remove_duplicate_words").body
    assert (body["original_text"], body["result"]) == (text, " ".join(text.split()))


NOT_EMPTY = ["json_format", "json_minify", "jwt_decode", "json_path", "json_sort_keys", "json_to_yaml", "yaml_to_json"]


@each_row("operation", [name for name in NAMES if name not in (*NOT_EMPTY, "url_parse")])
def test_empty_text_is_valid_for_every_operation(api, operation):
    """X1: but those that read JSON, YAML or a URL."""
    status, body = api.ask("/text/", text="", operation=operation, find="a", other="")
    assert status == 200
    assert body.get("result", "analysis" in body) in ("", "0", "[]", True)


@each_row(
    ("parameters", "expected"),
    rows("text_first_error_is_reported.json"),
)  # fmt: skip
def test_first_error_is_reported(api, parameters, expected):
    """X1, X10, G3, G4, G17: text, operation, format, shift, find, replacement, and only then the text's own."""
    assert list(said(api.ask("/text/", **parameters))) == expected


@pytest.mark.parametrize("given", [True, ["a"], {"a": 1}])
def test_find_and_replacement_must_be_strings(api, given):
    """G3, X10, in a chain too."""
    for operation in ("replace", "trim,replace,caesar_cipher"):
        for wrong in ({"find": given}, {"find": "a", "replacement": given}):
            body = api.post("/text/", {"text": "a", "operation": operation, **wrong}).json()
            assert body == {"error": "Invalid parameter type", "details": f"{list(wrong)[-1]} must be a string"}


def test_what_no_operation_reads_is_not_read(api):
    """B4: nor is it told as a misspelt name would be (G16), as another operation knows it."""
    answer = api.post(
        "/text/", {"text": "a", "operation": "trim", "shift": "x", "find": 1, "replacement": [], "fnid": 1}
    )
    assert (answer.status_code, answer.headers["X-Ignored-Parameters"]) == (200, "fnid")


@pytest.mark.parametrize("text", [True, ["a"], {"a": 1}])
def test_text_must_be_a_string(api, text):
    """G3."""
    response = api.post("/text/", {"text": text})
    assert response.json() == {"error": "Invalid parameter type", "details": "text must be a string"}


@each_row(
    ("given", "canonical"),
    [
        ("REVERSE", "reverse"),
        (" Snakecase\t", "snakecase"),
        ("Rot13 , URL_encode", "rot13,url_encode"),
        ("snake_case,Upper Case,base64-url encode", "snakecase,uppercase,base64url_encode"),
        ("reverse,,rot13,", "reverse,rot13"),
        ("", "analyze"),
        (" , ", "analyze"),
    ],
)
def test_names_are_echoed_in_canonical_spelling(api, given, canonical):
    """G2, B4; empty parts are ignored, and nothing but empty parts counts as not given."""
    assert api.ask("/text/", text="a", operation=given).body["operation"] == canonical


@each_row(
    ("operations", "text", "result"),
    rows("text_chain_is_applied_from_left_to_right.json"),
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


@each_row("name", COUNTS)
@each_row("after", ["uppercase", "analyze", "length"])
def test_counts_may_only_stand_last(api, name, after):
    """B4."""
    details = f"{name} can only be the last in a chain of operations"
    assert said(api.ask("/text/", text="a", operation=[name, after])) == chain_error(details)
    assert said(api.ask("/text/", text="a", operation=["reverse", name, after])) == chain_error(details)


def test_chain_is_limited(api):
    """B4: 16 operations, and no 17th."""
    details = "A chain has 1 to 16 operations, requested: 17"
    assert said(api.ask("/text/", text="a", operation=["rot13"] * 17)) == chain_error(details)


@each_row("given", [[True], [None], ["reverse", None], [["reverse"]], [{}], {}, {"reverse": 1}, True])
def test_list_of_anything_but_strings_is_a_wrong_type(api, given):
    """G3, B4."""
    response = api.post("/text/", {"text": "a", "operation": given})
    assert response.json() == {"error": "Invalid parameter type", "details": "operation must be a string"}


@pytest.mark.parametrize(
    ("given", "name"), [(["reverse,rot13"], "reverse,rot13"), ([1], "1"), (1.5, "1.5"), (["reverse", 0], "0")]
)
def test_list_entries_are_single_names(api, given, name):
    """G2: a number is a text, and no name."""
    body = api.post("/text/", {"text": "a", "operation": given}).json()
    assert body["error"] == "Invalid operation specified"
    assert body["details"].startswith(f"{SUPPORTED}. Unknown operation: {name}")


@pytest.mark.parametrize("given", [[], [""], [" ", ""], None, ""])
def test_empty_list_counts_as_not_given(api, given):
    assert api.post("/text/", {"text": "a", "operation": given}).json()["operation"] == "analyze"


@each_row(
    ("names", "details"),
    rows("text_service_refuses_by_itself.json"),
)
def test_service_refuses_by_itself(names, details):
    """B4, without a serializer before it."""
    with pytest.raises(ServiceError) as exc_info:
        services.process(text="a", operation=names)
    assert (exc_info.value.error, exc_info.value.details, exc_info.value.status) == (*chain_error(details), 400)


ANALYSIS_LINES = (
    "length: 4\nword_count: 2\nline_count: 2\n"
    'character_frequency: {"é": 2, "\\n": 1, "\\"": 1}\nword_frequency: {"é": 1, "é\\"": 1}\n'
    "uppercase_count: 0\nlowercase_count: 2\ndigit_count: 0\nspace_count: 0\npunctuation_count: 1\n"
    "grapheme_count: 4\nbyte_count: 6\nutf16_length: 4"
)


@each_row(
    ("operation", "text", "body"),
    rows("text_bare_result.tsv"),
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
    "wrong",
    [
        {"operation": "shout"},
        {"operation": "caesar_cipher", "shift": "x"},
        {"operation": "base64_decode", "text": "!"},
        {"text": None},
    ],
)
def test_errors_stay_json(api, wrong):
    """X3."""
    response = api.post("/text/", {"text": "a", "format": "text", "output": "text"} | wrong, accept="text/plain")
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/json"
    assert list(response.json()) == ["error", "details"]


@each_row(
    ("shift", "result"),
    rows("text_shift_is_taken_modulo_26.json"),
)  # fmt: skip
def test_shift_is_taken_modulo_26(api, shift, result):
    """X8: of any size and sign; 3 where it is not given."""
    assert api.ask("/text/", text="Abyg!", operation="caesar_cipher", shift=shift).body["result"] == result


@pytest.mark.parametrize("shift", [1.0, 26 * 10**400 + 1, -26 * 10**400 - 25])
def test_shift_in_json(api, shift):
    """X8, G2: an integral float, and an integer of any length."""
    parameters = {"text": "Abyg!", "operation": "caesar_cipher", "shift": shift}
    assert api.post("/text/", parameters).json()["result"] == "Bczh!"


def test_shift_counts_for_every_caesar_cipher_of_a_chain_and_nothing_else(api):
    """X8, B4."""
    asked = {"text": "ab", "shift": 1}
    assert api.ask("/text/", **asked, operation="caesar_cipher,reverse,caesar_cipher").body["result"] == "dc"
    assert api.ask("/text/", **asked, operation="rot13").body["result"] == "no"
