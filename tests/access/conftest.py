"""Keys and rates in force, as the service's settings put them in force."""

import pytest
from django.core.cache import cache

from utilitysvc.access import tokens
from utilitysvc.access.authentication import HasKey, TokenAuthentication
from utilitysvc.access.throttling import CallThrottle
from utilitysvc.description import document
from utilitysvc.kit.view import ComputeView

ALICE, BOB = "usvc_the-token-of-Alice", "usvc_the-token-of-Bob"


@pytest.fixture
def keys(monkeypatch, settings):
    """Ask for the keys of Alice and Bob; a header that brings Alice's."""
    document.description()  # kept as it is without keys, for all tests of this process
    settings.UTILITYSVC_API_TOKENS = [tokens.entry("alice", ALICE), tokens.entry("bob", BOB)]
    monkeypatch.setattr(ComputeView, "authentication_classes", [TokenAuthentication], raising=False)
    monkeypatch.setattr(ComputeView, "permission_classes", [HasKey], raising=False)
    return {"authorization": f"Bearer {ALICE}"}


@pytest.fixture
def limited(monkeypatch, settings):
    """Return a function that limits calls to a rate. Nothing is counted yet."""
    document.description()

    def limit(rate):
        settings.UTILITYSVC_RATE_LIMIT = rate
        monkeypatch.setattr(ComputeView, "throttle_classes", [CallThrottle], raising=False)

    cache.clear()
    yield limit
    cache.clear()
