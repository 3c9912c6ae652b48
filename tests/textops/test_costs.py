"""/text/: the estimates of what operations cost (B4) are near what the dearest texts were measured to take."""

from tests.tables import each_row
from textops.costs import estimated_seconds

MIB = 1 << 20
#: How many times longer or shorter an estimate may be than the time that was measured.
FACTOR = 2
NUMBERS = "\n".join(map(str, range(1000)))
BACKWARDS = "\n".join(map(str, range(1000, 0, -1)))


def nested(depth):
    return "[" * depth + "1" + "]" * depth


def lists(size):
    return f"[{'[1],' * (size // 4 - 1)}1]"


@each_row(
    ("operation", "values", "seconds"),
    [
        # CPU seconds of services.process on one core of 2026, Python 3.13
        ("length", {"text": ""}, 0.000_055),
        ("analyze", {"text": ""}, 0.000_13),
        ("camelcase", {"text": "aB" * (MIB // 2)}, 0.094),
        ("camelcase", {"text": "aB" * (MIB // 32)}, 0.0081),
        ("reverse", {"text": "\u1112\u0600\t" * (MIB // 6)}, 0.119),
        ("nfd", {"text": "\u0301\u0316" * (MIB // 8)}, 0.055),
        ("unicode_report", {"text": "a" * MIB}, 0.038),
        ("binary_encode", {"text": "1" * (MIB // 2)}, 0.011),
        ("json_format", {"text": lists(MIB)}, 0.278),
        (["json_format", "json_minify"], {"text": lists(MIB // 4)}, 0.133),
        ("json_sort_keys", {"text": "[" + '{"a":1},' * (MIB // 16) + "1]"}, 0.231),
        ("diff", {"text": NUMBERS, "other": BACKWARDS}, 0.51),
        ("diff", {"text": NUMBERS + "\n" + NUMBERS, "other": BACKWARDS + "\n" + BACKWARDS}, 1.0),  # then it is ended
        ("diff", {"text": "é" * MIB, "other": ""}, 0.2),
        ("diff", {"text": "", "other": "é" * MIB}, 0.2),
        ("count_matches", {"text": "a" * 10_000, "find": "a[^b]*b|a", "regex": True}, 0.061),
        ("count_matches", {"text": "a" * 100_000, "find": "a[^b]*b|a", "regex": True}, 1.0),
        ("camelcase", {"text": "1\n" * 10_000, "each_line": True}, 0.028),
        ("camelcase", {"text": "1\n" * 10_000}, 0.002),
        # A pattern takes its time before it searches.
        ("count_matches", {"text": "a", "find": r"\pL" * 300, "regex": True}, 0.136),
        ("count_matches", {"text": "a", "find": r"\PL" * 30, "regex": True}, 0.0166),
        ("count_matches", {"text": "a", "find": r"(?:\pL{30}){10}", "regex": True}, 0.2),
        ("count_matches", {"text": "a", "find": r"\pL" * 300, "regex": False}, 0.000_06),
        ("json_path", {"text": "{}", "path": "$[?match(@, '" + r"\pL" * 300 + "')]"}, 0.2),
        ("json_path", {"text": "{}", "path": r"$[?match(@, '\pL{200}')]"}, 0.2),
        # A path with descendant segments finds a value once for each choice of containers around it.
        ("json_path", {"text": lists(MIB // 4), "path": "$[*]"}, 0.32),
        ("json_path", {"text": nested(50), "path": "$..*"}, 0.004),
        ("json_path", {"text": nested(500), "path": "$..*"}, 0.304),
        ("json_path", {"text": nested(50), "path": "$..*..*"}, 0.053),
        ("json_path", {"text": nested(100), "path": "$..*..*"}, 0.404),
        ("json_path", {"text": '{"a":' * 100 + "1" + "}" * 100, "path": "$..*..*"}, 0.552),
        ("json_path", {"text": "[" * 200_000, "path": "$..*"}, 1.0),
    ],
)
def test_b4_estimates_are_near_what_was_measured(operation, values, seconds):
    estimate = estimated_seconds({"operation": operation, **values})
    assert seconds / FACTOR <= estimate <= seconds * FACTOR


def test_b4_a_repetition_of_a_plain_character_is_no_large_pattern():
    asked = {"operation": "count_matches", "text": "a", "regex": True}
    assert estimated_seconds({**asked, "find": "a{3}"}) == estimated_seconds({**asked, "find": "aaa"})
