"""The WSGI application: ``gunicorn utilitysvc.wsgi``."""

import os

from django.conf import settings
from django.core.cache import close_caches
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, reset_queries
from django.urls import get_resolver

from iplookup import services as iplookup
from utilitysvc.console.assets import with_assets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")

application = with_assets(get_wsgi_application(), changing=settings.DEBUG)

# Django imports the URLconf, and with it every app, at the first request. Imported here, a fault in it stops the start,
# and workers forked from a preloaded process share its memory.
get_resolver().url_patterns  # noqa: B018  # the access does it

# The address databases are opened now, so that no request waits for it.
iplookup.readiness(folder=settings.GEOIP_PATH)

# No database and no cache: Django's closing of their connections after each request would cost a tenth of its time.
for signal, receiver in (
    (request_started, reset_queries),
    (request_started, close_old_connections),
    (request_finished, close_old_connections),
    (request_finished, close_caches),
):
    signal.disconnect(receiver)
