"""docs/licences.md is what the packages state that are shipped, and a release knows of none that it may not pass on."""

from importlib.metadata import version

import pytest

from tests.reuse import licences

PINNED = dict(licences.shipped())
TABLE = licences.PAGE.read_text().partition(licences.HEAD)[2].splitlines()


def test_table_has_every_package_of_the_image_and_no_other():
    assert [tuple(row.strip("| ").split(" | ")[:2]) for row in TABLE] == list(PINNED.items())


@pytest.mark.parametrize("name", [name for name, pinned in PINNED.items() if version(name) == pinned])
def test_row_is_what_the_package_states(name):
    """Of the versions that are pinned. noxfile.py installs others of Django."""
    row = f"| {name} | {PINNED[name]} | {licences.licence(name)} |"
    assert row in TABLE, f"make licences: {row}"


@pytest.mark.parametrize("row", TABLE)
def test_no_licence_asks_for_our_source(row):
    """MPL-2.0 asks for changes of its own files alone; the GPL and its kin would ask for all of an image."""
    licence = row.strip("| ").split(" | ")[2]
    assert licence
    assert "GPL" not in licence
    assert "General Public" not in licence
