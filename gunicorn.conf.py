"""Gunicorn's settings: ``gunicorn utilitysvc.wsgi`` reads this file by itself.

The port comes from PORT and the number of workers from WEB_CONCURRENCY; gunicorn reads both.
"""

wsgi_app = "utilitysvc.wsgi"
# Decided: gunicorn's own threaded worker, kept-alive connections waiting in its poller. A worker of our own, however
# good, would be a web server to maintain (a well-kept library beats our own code); what a client may do by sending or
# reading slowly is kept from it by the buffering proxy in front (deploy/nginx.conf), and docs/deployment.md says so.
worker_class = "gthread"
threads = 4
preload_app = True
limit_request_line = 8190  # a query of 8,000 characters must work (G10); the default is 4,094
control_socket_disable = True  # it would be written to the home directory, which may be read-only
accesslog = "-"
logger_class = "utilitysvc.access_log.PathLogger"
