"""docs/reuse.md, followed from an empty folder: the site that it shows, in an environment with the wheel alone."""

import os
import re
import shutil
import subprocess
import urllib.request

import pytest

from tests.reuse import wheel
from tests.service import free_port, wait_until_it_answers

PAGE = (wheel.ROOT / "docs" / "reuse.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
#: Each block of Python begins with the file that it belongs into, and what is to be said of it.
FILES = {found[1]: block for language, block in BLOCKS if (found := re.match(r"# (.+)\n", block))}


def sessions(section):
    """The interpreter's sessions in a section."""
    return "\n".join(re.findall(r"^```pycon\n(.*?)^```$", section, re.DOTALL | re.MULTILINE))


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return wheel.installed(tmp_path_factory, "hashing,password-hashing", "drf-spectacular")


@pytest.fixture(scope="module")
def project(python, tmp_path_factory):
    """What startproject makes, with what the page adds to it."""
    folder = tmp_path_factory.mktemp("project")
    (command,) = (block for language, block in BLOCKS if "startproject" in block)
    wheel.run(python.parent / "django-admin", *command.split()[1:], cwd=folder, env={"PATH": os.environ["PATH"]})
    with (folder / "company" / "settings.py").open("a") as settings:
        settings.write(FILES["company/settings.py, at the end"])
    for name in ("urls", "views", "checksums"):
        (folder / "company" / f"{name}.py").write_text(FILES[f"company/{name}.py"])
    return folder


@pytest.fixture
def site(project, tmp_path):
    """A copy of it."""
    return shutil.copytree(project, tmp_path / "site")


def asked(python, site, command, **env):
    """Run a command of the page, which begins with ``python``."""
    return wheel.run(python, *command.split()[1:], cwd=site, env={"PATH": os.environ["PATH"], **env})


def shown(command):
    """What the page shows below the first command that begins so."""
    return re.search(rf"^\$ {re.escape(command)}.*\n((?:(?!\$|```).*\n)*)", PAGE, re.MULTILINE)[1]


def commands(beginning):
    return re.findall(rf"^\$ ({re.escape(beginning)}[^\n&]*)", PAGE, re.MULTILINE)


def test_check_says_what_the_page_shows(python, site):
    (command,) = commands("python manage.py check")
    assert asked(python, site, command).stdout == shown(command)


def test_answer_is_as_the_page_shows(python, site):
    (command,) = commands("python manage.py runserver")
    port = free_port()
    asked = [python, *command.replace("8000", f"--noreload {port}").split()[1:]]
    path = re.search(r"curl -s 'http://localhost:8000(.*)'", PAGE)[1]
    with subprocess.Popen(asked, cwd=site, env={"PATH": os.environ["PATH"]}, stderr=subprocess.DEVNULL) as server:
        try:
            wait_until_it_answers(port, server)
            with urllib.request.urlopen(f"http://localhost:{port}{path}") as response:
                assert response.read().decode() == shown("curl")
        finally:
            server.terminate()


def test_url_and_serializer_work_in_the_host(python, site):
    """The URL has the name that the page says, and the serializer reads parameters in a view of the host's own."""
    (called, path) = re.search(r'`reverse\("(.*?)"\)` is `(.*?)`', PAGE).groups()
    program = f"""
import django; django.setup()
from django.urls import reverse
from rest_framework.test import APIRequestFactory
from company.checksums import ChecksumView
print(reverse({called!r}))
ask = lambda data: ChecksumView.as_view()(APIRequestFactory().post("/", data, format="json"))
for data in {{"text": "abc", "algorithm": "CRC-32"}}, {{"text": "abc", "iterations": 0}}:
    response = ask(data)
    print(response.status_code, list(response.data.items()))
"""
    done = wheel.run(python, "-c", program, cwd=site, env={"DJANGO_SETTINGS_MODULE": "company.settings"})
    url, first, second = done.stdout.splitlines()
    assert url == path
    assert first.startswith("200 [('input', 'abc'), ('hash', '352441c2'), ('algorithm', 'crc32')")
    assert second.startswith("400 [('iterations', [ErrorDetail(string='Iterations must be between 1 and 10000")


def test_site_is_described_by_its_own_generator(python, site):
    """With the subclass of a view, which has operations of its own."""
    with (site / "company" / "settings.py").open("a") as settings:
        settings.write(FILES["company/settings.py, with drf-spectacular"])
    with (site / "company" / "urls.py").open("a") as urls:
        urls.write(
            "from company.views import MembersHashView\n"
            "urlpatterns.append(path('members/hash/', MembersHashView.as_view()))\n"
        )
    (command,) = commands("python manage.py spectacular")
    asked(python, site, command)
    described = (site / "schema.yml").read_text()
    names = re.search(r"MembersHashView\(HashView\):\n    name = .*: (.*)", PAGE)[1].split(", ")
    ours = {"get_hash", "post_hash", "get_hash_algorithms", "post_hash_password"}
    assert set(re.findall(r"operationId: (.*)", described)) == ours | set(names)


def test_site_with_nothing_else_in_it(python, site):
    (site / "settings.py").write_text(FILES["settings.py of a site with nothing else in it"])
    (site / "company" / "urls.py").write_text(
        "\n".join(line for line in FILES["company/urls.py"].splitlines() if "admin" not in line)
    )
    program = (
        "import django; django.setup(); from django.conf import settings; from django.test import Client; "
        "from django.core.management import call_command; call_command('check'); "
        "settings.ALLOWED_HOSTS = ['*']; "
        "print(Client().get('/tools/hash/?input=abc&output=text').content.decode(), end='')"
    )
    done = wheel.run(python, "-c", program, cwd=site, env={"DJANGO_SETTINGS_MODULE": "settings"})
    assert done.stdout == shown("python manage.py check") + shown("curl")
