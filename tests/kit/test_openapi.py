"""The description that is made of the views (S2), generated anew."""

import json

from drf_spectacular.drainage import GENERATOR_STATS

from tests.description import agreed_schema
from utilitysvc.description import document


def test_s2_the_description_is_the_agreed_one_and_leaves_nothing_to_guess(capsys):
    """Whoever changes the interface sees it here, and so does who reviews the change."""
    document.description.cache_clear()
    described = document.description()
    assert json.loads(agreed_schema.FILE.read_text()) == described, "if the change is meant: make schema"
    assert not GENERATOR_STATS
    assert capsys.readouterr() == ("", "")
