"""A stranger's package of the name of one of our apps is found by ``manage.py check`` (F4)."""

import shutil

from tests.reuse import wheel

NAMESAKE = {
    "passwords/__init__.py": "'''Passwords for everyone.'''",
    "passwords-0.2.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: passwords\nVersion: 0.2.0\n",
    "passwords-0.2.0.dist-info/top_level.txt": "passwords\n",
}
CHECK = """
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=["passwords", "uuids"], REST_FRAMEWORK={"UNAUTHENTICATED_USER": None})
django.setup()
from django.core.checks import run_checks
for message in filter(lambda message: message.is_serious(), run_checks()):
    print(message.id, message.msg, message.hint, sep="|")
"""


def test_f4_a_namesake_in_the_place_of_an_app_is_found(tmp_path_factory):
    """It comes first on the path; or it has overwritten a file of ours, and the rest of ours lies beside it."""
    python = wheel.installed(tmp_path_factory, "passwords")
    (ours,) = python.parents[1].glob("lib/*/site-packages/passwords")
    first, overwritten = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("overwritten")
    shutil.copytree(ours, overwritten / "passwords")

    def checked(**env):
        return wheel.run(python, "-c", CHECK, cwd=first.parent, env=env).stdout

    assert checked() == ""
    for folder in (first, overwritten):
        for name, content in NAMESAKE.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(content)
        assert checked(PYTHONPATH=str(folder)) == (
            "utilitysvc.E003"
            f"|The package passwords that Python imports is not utilitysvc's: {folder}/passwords/__init__.py."
            "|Uninstall the distribution passwords, which has a package of that name, then reinstall utilitysvc.\n"
        )
