"""The workflows are linted; that of a release, which runs at a tag alone, fits the Makefile, the page and the code."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import utilitysvc
from tests.reuse import wheel

WORKFLOWS = sorted((wheel.ROOT / ".github" / "workflows").glob("*.yml"))
TEXT = (wheel.ROOT / ".github" / "workflows" / "release.yml").read_text()
JOBS = yaml.safe_load(TEXT)["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]
BIN = Path(sys.executable).parent


def test_workflows_fit_their_schema():
    wheel.run(BIN / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS)


def test_workflows_are_safe():
    """zizmor knows the usual mistakes: credentials left behind, rights that no job needs, text of others in a shell."""
    wheel.run(BIN / "zizmor", "--offline", "--no-progress", *WORKFLOWS)


def test_each_action_is_named_by_its_commit():
    """A tag of another's repository may be moved; the version beside it is for people."""
    for uses in re.findall(r"uses: (.+)", "".join(path.read_text() for path in WORKFLOWS)):
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", uses), uses


def test_workflow_names_no_host():
    """Where packages and images go is set at the repository, so that a fork publishes nothing to ours."""
    assert re.findall(r"://|\b[\w-]+\.(?:com|dev|io|org|net)\b", TEXT) == []


def test_targets_exist():
    targets = {
        name for step in STEPS for line in re.findall(r"^make (.+)", step.get("run", "")) for name in line.split()
    }
    assert targets == {"dist", "sbom", "audit"}
    phony = re.search(r"^\.PHONY: (.+)", (wheel.ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()
    assert targets <= set(phony)


def test_nothing_is_published_before_tests_and_packages():
    for name in ("image", "publish"):
        assert set(JOBS[name]["needs"]) == {"test", "packages"}
        assert JOBS[name]["environment"] == "release"
    assert JOBS["publish"]["permissions"] == {"id-token": "write"}
    assert JOBS["publish"]["strategy"]["matrix"]["distribution"] == ["utilitysvc", "utilitysvc-geodata"]


@pytest.mark.parametrize("name", ["test", "packages", "image", "publish", "announce"])
def test_page_names_each_job(name):
    assert name in JOBS
    assert f"\n| `{name}` | " in (wheel.ROOT / "docs" / "releasing.md").read_text()


def test_manifest_and_changelog_know_the_version():
    assert f"utilitysvc:{utilitysvc.__version__}" in (wheel.ROOT / "deploy" / "kubernetes.yaml").read_text()
    assert f"\n## [{utilitysvc.__version__}] - " in (wheel.ROOT / "CHANGELOG.md").read_text()


def test_databases_are_a_distribution_that_may_be_published():
    """Its page at an index is the notice that its licence asks for."""
    project = tomllib.loads((wheel.ROOT / "geodata" / "pyproject.toml").read_text())["project"]
    assert project["readme"] == "NOTICE.md"
    assert project["license-files"] == ["NOTICE.md"]
