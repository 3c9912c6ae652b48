"""Lets ``gunicorn``, started in this folder, serve as ``utilitysvc serve`` does."""

from utilitysvc.serving.gunicorn_settings import *  # noqa: F403  # gunicorn reads this module's names
