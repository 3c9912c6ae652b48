"""The ASGI application. The command ``gunicorn`` serves it (gunicorn.conf.py), and so can any other ASGI server."""

from importlib import import_module

from django.conf import settings

from utilitysvc import wsgi
from utilitysvc.serving.access_log import AccessLog
from utilitysvc.serving.front import Front

metrics = import_module("utilitysvc.serving.metrics") if settings.METRICS else None
application = Front(
    wsgi.application,
    AccessLog(metrics, for_people=settings.DEBUG),
    settings.MOUNT,
    views_wait=settings.COUNTS_ARE_SHARED,
)
