"""docs/licences.md is what the packages state that are shipped, and a release knows of none that it may not pass on."""

import re
from importlib.metadata import version

import pytest

from tests.reuse import licences

PINNED = dict(licences.shipped())
STATED = licences.stated()


def test_table_has_every_package_of_the_image_and_no_other():
    assert {name: version for name, (version, _) in STATED.items()} == PINNED


@pytest.mark.parametrize("name", [name for name, pinned in PINNED.items() if version(name) == pinned])
def test_row_is_what_the_package_states(name):
    """Of the versions that are pinned. noxfile.py installs others of Django."""
    assert STATED[name][1] == licences.licence(name), "make licences"


def test_no_licence_asks_for_our_source():
    """MPL-2.0 asks for changes of its own files alone; the GPL and its kin would ask for all of an image."""
    assert [
        name for name, (_, licence) in STATED.items() if not licence or re.search("GPL|General Public", licence)
    ] == []
