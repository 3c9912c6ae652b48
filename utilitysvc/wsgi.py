"""The WSGI application: ``gunicorn utilitysvc.wsgi``."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")

application = get_wsgi_application()

# Django imports the URLconf, and with it every app, at the first request. Imported here, a fault in it stops the start,
# and workers forked from a preloaded process share its memory.
get_resolver().url_patterns  # noqa: B018  # the access does it
