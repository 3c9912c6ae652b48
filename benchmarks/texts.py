"""Texts of any size that are expensive for one or another text operation."""

import base64
from collections.abc import Iterator, Mapping
from typing import Any

from textops import services
from textops.operations import OPERATIONS
from utilitysvc.kit import ServiceError

WORDS = "the quick Brown fox's naïve café, XMLHttpRequest 1.5 — well-known 日本語 👩‍👩‍👧 e\u0301 🇩🇪\n"
#: Each text repeats one of these units.
UNITS = {
    "prose": WORDS,
    "humps": "aB",
    "capitals": "ABc",
    "dots": "aB.",
    "hyphens": "a-",
    "combining": "e\u0301",
    "accents": "e\u0301bb",
    "capital accents": "A\u0301A\u0301b",
    "marks on dots": "aB.\u0301",
    "marks out of order": "\u0301\u0316",
    "decomposing marks": "\u0f73",
    "starters among marks": "\u0301\u0316\u0301\u0903",
    "joiners": "a\u200dbb",
    "prepended": "\u0600bb",
    "prepended letters": "\t\u1112\u0600",
    "marked lines": "\n\u0301",
    "flags": "🏳️‍🌈🇩🇪",
    "ligatures": "\ufdfa",
    "one letter": "x",
    "apostrophes": "a'",
    "references": "&amp;&#x41;&lt",
    "ampersands": "&",
    "bare references": "&lta",
    "quotes": '"',
    "backslashes": "\\",
    "controls": "\x01\x7f",
    "astral": "".join(map(chr, range(0x20000, 0x30000))),
    "ideographs": "".join(map(chr, range(0x4E00, 0x9FA5))),
    "distinct words": "".join(f"{number:x} " for number in range(100_000)),
    "words": "a ",
    "lines": "a\n",
    "spaces": " ",
    "tabs": "a\t",
}
#: Units that decoders and parsers accept. They refuse most of the others.
DECODABLE = {
    "base64_decode": ("QUJD", "QUJD\n", "8J+Y", "Q UJD"),
    "base32_decode": ("IFBEGRCF", "I F B E G R C F\n"),
    "hex_decode": ("41", "41 ", "41:"),
    "binary_decode": ("01000001", "01000001 "),
    "url_decode": ("%41%c3%a9", "%41a", "%41", "=", "%"),
    "html_decode": ("&amp;", "&#65;", "&#x41", "&CounterClockwiseContourIntegral;"),
    "json_unescape": ("\\n", "\\u0041", "a\\\\", "\\ud83d\\ude00"),
    "unicode_unescape": ("\\u0041", "\\u{41}", "\\ud83d\\ude00", '\\u0022"'),
    "yaml_to_json": ("- a\n", "- [1, [2]]\n", "- a\n- b:\n", '- "a b"\n', "a ", "- &a b\n- *a\n"),
    "url_parse": ("http://a/?b=c&", "http://a/b%41/../", "http://é/?é=ü&"),
    "unicode_report": ("漢a", "p\u0430", "x𝐚 ", "\u200b", "ꓐa", "\U00020000a"),
    "remove_invisible": ("\u200b", "👩\u200d", "a\u200d", "\U0001f3f4\U000e0067"),
    "sort_lines_natural": ("a1\n", "1a", "٣\n", "10 9\n"),
    "diff": ("a\nb\n",),
}
READING_JSON = ("json_format", "json_minify", "json_path", "json_sort_keys", "json_to_yaml")
JSON_ITEMS = ("1,", "[],", '"a",', '{"a":1},', "[1],", "[[]],", '"\\n",', '{"a":[1]},')


def filled(unit: str, size: int) -> str:
    """Return the unit repeated to at most so many bytes, or cut if it is longer."""
    text = unit * (size // len(unit.encode()) + 1)
    return text.encode()[:size].decode(errors="ignore")


def parameters(operation: str, text: str) -> Mapping[str, Any]:
    """Return the parameters that the operation needs in addition to the text."""
    match operation:
        case "diff":
            middle = len(text) // 2
            return {"other": f"{text[:middle]}!{text[middle:]}"}
        case "json_path":
            return {"path": "$[*]"}
        case "extract" | "split":
            return {"find": r"\w+", "regex": True}
        case _:
            return {name: value for name, value in OPERATIONS[operation].example.items() if name != "text"}


def texts_for(operation: str, size: int) -> Iterator[tuple[str, str]]:
    """Yield names and texts of about so many bytes that may be expensive for the operation."""
    if operation in READING_JSON:
        for item in JSON_ITEMS:
            yield item, f"[{item * ((size - 3) // len(item))}1]"
    if operation == "jwt_decode":
        for item in JSON_ITEMS:
            payload = f'{{"a":[{item * (size * 3 // 4 // len(item))}1]}}'
            yield item, f"e30.{base64.urlsafe_b64encode(payload.encode()).decode().rstrip('=')}."
    for unit in DECODABLE.get(operation, ()):
        whole = len(unit.encode())
        yield unit, unit * (size // whole)
    for name, unit in UNITS.items():
        yield name, filled(unit, size)


def process(operation: str, text: str) -> str:
    """Return the result, or the error if the operation refuses the text, which takes time too."""
    try:
        return services.process(text=text, operation=operation, **parameters(operation, text)).get("result", "")
    except ServiceError as exc:
        return str(exc)
