"""Writes the table of docs/licences.md from the packages' own metadata: ``make licences``."""

import re
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "licences.md"
#: The image: Linux, and the Python of its base.
IMAGE = {
    "sys_platform": "linux",
    "platform_system": "Linux",
    "python_version": (ROOT / ".python-version").read_text().strip(),
    "python_full_version": f"{(ROOT / '.python-version').read_text().strip()}.0",
}
HEAD = "| Licence | Packages |\n|---|---|\n"
_CLASSIFIER = "License :: OSI Approved :: "


def shipped():
    """Yield name and version of each package of the image: what is pinned, without what the Dockerfile removes."""
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pinned = [Requirement(line.rstrip("\\ ")) for line in lines if line[:1].isalnum()]
    unused = (ROOT / "deploy" / "unused-packages.txt").read_text().split("\n")
    for requirement in pinned:
        if requirement.name not in unused and (not requirement.marker or requirement.marker.evaluate(IMAGE)):
            yield canonicalize_name(requirement.name), str(requirement.specifier).removeprefix("==")


def licence(name):
    """Return what the installed package states: an SPDX expression, or in older metadata what stands for one."""
    metadata = distribution(name).metadata
    if expression := metadata.get("License-Expression"):
        return expression
    classifiers = metadata.get_all("Classifier") or []
    classified = [one.removeprefix(_CLASSIFIER) for one in classifiers if one.startswith(_CLASSIFIER)]
    # The field License may hold a whole text in the place of a name.
    return " or ".join(classified) or metadata.get("License", "").partition("\n")[0]


def rows():
    """Return the rows of the table, one for each licence."""
    packages = {}
    for name, version in shipped():
        packages.setdefault(licence(name), []).append(f"{name} {version}")
    return [f"| {name} | {', '.join(packages[name])} |" for name in sorted(packages)]


def stated():
    """Return the version and the licence of each package by the table of the page."""
    table = re.findall(r"^\| (.+) \| (.+) \|$", PAGE.read_text().partition(HEAD)[2], re.MULTILINE)
    named = [(*package.split(" "), name) for name, packages in table for package in packages.split(", ")]
    return {package: (version, name) for package, version, name in named}


def written(page):
    """Return the page with the table as it is now."""
    before, _, after = page.partition(HEAD)
    rest = after[after.index("\n\n") :] if "\n\n" in after else "\n"
    return before + HEAD + "\n".join(rows()) + rest


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
