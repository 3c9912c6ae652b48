"""The ASGI application, which ``gunicorn`` alone serves (gunicorn.conf.py). Any other ASGI server can serve it too."""

from django.conf import settings
from django.urls import get_resolver

from utilitysvc import wsgi
from utilitysvc.kit import conf
from utilitysvc.serving.front import Front

__all__ = ["application"]

application = Front(wsgi.application, get_resolver().resolve, conf.max_body_bytes, settings.MOUNT)
