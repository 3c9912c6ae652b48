"""The WSGI application: what Django answers, without the guarantees of the front (utilitysvc/asgi.py).

A server of WSGI gives each request a thread or process of its own. So slow clients hold its threads, and large or dear
requests hold up small ones: put a buffering proxy before it.
"""

import os
from collections.abc import Callable
from importlib import import_module

from django.conf import settings
from django.core.cache import close_caches
from django.core.handlers.base import reset_urlconf
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, reset_queries
from django.urls import ResolverMatch, get_resolver

from iplookup import services as iplookup
from timeops import services as timeops
from utilitysvc.console.assets import with_assets
from utilitysvc.imports import import_rest_framework


def remembering(resolve: Callable[[str], ResolverMatch]) -> Callable[[str], ResolverMatch]:
    """Keep what ``resolve`` finds for each path that has no variable."""
    known: dict[str, ResolverMatch] = {}

    def resolve_once(path: str) -> ResolverMatch:
        match = known.get(path)
        if match is None:
            match = resolve(path)
            if not match.args and not match.kwargs:
                known[path] = match
        return match

    return resolve_once


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")
import_rest_framework()

application = with_assets(get_wsgi_application(), changing=settings.DEBUG)

# Django imports the URLconf, and with it every app, at the first request. Here an error in it stops the start,
# and workers forked from a preloaded process share its memory.
get_resolver().url_patterns  # noqa: B018  # the access does it

# A path without variables leads to the same view each time, and need not be looked for among all patterns again. One
# with a variable is not kept: an address may stand in it.
get_resolver().resolve = remembering(get_resolver().resolve)

# What takes long the first time is done now, so that no request waits for it, and with it all others of its worker: the
# address databases are opened, the parser of phrases is built, and the client of the shared cache is imported.
if settings.COUNTS_ELSEWHERE:
    import_module("redis")
iplookup.readiness(folder=settings.GEOIP_PATH)
timeops.current(datetime="tomorrow")

# There is no database, and a cache of counts keeps its connections: Django's closing of them after each request would
# cost a tenth of its time.
for signal, receiver in (
    (request_started, reset_queries),
    (request_started, close_old_connections),
    (request_finished, close_old_connections),
    (request_finished, close_caches),
    (request_finished, reset_urlconf),  # each request sets its own
):
    signal.disconnect(receiver)
