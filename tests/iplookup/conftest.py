import pytest

from tests.iplookup.watched import Watched


@pytest.fixture
def watched(tmp_path, monkeypatch):
    return Watched(tmp_path, monkeypatch)
