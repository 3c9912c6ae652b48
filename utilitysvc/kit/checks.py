"""System checks that all apps share: of settings, of extras, and that Python imports our packages and no others.

The kit is not an app, so each app registers these checks. Django runs each one once.
"""

import hashlib
import re
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from django.apps import AppConfig, apps
from django.core.checks import CheckMessage, Error, Info
from rest_framework.settings import api_settings

import utilitysvc
from utilitysvc.kit import conf
from utilitysvc.kit.codecs import encode_base64url

DISTRIBUTION = utilitysvc.__name__
#: A package in an installer's record, and the digest of its ``__init__.py``:
#: https://packaging.python.org/en/latest/specifications/recording-installed-packages/#the-record-file
_RECORDED = re.compile(r"^(\w+)/__init__\.py,sha256=([\w-]+),", re.MULTILINE)


def check_settings(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """System check: report what is wrong with UTILITYSVC_MAX_BODY_BYTES and REST_FRAMEWORK."""
    found = check_positive(
        "UTILITYSVC_MAX_BODY_BYTES",
        conf.max_body_bytes(),
        hint="It is a number of bytes, as 1024 * 1024.",
        identity="utilitysvc.E001",
    )
    # Django REST framework loads it at the first request, which would then get 500.
    try:
        api_settings.UNAUTHENTICATED_USER  # noqa: B018  # the access loads it
    except (ImportError, RuntimeError) as exc:
        words = f"Django REST framework cannot load REST_FRAMEWORK['UNAUTHENTICATED_USER']: {exc}"
        hint = "Without django.contrib.auth in INSTALLED_APPS, set it to None."
        found.append(Error(words, hint=hint, id="utilitysvc.E002"))
    return found


def check_positive(setting: str, value: object, *, hint: str, identity: str) -> list[CheckMessage]:
    """Report a setting that is not a positive integer."""
    if type(value) is int and value > 0:
        return []
    return [Error(f"{setting} must be a positive integer, not {value!r}.", hint=hint, id=identity)]


def check_extras(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """List the extras that are not installed, without which some operations answer 501 (F6)."""
    return [
        Info(
            f"Operations of {config.name} answer 501 without the extra {extra.name}: {extra.module} is not installed.",
            hint=f"{extra.hint}.",
            id="utilitysvc.I001",
        )
        for config in apps.get_app_configs()
        for extra in getattr(config, "extras", ())
        if not extra.is_installed()
    ]


def check_packages(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report each app whose package belongs to another distribution (F4).

    Either that package comes first on the path, or it was installed later and has overwritten ours. A package is
    compared by its ``__init__.py``, of which the installer has recorded the SHA-256.
    """
    try:
        # The record itself: ``metadata.files`` would look for each file on the disk, which takes half a second.
        record = metadata.distribution(DISTRIBUTION).read_text("RECORD") or ""
    except metadata.PackageNotFoundError:  # a checkout, which no installer has written
        return []
    ours = dict(_RECORDED.findall(record))
    return [
        _foreign(config)
        for config in apps.get_app_configs()
        if config.name in ours and _digest(config.module.__file__) != ours[config.name]
    ]


def _digest(file: str | None) -> str:
    content = Path(file).read_bytes() if file else b""
    return encode_base64url(hashlib.sha256(content).digest())


def _foreign(config: AppConfig) -> CheckMessage:
    owners = sorted(set(metadata.packages_distributions().get(config.name, ())) - {DISTRIBUTION})
    others = f"the distribution {', '.join(owners)}, which has" if owners else "whatever else has"
    return Error(
        f"The package {config.name} that Python imports is not {DISTRIBUTION}'s: {config.module.__file__}.",
        hint=f"Uninstall {others} a package of that name, then reinstall {DISTRIBUTION}.",
        id="utilitysvc.E003",
    )
