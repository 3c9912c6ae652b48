"""docs/parameters.md has every kind of parameter with every option, and its example works."""

import inspect
import re

import pytest
from rest_framework import serializers

from tests.reuse.wheel import ROOT
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import KINDS

PAGE = (ROOT / "docs" / "parameters.md").read_text()
SECTIONS = dict(re.findall(r"^###? ([^\n]+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
#: Options of Django REST framework's that a kind passes on, and that some app uses.
PASSED_ON = {"TextParameter": {"allow_blank", "max_length"}}


def rows(section):
    return set(re.findall(r"^\| `(\w+)` \|", SECTIONS[section], re.MULTILINE))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_has_its_options(kind):
    own = {
        name
        for name, parameter in inspect.signature(kind.__init__).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }
    assert rows(kind.__name__) == own | PASSED_ON.get(kind.__name__, set())


def test_no_kind_is_made_up():
    assert set(re.findall(r"^### (.+)$", PAGE, re.MULTILINE)) == {kind.__name__ for kind in KINDS}


def test_options_of_every_kind_are_of_every_kind():
    taken = inspect.signature(serializers.Field.__init__).parameters
    assert rows("Options of every kind") <= set(taken)


def test_attributes_of_the_serializer():
    declared = set(ParameterSerializer.__annotations__) - {"shared_fields"}
    assert rows("Attributes of the serializer") == declared


def test_example_works():
    [source] = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names = {}
    exec(source, names)  # noqa: S102  # the page's own code
    assert names["RepeatParameters"].read({"input": "ab", "reverse": "yes"}) == {
        "text": "ab",
        "count": 2,
        "reverse": True,
    }
