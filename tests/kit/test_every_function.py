"""No list forgets a function: each stands in the documentation and the packaging, and has tests of its own."""

import hashlib
import re
import tomllib
from pathlib import Path

from django.apps import apps

import uuids
from tests.reuse import wheel
from tests.reuse.apps import APPS
from tests.tables import each_row
from utilitysvc.description import catalogue
from utilitysvc.kit import checks, codecs

PATHS = [endpoint.path for endpoint in catalogue.functions()]
APP_NAMES = [config.name for config in apps.get_app_configs() if config.name.partition(".")[0] != "utilitysvc"]
CALLS = "\n".join(page.read_text() for page in wheel.ROOT.glob("docs/functions/*.md"))
EXTRAS = tomllib.loads((wheel.ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def test_each_app_goes_to_the_foreign_site():
    assert {app.name for app in APPS} == set(APP_NAMES)


@each_row("path", PATHS)
def test_page_shows_a_call_of_each_path(path):
    """tests/docs/served/test_readme.py runs the calls."""
    call = re.search(rf"^\$ curl .*localhost:8000{path}", CALLS, re.MULTILINE)
    assert call, f"docs/functions: a page with a call of {path} and its answer"


@each_row("name", APP_NAMES)
def test_each_app_has_tests(name):
    assert list((wheel.ROOT / "tests" / name).glob("test_*.py")), f"tests/{name}/test_*.py"


def test_image_has_every_folder_that_serves():
    """A package that .dockerignore leaves out would be missing in the image alone."""
    kept = set(re.findall(r"^!([^/\n]+)", (wheel.ROOT / ".dockerignore").read_text(), re.MULTILINE))
    packages = {path.parent.name for path in wheel.ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    served = packages | {"numbers", "geodata", "gunicorn.conf.py", "manage.py", "requirements.txt"}
    missing = served - kept
    assert not missing, f".dockerignore: {', '.join(f'!{name}' for name in sorted(missing))}"


@each_row("name", APP_NAMES)
def test_each_app_is_an_extra(name):
    """Empty where it needs nothing; what it needs comes with the whole service too."""
    assert name in EXTRAS, f"pyproject.toml, optional-dependencies: {name} = []"
    [served] = [extra for extra in EXTRAS["command"] if extra.startswith("utilitysvc[")]
    assert any(extra.startswith("utilitysvc[command,") for extra in EXTRAS["service"])
    wanted = f"pyproject.toml, optional-dependencies: {name} in the list of command"
    assert not EXTRAS[name] or name in re.findall(r"\w+", served), wanted


def test_f4_an_app_whose_package_is_another_distribution_s_is_told(monkeypatch, tmp_path):
    """By the digest that the installer has recorded of it."""
    whole = codecs.encode_base64url(hashlib.sha256(Path(uuids.__file__).read_bytes()).digest())
    record = tmp_path / "utilitysvc-1.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text(f"uuids/__init__.py,sha256={whole},1\nhashing/__init__.py,sha256={whole[1:]},1\nhashing/x.py,,\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(checks.metadata, "packages_distributions", lambda: {"hashing": ["utilitysvc", "hashing-other"]})
    (error,) = checks.check_site()
    assert (error.id, "hashing" in error.msg) == ("utilitysvc.E003", True)
    assert error.hint.startswith("Uninstall the distribution hashing-other, which has a package of that name")


def test_parameters_that_stand_in_no_address():
    """The texts and keys that people give; each form sends them by POST, and its links leave them out."""
    secrets = {
        form.name: " ".join(name for name, field in form.operations.fields.items() if field.secret)
        for form in catalogue.functions()
    }
    assert {name: each for name, each in secrets.items() if each} == {
        "hash": "input salt key expected",
        "hash_password": "password hash",
        "uuid": "name",
        "password": "exclude",
        "password_strength": "password words",
    }
