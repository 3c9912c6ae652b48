"""What the wheel holds, what it leaves out, and what it says of itself."""

import ast
import re
import sys
import zipfile
from email.parser import Parser
from importlib.metadata import packages_distributions

import pytest
from django.apps import apps
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import utilitysvc
from tests.reuse import wheel
from tests.reuse.apps import APPS
from utilitysvc.kit.apps import FunctionConfig

PACKAGES = {"utilitysvc", *(app.name for app in APPS)}


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


def test_every_supported_version_is_a_classifier(metadata):
    """Those that noxfile.py tests, and no other."""
    claimed = "\n".join(metadata.get_all("Classifier"))
    pairs = re.findall(r'\("(3\.\d+)", "(\d\.\d)"\)', (wheel.ROOT / "noxfile.py").read_text())
    assert set(re.findall(r"Python :: (3\.\d+)", claimed)) == {python for python, _ in pairs}
    assert set(re.findall(r"Django :: (\d\.\d)", claimed)) == {django for _, django in pairs}


#: Extras that only some who take an app want: to fetch databases, to look them up quicker, to have Whirlpool in C.
BESIDES = {"iplookup": ("update", "quick-iplookup"), "hashing": ("whirlpool",)}
#: Extras whose packages an app imports when they are first asked for, by the app's name.
LATE = {config.name: config.extras for config in apps.get_app_configs() if isinstance(config, FunctionConfig)}
BASE = {"django", "djangorestframework", "orjson"}


def imports(source):
    """The modules that a module imports, anywhere in it, and the packages whose data it reads."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module)) | ast.Call(func=ast.Name("files"), args=[ast.Constant(module)]):
                yield module


def required(metadata, extra):
    """The distributions that an extra names, or without one those that every app needs."""
    requirements = [Requirement(line) for line in metadata.get_all("Requires-Dist")]
    names = {
        canonicalize_name(one.name)
        for one in requirements
        if (f'extra == "{extra}"' in str(one.marker) if extra else "extra ==" not in str(one.marker))
    }
    return names - {"utilitysvc"}  # an extra may name another one of ours


@pytest.mark.parametrize("app", [app.name for app in APPS])
def test_f6_an_extra_names_what_its_app_imports_and_no_more(archive, metadata, app):
    """Wherever in its modules it is imported, also late. That this is enough, test_reuse_site.py shows."""
    # Python 3.11 does not find whose a module is that is one compiled file, as can_ada is.
    owners = {name: set(map(canonicalize_name, found)) for name, found in packages_distributions().items()}
    modules = [name for name in archive.namelist() if name.startswith(f"{app}/") and name.endswith(".py")]
    imported = {module.partition(".")[0] for name in modules for module in imports(archive.read(name))}
    foreign = (imported | {extra.module.partition(".")[0] for extra in LATE[app]}) - PACKAGES - sys.stdlib_module_names
    extras = {app, *BESIDES.get(app, ()), *(extra.name for extra in LATE[app])}
    named = set().union(*(required(metadata, extra) for extra in extras))
    assert set().union(*(owners.get(name, {canonicalize_name(name)}) for name in foreign)) - BASE == named
