"""The command as a process of its own."""

import os
import subprocess
import sys

from tests.service import ROOT

COMMAND = [sys.executable, "-m", "utilitysvc"]
SECONDS = 60
#: As a shell would have it where the package is installed.
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'numbers'}",
    "DJANGO_SETTINGS_MODULE": "elsewhere",
}


def run(*arguments, command=COMMAND, **options):
    options = {
        "env": ENVIRONMENT,
        "capture_output": True,
        "text": True,
        "stdin": subprocess.DEVNULL,
        "timeout": SECONDS,
    } | options
    if "input" in options:
        del options["stdin"]
    return subprocess.run([*command, *arguments], check=False, **options)
