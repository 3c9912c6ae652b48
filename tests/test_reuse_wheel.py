"""What the wheel holds, what it leaves out, and what it says of itself."""

import ast
import re
import zipfile
from email.parser import Parser
from itertools import takewhile

import pytest

import utilitysvc
from tests import wheel
from tests.reuse_apps import APPS

PACKAGES = {"utilitysvc", *(app.name for app in APPS)}
#: The project's own wiring, which a site that takes an app home has its own for.
WIRING = re.compile(r"utilitysvc\.(?!kit\b|__version__$)")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    with zipfile.ZipFile(wheel.built(tmp_path_factory)) as opened:
        yield opened


@pytest.fixture(scope="module")
def metadata(archive):
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(archive.read(name).decode())


def sources(folder):
    """The files below a package folder of the checkout that belong into the wheel."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {f"{folder.name}/{path.relative_to(folder).as_posix()}" for path in files}


def test_every_app_at_the_top_level_and_nothing_else(archive):
    """Also that no tests, benchmarks, databases or leavings of an older build are in it."""
    folders = {name.partition("/")[0] for name in archive.namelist()}
    assert folders - PACKAGES == {f"utilitysvc-{utilitysvc.__version__}.dist-info"}
    assert folders >= PACKAGES


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_whole_packages(archive, package):
    """Each as it is in the checkout: modules, templates, static files, the mark of its annotations (PEP 561)."""
    home = wheel.ROOT / ("numbers" if package == "numbergen" else "") / package
    shipped = {name for name in archive.namelist() if name.startswith(f"{package}/")}
    assert shipped == sources(home)
    assert f"{package}/py.typed" in shipped


def test_nothing_but_the_wiring_imports_the_wiring(archive):
    """Settings, URLs and middleware of the service are in the wheel; no app and no module of the kit needs them."""
    for name in archive.namelist():
        if name.endswith(".py") and (not name.startswith("utilitysvc/") or name.startswith("utilitysvc/kit/")):
            wired = [module for module in imports(archive.read(name)) if WIRING.match(module)]
            assert not wired, f"{name} imports {wired}"


def imports(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_metadata(metadata):
    assert metadata["Name"] == "utilitysvc"
    assert metadata["Version"] == utilitysvc.__version__
    assert metadata["License-Expression"] == "MIT"
    assert metadata["License-File"] == "LICENSE"
    assert metadata["Requires-Python"] == ">=3.11"
    assert "Typing :: Typed" in metadata.get_all("Classifier")
    assert metadata.get_payload().startswith("# utilitysvc")


def test_an_extra_for_every_app_and_for_the_whole(metadata):
    assert set(metadata.get_all("Provides-Extra")) == {"service", "update", *(app.name for app in APPS)}


def test_without_an_extra_only_what_every_app_needs(metadata):
    needed = [one for one in metadata.get_all("Requires-Dist") if "extra ==" not in one]
    names = {"".join(takewhile(lambda c: c.isalnum() or c in "-_", one)) for one in needed}
    assert names == {"django", "djangorestframework", "orjson"}
