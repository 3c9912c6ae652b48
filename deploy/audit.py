"""Look up the pinned packages in the list of known vulnerabilities: ``make audit``.

The command fails if a package has a known vulnerability. pip-audit alone would also fail if it cannot reach the list,
which says nothing about the packages. And it would succeed if the list does not know any of them.
"""

import json
import subprocess
import sys
from typing import Any

COMMAND = [
    *(sys.executable, "-m", "pip_audit", "--progress-spinner", "off", "--format", "json"),
    *("--requirement", "requirements.txt", "--disable-pip", "--require-hashes"),
]


def main() -> int:
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=False)
    if not done.stdout:
        print(done.stderr, file=sys.stderr)
    return judge(json.loads(done.stdout)["dependencies"] if done.stdout else [])


def judge(packages: list[dict[str, Any]]) -> int:
    """Print pip-audit's findings about the packages; return the exit status."""
    found = [package for package in packages if package.get("vulns")]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    for package in found:
        for vulnerability in package["vulns"]:
            fixed = ", ".join(vulnerability["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {vulnerability['id']}, fixed in {fixed}")
    if len(unknown) == len(packages):
        print("Not audited: no list of known vulnerabilities could be reached. The packages may have some.")
    else:
        print(f"{len(packages) - len(unknown)} packages looked up, {len(found)} with known vulnerabilities.")
        if unknown:
            print(f"The list does not know: {', '.join(unknown)}.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
