"""The workflows are linted; that of a release, which runs at a tag alone, fits the Makefile, the page and the code."""

import re
import sys
from pathlib import Path

import yaml

import utilitysvc
from tests.reuse import wheel

WORKFLOWS = sorted((wheel.ROOT / ".github" / "workflows").glob("*.yml"))
TEXT = (wheel.ROOT / ".github" / "workflows" / "release.yml").read_text()
JOBS = yaml.safe_load(TEXT)["jobs"]
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


def test_nothing_is_published_before_tests_and_packages():
    for name in ("image", "publish"):
        assert set(JOBS[name]["needs"]) == {"test", "packages"}
        assert JOBS[name]["environment"] == "release"
    assert JOBS["publish"]["permissions"] == {"id-token": "write"}
    assert JOBS["publish"]["strategy"]["matrix"]["distribution"] == ["utilitysvc", "utilitysvc-geodata"]


def test_manifest_and_changelog_know_the_version():
    assert f"utilitysvc:{utilitysvc.__version__}" in (wheel.ROOT / "deploy" / "kubernetes.yaml").read_text()
    assert f"\n## [{utilitysvc.__version__}] - " in (wheel.ROOT / "CHANGELOG.md").read_text()
