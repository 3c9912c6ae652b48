"""Settings for ``gunicorn`` when it is started in this folder. It then serves like ``utilitysvc serve``."""

import sys

from django.core.exceptions import ImproperlyConfigured

try:
    from utilitysvc.serving.gunicorn_settings import *  # noqa: F403  # gunicorn reads this module's names
except ImproperlyConfigured as exc:
    sys.exit(str(exc))  # one line that says what to write for a variable, without a traceback above it
