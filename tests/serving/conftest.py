"""The service on each server of docs/architecture.md, by the page's commands. A test process starts each once."""

import re

import pytest

from tests.service import ROOT, serving

PAGE = (ROOT / "docs" / "architecture.md").read_text()
APPLICATION = "utilitysvc.asgi:application"
#: The command's options, without those that the tests set themselves.
UVICORN, GRANIAN = (
    re.search(rf"^(?:DJANGO_\S+ )?\.venv/bin/{server} (.+) --port 8000 {APPLICATION}$", PAGE, re.MULTILINE)[1].split()
    for server in ("uvicorn", "granian")
)
DJANGO = {"DJANGO_SETTINGS_MODULE": "utilitysvc.settings"}


def serving_by_granian(**options):
    """With one worker, because Granian's workers load the application one by one."""
    return serving(*GRANIAN, "--workers", "1", server="granian", application=APPLICATION, **options)


@pytest.fixture
def server(deployed):
    """The server that a test asks. Modules that repeat a test with another server name another one."""
    return deployed


@pytest.fixture
def port(server):
    return server.port


@pytest.fixture(scope="session")
def on_uvicorn():
    with serving(*UVICORN, server="uvicorn", application=APPLICATION, workers=1, **DJANGO) as service:
        yield service


@pytest.fixture(scope="session")
def on_granian(tmp_path_factory):
    with serving_by_granian(stdout=str(tmp_path_factory.mktemp("granian") / "log")) as service:
        yield service
