"""No list forgets a function: each stands in the tests for all, in the README, the packaging and the type checks."""

import tomllib

import pytest
from django.apps import apps

from tests import wheel
from tests.conftest import SERVICES
from tests.reuse_apps import APPS
from utilitysvc.description import catalogue

FUNCTIONS = {endpoint.path: endpoint for endpoint in catalogue.functions()}
APP_NAMES = [config.name for config in apps.get_app_configs() if config.name.partition(".")[0] != "utilitysvc"]


def test_tests_for_every_service_ask_each():
    assert {service.path for service in SERVICES} == set(FUNCTIONS)


def test_each_app_goes_to_the_foreign_site():
    assert {app.name for app in APPS} == set(APP_NAMES)


@pytest.mark.parametrize("path", FUNCTIONS)
def test_readme_names_each_path(path):
    assert f"\n| `{path}`" in (wheel.ROOT / "README.md").read_text()


@pytest.mark.parametrize("name", APP_NAMES)
def test_types_of_each_service_are_checked(name):
    files = tomllib.loads((wheel.ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["files"]
    home = "numbers/numbergen" if name == "numbergen" else name
    assert {home, f"{home}/services.py"} & set(files)
