"""The files that deploy the service by their linters and schemas, and what the image leaves out."""

from importlib.metadata import packages_distributions

from tests.serving.served.test_deployment import DEPLOY, succeeds


def test_dockerfile_is_linted():
    succeeds("hadolint", "--failure-threshold", "info", "Dockerfile")


def test_kubernetes_manifests_fit_their_schemas():
    succeeds("kubernetes-validate", "--strict", "deploy/kubernetes.yaml", "deploy/kubernetes-counts.yaml")


def test_compose_file_fits_its_schema():
    succeeds("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "deploy/compose.yaml")


WITHOUT = """
import os, sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))  # importing any of these fails
import utilitysvc.asgi, utilitysvc.serving.worker
from django.core.management import call_command
from django.test import Client
for path in ("/", "/docs/", "/schema/?format=yaml", "/health/ready/", "/hash/?input=a", "/ip/8.8.8.8", "/random/",
             "/uuid/", "/number/", "/password/", "/text/?text=a&operation=titlecase", "/time/?datetime=tomorrow"):
    assert Client().get(path).status_code == 200, path
import utilitysvc.serving.metrics, iplookup.updating
call_command("check")
"""


def test_service_needs_nothing_that_the_image_leaves_out(tmp_path):
    """It serves, counts metrics and updates its databases without the packages that the Dockerfile removes."""
    lines = (DEPLOY / "unused-packages.txt").read_text().splitlines()
    unused = {line for line in lines if line and not line.startswith("#")}
    modules = [
        module
        for module, packages in packages_distributions().items()
        if unused & {package.lower().replace("_", "-") for package in packages}
    ]
    assert {"aiohttp", "requests", "jsonschema"} <= set(modules)
    succeeds("python", "-c", WITHOUT, *modules, PROMETHEUS_MULTIPROC_DIR=str(tmp_path))
