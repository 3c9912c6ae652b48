"""Imports go in one direction (docs/architecture.md), read from the sources."""

import ast

from tests.service import ROOT
from tests.tables import each_row

APPS = ("hashing", "iplookup", "timeops", "textops", "uuids", "passwords", "randomgen", "numbergen")
#: Only conf.py and settings.py read it; all others ask them.
SETTINGS = "django.conf.settings"


def imported(path):
    """Yield the full names that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@each_row(
    ("folder", "banned"),
    [
        (
            "kit",
            [*APPS, *(f"utilitysvc.{name}" for name in ("interfaces", "console", "description", "serving", "access"))],
        ),
        ("description", [*APPS, *(f"utilitysvc.{name}" for name in ("interfaces", "console", "serving", "access"))]),
        ("interfaces", [*APPS, *(f"utilitysvc.{name}" for name in ("console", "serving", "access"))]),
        ("console", [*APPS, *(f"utilitysvc.{name}" for name in ("interfaces", "serving", "access"))]),
        ("access", ["iplookup.conf", "iplookup.databases"]),  # F6: they need the packages of the extra iplookup
        *((folder, [SETTINGS]) for folder in ("kit", "description", "interfaces", "console", "access", "serving")),
    ],
)
def test_what_a_package_does_not_import(folder, banned):
    for path in (ROOT / "utilitysvc" / folder).rglob("*.py"):
        if banned != [SETTINGS] or path.name not in ("conf.py", "settings.py", "gunicorn_settings.py"):
            assert [
                name for name in imported(path) if f"{name}.".startswith(tuple(f"{each}." for each in banned))
            ] == []
