"""Lets ``gunicorn``, started in this folder, serve as ``utilitysvc serve`` does."""

import sys

from django.core.exceptions import ImproperlyConfigured

try:
    from utilitysvc.serving.gunicorn_settings import *  # noqa: F403  # gunicorn reads this module's names
except ImproperlyConfigured as exc:
    sys.exit(str(exc))  # what to write for a variable, in one line and not below a traceback
