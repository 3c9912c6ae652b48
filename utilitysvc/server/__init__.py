"""The gunicorn worker: what stands between the sockets and the WSGI application."""
