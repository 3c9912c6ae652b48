"""The description that is made of the views (S2), generated anew."""

import json

import pytest
from drf_spectacular.drainage import GENERATOR_STATS

from tests.description import agreed_schema
from tests.tables import each_row, rows
from utilitysvc.description import document
from utilitysvc.kit.openapi.annotations import merged, schema_of


def test_s2_the_description_is_the_agreed_one_and_leaves_nothing_to_guess(capsys):
    """Whoever changes the interface sees it here, and so does who reviews the change."""
    document.description.cache_clear()
    described = document.description()
    assert json.loads(agreed_schema.FILE.read_text()) == described, "if the change is meant: make schema"
    assert not GENERATOR_STATS
    assert capsys.readouterr() == ("", "")


@each_row(("one", "other", "both"), rows("openapi_merged.json"))
def test_s2_two_schemas_are_one_that_accepts_what_either_does(one, other, both):
    assert merged([one, other]) == both


def test_s2_an_annotation_that_says_nothing_of_json_is_refused():
    with pytest.raises(TypeError, match="no JSON Schema for"):
        schema_of(list[bytes])


def test_s2_no_schema_has_two_types():
    with pytest.raises(TypeError, match="no one type describes both"):
        merged([{"type": "string"}, {"type": "array"}])
