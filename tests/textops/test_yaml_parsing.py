"""The two parsers of YAML: each text is read by the one whose reading is that of YAML 1.2 (X13)."""

import pytest

from benchmarks.texts import DECODABLE, UNITS
from tests.tables import each_row
from textops.budget import Budget
from textops.json_text import json_minify
from textops.yaml_parsing import NotReadError, quick_events, strict_events
from textops.yaml_reading import json_of, yaml_to_json
from utilitysvc.kit import ServiceError
from utilitysvc.kit.codecs import CodecError


@each_row(
    ("text", "result"),
    [
        ('"a\tb"', '"a\\tb"'),
        ("[!!str a, b]", '["a","b"]'),
        ("\n\ufeffa", '"\ufeffa"'),
        ("%YAML 1.2\n---\na", '"a"'),
        ("[?:]", '[{":":null}]'),
        ("[&a :b]", '[":b"]'),
        ("key: &a:b c", '{"key":"c"}'),
        ("|+\n\n\n#", '"\\n\\n#"'),
        ("--- |\n# a", '"# a"'),
        ("a: |# b\n  c", None),
        ("a: |\n  \n c", None),
    ],
)
def test_x13_yaml_1_2_is_read_where_libyaml_reads_another(text, result):
    """X13: what the two parsers read differently is left to the one of YAML 1.2; None where that refuses it."""
    budget = Budget()
    with pytest.raises(NotReadError):
        list(quick_events(text, budget))
    if result is None:
        with pytest.raises(CodecError):
            yaml_to_json(text)
    else:
        assert json_minify(yaml_to_json(text)) == result


ALIKE = [*UNITS.values(), *DECODABLE["yaml_to_json"], "a: |\n  b\n", "? a\n: b\n", "{a: [b, 'c']}\n", "a: b # c\n"]


@each_row("text", [unit * 3 for unit in ALIKE if len(unit) < 100])
def test_x13_both_yaml_parsers_read_the_same(text):
    def read(events):
        try:
            return json_of(events, 10_000)
        except (CodecError, NotReadError) as exc:
            return type(exc)

    quick = read(quick_events(text, Budget()))
    assert quick is NotReadError or quick == read(strict_events(text, Budget()))


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("- [:]\n" + "- a\n" * 20_000, "send less text, or mend position 3, where it may be no YAML"),
        ('- "a\t"\n' * 20_000, "send less text, or text without tabs, tags and directives"),
    ],
)
def test_x13_yaml_that_takes_too_long_is_refused(text, advice):
    with pytest.raises(ServiceError, match="YAML too costly") as refused:
        yaml_to_json(text, budget=Budget(0.02))
    assert refused.value.details.endswith(advice)
