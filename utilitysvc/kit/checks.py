"""The system check that all apps share: of settings, of extras, and that Python imports our packages and no others.

The kit is not an app, so each app registers the check. Django runs it once.
"""

import hashlib
import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error, Info
from rest_framework.settings import api_settings

from utilitysvc.kit import conf
from utilitysvc.kit.codecs import encode_base64url

DISTRIBUTION = "utilitysvc"
#: A package in an installer's record, and the digest of its ``__init__.py``:
#: https://packaging.python.org/en/latest/specifications/recording-installed-packages/#the-record-file
_RECORDED = re.compile(r"^(\w+)/__init__\.py,sha256=([\w-]+),", re.MULTILINE)


def check_site(**kwargs: Any) -> Iterator[CheckMessage]:
    """System check: report wrong settings, extras that are not installed (F6), and namesakes of our packages (F4)."""
    yield from check_positive(
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
        yield Error(words, hint=hint, id="utilitysvc.E002")
    for config in apps.get_app_configs():
        for extra in getattr(config, "extras", ()):
            if not extra.is_installed():
                words = f"Operations of {config.name} answer 501 without the extra {extra.name}"
                yield Info(f"{words}: {extra.module} is not installed.", hint=f"{extra.hint}.", id="utilitysvc.I001")
    yield from _namesakes()


def check_positive(setting: str, value: object, *, hint: str, identity: str) -> Iterator[CheckMessage]:
    """Report a setting that is not a positive integer."""
    if type(value) is not int or value <= 0:
        yield Error(f"{setting} must be a positive integer, not {value!r}.", hint=hint, id=identity)


def _namesakes() -> Iterator[CheckMessage]:
    """Report each app whose package belongs to another distribution.

    Either that package comes first on the path, or it was installed later and has overwritten ours. A package is
    compared by its ``__init__.py``, of which the installer has recorded the SHA-256.
    """
    try:
        # The record itself: ``metadata.files`` would look for each file on the disk, which takes half a second.
        record = metadata.distribution(DISTRIBUTION).read_text("RECORD") or ""
    except metadata.PackageNotFoundError:  # a checkout, which no installer has written
        return
    ours = dict(_RECORDED.findall(record))
    for config in apps.get_app_configs():
        if config.name not in ours:
            continue
        imported = config.module.__file__
        content = Path(imported).read_bytes() if imported else b""
        if encode_base64url(hashlib.sha256(content).digest()) != ours[config.name]:
            owners = sorted(set(metadata.packages_distributions().get(config.name, ())) - {DISTRIBUTION})
            others = f"the distribution {', '.join(owners)}, which has" if owners else "whatever else has"
            yield Error(
                f"The package {config.name} that Python imports is not {DISTRIBUTION}'s: {imported}.",
                hint=f"Uninstall {others} a package of that name, then reinstall {DISTRIBUTION}.",
                id="utilitysvc.E003",
            )
