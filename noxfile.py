"""The tests on every supported pair of Python and Django, as ``make test`` runs them on one.

``nox`` tests all pairs, ``nox -s 'tests(3.13, 6.1)'`` one of them, and ``nox -- tests/uuids`` only these tests with all
pairs. A pair uses the pinned requirements, except that Django has the version of the pair.
"""

import os
import shutil
import subprocess

import nox

#: From the oldest versions of both to the newest. Django 6 requires Python 3.12.
PAIRS = [("3.11", "5.2"), ("3.12", "6.0"), ("3.13", "5.2"), ("3.13", "6.1")]

#: Those of which tests/kit/test_private_names.py lists names.
FRAMEWORKS = ("django", "djangorestframework", "drf-spectacular", "gunicorn", "uvicorn", "uvicorn-worker")

nox.options.default_venv_backend = "uv"
nox.options.error_on_missing_interpreters = True
nox.options.reuse_existing_virtualenvs = True

if pyenv := shutil.which("pyenv"):  # pyenv starts only the versions that PYENV_VERSION names
    installed = subprocess.check_output([pyenv, "versions", "--bare"], text=True)  # noqa: S603  # the command is pyenv from the PATH
    os.environ.setdefault("PYENV_VERSION", ":".join(installed.split()))


@nox.session
@nox.parametrize(("python", "django"), [nox.param(*pair, id=", ".join(pair)) for pair in PAIRS])
def tests(session: nox.Session, django: str) -> None:
    session.install("--require-hashes", "-r", "requirements-dev.txt")
    session.install(f"django=={django}.*")
    session.run("python", "-W", "error", "-m", "django", "check", env={"DJANGO_SETTINGS_MODULE": "utilitysvc.settings"})
    session.run("pytest", "-n", "auto", "--dist", "worksteal", "-m", "not environments", *session.posargs)


@nox.session(python="3.13")
def prereleases(session: nox.Session) -> None:
    """Look whether the newest pre-releases of the frameworks still have the private names that we use."""
    session.install("--require-hashes", "-r", "requirements-dev.txt")
    session.install("--pre", "--upgrade", *FRAMEWORKS)
    session.run("pytest", "tests/kit/test_private_names.py")
