"""The running service keeps to its own description (S2): schemathesis finds nothing.

It is asked what the description allows, and accepts it; and what the description forbids, and whatever it does about
that, accepting or refusing, is described.
"""

import os
import subprocess
import sys

from tests.service import ROOT

#: For each operation. A release is tried with 1,000: SCHEMATHESIS_EXAMPLES=1000 pytest tests/description
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "3")
TIMEOUT_SECONDS = 3600
#: The description is strict and the service lenient: "5" is taken for 5, null for nothing given. That is no error.
LENIENT = ("--exclude-checks", "negative_data_rejection")


def test_schemathesis_finds_nothing(deployed, tmp_path):
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", ROOT / "schemathesis.toml", "run"),
            *("--checks", "all", *LENIENT, "--max-examples", EXAMPLES),
            *("--continue-on-failure", "--generation-deterministic"),
            *("--warnings", "off", f"{deployed.base}/schema/"),  # one is of too few requests that are answered: luck
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,  # what it found stands in its output
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout
