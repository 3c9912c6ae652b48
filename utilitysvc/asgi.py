"""The ASGI application. The command ``gunicorn`` serves it (gunicorn.conf.py), and so can any other ASGI server."""

from django.conf import settings
from django.urls import get_resolver

from utilitysvc import wsgi
from utilitysvc.kit import conf
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.front import Front
from utilitysvc.serving.handler import Handler

if settings.METRICS:
    from utilitysvc.serving import metrics

log = AccessLog(metrics if settings.METRICS else None, for_people=settings.DEBUG)
application = Front(
    Handler(files=wsgi.application),
    get_resolver().resolve,
    conf.max_body_bytes,
    log,
    settings.MOUNT,
    views_wait=settings.COUNTS_ARE_SHARED,
)
