"""The WSGI application: Django's answers, without the guarantees of the front (utilitysvc/asgi.py).

A WSGI server gives each request its own thread or process. Slow clients therefore occupy its threads, and large or
expensive requests delay small ones. Put a buffering proxy in front of it.
"""

import os
from collections.abc import Callable

from django.conf import settings
from django.core.cache import close_caches
from django.core.handlers.base import reset_urlconf
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, reset_queries
from django.urls import ResolverMatch, get_resolver

from utilitysvc.console.assets import with_assets
from utilitysvc.serving.warm_up import warm_up


def with_cache(resolve: Callable[[str], ResolverMatch]) -> Callable[[str], ResolverMatch]:
    """Return ``resolve`` with a cache of the paths that have no variable."""
    matches: dict[str, ResolverMatch] = {}

    def resolve_once(path: str) -> ResolverMatch:
        match = matches.get(path)
        if match is None:
            match = resolve(path)
            if not match.args and not match.kwargs:
                matches[path] = match
        return match

    return resolve_once


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")

application = with_assets(get_wsgi_application(), changing=settings.DEBUG)

# Django would import the URLconf, and with it every app, at the first request. If it is imported now, an error in it
# stops the start, and workers that are forked from a preloaded process share its memory.
get_resolver().url_patterns  # noqa: B018  # the access imports it

# A path without variables always leads to the same view, so it is searched among the patterns only once. A path with a
# variable is not cached, because it may contain an IP address.
get_resolver().resolve = with_cache(get_resolver().resolve)

warm_up()

# There is no database, and the cache of counts keeps its connections. Django's receivers, which close connections after
# each request, would cost a tenth of a request's time.
for signal, receiver in (
    (request_started, reset_queries),
    (request_started, close_old_connections),
    (request_finished, close_old_connections),
    (request_finished, close_caches),
    (request_finished, reset_urlconf),  # each request sets its own URLconf
):
    signal.disconnect(receiver)
