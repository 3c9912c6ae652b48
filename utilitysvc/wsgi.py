"""The WSGI application: Django's answers, without the guarantees of the front (utilitysvc/asgi.py).

A WSGI server gives each request its own thread or process. Slow clients therefore occupy its threads, and large or
expensive requests delay small ones. Put a buffering proxy in front of it.
"""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from utilitysvc.console.assets import with_assets
from utilitysvc.serving.warm_up import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "utilitysvc.settings")
application = with_assets(get_wsgi_application(), changing=settings.DEBUG)
warm_up(counts_are_shared=settings.COUNTS_ARE_SHARED)
