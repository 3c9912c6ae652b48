"""What ``manage.py check`` says of a wrong setting, in any site that has any of the apps."""

import re

from django.core.checks import run_checks
from django.test import override_settings

from tests.reuse import wheel
from tests.tables import each_row
from utilitysvc.kit.checks import check_site


def ids(messages):
    return [message.id for message in messages]


def test_f7_settings_of_ours_begin_with_our_name():
    """F7: All but Django's own: apps read settings in their conf.py and checks.py alone."""
    patterns = [f"{folder}/{name}.py" for folder in ("[!.]*", "[!.]*/*") for name in ("conf", "checks")]
    files = [path for pattern in patterns for path in wheel.ROOT.glob(pattern)]
    read = {name for path in files for name in re.findall(r'getattr\(settings, "(\w+)"', path.read_text())}
    assert "UTILITYSVC_MAX_BODY_BYTES" in read
    assert {name for name in read if not name.startswith("UTILITYSVC_")} == {"GEOIP_PATH", "REST_FRAMEWORK"}


@each_row("limit", [1, 1024, 10**12])
def test_size_limit_accepted(limit):
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=limit):
        assert ids(check_site()) == []


@each_row("limit", [0, -1, None, True, 1.5, "1024", ""])
def test_size_limit_refused(limit):
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=limit):
        (message,) = check_site()
    assert (message.id, repr(limit) in message.msg) == ("utilitysvc.E001", True)


LOADED, MISSING = [None, "builtins.object"], ["django.contrib.auth.models.AnonymousUser", "nowhere.User"]


@each_row("user", [*LOADED, *MISSING])
def test_anonymous_user_that_cannot_be_loaded(user):
    """DRF's default needs an app that is not installed here."""
    with override_settings(REST_FRAMEWORK={"UNAUTHENTICATED_USER": user}):
        assert ids(check_site()) == ["utilitysvc.E002"] * (user in MISSING)


def test_said_once_however_many_apps_ask():
    with override_settings(UTILITYSVC_MAX_BODY_BYTES=0):
        assert ids(run_checks()).count("utilitysvc.E001") == 1
