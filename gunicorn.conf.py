"""Gunicorn's settings: ``gunicorn utilitysvc.wsgi`` reads this file by itself.

The port comes from PORT and the number of workers from WEB_CONCURRENCY; gunicorn reads both.
"""

wsgi_app = "utilitysvc.wsgi"
worker_class = "gthread"  # kept-alive connections and slow clients wait in a poller, not in a worker
threads = 4
preload_app = True
limit_request_line = 8190  # a query of 8,000 characters must work (G10); the default is 4,094
control_socket_disable = True  # it would be written to the home directory, which may be read-only
accesslog = "-"
logger_class = "utilitysvc.access_log.PathLogger"
